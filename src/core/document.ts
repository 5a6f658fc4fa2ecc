// A page's content as a row of blocks: what extraction makes, what chunks are cut from, and what Markdown is written with.

/** The fields of every block besides its text. */
export interface BlockPlace {
  /** The prefix of its first line, and of every further line: a list's bullet, its indentation, a quotation's mark. */
  readonly first: string;
  readonly rest: string;
  /** The line between it and the block above: empty, or the marks of a quotation that goes on; undefined in a tight list, which has none. */
  readonly blank: string | undefined;
  /** How many API entries (`dt[id]`) it is inside; a block that is an entry counts itself. */
  readonly entryDepth: number;
  /** Every id of the page from the end of the block before to the end of this one, in document order. */
  readonly ids: readonly string[];
  /** Names in it that are code: inline code, signatures. In document order, each once. */
  readonly names: readonly string[];
}

export interface HeadingBlock extends BlockPlace {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  /** Its Markdown, without the marks of a heading. */
  readonly markdown: string;
  /** Its plain text. */
  readonly text: string;
  /** The id a link to this place ends with. */
  readonly anchor?: string | undefined;
}

/** A term that has an id: a function, a class, an option. What explains it follows, with the same `entryDepth` or a deeper one. */
export interface EntryBlock extends BlockPlace {
  readonly kind: 'entry';
  readonly markdown: string;
  readonly text: string;
  readonly anchor: string;
}

/** Prose: one or more lines that belong together. */
export interface TextBlock extends BlockPlace {
  readonly kind: 'text';
  readonly markdown: string;
}

export interface CodeBlock extends BlockPlace {
  readonly kind: 'code';
  /** Byte for byte what the page shows, without a line end at its end. */
  readonly code: string;
  readonly language?: string | undefined;
}

/** A GFM table; every row is one line, pipes included. */
export interface TableBlock extends BlockPlace {
  readonly kind: 'table';
  readonly header: string;
  readonly divider: string;
  readonly rows: readonly string[];
}

export type Block = HeadingBlock | EntryBlock | TextBlock | CodeBlock | TableBlock;

/** The Markdown of a row of blocks, without a line end at its end. */
export function renderBlocks(blocks: readonly Block[]): string {
  // Joined, not added up: what is read next is then in one piece.
  const parts: string[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    if (at > 0) parts.push(block.blank === undefined ? '\n' : block.blank === '' ? '\n\n' : `\n${block.blank}\n`);
    parts.push(renderBlock(block));
  }
  return parts.join('');
}

/** One block, its marks and prefixes included. */
export function renderBlock(block: Block): string {
  const { first, rest } = block;
  const body = bodyOf(block);
  if (first === '' && rest === '') return body;
  if (body !== '' && !body.includes('\n')) return first + body;
  return body
    .split('\n')
    .map((line, at) => {
      const prefix = at === 0 ? first : rest;
      return line === '' ? prefix.trimEnd() : prefix + line;
    })
    .join('\n');
}

/** A fence longer than any in the code. */
export function fenceOf(code: string): string {
  if (!code.includes('```')) return '```';
  let longest = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

function bodyOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.markdown}`;
    case 'code': {
      const fence = fenceOf(block.code);
      return `${fence}${block.language ?? ''}\n${block.code}${block.code === '' ? '' : '\n'}${fence}`;
    }
    case 'table':
      return [block.header, block.divider, ...block.rows].join('\n');
    default:
      return block.markdown;
  }
}
