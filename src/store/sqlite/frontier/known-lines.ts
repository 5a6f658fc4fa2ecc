// Lines of bytes that are known to be in a table, so that what nearly every page repeats is not written each time.

/** Lines whose hashes are alike are looked for at no more than this many places; one that is not found is only written again. */
const MOST_PROBES = 8;
const USUAL_LENGTH = 20;
const LINE_END = 0x0a;

/** Remembers lines, compared byte by byte; when it is full it forgets all of them. With 65,535 lines it takes about 2 MB. */
export class KnownLines {
  readonly #most: number;
  #count = 0;
  /** Numbers of lines from 1 on; made with the first line. */
  #slots = new Uint16Array(0);
  #ends = new Uint32Array(0);
  #bytes = new Uint8Array(0);

  /** Remembers at most `most` lines, which is at most 65,535. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Remembers every line; `take` gets those that were not known. */
  eachNew(lines: Uint8Array, take: (line: Uint8Array) => void): void {
    if (this.#slots.length === 0) this.#make();
    for (let start = 0, end = 0; start < lines.length; start = end + 1) {
      let hash = 0x811c9dc5;
      for (end = start; end < lines.length && lines[end] !== LINE_END; end++)
        hash = Math.imul(hash ^ (lines[end] as number), 0x01000193);
      if (!this.#has(lines, start, end, hash ^ (hash >>> 15))) take(lines.subarray(start, end));
    }
  }

  #has(bytes: Uint8Array, start: number, end: number, hash: number): boolean {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const line = this.#slots[(hash + probe) & mask] as number;
      if (line === 0) {
        slot = (hash + probe) & mask;
        break;
      }
      if (this.#isSame(line, bytes, start, end)) return true;
    }
    this.#add(bytes, start, end);
    if (this.#count > 0) this.#slots[slot] = this.#count;
    return false;
  }

  forget(): void {
    this.#count = 0;
    this.#slots.fill(0);
  }

  #isSame(line: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#ends[line - 1] as number;
    if ((this.#ends[line] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (this.#bytes[from + at - start] !== bytes[at]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number): void {
    const size = this.#ends[this.#count] as number;
    const isFull = this.#count === this.#most || size + end - start > this.#bytes.length;
    if (isFull) this.forget();
    const from = isFull ? 0 : size;
    if (end - start > this.#bytes.length) return;
    for (let at = start; at < end; at++) this.#bytes[from + at - start] = bytes[at] as number;
    this.#ends[++this.#count] = from + end - start;
  }

  #make(): void {
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(2 * this.#most)));
    this.#ends = new Uint32Array(this.#most + 1);
    this.#bytes = new Uint8Array(USUAL_LENGTH * this.#most);
  }
}
