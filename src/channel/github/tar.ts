// Reads the files of a tar archive as its bytes arrive: ustar, pax and GNU names; nothing is written to disk (X4).
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';

export interface TarBounds {
  /** Most bytes of the whole archive, unpacked. */
  readonly maxBytes: number;
  /** A file that is larger is skipped, as one that `wants` refuses; neither is kept in memory. */
  readonly maxFileBytes: number;
  readonly wants: (path: string) => boolean;
  /** Gets each regular file, in the archive's order, with its path as the archive writes it. */
  readonly onFile: (path: string, body: Uint8Array) => void;
}

const BLOCK = 512;
/** A longer name is none that a repository has. */
const MOST_NAME_BYTES = 65_536;

type Step =
  | { readonly kind: 'header' }
  | { readonly kind: 'name'; readonly size: number; readonly type: 'x' | 'L' }
  | { readonly kind: 'file'; readonly size: number; readonly path: string };

const header: Step = Object.freeze({ kind: 'header' });

/**
 * Takes the unpacked bytes of an archive piece by piece. Links, devices and folders are left out, as are paths that lead out of the
 * archive. Throws DOC_ENCODING for bytes that are no tar archive, DOC_TOO_LARGE past `maxBytes`, DOC_TRUNCATED for an early end.
 */
export class TarReader {
  readonly #bounds: TarBounds;
  #step: Step = header;
  /** What is not taken yet, in pieces: they are joined once there is enough for a step. */
  #pieces: Uint8Array[] = [];
  #rest: Uint8Array = new Uint8Array();
  #have = 0;
  /** Bytes that are passed over, not kept. */
  #toSkip = 0;
  #read = 0;
  #isOver = false;
  #next: { readonly path?: string; readonly size?: number } = {};

  constructor(bounds: TarBounds) {
    this.#bounds = bounds;
  }

  push(piece: Uint8Array): void {
    this.#read += piece.length;
    if (this.#read > this.#bounds.maxBytes)
      throw new DocentError('DOC_TOO_LARGE', `the archive has more than ${counted(this.#bounds.maxBytes, 'byte')}`);
    if (this.#isOver) return;
    // A copy: the piece belongs to the sender, who may use it again.
    this.#pieces.push(Uint8Array.from(piece));
    this.#have += piece.length;
    if (this.#toSkip === 0 && this.#have < this.#stepBytes) return;
    this.#rest = Buffer.concat(this.#pieces);
    while (this.#advance());
    this.#pieces = [this.#rest];
    this.#have = this.#rest.length;
  }

  /** Call it after the last piece. */
  end(): void {
    if (!this.#isOver && (this.#toSkip > 0 || this.#have > 0 || this.#step.kind !== 'header'))
      throw new DocentError('DOC_TRUNCATED', 'the archive ends in the middle of a file');
  }

  get #stepBytes(): number {
    return this.#step.kind === 'header' ? BLOCK : this.#step.size;
  }

  /** Whether there was enough to take a step. */
  #advance(): boolean {
    if (this.#isOver) return false;
    const skipped = Math.min(this.#toSkip, this.#rest.length);
    this.#rest = this.#rest.subarray(skipped);
    this.#toSkip -= skipped;
    const step = this.#step;
    const size = this.#stepBytes;
    if (this.#toSkip > 0 || this.#rest.length < size) return false;
    const bytes = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    this.#toSkip = fill(size);
    if (step.kind === 'header') this.#readHeader(bytes);
    else {
      if (step.kind === 'file') this.#bounds.onFile(step.path, Uint8Array.from(bytes));
      else this.#next = { ...this.#next, ...namesIn(step.type, new TextDecoder().decode(bytes)) };
      this.#step = header;
    }
    return true;
  }

  #readHeader(block: Uint8Array): void {
    if (block.every((byte) => byte === 0)) {
      this.#isOver = true;
      return;
    }
    const { type, ...named } = headerOf(block);
    if (type === 'x' || type === 'L') {
      if (named.size > MOST_NAME_BYTES) throw damaged(`a name of ${counted(named.size, 'byte')}`);
      this.#step = { kind: 'name', type, size: named.size };
      return;
    }
    const { path, size } = { ...named, ...this.#next };
    this.#next = {};
    const { maxFileBytes, wants } = this.#bounds;
    const isFile = type === '0' || type === '\0';
    if (isFile && isInside(path) && size <= maxFileBytes && wants(path)) this.#step = { kind: 'file', path, size };
    else this.#toSkip = size + fill(size);
  }
}

function namesIn(type: 'x' | 'L', text: string): { readonly path?: string; readonly size?: number } {
  return type === 'L' ? { path: untilNul(text) } : paxOf(text);
}

function fill(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

interface Header {
  readonly path: string;
  readonly size: number;
  readonly type: string;
}

function headerOf(block: Uint8Array): Header {
  const sum = octal(block.subarray(148, 156));
  let actual = 8 * 32;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) actual += block[at] as number;
  if (sum !== actual) throw damaged('a header whose checksum is wrong');
  const isUstar = latin1(block.subarray(257, 262)) === 'ustar';
  const prefix = isUstar ? utf8(block.subarray(345, 500)) : '';
  const name = utf8(block.subarray(0, 100));
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: octal(block.subarray(124, 136)),
    type: String.fromCharCode(block[156] as number),
  };
}

/** Records of the form `27 path=docs/a.md\n`; lengths are in bytes, and only ASCII precedes a value. */
function paxOf(text: string): { readonly path?: string; readonly size?: number } {
  const path = /^\d+ path=(.*)$/m.exec(text)?.[1];
  const size = /^\d+ size=(\d{1,15})$/m.exec(text)?.[1];
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size: Number(size) }) };
}

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && !path.includes('\0') && !path.split('/').includes('..');
}

function octal(field: Uint8Array): number {
  const text = untilNul(latin1(field)).trim();
  if (!/^[0-7]{0,12}$/.test(text)) throw damaged('a number that is not octal');
  return text === '' ? 0 : Number.parseInt(text, 8);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function utf8(bytes: Uint8Array): string {
  return untilNul(new TextDecoder().decode(bytes));
}

function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function damaged(what: string): DocentError {
  return new DocentError('DOC_ENCODING', `the archive has ${what}`);
}
