// Notes, tips and warnings set apart from the text: a quotation that begins with its title (E3).
import { type ChildNode, type Element, isElement, isText } from '../node.ts';
import { classRole, classWords, hasClass, perClass } from './class-roles.ts';
import { type Enter, endBlock, type Leave } from './element-action.ts';
import { leaveContainer } from './list.ts';
import { descendants } from './plain-text.ts';

/** The title for each word in a class when the note has none of its own. */
const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Note: 'note notice secondary remark',
    Tip: 'tip success hint',
    Info: 'info information',
    Important: 'important',
    Warning: 'warning warn',
    Caution: 'caution attention',
    Danger: 'danger error',
    'See also': 'seealso see-also',
    Deprecated: 'deprecated',
    Example: 'example',
  }).flatMap(([title, words]) => words.split(' ').map((word) => [word, title] as const)),
);

const alertWord =
  /^(?:alert|admonition|callout|custom-block|markdown-alert|theme-admonition|starlight-aside-)-{1,2}([a-z]+)$/;
const titleClass = /(?:^|[\s_-])(?:title|heading)(?:$|[\s_-])|admonitionHeading|__title/i;
// Sphinx's remark on a version has it in its text.
const plainWords: ReadonlySet<string> = new Set(['example', 'deprecated']);
/** Asides that hold other parts of a text. */
const textAsides: ReadonlySet<string> = new Set(
  'footnote footnotes footnote-list footnote-definition citation topic sidebar sidenote marginnote'.split(' '),
);
const hiddenParts: ReadonlySet<string> = new Set(['button', 'img', 'svg', 'script', 'style']);

/** Whether a block element is a note. */
export function isAdmonition(element: Element): boolean {
  const { name } = element;
  const { className, role } = element.marks;
  if (className !== undefined && isNoteOfText(className)) return false;
  if (role === 'note' || role === 'doc-tip' || role === 'doc-notice') return true;
  if (className === undefined) return name === 'aside' && role === undefined;
  if (classRole(element.marks) === 'admonition') return true;
  if (name === 'details' || name === 'p' || name === 'section') return false;
  if (name === 'aside') return !classWords(className).some((word) => textAsides.has(word));
  // `div.note`, `div.warning`: DocBook, rustdoc and Javadoc write nothing else.
  const word = className.length < 20 ? className.toLowerCase() : className;
  if (titles.has(word)) return name === 'div' && !plainWords.has(word);
  if (isTitledKind(element)) return true;
  if (!hasClass(className, 'alert')) return false;
  return classWords(className).some((word) => alertWord.test(word) || titles.has(word));
}

/** `div.hint-container.warning`, `div.rspress-directive.tip`: a kind, and a title that comes first, whatever they are called. */
function isTitledKind({ children, marks }: Element): boolean {
  const first = children.find(isVisible);
  if (first?.marks.className === undefined || !/title\s*$/i.test(first.marks.className.slice(-20))) return false;
  return marks.className !== undefined && hasKind(marks.className);
}

const hasKind = perClass((className) =>
  classWords(className).some((word) => titles.has(word) && !plainWords.has(word)),
);

/** Doxygen's notes: `dl.section.warning`. */
export function isNoteList({ children, marks }: Element): boolean {
  if (marks.className === undefined || !hasKind(marks.className)) return false;
  return children.filter((child) => isElement(child) && child.name === 'dt').length === 1;
}

// Footnotes have the role of a note, too.
const isNoteOfText = perClass((className) => hasClass(className, 'footnote') || hasClass(className, 'citation'));

/** The quotation that a note becomes. The caller has checked `isAdmonition`. */
export const enterAdmonition: Enter = (writer, element) => {
  if (writer.oneLine > 0) return undefined;
  writer.depths.push(writer.containers.depth);
  writer.containers.openQuotation();
  const title = titleOf(element);
  if (title !== undefined) writer.titles.add(title);
  if (title !== undefined || hasTitleText(element)) return leaveContainer;
  const word = wordTitle(element);
  if (word === undefined) return leaveContainer;
  writer.announce(word);
  return leaveUntitled;
};

const leaveUntitled: Leave = (writer, element) => {
  writer.flush();
  writer.unannounce();
  leaveContainer(writer, element);
};

/** A title: one line in bold. */
export const enterTitle: Enter = (writer) => {
  if (writer.oneLine > 0) return undefined;
  writer.beginLine(true);
  return leaveTitle;
};

const leaveTitle: Leave = (writer) => {
  const line = writer.endLine(true);
  if (line !== undefined) writer.push({ kind: 'text', markdown: line.markdown });
};

export const enterAside: Enter = (writer, element) => {
  return isAdmonition(element) ? enterAdmonition(writer, element) : endBlock;
};

/** The first thing in a note, if it is marked as the title. */
function titleOf(note: Element): Element | undefined {
  let element: Element | undefined = note;
  // AsciiDoctor sets its notes in a table.
  const levels = hasClass(note.attribs.class, 'admonitionblock') ? 6 : 3;
  for (let level = 0; level < levels && element !== undefined; level++) {
    element = element.children.find(isVisible);
    if (element === undefined) return undefined;
    const { name, attribs } = element;
    if (name === 'summary' || /^h[1-6]$/.test(name)) return element;
    if (attribs.class !== undefined && titleClass.test(attribs.class)) return element;
  }
  return undefined;
}

/** Whether its text begins with a title in bold, or with a sign. */
function hasTitleText(note: Element): boolean {
  let looked = 0;
  for (const node of descendants(note)) {
    if (++looked > 12) return false;
    if (!isText(node) || node.data.trim() === '') continue;
    const text = node.data.trim();
    if (!/[\p{L}\p{N}]/u.test(text.slice(0, 40))) return true;
    const around = isElement(node.parent) ? node.parent.name : '';
    return (around === 'b' || around === 'strong') && titles.has(text.replace(/:$/, '').toLowerCase());
  }
  return false;
}

function isVisible(node: ChildNode): node is Element {
  return isElement(node) && !hiddenParts.has(node.name);
}

/** The kind of note in its class; `undefined` when the class only names a style. */
function wordTitle({ attribs }: Element): string | undefined {
  for (const word of classWords(attribs.class)) {
    const title = titles.get(word.toLowerCase()) ?? titles.get(alertWord.exec(word)?.[1] ?? '');
    if (title !== undefined) return title;
  }
  const kind = attribs['data-callout-type'] ?? attribs['data-type'];
  const title = kind === undefined ? undefined : titles.get(kind.toLowerCase());
  return title ?? (attribs.role === undefined ? undefined : 'Note');
}

/** The summary of `<details>` is a line in bold above its text (E3); a heading in it stays a heading. */
export const enterSummary: Enter = (writer, element) => {
  let looked = 0;
  for (const node of descendants(element)) {
    if (isElement(node) && /^h[1-6]$/.test(node.name)) return endBlock;
    if (++looked === 12) break;
  }
  return enterTitle(writer, element);
};
