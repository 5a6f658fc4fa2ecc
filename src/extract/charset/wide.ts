// How surprising bytes are as Korean, Japanese or Chinese, in bits: how common the characters are that they decode to.
import { decodeBytes } from './decode.ts';
import { asciiBits, type Cost } from './letters.ts';
import { hangulRanks, hiraganaRanks, kanjiRanks, katakanaRanks, simplifiedRanks, traditionalRanks } from './ranks.ts';

export interface WideCharset {
  /** The charset's name in the standard. */
  readonly charset: string;
  /** Values of `<html lang>` that speak for it, with or without their region. */
  readonly languages: readonly string[];
  /** Pairs of bytes whose characters cost the same: first and last lead, first and last trail, bits. */
  readonly levels: readonly (readonly [number, number, number, number, number])[];
  /** Characters by frequency; the bits of the first, and how slowly they grow. */
  readonly ranks: readonly (readonly [string, number, number])[];
}

const punctuation = '、。，：；？！（）「」“”';
const rareBits = 22;
const runBits = Object.freeze({ any: 2, single: 5, inside: 12 });

// The levels are the standards' own: the first holds what is in use, the second what a dictionary has besides.
const japaneseRanks: WideCharset['ranks'] = Object.freeze([
  [punctuation, 7, 8],
  [katakanaRanks, 7, 16],
  [kanjiRanks, 8.2, 20],
  [hiraganaRanks, 5.2, 8],
]);

/** The charsets of East Asia with what their languages are made of. */
export const wideCharsets: readonly WideCharset[] = Object.freeze([
  {
    charset: 'euc-kr',
    languages: ['ko'],
    levels: [
      [0xa1, 0xac, 0xa1, 0xfe, 16],
      [0xca, 0xfd, 0xa1, 0xfe, 18],
      [0xb0, 0xc8, 0xa1, 0xfe, 15],
    ],
    ranks: [
      [traditionalRanks, 13, 100],
      [punctuation, 11, 8],
      [hangulRanks, 5.6, 12],
    ],
  },
  {
    charset: 'gb18030',
    languages: ['zh', 'zh-cn', 'zh-hans', 'zh-sg'],
    levels: [
      [0xa1, 0xa9, 0xa1, 0xfe, 16],
      [0xd8, 0xf7, 0xa1, 0xfe, 19],
      [0xb0, 0xd7, 0xa1, 0xfe, 15],
    ],
    ranks: [
      [punctuation, 6, 8],
      [simplifiedRanks, 6.4, 20],
    ],
  },
  {
    charset: 'big5',
    languages: ['zh', 'zh-tw', 'zh-hant', 'zh-hk', 'zh-mo'],
    levels: [
      [0xa1, 0xa3, 0x40, 0xfe, 16],
      [0xc9, 0xf9, 0x40, 0xfe, 19],
      [0xa4, 0xc6, 0x40, 0xfe, 15],
    ],
    ranks: [
      [punctuation, 6, 8],
      [traditionalRanks, 6.4, 20],
    ],
  },
  {
    charset: 'shift_jis',
    languages: ['ja'],
    levels: [
      [0x81, 0x84, 0x40, 0xfc, 16],
      [0x98, 0xea, 0x40, 0xfc, 20],
      [0x88, 0x97, 0x40, 0xfc, 17],
    ],
    ranks: japaneseRanks,
  },
  {
    charset: 'euc-jp',
    languages: ['ja'],
    levels: [
      [0xa1, 0xa8, 0xa1, 0xfe, 16],
      [0xd0, 0xf4, 0xa1, 0xfe, 20],
      [0xb0, 0xcf, 0xa1, 0xfe, 17],
    ],
    ranks: japaneseRanks,
  },
]);

/** In eighths of a bit, so that a table for every code unit takes 64 KB. */
const scale = 8;
const tables = new Map<WideCharset, Uint8Array>();

/** What the bytes cost as text in that charset; a character cut at their end costs nothing. */
export function wideCost(sample: Uint8Array, wide: WideCharset): Cost {
  let table = tables.get(wide);
  if (table === undefined) {
    table = tableOf(wide);
    tables.set(wide, table);
  }
  const text = decodeBytes(sample, wide.charset);
  const end = text.endsWith('\ufffd') ? text.length - 1 : text.length;
  let total = 0;
  let errors = 0;
  let run = 0;
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at);
    total += table[unit] as number;
    if (unit >= 0x80) run++;
    else if (run > 0) {
      total += runCost(text, at, run) * scale;
      run = 0;
    }
    if (unit === 0xfffd || (unit >= 0x80 && unit < 0xa0) || (unit >= 0xe000 && unit < 0xf900)) errors++;
  }
  return { bits: total / scale, errors };
}

/** A word of the East seldom is one character, and hardly ever one inside a word of plain letters. */
function runCost(text: string, end: number, length: number): number {
  if (length > 1) return runBits.any;
  const before = end > 1 ? text.charCodeAt(end - 2) : 0x20;
  return isPlainLetter(before) && isPlainLetter(text.charCodeAt(end)) ? runBits.inside : runBits.single;
}

function isPlainLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function tableOf({ charset, levels, ranks }: WideCharset): Uint8Array {
  const table = new Uint8Array(0x10000).fill(rareBits * scale);
  table.fill(asciiBits * scale, 0, 0x80);
  // The second half of a surrogate pair costs nothing: the first has the cost of both.
  table.fill(0, 0xdc00, 0xe000);
  // Katakana of half width, a byte each.
  table.fill(10 * scale, 0xff61, 0xffa0);
  for (const [firstLead, lastLead, firstTrail, lastTrail, cost] of levels) {
    const pairs: number[] = [];
    for (let lead = firstLead; lead <= lastLead; lead++) {
      // A line feed behind each pair, so that one that means nothing does not shift the others.
      for (let trail = firstTrail; trail <= lastTrail; trail++) pairs.push(lead, trail, 0x0a);
    }
    for (const char of decodeBytes(Uint8Array.from(pairs), charset)) {
      if (char.length === 1 && char >= '\x80' && char !== '\ufffd') table[char.charCodeAt(0)] = cost * scale;
    }
  }
  for (const [chars, first, spread] of ranks) {
    for (let rank = 0; rank < chars.length; rank++) {
      table[chars.charCodeAt(rank)] = Math.round((first + Math.log2((rank + spread) / spread)) * scale);
    }
  }
  return table;
}
