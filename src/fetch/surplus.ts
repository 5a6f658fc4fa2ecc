// Notices bytes behind the end of a body (FAULTS 7): undici drops them without a word.

import type { Socket } from 'node:net';

/**
 * Remembers the last piece read from the socket. undici passes bodies on as views into that piece, so the returned
 * function, asked at the end of an answer with its last view, knows without counting whether anything came behind it.
 */
export function watchReads(socket: Socket): (last: Uint8Array) => boolean {
  let piece: Uint8Array | undefined;
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    piece = Buffer.isBuffer(chunk) ? chunk : undefined;
    return chunk;
  };
  return (last) => {
    if (piece === undefined) return false;
    // The body had ended before this piece, as happens when reading was paused at its last byte.
    if (piece.buffer !== last.buffer) return true;
    return last.byteOffset + last.byteLength < piece.byteOffset + piece.byteLength;
  };
}
