// The tables of the Porter2 stemmer: suffixes with what replaces them, and the words it would spoil.

export interface SuffixRule {
  readonly suffix: string;
  readonly to: string;
  /** Letters that must come before the suffix; `li` is the consonants that `-ly` follows. */
  readonly onlyAfter: string | undefined;
  readonly inTwo: boolean;
}

/** Parses rules written as `from,from>to`. */
function rules(...lines: readonly string[]): SuffixRule[] {
  return lines.flatMap((line) => {
    const [from, to] = line.split('>') as [string, string];
    return from.split(',').map((suffix) => ({ suffix, to, onlyAfter: undefined, inTwo: false }));
  });
}

/** Suffixes by their last letter, `a` first; of each the longest first. */
export type ByLast<T> = readonly (readonly T[])[];

function byLast<T>(all: readonly T[], suffixOf: (one: T) => string): ByLast<T> {
  const longestFirst = all.toSorted((a, b) => suffixOf(b).length - suffixOf(a).length);
  return [...'abcdefghijklmnopqrstuvwxyz'].map((letter) =>
    longestFirst.filter((one) => suffixOf(one).endsWith(letter)),
  );
}

const suffixOf = ({ suffix }: SuffixRule): string => suffix;

export const stepTwo: ByLast<SuffixRule> = byLast(
  [
    ...rules('tional>tion', 'enci>ence', 'anci>ance', 'abli>able', 'entli>ent', 'izer,ization>ize'),
    ...rules('ational,ation,ator>ate', 'alism,aliti,alli>al', 'fulness,fulli>ful', 'ousli,ousness>ous'),
    ...rules('iveness,iviti>ive', 'biliti,bli>ble', 'lessli>less'),
    { suffix: 'ogi', to: 'og', onlyAfter: 'l', inTwo: false },
    { suffix: 'li', to: '', onlyAfter: 'li', inTwo: false },
  ],
  suffixOf,
);

export const stepThree: ByLast<SuffixRule> = byLast(
  [
    ...rules('tional>tion', 'ational>ate', 'alize>al', 'icate,iciti,ical>ic', 'ful,ness>'),
    { suffix: 'ative', to: '', onlyAfter: undefined, inTwo: true },
  ],
  suffixOf,
);

export const derivational: ByLast<string> = byLast(
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'.split(' '),
  (suffix) => suffix,
);

/** Step five takes off a last `e`, and the second of two `l`. */
export const lastSuffixes = ['e', 'll'] as const;

/** Prefixes behind which R1 begins, where the rule would begin it too early. */
export const prefixes: readonly string[] = ['gener', 'commun', 'arsen'];

export const exceptions: ReadonlyMap<string, string> = new Map(
  `skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl
   sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Words that are left as they are once the plural is removed. */
export const leftAlone: ReadonlySet<string> = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
);
