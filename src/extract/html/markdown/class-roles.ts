// The role of an element in a page by its class: the words that documentation generators use, as data.
import type { Marks } from '../node.ts';

/**
 * - `permalink`: the link of a heading to itself, whatever its text; `maybe-permalink`: if it has no words;
 * - `aside-link`: a link to the source of an entry;
 * - `admonition` and `title`: a note set apart, and what it is called;
 * - `tab-list`, `tab-panel`, `tab-label`: the parts of a tab group;
 * - `decoration`: line numbers and the like, outside of code;
 * - `code-lines`: code whose lines are elements, without a `pre`;
 * - `layout-list`: a list that only arranges the page, as Javadoc's members;
 * - `div-table`, `div-row`, `div-head`, `div-cell`: a table without `table`;
 * - `page-title`, `section-title`: what a page or a part of it is called, where that is no heading;
 * - `classifier`, `category`: the type of what a term names, and what kind of thing it is;
 * - `rubric`: a title that is no heading, in bold;
 * - `separator`: a sign between words, drawn by the style sheet where the element is empty;
 * - `signature`: the declaration of what an entry describes; `maybe-signature`: if it looks like code or links lead to it;
 * - `name`, `name-prefix`, `definition`, `signature-table`, `signature-label`: parts of a signature.
 */
export type ClassRole =
  | 'permalink'
  | 'maybe-permalink'
  | 'aside-link'
  | 'footnote-link'
  | 'admonition'
  | 'tab-list'
  | 'tab-panel'
  | 'tab-label'
  | 'decoration'
  | 'math'
  | 'katex'
  | 'rendered-math'
  | 'code-lines'
  | 'layout-list'
  | 'div-table'
  | 'div-row'
  | 'div-head'
  | 'div-cell'
  | 'page-title'
  | 'section-title'
  | 'classifier'
  | 'category'
  | 'rubric'
  | 'separator'
  | 'signature'
  | 'maybe-signature'
  | 'name'
  | 'name-prefix'
  | 'definition'
  | 'signature-table'
  | 'signature-label';

const words = {
  permalink:
    'headerlink hash-link sl-anchor-link td-heading-self-link subheading-anchor anchorjs-link heading-link-icon ' +
    'permalink-icon octicon-link',
  'maybe-permalink':
    'anchor header-anchor heading-anchor anchor-link anchorlink header-link heading-link permalink id_link doc-anchor ' +
    'self-link selflink section-link bookmark footnote-backref',
  'aside-link': 'viewcode-link src srclink source-link',
  'footnote-link': 'footnote-ref footnote-reference footnote-anchor',
  admonition:
    'admonition theme-admonition markdown-alert custom-block admonitionblock callout nextra-callout notecard ' +
    'starlight-aside theme-alert confluence-information-macro',
  'tab-list': 'tabbed-labels sphinx-tabs-tablist',
  'tab-panel': 'tabbed-block sphinx-tabs-panel',
  'tab-label': 'sd-tab-label',
  decoration:
    'line-numbers-wrapper linenodiv linenos rouge-gutter gutter copy-button copybtn language-name MathJax_Preview ' +
    'classifier-delimiter',
  math: 'math arithmatex',
  katex: 'katex katex-display',
  'rendered-math': 'MathJax MathJax_Display MathJax_SVG MathJax_CHTML MathJax_SVG_Display mjx-chtml',
  'code-lines': 'fragment syntaxhighlighter',
  'layout-list': 'details-list member-list summary-list blockList blockListLast block-list tsd-signatures',
  'div-table': 'summary-table divTable div-table css-table',
  'div-row': 'divTableRow table-row',
  'div-head': 'table-header divTableHead',
  'div-cell':
    'col-first col-second col-last col-plain col-constructor-name col-summary-item-name col-deprecated-item-name ' +
    'divTableCell table-cell',
  'page-title': 'title headertitle fancy_title page-title page_title doc-title document-title',
  'section-title': 'section-title',
  classifier: 'classifier',
  category: 'category',
  rubric: 'rubric',
  separator: 'sep separator divider',
  signature: 'memproto method-heading memberSignature',
  'maybe-signature': 'signature declaration',
  name: 'sig-name descname member-name element-name method-name',
  'name-prefix': 'sig-prename descclassname',
  definition: 'def',
  'signature-table': 'memname mlabels',
  'signature-label': 'mlabel',
} as const satisfies Record<ClassRole, string>;

/** Doxygen's numbers of lines and tool tips in code without a `pre`; formulas of Doxygen and GitHub. */
const codeAndMathWords = {
  decoration: 'lineno ttc',
  math: 'formulaInl formulaDsp js-inline-math js-display-math',
} as const satisfies Partial<Record<ClassRole, string>>;

const roles: ReadonlyMap<string, ClassRole> = new Map(
  [...Object.entries(words), ...Object.entries(codeAndMathWords)].flatMap(([role, list]) =>
    list.split(' ').map((word) => [word, role as ClassRole] as const),
  ),
);

const maxKnown = 4_096;
const maxLength = 512;

/** Remembers what is read from a class: a site uses the same few on all its pages; a hostile one must not fill the memory. */
export function perClass<T>(read: (className: string) => T): (className: string) => T {
  const known = new Map<string, { readonly found: T }>();
  return (className) => {
    const before = known.get(className);
    if (before !== undefined) return before.found;
    const found = read(className.slice(0, maxLength));
    if (className.length <= maxLength) {
      if (known.size >= maxKnown) known.clear();
      known.set(className, { found });
    }
    return found;
  };
}

const roleOfClass = perClass(findRole);

/** The role of the first known word of a class; `undefined` for most. Looked up once for all tags that are written alike. */
export function classRole(marks: Marks): ClassRole | undefined {
  if (marks.classRole === null)
    marks.classRole = marks.className === undefined ? undefined : roleOfClass(marks.className);
  return marks.classRole as ClassRole | undefined;
}

/** Generators put their own name before it: `tsd-signature`, `member-signature`. */
const signatureEnding = '-signature';

function findRole(className: string): ClassRole | undefined {
  const all = classWords(className);
  for (const word of all) {
    const role = roles.get(word);
    if (role !== undefined) return role;
  }
  return all.some((word) => word.endsWith(signatureEnding)) ? 'signature' : undefined;
}

/** The words of a class attribute; of a very long one the first. */
export function classWords(className: string | undefined): readonly string[] {
  return className === undefined ? [] : className.slice(0, maxLength).split(/\s+/);
}

/** Whether a class attribute holds a word. */
export function hasClass(className: string | undefined, word: string): boolean {
  if (className === undefined) return false;
  if (className === word) return true;
  // It may be called for every child of an element: the length of its class must not count.
  const start = className.length > maxLength ? className.slice(0, maxLength) : className;
  return start.includes(word) && classWords(start).includes(word);
}
