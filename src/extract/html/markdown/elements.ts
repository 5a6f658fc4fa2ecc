// Every element of HTML, current and obsolete, and what becomes of it in Markdown (E3).

/**
 * What becomes of an element:
 * - `inline` leaves no mark of its own, what it holds joins the line; so does every element that is not listed;
 * - `block` leaves no mark either, but is on lines of its own;
 * - `dropped` is removed with everything in it;
 * - any other kind has a file of its own.
 */
export type ElementKind =
  | 'inline'
  | 'block'
  | 'dropped'
  | 'admonition'
  | 'heading'
  | 'pre'
  | 'code'
  | 'strong'
  | 'em'
  | 'del'
  | 'sub'
  | 'sup'
  | 'quotation-marks'
  | 'quotation'
  | 'rule'
  | 'break'
  | 'list'
  | 'item'
  | 'definitions'
  | 'term'
  | 'description'
  | 'table'
  | 'row-group'
  | 'row'
  | 'cell'
  | 'link'
  | 'image'
  | 'drawing'
  | 'math'
  | 'script'
  | 'ruby-text'
  | 'checkbox'
  | 'label'
  | 'summary'
  | 'figure'
  | 'caption';

/** The names of each kind. */
export const elementNames = Object.freeze({
  inline:
    'abbr acronym basefont bdi bdo big blink data font ins map mark marquee nobr output picture rb rtc ruby slot small ' +
    'span time u wbr',
  block:
    'address article body center details dialog div fieldset footer form header hgroup html legend main multicol nav p ' +
    'search section',
  dropped:
    'applet area audio base bgsound button canvas col colgroup command datalist embed frame frameset geolocation head ' +
    'iframe isindex keygen link menuitem meta meter nextid noembed noframes noscript object optgroup option param ' +
    'progress rp select selectedcontent source spacer style template textarea title track video',
  admonition: 'aside',
  heading: 'h1 h2 h3 h4 h5 h6',
  pre: 'listing plaintext pre xmp',
  code: 'code kbd samp tt',
  strong: 'b strong',
  em: 'cite dfn em i var',
  del: 'del s strike',
  sub: 'sub',
  sup: 'sup',
  'quotation-marks': 'q',
  quotation: 'blockquote',
  rule: 'hr',
  break: 'br',
  list: 'dir menu ol ul',
  item: 'li',
  definitions: 'dl',
  term: 'dt',
  description: 'dd',
  table: 'table',
  'row-group': 'tbody tfoot thead',
  row: 'tr',
  cell: 'td th',
  link: 'a',
  image: 'image img',
  drawing: 'svg',
  math: 'math mjx-container',
  script: 'script',
  'ruby-text': 'rt',
  checkbox: 'input',
  label: 'label',
  summary: 'summary',
  figure: 'figure',
  caption: 'caption figcaption',
} as const satisfies Record<ElementKind, string>);

/** The kind of each element, by its name; a name that is not here is `inline`. */
export const elementKinds: ReadonlyMap<string, ElementKind> = new Map(
  Object.entries(elementNames).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as ElementKind] as const),
  ),
);
