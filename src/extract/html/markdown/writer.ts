// Gathers a page's blocks during the walk: the line that grows, its containers, and the ids and names it takes along.

import type {
  Block,
  BlockPlace,
  CodeBlock,
  EntryBlock,
  HeadingBlock,
  TableBlock,
  TextBlock,
} from '../../../core/document.ts';
import type { Content } from '../content.ts';
import type { Element } from '../node.ts';
import { Sections } from './anchors.ts';
import { looksLikeName } from './code-span.ts';
import { Containers } from './containers.ts';
import { EntryScopes } from './entry-scopes.ts';
import { InlineText } from './inline.ts';
import type { OpenDefinitions, TabGroup, Table } from './open-elements.ts';

export interface MarkdownOptions {
  /** Whether links keep their targets. */
  readonly keepLinks: boolean;
  /** The word before the text of an image: `image`, `이미지`. */
  readonly imageLabel: string;
  /** The absolute address of a link, if it has one that may be shown. */
  readonly resolve: (href: string) => string | undefined;
}

type Placeless<B> = Omit<B, 'first' | 'rest' | 'blank' | 'entryDepth' | 'ids' | 'names'>;
export type BlockDraft =
  | Placeless<HeadingBlock>
  | Placeless<EntryBlock>
  | Placeless<TextBlock>
  | Placeless<CodeBlock>
  | Placeless<TableBlock>;

/** A block of a cell: of its place only its list's mark matters. */
export interface CellDraft {
  readonly draft: BlockDraft;
  readonly marker: string;
}

/** A block whose separation is not settled until the list around it ends. */
type Unsettled = Block & { blank: string | undefined; readonly ids: string[] };

interface Place {
  readonly containers: Containers;
  readonly inline: InlineText;
}

export interface PendingId {
  readonly id: string;
  readonly element: Element;
  /** How much of its line precedes it; undefined where there is no line. */
  readonly extent?: number;
}

const none: readonly never[] = Object.freeze([]);

type Fields<B> = Partial<Omit<B, 'kind'>>;
type AnyField = Fields<HeadingBlock> & Fields<TextBlock> & Fields<CodeBlock> & Fields<TableBlock>;

/**
 * A block with the fields of every kind, most of them undefined: code that goes through the blocks of a page gets objects of one
 * shape. Where each kind has its own, every function that reads blocks is compiled again whenever it meets another.
 */
function alike(draft: BlockDraft, place: Pick<Unsettled, keyof BlockPlace>): Unsettled {
  const { kind } = draft;
  const { level, markdown, text, anchor, code, language, header, divider, rows }: AnyField = draft;
  const { first, rest, blank, entryDepth, ids, names } = place;
  const fields = {
    kind,
    level,
    markdown,
    text,
    anchor,
    code,
    language,
    header,
    divider,
    rows,
    first,
    rest,
    blank,
    entryDepth,
    ids,
    names,
  };
  return fields as Unsettled;
}

export class MarkdownWriter {
  readonly options: MarkdownOptions;
  readonly removed: ReadonlySet<Element>;
  readonly roots: Content['roots'];
  /** What is open, of the kinds that need to remember something until they end. */
  readonly tables: (Table | undefined)[] = [];
  readonly definitions: OpenDefinitions[] = [];
  readonly tabGroups: TabGroup[] = [];
  /** How many containers were open where lists, items and quotations began. */
  readonly depths: number[] = [];
  /** The titles of notes that are still to come. */
  readonly titles = new Set<Element>();
  containers = new Containers();
  inline = new InlineText();
  /** How many entries the text is inside. */
  entryDepth = 0;
  /** The elements that entries outside of definition lists reach to the end of. */
  readonly scopes = new EntryScopes();
  /** Writes the heading that is open. */
  heading: ((writer: MarkdownWriter) => void) | undefined;
  /** The anchor of the heading that is open, unless it has one itself. */
  headingAnchor: string | undefined;
  /** The title that is open although it is no heading element. */
  pageTitle: { readonly element: Element; readonly level: 1 | 2 } | undefined;
  /** The first `h1` of the content; `null`: it has none, `undefined`: not searched yet. */
  firstHeading: Element | null | undefined;
  /** The text of the last heading, unless an entry came since. */
  lastHeading: string | undefined;
  /** The elements with ids that a heading may title. */
  readonly sections = new Sections();
  /** How much was written so far; code and tables count as very much. */
  written = 0;
  /** Ids seen since the last block. */
  pendingIds: PendingId[] = [];
  /** Over 0 within what must stay one line, such as a heading: nothing in it ends the line. */
  oneLine = 0;
  /** For each open element that HTML does not know, how many lines were ended before it. */
  readonly unknown: number[] = [];
  /** How many blocks were ended so far, of the page or of a cell. */
  flushes = 0;
  #names: Set<string> | undefined;
  readonly #blocks: Unsettled[] = [];
  /** The blocks of the open cell, and the place outside it. */
  #cell: CellDraft[] | undefined;
  #outside: Place | undefined;
  readonly #announced: { readonly label: string; readonly depth: number }[] = [];
  readonly #announcedAt: number[] = [];
  /** Over 0 within inline code. */
  #codeDepth = 0;
  #code = '';

  constructor(options: MarkdownOptions, { removed, roots }: Pick<Content, 'removed' | 'roots'>) {
    this.options = options;
    this.removed = removed;
    this.roots = roots;
  }

  get inCell(): boolean {
    return this.#cell !== undefined;
  }

  text(data: string): void {
    if (this.#codeDepth > 0) this.#code += data;
    else this.inline.text(data);
  }

  get inCode(): boolean {
    return this.#codeDepth > 0;
  }

  openCode(): void {
    this.#codeDepth++;
  }

  closeCode(): void {
    if (--this.#codeDepth === 0) this.#endCode();
  }

  /** One piece of inline code. */
  code(text: string): void {
    this.inline.code(text);
    this.addName(text.trim());
  }

  /** A name that is code, if it looks like one. */
  addName(name: string): void {
    if (looksLikeName(name)) this.#names = (this.#names ?? new Set()).add(name);
  }

  #endCode(): void {
    if (this.#code !== '') this.code(this.#code);
    this.#code = '';
  }

  /** A line break; two in a row end the paragraph. */
  break(): void {
    if (this.#codeDepth > 0) this.#code += '\n';
    else if (this.oneLine > 0) this.inline.space();
    else if (this.inline.endsInBreak && !this.inCell) this.flush();
    else this.inline.break();
  }

  /** Ends the paragraph, if one was begun. */
  flush(): void {
    if (this.#codeDepth > 0) this.#endCode();
    this.flushes++;
    if (this.oneLine > 0) {
      this.inline.space();
      return;
    }
    if (this.inline.isEmpty) this.inline.clear();
    else this.#endParagraph();
  }

  /** Anchors at its very end are where the next block begins. */
  #endParagraph(): void {
    const { inline, pendingIds } = this;
    const isNext = ({ element: { name }, extent }: PendingId): boolean => extent === inline.extent && name === 'a';
    const next = this.inCell || pendingIds.length === 0 ? none : pendingIds.filter(isNext);
    if (next.length > 0) this.pendingIds = pendingIds.filter((one) => !isNext(one));
    this.push({ kind: 'text', markdown: inline.take(this.containers.opensItem ? 'item' : 'block') });
    if (next.length > 0) this.pendingIds.push(...next);
  }

  /** Begins what must stay one line. */
  beginLine(isStrong: boolean): void {
    this.oneLine++;
    if (isStrong) this.inline.open('strong');
  }

  /** Ends what must stay one line. `undefined` when there is nothing in it. */
  endLine(isStrong: boolean): { readonly markdown: string; readonly text: string } | undefined {
    if (this.#codeDepth > 0) this.#endCode();
    this.oneLine--;
    if (isStrong) this.inline.close();
    if (this.inline.isEmpty) {
      this.inline.clear();
      return undefined;
    }
    const text = this.inline.plain();
    return { text, markdown: this.inline.take('heading') };
  }

  /** A line in bold above the next block, if one comes before `unannounce`. */
  announce(label: string): void {
    this.#announced.push({ label, depth: this.containers.depth });
    this.#announcedAt.push(this.#announced.length);
  }

  /** Ends what was announced last: it is not written if nothing came. */
  unannounce(): void {
    if (this.#announced.length === this.#announcedAt.pop()) this.#announced.pop();
  }

  #writeAnnounced(): void {
    for (const { label, depth } of this.#announced.splice(0)) {
      const line = new InlineText(this.inCell);
      line.open('strong');
      line.text(label);
      if (!line.isEmpty) this.#add({ kind: 'text', markdown: line.take('block') }, depth);
    }
  }

  /** Ends the heading that is open, if one is: what is in it now cannot be part of it. */
  endHeading(): boolean {
    if (this.heading === undefined || this.oneLine !== 1) return false;
    if (!this.inline.isEmpty) this.heading(this);
    else this.inline.clear();
    return true;
  }

  /** Begins an entry that its parent holds the explanation of. `isOwn`: the parent holds nothing else. */
  openScope(parent: Element, isOwn: boolean): void {
    this.entryDepth = this.scopes.open(parent, isOwn, this.entryDepth);
  }

  /** Ends an entry of which the element holds the explanation among other things. */
  endOpenScope(element: Element): void {
    this.entryDepth = this.scopes.endOpen(element) ?? this.entryDepth;
  }

  /** Called when an element ends. */
  endScope(element: Element): void {
    this.entryDepth = this.scopes.end(element) ?? this.entryDepth;
  }

  /** Adds a block. */
  push(draft: BlockDraft): void {
    if (draft.kind === 'heading') {
      this.scopes.level = draft.level;
      this.lastHeading = draft.text;
    } else if (draft.kind === 'entry') this.lastHeading = undefined;

    if (this.#announced.length > 0) this.#writeAnnounced();
    this.#add(draft, this.containers.depth);
  }

  #add(draft: BlockDraft, depth: number): void {
    const { first, rest, blank, list } = this.containers.place(draft.kind === 'text', depth);
    if (this.#cell !== undefined) {
      this.#cell.push({ draft, marker: first });
      return;
    }
    this.written += draft.kind === 'code' || draft.kind === 'table' ? 1_000 : draft.markdown.length;
    const block = alike(draft, {
      first,
      rest,
      blank,
      entryDepth: this.entryDepth,
      ids: this.pendingIds.length === 0 ? [] : this.pendingIds.map(({ id }) => id),
      names: this.#names === undefined ? none : [...this.#names],
    });
    list?.parted.push(block);
    this.#blocks.push(block);
    if (this.pendingIds.length > 0) this.pendingIds = [];
    this.#names = undefined;
  }

  beginCell(): void {
    if (this.#announced.length > 0) this.#writeAnnounced();
    this.#outside = { containers: this.containers, inline: this.inline };
    this.containers = new Containers();
    this.inline = new InlineText(true);
    this.#cell = [];
  }

  /** The blocks of the cell. */
  endCell(): readonly CellDraft[] {
    this.flush();
    const blocks = this.#cell ?? [];
    this.#cell = undefined;
    if (this.#outside !== undefined) {
      this.containers = this.#outside.containers;
      this.inline = this.#outside.inline;
    }
    return blocks;
  }

  /** Every block, in order. */
  blocks(): readonly Block[] {
    this.flush();
    const last = this.#blocks.at(-1);
    for (const { id } of this.pendingIds) last?.ids.push(id);
    return this.#blocks;
  }
}
