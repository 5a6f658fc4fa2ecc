// Files of this machine, read within bounds: nothing endless, nothing that is no file, whatever the command line names.
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import { DocentError } from './errors.ts';

export interface BoundedFile {
  /** As it was named, for messages; `path` is where it lies. */
  readonly name: string;
  /** `-` is standard input. */
  readonly path: string;
  readonly maxBytes: number;
  /** What a larger file means: an error, or that only its first `maxBytes` count. */
  readonly over: 'refuse' | 'cut';
}

/** A pipe in front of a program is often a socket, which can be read as standard input and cannot be opened by name. */
const standardInput = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;
const PIECE = 65_536;
const PAUSE_MS = 10;

/** The file's octets. Throws DOC_FILE for a file that is missing, unreadable, too large, or neither a regular file nor a pipe. */
export function readBounded(file: BoundedFile): Buffer {
  const { name, path } = file;
  if (standardInput.test(path)) return readOpen(file, 0);
  let descriptor: number;
  try {
    // Before it is opened: opening a device may already do something.
    refuseOddKind(name, statSync(path));
    descriptor = openSync(path, 'r');
  } catch (cause) {
    throw unreadable(name, cause);
  }
  try {
    return readOpen(file, descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function readOpen({ name, maxBytes, over }: BoundedFile, descriptor: number): Buffer {
  try {
    refuseOddKind(name, fstatSync(descriptor), descriptor);
    const octets = readAtMost(descriptor, maxBytes + 1);
    if (octets.length <= maxBytes || over === 'cut') return octets.subarray(0, maxBytes);
    throw new DocentError('DOC_FILE', `cannot read ${name}: it is larger than ${sizeOf(maxBytes)}`);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

/** What an open file has, as far as `mostBytes`: counted as it is read, whatever size the file is said to have. Throws the system's error. */
export function readAtMost(descriptor: number, mostBytes: number): Buffer {
  const pieces: Buffer[] = [];
  for (let left = mostBytes; left > 0; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, left));
    const length = fill(descriptor, piece);
    pieces.push(piece.subarray(0, length));
    if (length < piece.length) break;
    left -= length;
  }
  // Not the piece itself: whoever keeps a few octets would keep all of it.
  return Buffer.concat(pieces);
}

/** Reads until the piece is full, or there is no more. */
function fill(descriptor: number, piece: Buffer): number {
  for (let length = 0; ; ) {
    const read = length < piece.length ? readPiece(descriptor, piece.subarray(length)) : 0;
    if (read === 0) return length;
    length += read;
  }
}

function readPiece(descriptor: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, piece, 0, piece.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // The pipe is empty: wait a moment for its writer.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

function refuseOddKind(name: string, stats: Stats, descriptor?: number): void {
  if (stats.isFile() || stats.isFIFO()) return;
  if (descriptor === 0 && (stats.isSocket() || isatty(0))) return;
  const kind = stats.isDirectory() ? 'folder' : stats.isSocket() ? 'socket' : 'device';
  throw new DocentError('DOC_FILE', `cannot read ${name}: it is a ${kind}, neither a file nor a pipe`);
}

function unreadable(name: string, cause: unknown): DocentError {
  if (cause instanceof DocentError) return cause;
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const reason = isMissing ? 'it does not exist' : (cause as Error).message;
  return new DocentError('DOC_FILE', `cannot read ${name}: ${reason}`, { cause });
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.floor(bytes / 1000)} kB` : `${Math.floor(bytes / 1_000_000)} MB`;
}
