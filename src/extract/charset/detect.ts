// Which charset bytes are in when there is no label, or a label that cannot be true (H5).
import { charsetLanguages } from './languages.ts';
import { asciiBits, type Cost, lettersCost } from './letters.ts';
import { sampleOf } from './sample.ts';
import { wideCharsets, wideCost } from './wide.ts';
import { wordBits } from './words.ts';

export interface Guess {
  /** The charset's name in the standard. */
  readonly charset: string;
  /** How surprising the bytes are as text in it, errors included; to be compared with another guess of the same bytes. */
  readonly bits: number;
  readonly errors: number;
  /** Bits for each byte that is not ASCII: about five for text, ten and more for noise. */
  readonly noise: number;
  /** Bytes of the sample that are not ASCII: how much there was to judge by. */
  readonly bytes: number;
}

/** An error outweighs some ten characters that read well: one damaged byte does not condemn a long page. */
const errorBits = 60;
/** The weight of the language that the page declares. */
const languageBits = 12;

interface Candidate {
  readonly charset: string;
  readonly languages: readonly string[];
  /** How much rarer than the others it is on the web. */
  readonly handicap: number;
  readonly cost: (sample: Uint8Array) => Cost;
}

const handicaps: Readonly<Record<string, number>> = Object.freeze({
  'windows-1250': 1,
  'windows-1253': 1,
  'windows-1254': 1,
  'windows-1255': 1,
  'windows-1256': 1,
  'koi8-r': 1,
  'koi8-u': 3,
  'windows-874': 2,
  'windows-1257': 2.5,
  'windows-1258': 4,
});

/** The charsets, in the order in which they are preferred when the text fits several alike. */
const candidates: readonly Candidate[] = Object.freeze([
  ...charsetLanguages.flatMap(([charset, languages]) =>
    languages.map((language) => ({
      charset,
      languages: language.codes,
      handicap: handicaps[charset] ?? 0,
      cost: (sample: Uint8Array) => lettersCost(sample, charset, language),
    })),
  ),
  ...wideCharsets.map((wide) => ({
    charset: wide.charset,
    languages: wide.languages,
    handicap: 0,
    cost: (sample: Uint8Array) => wideCost(sample, wide),
  })),
]);

/**
 * The charset in which the bytes read best, undefined when they hold nothing but ASCII. Judges by what the text looks
 * like when decoded, so it takes a millisecond or two: for the few pages that are not valid UTF-8.
 */
export function guessCharset(bytes: Uint8Array, language?: string): Guess | undefined {
  return bestOf(candidates, bytes, language);
}

/** How well one charset fits; undefined when nothing is known about its languages. */
export function judgeCharset(bytes: Uint8Array, charset: string, language?: string): Guess | undefined {
  const name = charset === 'gbk' ? 'gb18030' : charset;
  return bestOf(
    candidates.filter((candidate) => candidate.charset === name),
    bytes,
    language,
  );
}

function bestOf(among: readonly Candidate[], page: Uint8Array, language?: string): Guess | undefined {
  const sample = sampleOf(page);
  const bytes = highBytes(sample);
  if (bytes === 0) return undefined;
  const words = wordBits(page);
  let best: Guess | undefined;
  for (const { charset, languages, handicap, cost } of among) {
    const { bits: read, errors } = cost(sample);
    const bonus = (speaksFor(languages, language) ? languageBits : 0) + (words.get(languages[0] ?? '') ?? 0);
    const bits = read + errors * errorBits + handicap - bonus;
    if (best !== undefined && bits >= best.bits) continue;
    best = { charset, bits, errors, noise: (bits - asciiBits * (sample.byteLength - bytes)) / bytes, bytes };
  }
  return best;
}

/** `ko-kr` is Korean; `zh` may be either Chinese, `zh-tw` only one. */
function speaksFor(languages: readonly string[], language: string | undefined): boolean {
  if (language === undefined) return false;
  if (languages.includes(language)) return true;
  const [main = '', region] = language.split('-');
  return languages.includes(main) && (main !== 'zh' || region === undefined);
}

function highBytes(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte >= 0x80) count++;
  return count;
}
