// The forward index: which terms a chunk holds in which field and where, packed (forward-pack.ts) so that a query's terms are found fast (forward-view.ts).

/** Fields in the order they are packed. Names are what a chunk defines, symbols what it mentions. */
export const forwardFields = ['title', 'headings', 'names', 'symbols', 'meta', 'path', 'body'] as const;
export type ForwardField = (typeof forwardFields)[number];

/** 32 bits of a term, never 0. The same on every machine, forever: stored indexes hold it. */
export function termHash(term: string): number {
  let hash = firstHash;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), prime);
  return mixed(hash);
}

const firstHash = 0x811c9dc5;
const prime = 0x01000193;

function mixed(sum: number): number {
  let hash = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}

const longestSpelled = 200;

/** The letters of a name or a heading, without what is between its words: `os.path.join` and "os path join" are the same. */
export function spelledTerm(text: string): string {
  return `=${squeezed(text)}`;
}

/** The letters of a name's last part: `join`. */
export function tailTerm(text: string): string {
  return `~${squeezed(text)}`;
}

function squeezed(text: string): string {
  return text
    .slice(0, longestSpelled)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The hash of a name's or heading's `spelledTerm`. */
export function spelledHash(text: string): number {
  return squeezedHash('=', text) ?? termHash(spelledTerm(text));
}

/** The hash of the `tailTerm` of a dotted or slashed name's last part; what follows its last letter is no part. */
export function tailHash(name: string): number {
  let end = name.length;
  while (end > 0 && !isAsciiWord(name.charCodeAt(end - 1)) && name.charCodeAt(end - 1) < 0x80) end--;
  if (end > 0 && name.charCodeAt(end - 1) >= 0x80) end = name.replace(behindLetters, '').length;
  let start = end;
  while (start > 0 && !separators.includes(name.charAt(start - 1))) start--;
  const tail = name.slice(start, end);
  return squeezedHash('~', tail) ?? termHash(tailTerm(tail));
}

const behindLetters = /[^\p{L}\p{N}_]+$/u;
const separators = '.:/#>';

/** The hash of squeezed letters, without making a string; undefined where a letter is not ASCII. */
function squeezedHash(mark: '=' | '~', text: string): number | undefined {
  let hash = Math.imul(firstHash ^ mark.charCodeAt(0), prime);
  const end = Math.min(longestSpelled, text.length);
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) return undefined;
    if (isAsciiWord(unit) && unit !== 0x5f) hash = Math.imul(hash ^ (unit < 0x40 ? unit : unit | 0x20), prime);
  }
  return mixed(hash);
}

function isAsciiWord(unit: number): boolean {
  const small = unit | 0x20;
  return (small >= 0x61 && small <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;
}
