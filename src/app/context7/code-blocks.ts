// The code blocks of a chunk and the prose around them: clients of Context7 expect the two apart.

export interface CodePart {
  /** As the page names it; empty where it names none. */
  readonly language: string;
  readonly code: string;
}

/** A chunk taken apart. */
export interface ChunkParts {
  readonly prose: string;
  readonly codes: readonly CodePart[];
}

/** What may come before a fence: the marks of lists and quotations. */
const MARKS = /^[ >*+\d.)-]*$/;
/** What comes before the further lines of such a block. */
const MARKS_BELOW = /^[ >]*$/;

/** Reads Markdown as docent writes it (a fence is longer than any in its code). Never throws; a fence that is not closed lasts to the end. */
export function codeBlocks(markdown: string): ChunkParts {
  const prose: string[] = [];
  const codes: CodePart[] = [];
  let open: Fence | undefined;
  let code: string[] = [];
  for (const line of markdown.split('\n')) {
    if (open === undefined) {
      open = fenceAt(line);
      if (open === undefined) prose.push(line);
    } else if (isClosing(line, open)) {
      codes.push({ language: open.language, code: code.join('\n') });
      open = undefined;
      code = [];
    } else code.push(withoutMarks(line, open.indent));
  }
  if (open !== undefined) codes.push({ language: open.language, code: code.join('\n') });
  return {
    prose: prose
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    codes,
  };
}

interface Fence {
  readonly fence: string;
  readonly language: string;
  /** How many characters come before it. */
  readonly indent: number;
}

function fenceAt(line: string): Fence | undefined {
  const indent = line.indexOf('```');
  if (indent < 0 || !MARKS.test(line.slice(0, indent))) return undefined;
  const [fence = ''] = /^`+/.exec(line.slice(indent)) ?? [];
  const language = line.slice(indent + fence.length).trim();
  // Backticks further on: code within a line.
  return language.includes('`') ? undefined : { fence, language, indent };
}

function isClosing(line: string, { fence }: Fence): boolean {
  return line.endsWith(fence) && MARKS_BELOW.test(line.slice(0, -fence.length));
}

function withoutMarks(line: string, indent: number): string {
  return MARKS_BELOW.test(line.slice(0, indent)) ? line.slice(indent) : line;
}
