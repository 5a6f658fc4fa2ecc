// The forward index: which terms a chunk holds in which field and where, packed so that a query's terms are found fast.

/** Fields in the order they are packed. Names are what a chunk defines, symbols what it mentions. */
export const forwardFields = ['title', 'headings', 'names', 'symbols', 'meta', 'path', 'body'] as const;
export type ForwardField = (typeof forwardFields)[number];

/** A term at a place, or the start of a part: of a name among names, of a heading in the path of headings. */
export interface Placed {
  readonly term: string;
  readonly position: number;
}

/** What is known of a field before it is packed. */
export interface FieldTerms {
  readonly tokens: readonly Placed[];
  /** Where its parts start, rising; one part when empty. */
  readonly starts?: readonly number[] | undefined;
  /** Places it has; default: one more than the last token's. */
  readonly length?: number | undefined;
}

const LAST_PLACE = 65_535;
const MOST_PLACES_OF_TERM = 64;
const MOST_STARTS = 4_096;

/** 32 bits of a term, never 0. The same on every machine, forever: stored indexes hold it. */
export function termHash(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}

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
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/*
 * Per field: length, number of starts, number of terms, bytes of places (4 × uint16); the terms' hashes, rising (uint32 each);
 * how many bytes each term's places take (uint8 each); starts and places (deltas, 1 or 2 bytes: 0–127, or 128 + high 7 bits, low 8).
 * Little-endian, the hashes of a field not aligned.
 */

/** Packs fields; one that is missing is empty. */
export function packForward(fields: Readonly<Partial<Record<ForwardField, FieldTerms>>>): Uint8Array {
  return packFields(forwardFields.map((field) => fields[field]));
}

/** Packs fields that have no names, such as inbound anchor texts. */
export function packFields(fields: readonly (FieldTerms | undefined)[]): Uint8Array {
  const out = new ByteWriter();
  for (const field of fields) packField(out, field);
  return out.bytes();
}

function packField(out: ByteWriter, field: FieldTerms | undefined): void {
  if (field === undefined || field.tokens.length === 0) {
    out.uint16(0, 0, 0, 0);
    return;
  }
  const byTerm = new Map<number, number[]>();
  let last = 0;
  for (const { term, position } of field.tokens) {
    const place = Math.min(position, LAST_PLACE);
    last = Math.max(last, place);
    const hash = termHash(term);
    const places = byTerm.get(hash);
    if (places === undefined) byTerm.set(hash, [place]);
    else if (places.length < MOST_PLACES_OF_TERM && places.at(-1) !== place) places.push(place);
  }
  const hashes = [...byTerm.keys()].sort((one, other) => one - other).slice(0, LAST_PLACE);
  const starts = (field.starts ?? []).filter((place) => place <= LAST_PLACE).slice(0, MOST_STARTS);
  const startBytes = deltaBytes(starts);
  const lists = hashes.map((hash) => deltaBytes((byTerm.get(hash) as number[]).toSorted((a, b) => a - b)));
  out.uint16(Math.min(field.length ?? last + 1, LAST_PLACE), starts.length, hashes.length, startBytes.length);
  for (const hash of hashes) out.uint32(hash);
  for (const list of lists) out.uint8(list.length);
  out.all(startBytes);
  for (const list of lists) out.all(list);
}

function deltaBytes(places: readonly number[]): number[] {
  const bytes: number[] = [];
  let before = 0;
  for (const place of places) {
    const delta = Math.min(place - before, 0x7fff);
    if (delta < 128) bytes.push(delta);
    else bytes.push(128 | (delta >>> 8), delta & 255);
    before += delta;
  }
  return bytes;
}

class ByteWriter {
  #bytes = new Uint8Array(2_048);
  #length = 0;

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }

  uint8(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  uint16(...values: readonly number[]): void {
    for (const value of values) {
      this.uint8(value & 255);
      this.uint8(value >>> 8);
    }
  }

  uint32(value: number): void {
    this.#room(4);
    this.#bytes[this.#length++] = value & 255;
    this.#bytes[this.#length++] = (value >>> 8) & 255;
    this.#bytes[this.#length++] = (value >>> 16) & 255;
    this.#bytes[this.#length++] = value >>> 24;
  }

  all(values: readonly number[]): void {
    this.#room(values.length);
    for (const value of values) this.#bytes[this.#length++] = value;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
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
