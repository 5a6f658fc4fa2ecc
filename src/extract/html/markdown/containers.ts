// What contains blocks: quotations and lists' items, and the marks that these put before every line.

/** A list while it is written. */
export interface List {
  readonly ordered: boolean;
  /** `-` or `*`, `.` or `)`: a list that follows another directly takes the other one. */
  readonly sign: string;
  /** The number of its next item, and what is added for each. */
  next: number;
  readonly step: 1 | -1;
  /** Whether its items are set apart. */
  loose: boolean;
  /** Blocks that are set apart from the previous block if it is loose. */
  readonly parted: { blank: string | undefined }[];
  lastItem: OpenContainer | undefined;
}

export interface OpenContainer {
  readonly kind: 'root' | 'quotation' | 'list' | 'item';
  /** Before the first line of what it holds, and before every further one. */
  readonly first: string;
  readonly rest: string;
  /** The list, for a list and its items. */
  readonly list: List | undefined;
  /** The mark of an item that is a task. */
  task: string;
  /** Whether it holds a block already. */
  started: boolean;
  /** The list it ended in, if no other block came since. */
  lastList: List | undefined;
}

/** The prefixes of a block by its place. */
export interface Prefixes {
  readonly first: string;
  readonly rest: string;
  readonly blank: string;
  /** The list whose looseness decides about the blank line. */
  readonly list: List | undefined;
}

const unprefixed: Prefixes = Object.freeze({ first: '', rest: '', blank: '', list: undefined });

// Deeper ones leave no marks: a hostile page would spend a hundred times its own length on them.
const maxDepth = 32;

/** The containers that are open, outermost first. */
export class Containers {
  readonly #open: OpenContainer[] = [newContainer('root', '', '', undefined)];

  constructor() {
    (this.#open[0] as OpenContainer).started = true;
  }

  get inner(): OpenContainer {
    return this.#open[this.#open.length - 1] as OpenContainer;
  }

  /** Whether anything but the page itself is open. */
  get isNested(): boolean {
    return this.#open.length > 1;
  }

  /** Whether none of them is a quotation. */
  get isInListsOnly(): boolean {
    return this.#open.every(({ kind }) => kind !== 'quotation');
  }

  /** Whether the next block begins an item. */
  get opensItem(): boolean {
    return this.inner.kind === 'item' && !this.inner.started;
  }

  /** False: it is too deep, and nothing is to be closed later. */
  openQuotation(): boolean {
    return this.#push(newContainer('quotation', '> ', '> ', undefined));
  }

  openList(ordered: boolean, start: number, step: 1 | -1, loose: boolean): boolean {
    if (this.inner.kind === 'list' && this.inner.list?.lastItem !== undefined)
      this.#open.push(this.inner.list.lastItem);
    const before = this.inner.lastList;
    const [sign, other] = ordered ? ['.', ')'] : ['-', '*'];
    const isNext = before !== undefined && before.ordered === ordered && before.sign === sign;
    const list: List = {
      ordered,
      sign: isNext ? (other as string) : (sign as string),
      next: start,
      step,
      loose,
      parted: [],
      lastItem: undefined,
    };
    return this.#push(newContainer('list', '', '', list));
  }

  /** An item of the innermost list; false when there is none. */
  openItem(value?: number): boolean {
    const list = this.inner.kind === 'list' ? this.inner.list : undefined;
    if (list === undefined) return false;
    if (value !== undefined) list.next = value;
    const number = Math.min(Math.max(list.next, 0), 999_999_999);
    list.next += list.step;
    const marker = list.ordered ? `${number}${list.sign} ` : `${list.sign} `;
    const item = newContainer('item', marker, ' '.repeat(marker.length), list);
    list.lastItem = item;
    this.#open.push(item);
    return true;
  }

  close(): void {
    const { kind, list } = this.#open.pop() as OpenContainer;
    if (kind !== 'list' || list === undefined) return;
    const around = this.inner.list;
    if (list.loose) {
      if (around !== undefined) around.loose = true;
    } else for (const block of list.parted) block.blank = undefined;
  }

  /** Ends what was opened since this many were open. */
  closeTo(depth: number): void {
    while (this.#open.length > depth) this.close();
  }

  get depth(): number {
    return this.#open.length;
  }

  /** The prefixes of a block that is written now, in the first `depth` containers. */
  place(isText: boolean, depth = this.depth): Prefixes {
    const strayItem = depth === this.depth && this.inner.kind === 'list' && this.openItem();
    const open = this.#open;
    const end = strayItem ? depth + 1 : depth;
    let at = end - 1;
    while (!(open[at] as OpenContainer).started) at--;
    const shared = open[at] as OpenContainer;
    const prefixes = end === 1 ? unprefixed : this.#prefixes(at, end, isText);
    if (shared.kind === 'item') loosen(shared, at + 1 < end ? open[at + 1] : undefined);
    for (; at < end; at++) {
      const container = open[at] as OpenContainer;
      const next = at + 1 < end ? open[at + 1] : undefined;
      container.started = true;
      container.lastList = next?.kind === 'list' ? next.list : undefined;
    }
    if (strayItem) this.close();
    return prefixes;
  }

  #prefixes(shared: number, end: number, isText: boolean): Prefixes {
    let first = '';
    let rest = '';
    let blank = '';
    for (let at = 1; at < end; at++) {
      const container = this.#open[at] as OpenContainer;
      if (at <= shared) blank += container.rest;
      first += at <= shared ? container.rest : container.first + (isText ? container.task : '');
      rest += container.rest;
    }
    return { first, rest, blank: blank.trimEnd(), list: this.#open[shared]?.list };
  }

  #push(container: OpenContainer): boolean {
    if (this.#open.length > maxDepth) return false;
    this.#open.push(container);
    return true;
  }
}

/** A second block in an item makes its list loose, unless it is a list that may directly follow text. */
function loosen({ list, lastList }: OpenContainer, next: OpenContainer | undefined): void {
  const nested = next?.kind === 'list' ? next.list : undefined;
  // Only a list that begins with 1 may follow text directly.
  const isBarred = lastList === undefined && nested?.ordered === true && !/^1[.)]/.test(nested.lastItem?.first ?? '');
  if (list !== undefined && (nested === undefined || isBarred)) list.loose = true;
}

function newContainer(kind: OpenContainer['kind'], first: string, rest: string, list: List | undefined): OpenContainer {
  return { kind, first, rest, list, task: '', started: false, lastList: undefined };
}
