// A growing buffer of bytes, into which a page's index entries are written.

const encoder = new TextEncoder();
/** A buffer that a large page made larger than this is not kept for the next. */
const mostKept = 2 ** 20;

export class ByteRow {
  readonly #room: number;
  #bytes: Uint8Array;
  #size = 0;

  constructor(room: number) {
    this.#room = room;
    this.#bytes = new Uint8Array(room);
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Appends a few bytes of another row. */
  put(from: Uint8Array, start: number, end: number): void {
    this.#make(end - start);
    const bytes = this.#bytes;
    let to = this.#size;
    for (let at = start; at < end; at++) bytes[to++] = from[at] as number;
    this.#size = to;
  }

  /** Appends all bytes of another row. */
  putAll(from: Uint8Array): void {
    this.#make(from.length);
    this.#bytes.set(from, this.#size);
    this.#size += from.length;
  }

  putByte(byte: number): void {
    this.#make(1);
    this.#bytes[this.#size++] = byte;
  }

  /** Appends a text as UTF-8: most are a few letters, for which the built-in encoder is slow. */
  putText(text: string): void {
    this.#make(3 * text.length);
    const bytes = this.#bytes;
    let to = this.#size;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) bytes[to++] = unit;
      else if (unit >= 0xd800 && unit < 0xe000) {
        to = this.#size + encoder.encodeInto(text, bytes.subarray(this.#size)).written;
        break;
      } else {
        if (unit < 0x800) bytes[to++] = 0xc0 | (unit >>> 6);
        else {
          bytes[to++] = 0xe0 | (unit >>> 12);
          bytes[to++] = 0x80 | ((unit >>> 6) & 0x3f);
        }
        bytes[to++] = 0x80 | (unit & 0x3f);
      }
    }
    this.#size = to;
  }

  /** Keeps this many bytes. */
  cut(size: number): void {
    this.#size = size;
  }

  clear(): void {
    this.#size = 0;
    if (this.#bytes.length > mostKept) this.#bytes = new Uint8Array(this.#room);
  }

  /** Returns all bytes since the last call, in a buffer of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#size);
    taken.set(this.#bytes.subarray(0, this.#size));
    this.clear();
    return taken;
  }

  #make(room: number): void {
    const needed = this.#size + room;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * needed);
    grown.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = grown;
  }
}
