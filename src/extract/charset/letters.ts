// How surprising bytes are as text of a language with an alphabet, in bits: its letters, their case, which occur side by side.
import { decodeBytes } from './decode.ts';
import { type Language, symbols } from './languages.ts';

/** What a candidate costs: fewer bits read better. */
export interface Cost {
  readonly bits: number;
  /** Bytes or sequences that mean nothing in the charset. */
  readonly errors: number;
}

/** The cost of an ASCII byte, equal in every candidate; one that reads it as part of a sequence saves it. */
export const asciiBits = 4.5;

const bits = Object.freeze({
  symbol: 8,
  foreign: 14,
  capital: 2.5,
  noBreakSpace: 7,
  pair: -0.7,
  /** The fourth letter with a mark in a row, and each further one. */
  crowd: 5,
});

/** Two letters that seldom meet, and a word of one letter: both weigh more where every letter is the language's own. */
const oddBits = Object.freeze({
  script: { pair: 4, lonely: 8 },
  latin: { pair: 3, lonely: 2 },
});

/** Ranks become bits in equal steps: the last letter of an alphabet is about a hundredth as frequent as the first. */
const ladders = Object.freeze({ script: [3.2, 0.2, 7], latin: [5.5, 0.5, 6] } as const);

const kinds = Object.freeze({
  space: 0,
  plainSmall: 1,
  plainCapital: 2,
  small: 3,
  capital: 4,
  symbol: 5,
  foreign: 6,
  // Thai is written in slots: a vowel above or below and a tone need the consonant that carries them.
  consonant: 7,
  vowelBefore: 8,
  vowelAfter: 9,
  vowelOn: 10,
  tone: 11,
  // Vietnamese tones of windows-1258 follow their vowel.
  accent: 12,
  error: 13,
});

const width = 16;
/** Letters are numbered: 0 is none, then the plain ones, then the language's own. */
const firstOwn = 27;
const letterLimit = 128;

/** For each byte what it costs, what kind it is, and which letter; for each two kinds and two letters what they add. */
interface Model {
  readonly costs: Float64Array;
  readonly kinds: Uint8Array;
  readonly letters: Uint8Array;
  readonly steps: Float64Array;
  readonly pairs: Float64Array;
}

/** Penalties for one kind behind another. */
function stepsOf(kind: Language['kind']): Float64Array {
  const steps = new Float64Array(width * width);
  const set = (before: readonly number[], after: readonly number[], penalty: number): void => {
    for (const first of before) for (const second of after) steps[first * width + second] = penalty;
  };
  const every = Object.values(kinds);
  const plain = [kinds.plainSmall, kinds.plainCapital];
  const own = [kinds.small, kinds.capital];
  const thai = [kinds.consonant, kinds.vowelBefore, kinds.vowelAfter, kinds.vowelOn, kinds.tone];
  if (kind === 'script') {
    set([kinds.space, kinds.symbol], [...own, ...thai], 2);
    set(plain, [...own, ...thai], 12);
    set([...own, ...thai], plain, 12);
    set([kinds.small], [kinds.capital], 8);
    set([kinds.capital], [kinds.capital], -2);
    set([...own, ...thai], [kinds.foreign], 2);
  } else {
    set([kinds.plainSmall], [kinds.capital], 7);
    set([kinds.small], [kinds.plainCapital], 6);
    set(own, own, 2);
    set([kinds.capital, kinds.plainCapital], [kinds.capital], -2);
    set([kinds.small], [kinds.capital], 7);
    set(own, [kinds.symbol, kinds.foreign], 2);
    set([kinds.symbol, kinds.foreign], own, 2);
    set([kinds.space, kinds.accent, kinds.symbol, kinds.foreign], [kinds.accent], 12);
  }
  set(every, [kinds.vowelOn, kinds.vowelAfter, kinds.tone], 10);
  set([kinds.consonant], [kinds.vowelOn, kinds.vowelAfter, kinds.tone], 0);
  set([kinds.vowelOn], [kinds.tone], 0);
  set([kinds.tone, kinds.vowelAfter], [kinds.vowelAfter], 0);
  set([kinds.vowelBefore], every, 10);
  set([kinds.vowelBefore], [kinds.consonant], 0);
  return steps;
}

const steps = Object.freeze({ script: stepsOf('script'), latin: stepsOf('latin') });
const models = new Map<string, Model>();

/** What the bytes cost as that language in that charset. */
export function lettersCost(sample: Uint8Array, charset: string, language: Language): Cost {
  const name = `${charset} ${language.codes[0]}`;
  let model = models.get(name);
  if (model === undefined) {
    model = modelOf(charset, language);
    models.set(name, model);
  }
  const isLatin = language.kind === 'latin';
  let total = 0;
  let errors = 0;
  let before: number = kinds.space;
  let letterBefore = 0;
  let run = 0;
  let isWord = false;
  for (let at = 0; at <= sample.length; at++) {
    const byte = sample[at] ?? 0x0a;
    const kind = model.kinds[byte] as number;
    const letter = model.letters[byte] as number;
    total += (model.costs[byte] as number) + (model.steps[before * width + kind] as number);
    total += model.pairs[letterBefore * letterLimit + letter] as number;
    if (kind === kinds.error) errors++;
    if (isLatin ? isOwn(kind) : letter >= firstOwn) {
      if (run === 0) isWord = before === kinds.space;
      run++;
      if (isLatin && run > 3) total += bits.crowd;
    } else if (kind !== kinds.accent) {
      if (run === 1 && isWord && kind === kinds.space) total += oddBits[language.kind].lonely;
      run = 0;
    }
    before = kind;
    letterBefore = letter;
  }
  return { bits: total - asciiBits, errors };
}

function modelOf(charset: string, { kind, letters, pairs }: Language): Model {
  const model: Model = {
    costs: new Float64Array(256).fill(asciiBits),
    kinds: new Uint8Array(256),
    letters: new Uint8Array(256),
    steps: steps[kind],
    pairs: new Float64Array(letterLimit * letterLimit),
  };
  for (let byte = 0; byte < 0x80; byte++) {
    if (!isLetter(byte)) continue;
    model.kinds[byte] = byte < 0x60 ? kinds.plainCapital : kinds.plainSmall;
    model.letters[byte] = (byte & 0x1f) as number;
  }
  const ranks = new Map([...letters].map((letter, rank) => [letter, rank]));
  const [first, step, most] = ladders[kind];
  const high = decodeBytes(
    Uint8Array.from({ length: 128 }, (_, at) => at + 128),
    charset,
  );
  for (let at = 0; at < 128; at++) {
    const char = high.charAt(at);
    const lower = char === 'İ' ? 'ı' : char.toLowerCase();
    const rank = ranks.get(lower);
    const isCapital = char !== lower;
    model.kinds[at + 128] = rank === undefined ? kindOfOther(char) : isCapital ? kinds.capital : kindOfLetter(char);
    model.letters[at + 128] = rank === undefined ? 0 : firstOwn + rank;
    model.costs[at + 128] =
      rank === undefined
        ? costOfOther(char)
        : first + Math.min(step, most / letters.length) * rank + (isCapital ? bits.capital : 0);
  }
  fillPairs(model.pairs, ranks, pairs, oddBits[kind].pair);
  return model;
}

/** Two letters that often meet are cheaper than each alone, any others dearer; plain letters do not count. */
function fillPairs(table: Float64Array, ranks: ReadonlyMap<string, number>, pairs: string, odd: number): void {
  const indexOf = (letter: string): number => {
    if (letter === '_') return 0;
    const rank = ranks.get(letter);
    return rank === undefined ? letter.charCodeAt(0) & 0x1f : firstOwn + rank;
  };
  for (let before = 0; before < letterLimit; before++) {
    for (let after = 0; after < letterLimit; after++) {
      if (before >= firstOwn || after >= firstOwn) table[before * letterLimit + after] = odd;
    }
  }
  for (const group of pairs.split(' ')) {
    for (const letter of group.slice(1)) table[indexOf(group.charAt(0)) * letterLimit + indexOf(letter)] = bits.pair;
  }
}

function isOwn(kind: number): boolean {
  return kind === kinds.small || kind === kinds.capital;
}

function kindOfLetter(char: string): number {
  const code = char.charCodeAt(0);
  if (code >= 0x300 && code < 0x330) return kinds.accent;
  if (code < 0xe01 || code > 0xe4e) return kinds.small;
  if (code <= 0xe2e || code === 0xe2f || code === 0xe46) return kinds.consonant;
  if (code >= 0xe40 && code <= 0xe44) return kinds.vowelBefore;
  if (code >= 0xe47) return kinds.tone;
  return code === 0xe30 || code === 0xe32 || code === 0xe33 ? kinds.vowelAfter : kinds.vowelOn;
}

function kindOfOther(char: string): number {
  if (char === '\ufffd' || (char >= '\x80' && char < '\xa0')) return kinds.error;
  if (char === '\xa0') return kinds.space;
  return symbols.has(char) ? kinds.symbol : kinds.foreign;
}

function costOfOther(char: string): number {
  if (char === '\xa0') return bits.noBreakSpace;
  return symbols.has(char) ? bits.symbol : bits.foreign;
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
