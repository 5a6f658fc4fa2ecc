// What tables, definition lists and tab groups remember until they end.
import type { Element } from '../node.ts';

export type Alignment = 'left' | 'center' | 'right';

/** A row of a table. */
export interface TableRow {
  readonly cells: string[];
  isHead: boolean;
  /** Whether every cell is a `th`. */
  isOnlyHeads: boolean;
}

/** A table that is open. */
export interface Table {
  readonly element: Element;
  readonly isOfDivs: boolean;
  readonly rows: TableRow[];
  /** For each column, how many further rows a cell from above reaches into. */
  readonly spans: number[];
  readonly alignments: (Alignment | undefined)[];
  group: string;
  /** How many empty cells fill spans. */
  fillers: number;
  /** Whether the row that is open is a heading. */
  isTitle: boolean;
  /** Whether its first row is a head that was written above an earlier part of it. */
  isHeadWritten: boolean;
}

/** A definition list that is open. */
export interface OpenDefinitions {
  /** Whether one of its terms has an id: what explains the terms is then not indented. */
  readonly hasEntries: boolean;
  readonly outerDepth: number;
  /** Whether the last thing was an explanation, so that the next term begins anew. */
  isExplained: boolean;
  /** How much was written before the last explanation. */
  explainedFrom: number;
}

/** The label of a tab. */
export interface Label {
  readonly text: string;
  /** The id of the tab, and that of the panel it opens. */
  readonly id: string | undefined;
  readonly controls: string | undefined;
}

/** The tabs of one group whose panels are still to come. */
export interface TabGroup {
  readonly labels: Label[];
  /** The elements that hold tabs and panels alike. */
  readonly scopes: readonly Element[];
  /** The element whose further children are the panels, where nothing else marks them. */
  readonly panelsIn?: Element | undefined;
}
