// What the scan of a Markdown file finds: leaves in document order, and the containers they are in.

/** A quotation, a list item, a footnote, a directive or a component. */
export interface SourceContainer {
  readonly kind: 'quote' | 'item' | 'footnote' | 'indented' | 'directive' | 'component';
  readonly parent: SourceContainer | undefined;
  readonly depth: number;
  /** Columns a further line must be indented by to belong to it; what a directive or a component takes at most. */
  width: number;
  /** What is written before its first line, and before every further one. */
  readonly first: string;
  readonly rest: string;
  /** An item's list: items with the same number are neighbours in one list. */
  readonly list: number;
  /** A list's kind of marker, the character of a directive's fence, the name of a component. */
  readonly mark: string;
  /** How long a directive's fence is. */
  readonly length: number;
  /** Whether anything was found in it yet. */
  filled: boolean;
  /** Whether its `first` was written. */
  written: boolean;
}

interface Place {
  readonly container: SourceContainer | undefined;
  /** Whether a blank line precedes it. */
  readonly blankBefore: boolean;
}

export interface HeadingLeaf extends Place {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly text: string;
}

export interface ParagraphLeaf extends Place {
  readonly kind: 'paragraph';
  readonly lines: string[];
  /** Whether its first lines were link definitions, so that what is now first was never at the start of a block. */
  bared: boolean;
}

export interface CodeLeaf extends Place {
  readonly kind: 'code';
  readonly lines: string[];
  readonly info: string;
}

export interface HtmlLeaf extends Place {
  readonly kind: 'html';
  readonly lines: string[];
}

export interface TableLeaf extends Place {
  readonly kind: 'table';
  readonly header: string;
  readonly divider: string;
  readonly rows: string[];
}

/** A title of our own making: an admonition's, a tab's. */
export interface LabelLeaf extends Place {
  readonly kind: 'label';
  readonly text: string;
}

export interface BreakLeaf extends Place {
  readonly kind: 'break';
}

export type Leaf = HeadingLeaf | ParagraphLeaf | CodeLeaf | HtmlLeaf | TableLeaf | LabelLeaf | BreakLeaf;
