// What each tag does to the tree: HTML's rules as htmlparser2 keeps them, and two that it does not: an item, a term or a cell ends
// the paragraph that is open in the previous one, and the end tag of a heading ends a heading of any level.

export interface TagRule {
  readonly name: string;
  /** It has no content and no end tag. */
  readonly isVoid: boolean;
  /** Its content is mere text up to the end tag: it holds no further element. */
  readonly isRawText: boolean;
  /** Elements that end where this one opens, as long as one of them is the innermost. */
  readonly ends: ReadonlySet<string> | undefined;
  /** Whether the rules of foreign content (self-closing tags, no raw text) hold inside; `undefined`: as outside. */
  readonly foreign: boolean | undefined;
  readonly isHeading: boolean;
}

const words = (list: string): readonly string[] => list.split(' ');

const voids = words(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);

const rawTexts = words('iframe noembed noframes plaintext script style textarea title xmp');

const impliedEnds: readonly (readonly [opening: string, ended: string])[] = [
  ['a', 'a'],
  ['body', 'head link script'],
  ['li', 'li p'],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['td', 'td th thead p'],
  ['th', 'th p'],
  ['tr', 'td th tr p'],
  ['tbody tfoot', 'tbody thead'],
  ['dd dt', 'dd dt p'],
  ['rp rt', 'rp rt'],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
  ['button datalist input output select textarea', 'button datalist input optgroup option select textarea'],
  [
    'address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol p pre ' +
      'section table ul',
    'p',
  ],
];

const foreign = words('math svg');
const integrationPoints = words('annotation-xml desc foreignobject mi mn mo ms mtext title');

/** The tags that follow a rule of their own. */
export const tagRules: ReadonlyMap<string, TagRule> = new Map(
  [...voids, ...rawTexts, ...impliedEnds.flatMap(([opening]) => words(opening)), ...foreign, ...integrationPoints].map(
    (name) => [name, ruleOf(name)],
  ),
);

/** The rule of an ordinary tag. */
export function plainTag(name: string): TagRule {
  return { name, isVoid: false, isRawText: false, ends: undefined, foreign: undefined, isHeading: false };
}

function ruleOf(name: string): TagRule {
  const ended = impliedEnds.find(([opening]) => words(opening).includes(name))?.[1];
  return {
    name,
    isVoid: voids.includes(name),
    isRawText: rawTexts.includes(name),
    ends: ended === undefined ? undefined : new Set(words(ended)),
    foreign: foreign.includes(name) ? true : integrationPoints.includes(name) ? false : undefined,
    isHeading: /^h[1-6]$/.test(name),
  };
}
