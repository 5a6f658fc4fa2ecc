// What an element inside of code is: decoration, a line of its own, a line that a change adds or removes (E3).
import type { Element } from '../node.ts';
import { noMarks } from '../scan.ts';
import { classWords } from './class-roles.ts';

/** Bits, because most elements of highlighted code are none of these, and all are looked at. */
export const codePart = Object.freeze({ decoration: 1, line: 2, added: 4, removed: 8 });
export const changedLine = codePart.added | codePart.removed;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const decorations = words(
  'lineno linenos linenodiv ln lnt lnlinks line-number line-numbers-rows linenumber gutter rouge-gutter ' +
    'hljs-ln-numbers react-syntax-highlighter-line-number copy copybtn copy-button copy-btn btn-copy clipboard ' +
    'code-copy unselectable select-none no-select user-select-none gp-decoration blob-num ttc hideme notable-traits',
);
const decorationNames = words('button clipboard-copy script style svg template textarea select noscript');
const lineNames = words('div li p tr');
const lineClasses = words('line token-line code-line view-line');

// Signs of a diff that only a style sheet shows: `diff add`, `ec-line ins`, `highlighted-line--added`.
const addedWords = words('add added addition ins insert inserted');
const removedWords = words('del delete deleted deletion remove removed');
const besideSign = words('block code diff ec git has highlight highlighted is line lines mark marked row theme');

/** Whether an element inside of code is there for show: line numbers, buttons, prompts that cannot be selected. */
export function isDecoration(element: Element): boolean {
  return (partOf(element) & codePart.decoration) !== 0;
}

/** Whether browsers show it on a line of its own, whatever its class. */
export function isBlockLine({ name }: Element): boolean {
  return lineNames.has(name);
}

/** The bits of an element. */
export function partOf(element: Element): number {
  const { marks } = element;
  if (marks.codePart >= 0) return marks.codePart;
  // Elements that share their marks share their name, unless they have no attributes.
  if (marks === noMarks) return nameParts.get(element.name) ?? 0;
  const part = readPart(element) | (nameParts.get(element.name) ?? 0);
  marks.codePart = part;
  return part;
}

const nameParts: ReadonlyMap<string, number> = new Map([
  ...[...decorationNames].map((name) => [name, codePart.decoration] as const),
  ...[...lineNames].map((name) => [name, codePart.line] as const),
]);

function readPart({ name, attribs, marks: { className } }: Element): number {
  const byClass = className === undefined ? 0 : partOfClass(className, name);
  const { 'aria-hidden': hidden, style } = attribs;
  const isHidden = hidden === 'true' || (style !== undefined && /user-select\s?:\s?none/i.test(style));
  return isHidden ? byClass | codePart.decoration : byClass;
}

// Sites use few classes, many times each; a hostile one must not fill the memory.
const known = new Map<string, number>();
const maxKnown = 4_096;

function partOfClass(className: string, name: string): number {
  // Highlighters call most of their spans `n` or `kw`.
  const key = lineNames.has(name) || name === 'code' ? `${name} ${className}` : className;
  const found = known.get(key);
  if (found !== undefined) return found;
  const part = readClass(classWords(className), name);
  if (className.length < 200) {
    if (known.size >= maxKnown) known.clear();
    known.set(key, part);
  }
  return part;
}

function readClass(list: readonly string[], name: string): number {
  let part = 0;
  if (name !== 'code' && list.some((word) => decorations.has(word))) part |= codePart.decoration;
  // Prism's `token line` is the text of a line behind its sign, `token deleted` a line that has its sign.
  if (list.includes('token')) return part;
  if (list.some((word) => lineClasses.has(word))) part |= codePart.line;
  return part | signOf(list, lineNames.has(name));
}

function signOf(list: readonly string[], isLine: boolean): number {
  let sign = 0;
  let namesLine = isLine;
  for (const word of list) {
    const parts = word.toLowerCase().split(/[-_]+/);
    namesLine ||= parts.includes('line') || parts.includes('diff');
    if (sign === 0) sign = signIn(parts);
  }
  return namesLine ? sign : 0;
}

/** The sign that one word names, when the words beside it only mark a line. */
function signIn(parts: readonly string[]): number {
  let sign = 0;
  for (const part of parts) {
    if (addedWords.has(part)) sign |= codePart.added;
    else if (removedWords.has(part)) sign |= codePart.removed;
    else if (!besideSign.has(part)) return 0;
  }
  return sign === changedLine ? 0 : sign;
}
