// Files of an archive until their pages are read: in a file without a name, so that memory stays small and nothing stays behind.
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Place {
  readonly at: number;
  readonly length: number;
}

/** Every method throws what the file system does. */
export class Spool {
  readonly #places = new Map<string, Place>();
  #file: number | undefined;
  #end = 0;

  has(key: string): boolean {
    return this.#places.has(key);
  }

  put(key: string, body: Uint8Array): void {
    this.#file ??= openNameless();
    for (let done = 0; done < body.length; )
      done += writeSync(this.#file, body, done, body.length - done, this.#end + done);
    this.#places.set(key, { at: this.#end, length: body.length });
    this.#end += body.length;
  }

  /** The bytes of a file that was put; undefined where nothing was. */
  get(key: string): Uint8Array | undefined {
    const place = this.#places.get(key);
    if (place === undefined || this.#file === undefined) return undefined;
    const body = Buffer.alloc(place.length);
    for (let done = 0; done < body.length; ) {
      const read = readSync(this.#file, body, done, body.length - done, place.at + done);
      if (read === 0) throw new Error('a file of the archive was cut short on disk');
      done += read;
    }
    return body;
  }

  /** Frees the disk; nothing is there afterwards. */
  close(): void {
    this.#places.clear();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#end = 0;
  }
}

/** For the owner alone, and without a name once it is open: a killed process leaves nothing. */
function openNameless(): number {
  const path = join(tmpdir(), `docent-archive-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}
