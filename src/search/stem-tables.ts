// The tables of the Porter2 stemmer: suffixes with what replaces them, longest first, and the words it would spoil.

interface SuffixRule {
  readonly suffix: string;
  readonly to: string;
  /** What must stand before it; `li` stands for the consonants that `-ly` follows. */
  readonly onlyAfter?: string;
  readonly inTwo?: true;
}

/** `from,from>to` in words. */
function rules(...lines: readonly string[]): SuffixRule[] {
  return lines.flatMap((line) => {
    const [from, to] = line.split('>') as [string, string];
    return from.split(',').map((suffix) => ({ suffix, to }));
  });
}

const longestFirst = (a: SuffixRule, b: SuffixRule): number => b.suffix.length - a.suffix.length;

export const stepTwo: readonly SuffixRule[] = Object.freeze(
  [
    ...rules('tional>tion', 'enci>ence', 'anci>ance', 'abli>able', 'entli>ent', 'izer,ization>ize'),
    ...rules('ational,ation,ator>ate', 'alism,aliti,alli>al', 'fulness,fulli>ful', 'ousli,ousness>ous'),
    ...rules('iveness,iviti>ive', 'biliti,bli>ble', 'lessli>less'),
    { suffix: 'ogi', to: 'og', onlyAfter: 'l' },
    { suffix: 'li', to: '', onlyAfter: 'li' },
  ].sort(longestFirst),
);

export const stepThree: readonly SuffixRule[] = Object.freeze(
  [
    ...rules('tional>tion', 'ational>ate', 'alize>al', 'icate,iciti,ical>ic', 'ful,ness>'),
    { suffix: 'ative', to: '', inTwo: true as const },
  ].sort(longestFirst),
);

export const derivational: readonly string[] = Object.freeze(
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'.split(' '),
);

/** Step five takes off a last `e`, and the second of two `l`. */
export const lastSuffixes = Object.freeze(['e', 'll'] as const);

/** What R1 begins behind, where the rule would begin it too early. */
export const prefixes: readonly string[] = Object.freeze(['gener', 'commun', 'arsen']);

export const exceptions: ReadonlyMap<string, string> = new Map(
  `skis:ski skies:sky dying:die lying:lie tying:tie idly:idl gently:gentl ugly:ugli early:earli only:onli singly:singl
   sky:sky news:news howe:howe atlas:atlas cosmos:cosmos bias:bias andes:andes`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Left as they are once the plural is off. */
export const leftAlone: ReadonlySet<string> = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
);
