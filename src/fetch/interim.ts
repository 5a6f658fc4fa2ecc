// Lets answers that begin with "100 Continue" through: undici drops the connection at one, although RFC 9110 15.2 allows it.

import type { Socket } from 'node:net';

const statusEnd = 'HTTP/1.1 100'.length;
const two = 0x32;

/**
 * Makes every 100 that precedes an answer on this socket read as 102, which undici skips like any other interim answer.
 * Call the returned function before each request; after the final status line the bytes are left alone.
 */
export function hideContinue(socket: Socket): () => void {
  let start = '';
  let end = '';
  let final = false;

  // Byte by byte, because a head may be split anywhere; only interim heads are walked.
  function rewrite(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !final; at += 1) {
      const char = String.fromCharCode(chunk[at] ?? 0);
      if (start.length < statusEnd) {
        start += char;
        if (start.length < statusEnd) continue;
        if (/^HTTP\/1\.[01] 100$/.test(start)) chunk[at] = two;
        else final = !/^HTTP\/1\.[01] 1/.test(start);
        end = '';
      } else {
        end = (end + char).slice(-4);
        if (end === '\r\n\r\n') start = '';
      }
    }
  }

  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!final && Buffer.isBuffer(chunk)) rewrite(chunk);
    return chunk;
  };
  return () => {
    start = '';
    final = false;
  };
}
