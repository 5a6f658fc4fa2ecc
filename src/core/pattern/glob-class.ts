// Character classes in globs: `[ab]`, `[a-z]`, `[!a]`, `[^a]`, `[[:digit:]]`, as minimatch reads them.

export interface GlobClass {
  /** Whether it holds the character; never a slash. */
  readonly test: (char: string) => boolean;
  /** Where the pattern goes on. */
  readonly end: number;
}

const posix: Readonly<Record<string, string>> = Object.freeze({
  alnum: '\\p{L}\\p{Nl}\\p{Nd}',
  alpha: '\\p{L}\\p{Nl}',
  ascii: '\\x00-\\x7f',
  blank: '\\p{Zs}\\t',
  cntrl: '\\p{Cc}',
  digit: '\\p{Nd}',
  lower: '\\p{Ll}',
  punct: '\\p{P}',
  space: '\\p{Z}\\t\\r\\n\\v\\f',
  upper: '\\p{Lu}',
  word: '\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}',
  xdigit: 'A-Fa-f0-9',
});

const nothing = { test: () => false } as const;

/** The class that opens at `open`; undefined when it does not close in its segment: the bracket is a character then. */
export function readClass(pattern: string, open: number): GlobClass | undefined {
  const body = bodyOf(pattern, open);
  if (body === undefined) return undefined;
  const { items, isNegated, end } = body;
  const ranges = items.map(rangeOf).filter((range) => range !== undefined);
  if (ranges.length === 0) return isNegated ? undefined : { ...nothing, end };
  // One character against one class: nothing to go back over.
  const held = new RegExp(`^[${isNegated ? '^' : ''}${ranges.join('')}]$`, 'u');
  return { test: (char) => char !== '/' && held.test(char), end };
}

interface Item {
  readonly from: string;
  readonly to?: string | undefined;
  /** A POSIX class, as a piece of a regular expression. */
  readonly named?: string | undefined;
}

function bodyOf(
  pattern: string,
  open: number,
): { readonly items: readonly Item[]; readonly isNegated: boolean; readonly end: number } | undefined {
  const isNegated = /[!^]/.test(pattern.charAt(open + 1));
  const first = open + (isNegated ? 2 : 1);
  const items: Item[] = [];
  let at = first;
  const next = (): string => {
    if (pattern.charAt(at) === '\\' && at + 1 < pattern.length) at++;
    const char = String.fromCodePoint(pattern.codePointAt(at) as number);
    at += char.length;
    return char;
  };
  while (at < pattern.length && pattern.charAt(at) !== '/') {
    // A bracket right at the beginning is one of the characters.
    if (pattern.charAt(at) === ']' && at > first) return { items, isNegated, end: at + 1 };
    const [name = '', word = ''] = /^\[:([a-z]+):\]/.exec(pattern.slice(at, at + 12)) ?? [];
    if (posix[word] !== undefined) {
      items.push({ from: '', named: posix[word] });
      at += name.length;
      continue;
    }
    const from = next();
    const isRange = pattern.charAt(at) === '-' && !/^(?:$|[\]/])/.test(pattern.slice(at + 1, at + 2));
    if (isRange) at++;
    items.push({ from, ...(isRange && { to: next() }) });
  }
  return undefined;
}

function rangeOf({ from, to, named }: Item): string | undefined {
  if (named !== undefined) return named;
  if (to === undefined) return escaped(from);
  return (from.codePointAt(0) as number) > (to.codePointAt(0) as number)
    ? undefined
    : `${escaped(from)}-${escaped(to)}`;
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) as number).toString(16)}}`;
}
