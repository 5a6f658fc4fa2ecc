// How many words a text has, Markdown's own marks aside (E4).
import { isUnspacedUnit } from './text.ts';

// Per ASCII character: bit 0 when it is a letter or digit, bit 1 unless it is white space. Numbers to reckon with, because a
// branch for each is guessed wrong at both ends of every word.
const ascii = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  if (unit <= 0x20) return 0;
  return /[A-Za-z\d]/.test(String.fromCharCode(unit)) ? 3 : 2;
});

// A text is copied into one array: engines keep strings in a dozen representations, and a loop that has seen more than four of
// them looks up at every character how to read the next. That took three times as long.
const units = new Uint16Array(0x4000);
const bytes = Buffer.from(units.buffer);

/** Runs between white space with a letter or digit; of Chinese and Japanese, which write no spaces, every character. */
export function wordCount(text: string): number {
  let words = 0;
  let inWord = 0;
  for (let from = 0; from < text.length; from += units.length) {
    const piece = text.length <= units.length ? text : text.slice(from, from + units.length);
    const length = bytes.write(piece, 'utf16le') / 2;
    for (let at = 0; at < length; at++) {
      const unit = units[at] as number;
      if (unit < 0x80) {
        const kind = ascii[unit] as number;
        words += kind & 1 & ~inWord;
        inWord = (inWord | kind) & (kind >> 1);
      } else if (isUnspacedUnit(unit)) {
        words++;
        inWord = 0;
      } else if (unit === 0xa0 || unit === 0x3000) inWord = 0;
      else if (inWord === 0 && (unit < 0x2000 || unit > 0x206f)) {
        words++;
        inWord = 1;
      }
    }
  }
  return words;
}
