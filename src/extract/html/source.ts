// A page's markup as it is searched: UTF-8 byte by byte, so that what is ASCII is neither decoded nor held in two bytes a letter.

/** A page as it is read; bytes must be valid UTF-8. */
export type Markup = string | Uint8Array;

/** Markup without NUL. */
export interface MarkupSource {
  /** To search and to compare in: every ASCII character is itself. Others may be several. */
  readonly html: string;
  /** The characters from one place in `html` to another. Fastest when called in order. */
  slice(from: number, to: number): string;
}

/** Markup that can be scanned. */
export function sourceOf(markup: Markup): MarkupSource {
  if (typeof markup === 'string') return plainSource(markup);
  const bytes = Buffer.from(markup.buffer, markup.byteOffset, markup.byteLength);
  return bytes.includes(0) ? plainSource(bytes.toString()) : new Utf8Source(bytes);
}

function plainSource(text: string): MarkupSource {
  const html = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return { html, slice: (from, to) => html.slice(from, to) };
}

class Utf8Source implements MarkupSource {
  readonly html: string;
  readonly #bytes: Buffer;
  /** From the first of these places to the second all is ASCII. */
  #from = 0;
  #wide = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.html = bytes.toString('latin1');
  }

  slice(from: number, to: number): string {
    if (from < this.#from || from > this.#wide) {
      this.#from = from;
      this.#wide = nextWide(this.#bytes, from);
    }
    return this.#wide < to ? this.#bytes.toString('utf8', from, to) : this.html.slice(from, to);
  }
}

/** The place of the next byte that is not ASCII, or the end. */
function nextWide(bytes: Buffer, from: number): number {
  let at = from;
  const end = bytes.length;
  for (; ((bytes.byteOffset + at) & 3) !== 0; at++) if (at === end || (bytes[at] as number) >= 0x80) return at;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + at, (end - at) >>> 2);
  let word = 0;
  while (word < words.length && ((words[word] as number) & 0x8080_8080) === 0) word++;
  for (at += 4 * word; at < end; at++) if ((bytes[at] as number) >= 0x80) return at;
  return end;
}
