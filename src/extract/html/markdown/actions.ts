// Which action each kind of element takes, and the parts of a page that are known by class or role rather than by name.
import { type Element, isElement } from '../node.ts';
import { enterAdmonition, enterAside, enterSummary, enterTitle, isAdmonition } from './admonition.ts';
import { holdsControlsOnly, isControlElement } from './anchors.ts';
import { classRole, classWords, hasClass } from './class-roles.ts';
import { enterCode, enterCodeLines, enterPre } from './code.ts';
import { enterClassifier, enterDefinitions, enterDescription, enterTerm } from './definition-list.ts';
import { enterDivTable } from './div-table.ts';
import { type Enter, endBlock, skip } from './element-action.ts';
import { type ElementKind, elementKinds } from './elements.ts';
import { enterHeading } from './heading.ts';
import { enterDrawing, enterImage } from './image.ts';
import { isApart } from './joint.ts';
import { enterLink, enterSup } from './link.ts';
import { enterInput, enterItem, enterList } from './list.ts';
import { enterMath, enterScript, enterTexText, isRenderedTex } from './math.ts';
import { endPageTitle, enterPageTitle, enterSectionTitle } from './page-title.ts';
import { lineOf } from './plain-text.ts';
import { enterBreak, enterMarked, enterQuotation, enterQuote, enterReading, enterRule } from './quotation.ts';
import { enterSignature, maySign } from './signature.ts';
import { enterCell, enterRow, enterRowGroup, enterTable } from './table.ts';
import { enterLabel, enterTabList, enterTabPanel, isNextPanel, tabPart } from './tabs.ts';
import type { MarkdownWriter } from './writer.ts';

interface Action {
  readonly enter: Enter;
  /** Whether it ends the line before and after it. */
  readonly isBlock: boolean;
  /** Whether a class or a role may change its action. */
  readonly isPlain: boolean;
}

const inline = (enter: Enter, isPlain = false): Action => ({ enter, isBlock: false, isPlain });
const block = (enter: Enter, isPlain = false): Action => ({ enter, isBlock: true, isPlain });

const actions = {
  inline: inline(() => undefined, true),
  block: block(() => endBlock, true),
  dropped: inline(() => skip),
  admonition: block(enterAside, true),
  heading: block(enterHeading),
  pre: block(enterPre),
  code: inline(enterCode),
  strong: inline(enterMarked('strong')),
  em: inline(enterMarked('em')),
  del: inline(enterMarked('del')),
  sub: inline(enterMarked('sub')),
  sup: inline(enterSup),
  'quotation-marks': inline(enterQuote),
  quotation: block(enterQuotation),
  rule: block(enterRule),
  break: inline(enterBreak),
  list: block(enterList, true),
  item: block(enterItem),
  definitions: block(enterDefinitions),
  term: block(enterTerm),
  description: block(enterDescription),
  table: block(enterTable),
  'row-group': block(enterRowGroup),
  row: block(enterRow),
  cell: inline(enterCell, true),
  link: inline(enterLink),
  image: inline(enterImage),
  drawing: inline(enterDrawing),
  math: inline(enterMath),
  script: inline(enterScript),
  'ruby-text': inline(enterReading),
  checkbox: inline(enterInput),
  label: inline(enterLabel),
  summary: block(enterSummary),
  figure: block(() => endBlock, true),
  caption: block(() => endBlock),
} as const satisfies Record<ElementKind, Action>;

const byName: ReadonlyMap<string, Action> = new Map([...elementKinds].map(([name, kind]) => [name, actions[kind]]));

/** An element the standard does not know: part of the line, unless what it holds ends lines. */
const unknown: Action = inline((writer) => {
  writer.unknown.push(writer.flushes);
  return (at) => {
    if (at.flushes !== at.unknown.pop()) at.flush();
  };
}, true);

/** Runs the action of an element's kind, class or role. */
export const enterElement: Enter = (writer, element) => {
  const action = byName.get(element.name) ?? unknown;
  const { id, className, role } = element.marks;
  if (action === actions.dropped) return skip;
  const isLine = className === 'line' && isLineOfBlock(element);
  if (action.isBlock && writer.pageTitle !== undefined) endPageTitle(writer);
  if (isLine && hasBefore(element)) writer.break();
  else if (action.isBlock && isBehindLabel(element)) writer.inline.space();
  else if (action.isBlock) writer.flush();
  else if (!writer.inCode && isApart(element)) writer.inline.space();
  if (id || (element.name === 'a' && element.attribs.name)) keepId(writer, element);
  if (isLine) return undefined;
  if (writer.titles.size > 0 && writer.titles.delete(element)) {
    writer.flush();
    return enterTitle(writer, element);
  }
  if (action.isPlain && (className !== undefined || role !== undefined)) {
    const special = enterSpecial(writer, element);
    if (special !== undefined) return special;
  }
  return action.enter(writer, element);
};

function keepId(writer: MarkdownWriter, element: Element): void {
  if (isControlElement(element) || holdsControlsOnly(element)) return;
  const { id, name } = element.attribs;
  const { extent } = writer.inline;
  if (id) writer.pendingIds.push({ id, element, extent });
  if (id) writer.sections.add(element, id, writer.written);
  if (name && name !== id && element.name === 'a') writer.pendingIds.push({ id: name, element, extent });
}

/** What may hold a signature. */
const signatureNames: ReadonlySet<string> = new Set(['div', 'p', 'section', 'header']);

/** What a class or a role makes of an element; `undefined` when nothing. */
const enterSpecial: Enter = (writer, element) => {
  const { className } = element.marks;
  const byClass = classRole(element.marks);
  const tab = isNextPanel(writer, element) ? 'panel' : tabPart(element, byClass);
  if (tab !== undefined) {
    writer.flush();
    return tab === 'list' ? enterTabList(writer, element) : enterTabPanel(writer, element);
  }
  switch (byClass) {
    case 'permalink':
    case 'decoration':
      return skip;
    case 'page-title':
      return enterPageTitle(writer, element);
    case 'section-title':
      return enterSectionTitle(writer, element);
    case 'category':
      return isEmptyCategory(element) ? skip : undefined;
    case 'rubric':
      return element.name === 'p' ? enterTitle(writer, element) : undefined;
    case 'separator':
      if (element.children.length === 0) writer.inline.space();
      return undefined;
    case 'classifier':
      return enterClassifier(writer, element);
    case 'code-lines':
      return enterCodeLines(writer, element);
    case 'math':
      return enterTexText(writer, element);
    case 'katex':
      return enterMath(writer, element);
    case 'rendered-math':
      return isRenderedTex(element) ? skip : undefined;
  }
  const part = enterDivTable(writer, element, byClass);
  if (part !== undefined) return part;
  if (maySign(byClass) && signatureNames.has(element.name)) return enterSignature(writer, element);
  if (className === 'lang' && isCodeLabel(element)) return skip;
  if (element.name === 'li' || element.name === 'span' || !isAdmonition(element)) return undefined;
  writer.flush();
  return enterAdmonition(writer, element);
};

/** Octave's entries have no category, only the colon behind it. */
function isEmptyCategory(element: Element): boolean {
  return isElement(element.parent) && element.parent.name === 'dt' && lineOf(element, undefined, 20) === ':';
}

/** The name of the language that VitePress writes beside a block of code. */
function isCodeLabel({ name, parent }: Element): boolean {
  if (name !== 'span' || !isElement(parent)) return false;
  return classWords(parent.attribs.class).some((word) => word.startsWith('language-'));
}

/** Sphinx's line blocks: every line is a `div.line`. */
function isLineOfBlock({ name, parent }: Element): boolean {
  return name === 'div' && isElement(parent) && hasClass(parent.attribs.class, 'line-block');
}

/** The text of a footnote goes on the line of its number. */
function isBehindLabel({ name, prev }: Element): boolean {
  if (name !== 'p' || prev === null) return false;
  const before = isElement(prev) ? prev : prev.prev;
  return isElement(before) && before.name === 'span' && hasClass(before.attribs.class, 'label');
}

function hasBefore({ prev }: Element): boolean {
  return prev !== null && (isElement(prev) || prev.prev !== null);
}
