// The forward index: which terms a chunk holds in which field and where, packed (forward-pack.ts) so that a query's terms are found fast.

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

/** What a name or a heading is spelled like, whatever stands between its words: `os.path.join` and "os path join" are the same. */
export function spelledTerm(text: string): string {
  return `=${squeezed(text)}`;
}

/** The same of a name's last part: `join`. */
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

/** The hash of the `tailTerm` of a dotted or slashed name's last part; what stands behind its last letter is no part. */
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

/** Without a string for each; undefined where a letter is not ASCII. */
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

/** A field as it is looked at. Bytes that are no forward index read as empty fields. */
export interface FieldView {
  readonly length: number;
  /** Different terms in it. */
  readonly terms: number;
  readonly starts: readonly number[];
  /** Where each of the asked terms stands, rising; undefined where it does not. In the order they were asked. */
  readonly places: readonly (readonly number[] | undefined)[];
  /** Whether any was found. */
  readonly isHit: boolean;
}

const nothing: readonly number[] = Object.freeze([]);

/** Looks up terms, given as hashes, in every field of a packed index. */
export function viewForward(bytes: Uint8Array, hashes: readonly number[]): readonly FieldView[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields: FieldView[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const length = view.getUint16(at, true);
    const startCount = view.getUint16(at + 2, true);
    const terms = view.getUint16(at + 4, true);
    const startBytes = view.getUint16(at + 6, true);
    const table = at + 8;
    const sizes = table + 4 * terms;
    const startsAt = sizes + terms;
    const placesAt = startsAt + startBytes;
    if (placesAt > bytes.length) break;
    let end = placesAt;
    let isHit = false;
    const places: (readonly number[] | undefined)[] = [];
    for (const hash of hashes) {
      const index = find(view, table, terms, hash);
      if (index < 0) {
        places.push(undefined);
        continue;
      }
      let from = placesAt;
      for (let before = 0; before < index; before++) from += bytes[sizes + before] as number;
      places.push(deltas(bytes, from, bytes[sizes + index] as number));
      isHit = true;
    }
    for (let term = 0; term < terms; term++) end += bytes[sizes + term] as number;
    fields.push({
      length,
      terms,
      starts: startCount === 0 ? nothing : deltas(bytes, startsAt, startBytes),
      places,
      isHit,
    });
    at = end;
  }
  return fields;
}

function find(view: DataView, table: number, terms: number, hash: number): number {
  let low = 0;
  let high = terms - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = view.getUint32(table + 4 * middle, true);
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function deltas(bytes: Uint8Array, from: number, size: number): number[] {
  const places: number[] = [];
  let place = 0;
  for (let at = from; at < from + size; at++) {
    const first = bytes[at] as number;
    place += first < 128 ? first : ((first & 127) << 8) | (bytes[++at] as number);
    places.push(place);
  }
  return places;
}
