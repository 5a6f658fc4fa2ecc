// R25: a rule's pattern as literal pieces, matched left to right without backtracking.

/** A compiled pattern: text up to the first wildcard, then the pieces between wildcards. */
export interface Pattern {
  readonly prefix: string;
  /** The text between and behind the wildcards; empty when there is none. */
  readonly pieces: readonly string[];
  /** Whether the pattern must reach the end of the path. */
  readonly anchored: boolean;
}

const NONE: readonly string[] = Object.freeze([]);

/** Splits a comparable pattern at its wildcards. */
export function compilePattern(pattern: string, wildcards: boolean): Pattern {
  const anchored = wildcards && pattern.endsWith('$');
  if (!wildcards || (!anchored && !pattern.includes('*'))) return { prefix: pattern, pieces: NONE, anchored };
  const [prefix = '', ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  return { prefix, pieces, anchored };
}

/** Whether the pattern matches the path from its start; at most pattern × path steps, whatever the pattern. */
export function matches(pattern: Pattern, path: string): boolean {
  const { prefix, pieces, anchored } = pattern;
  if (!startsWith(path, prefix)) return false;
  if (pieces.length === 0) return !anchored || path.length === prefix.length;
  // Taking each piece at its leftmost place leaves the most room for the next, so nothing is ever tried twice.
  let position = prefix.length;
  const last = pieces.length - 1;
  const free = anchored ? last : pieces.length;
  for (let i = 0; i < free; i++) {
    const piece = pieces[i] as string;
    const found = path.indexOf(piece, position);
    if (found < 0) return false;
    position = found + piece.length;
  }
  if (!anchored) return true;
  const tail = pieces[last] as string;
  return path.length - tail.length >= position && path.endsWith(tail);
}

/** Compared from the end, where rules of one site differ; several times faster than String#startsWith on them. */
function startsWith(path: string, prefix: string): boolean {
  if (prefix.length > path.length) return false;
  for (let i = prefix.length - 1; i >= 0; i--) {
    if (path.charCodeAt(i) !== prefix.charCodeAt(i)) return false;
  }
  return true;
}
