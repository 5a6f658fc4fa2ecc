// Proves that the hand-written splitter returns the pieces of the o200k_base expression (C1).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inAll, runs, scaled } from '../../../test/support/how-long.ts';
import { pieceEnd } from './pieces.ts';

const contraction = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
const before = String.raw`[^\r\n\p{L}\p{N}]?`;
const upper = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const lower = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
const expression = new RegExp(
  [
    `${before}${upper}*${lower}+${contraction}`,
    `${before}${upper}+${lower}*${contraction}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
);

function pieces(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const to = pieceEnd(bytes, at, bytes.length);
    found.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(at, to)));
    at = to;
  }
  return found;
}

const same = (text: string): void => {
  expect(pieces(text)).toEqual(text.match(expression) ?? []);
};

it('C1: splits any sequence of kinds of characters as the expression does', scaled, () => {
  // One or two of each kind that the expression distinguishes; every sequence of up to four, and longer ones at random.
  const kinds = [
    'a',
    'A',
    'ǅ',
    'ʰ',
    '한',
    '\u0301',
    '7',
    ' ',
    '\t',
    '\n',
    '\r',
    '/',
    '!',
    "'s",
    "'",
    '𝒜',
    '𝒶',
    '😀',
    '\ufeff',
  ];
  const shorter = (length: number): string[] =>
    length === 0 ? [''] : shorter(length - 1).flatMap((text) => kinds.map((kind) => text + kind));
  for (const text of shorter(3)) same(text);
  const longer = fc.array(fc.constantFrom(...kinds), { minLength: 4, maxLength: 14 }).map((parts) => parts.join(''));
  fc.assert(fc.property(longer, same), { numRuns: runs(20_000) });
});

it('C1: splits every code point there is as the expression does, alone and among letters', scaled, () => {
  // Nearly all that the expression distinguishes is in the first two planes.
  const end = inAll(0x2_0000, 0x11_0000);
  for (let code = 0; code < end; code += 16) {
    let text = '';
    for (let at = code; at < code + 16; at++)
      if (at < 0xd800 || at > 0xdfff) text += `a${String.fromCodePoint(at)}B ${String.fromCodePoint(at)} `;
    const found = pieces(text);
    if (found.join('|') !== (text.match(expression) ?? []).join('|')) same(text);
  }
});
