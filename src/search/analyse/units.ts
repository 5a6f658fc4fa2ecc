// A text as UTF-16 units: V8 has a dozen kinds of strings, and code that handles them all checks the kind at every letter.
import { endianness } from 'node:os';

/** This many zeros follow the text, for code that reads a little further. */
const behind = 4;
/** Shorter texts are written faster letter by letter. */
const short = endianness() === 'LE' ? 16 : Number.POSITIVE_INFINITY;

// One text is read at a time, nearly always.
const room = new Uint16Array(32_768);
const roomBytes = Buffer.from(room.buffer);
let isTaken = false;

/** The units of a text and zeros behind them; to be returned when they are no longer read. */
export function takeUnits(text: string): Uint16Array {
  const { length } = text;
  const isOwn = isTaken || length + behind > room.length;
  const units = isOwn ? new Uint16Array(length + behind) : room;
  if (!isOwn) isTaken = true;
  if (length < short) for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at);
  else (isOwn ? Buffer.from(units.buffer) : roomBytes).write(text, 0, 'utf16le');
  for (let at = 0; at < behind; at++) units[length + at] = 0;
  return units;
}

export function releaseUnits(units: Uint16Array): void {
  if (units === room) isTaken = false;
}
