// The containers that are open while a Markdown file is scanned: which of them a line goes on in, and how new ones begin.
import type { SourceContainer } from './leaf.ts';
import type { LineCursor } from './line-cursor.ts';
import { isClosing } from './line-starts.ts';

/** Deeper ones are text: no document nests so far, and what each line costs stays bounded. */
export const maxContainers = 32;

/** The open containers, outermost first. */
export class OpenContainers {
  readonly #open: SourceContainer[] = [];
  #lists = 0;

  get count(): number {
    return this.#open.length;
  }

  get innermost(): SourceContainer | undefined {
    return this.#open.at(-1);
  }

  /** How many containers the line goes on in; the cursor is behind their marks then. */
  match(cursor: LineCursor): number {
    let matched = 0;
    for (const container of this.#open) {
      if (!goesOn(container, cursor)) break;
      matched++;
    }
    return matched;
  }

  closeFrom(count: number): void {
    this.#open.length = count;
  }

  /** Opens a container inside the innermost one, with its mark this many columns to the right. */
  push(
    kind: SourceContainer['kind'],
    fields: Partial<Pick<SourceContainer, 'width' | 'first' | 'mark' | 'length' | 'list'>>,
  ): SourceContainer {
    const { width = 0, first = '', mark = '', length = 0, list = 0 } = fields;
    const parent = this.innermost;
    if (parent !== undefined) parent.filled = true;
    const rest = kind === 'item' ? ' '.repeat(first.length) : kind === 'footnote' ? '    ' : first;
    const container: SourceContainer = {
      kind,
      parent,
      depth: this.#open.length,
      width,
      first,
      rest,
      list,
      mark,
      length,
      filled: false,
      written: false,
    };
    this.#open.push(container);
    return container;
  }

  /** The list that an item with this marker joins at this depth, or the number of a new one. */
  listAt(depth: number, mark: string): number {
    const neighbour = this.#open[depth];
    if (neighbour?.kind === 'item' && neighbour.mark === mark) return neighbour.list;
    this.#lists++;
    return this.#lists;
  }

  /** The depth of the innermost directive that this line ends, when there is one among the first `count`. */
  closedDirective(content: string, count: number): number | undefined {
    for (let depth = count - 1; depth >= 0; depth--) {
      const container = this.#open[depth];
      if (container?.kind === 'directive' && isClosing(content, container.mark, container.length)) return depth;
    }
    return undefined;
  }

  /** The depth of the innermost component with this name among the first `count`. */
  component(name: string, count: number): number | undefined {
    for (let depth = count - 1; depth >= 0; depth--) {
      const container = this.#open[depth];
      if (container?.kind === 'component' && container.mark === name) return depth;
    }
    return undefined;
  }
}

function goesOn(container: SourceContainer, cursor: LineCursor): boolean {
  switch (container.kind) {
    case 'quote':
      if (cursor.indent > 3 || cursor.code !== 0x3e) return false;
      takeQuoteMark(cursor);
      return true;
    case 'item':
    case 'footnote':
    case 'indented':
      // An item that begins with a blank line ends at a second one.
      if (cursor.blank) return container.filled || container.kind !== 'item';
      if (cursor.indent < container.width) return false;
      cursor.take(container.width);
      return true;
    case 'component':
      // How far its content is indented is known from its first line.
      if (container.width < 0 && !cursor.blank) container.width = cursor.indent;
      if (container.width > 0) cursor.take(Math.min(cursor.indent, container.width));
      return true;
    default:
      if (container.width > 0) cursor.take(Math.min(cursor.indent, container.width));
      return true;
  }
}

/** The `>` of a quotation and a single space behind it. */
export function takeQuoteMark(cursor: LineCursor): void {
  cursor.skip(1);
  if (cursor.indent > 0) cursor.take(1);
}
