// Watches what is read from a connection: how much it is (H6), and whether bytes come behind the end of a body (FAULTS 7).

import type { Socket } from 'node:net';

export interface ReadWatch {
  /** A request begins: `onBytes` gets all that was read for it so far, after each read; false, and nothing more is read for it. */
  start(onBytes: (bytes: number) => boolean): void;
  /** At the end of an answer with a Content-Length: whether bytes came behind `last`, the last piece of its body. */
  hasSurplus(last: Uint8Array): boolean;
  /** A turn of the event loop later: whether more has come meanwhile. */
  hasLateSurplus(): boolean;
}

/**
 * Counts every byte, also those that undici drops silently: chunk extensions, interim answers, what follows a body.
 * undici passes bodies on as views into the last piece read, which is why no counting is needed to know what came behind one.
 */
export function watchReads(socket: Socket): ReadWatch {
  let piece: Uint8Array | undefined;
  let bytes = 0;
  let ended = false;
  let late = false;
  let onBytes = (_bytes: number): boolean => true;
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    piece = Buffer.isBuffer(chunk) ? chunk : undefined;
    if (piece === undefined) return chunk;
    late ||= ended;
    bytes += piece.length;
    return onBytes(bytes) ? chunk : null;
  };
  return {
    start(next) {
      bytes = 0;
      ended = false;
      late = false;
      onBytes = next;
    },
    hasSurplus(last) {
      ended = true;
      if (piece === undefined) return false;
      // The body had ended before this piece, as happens when reading was paused at its last byte.
      if (piece.buffer !== last.buffer) return true;
      return last.byteOffset + last.byteLength < piece.byteOffset + piece.byteLength;
    },
    hasLateSurplus: () => late,
  };
}
