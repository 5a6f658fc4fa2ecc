// Tab groups: every panel is kept, below a line with the label of its tab (E3).
import { type Element, isElement, isText } from '../node.ts';
import { enterTitle } from './admonition.ts';
import { type ClassRole, classRole, hasClass } from './class-roles.ts';
import { type Enter, endBlock, type Leave, skip } from './element-action.ts';
import type { Label, TabGroup } from './open-elements.ts';
import { descendants, lineOf } from './plain-text.ts';
import type { MarkdownWriter } from './writer.ts';

const maxLabel = 200;
const maxTabs = 200;
const maxLooked = 4_000;

/** What part of a tab group an element is; `byClass` is the role by its class. */
export function tabPart(element: Element, byClass: ClassRole | undefined): 'list' | 'panel' | undefined {
  const { role, className } = element.marks;
  if (role === 'tablist') return 'list';
  if (role === 'tabpanel') return 'panel';
  if (className === undefined) return undefined;
  if (byClass === 'tab-list') return 'list';
  if (byClass === 'tab-panel') return 'panel';
  const { parent } = element;
  if (!isElement(parent) || parent.marks.className === undefined) return undefined;
  if (hasClass(className, 'tabs') && isCodeGroup(parent)) return 'list';
  const around = parent.parent;
  return hasClass(parent.marks.className, 'blocks') && isElement(around) && isCodeGroup(around) ? 'panel' : undefined;
}

function isCodeGroup({ marks: { className } }: Element): boolean {
  return hasClass(className, 'vp-code-group') || hasClass(className, 'code-group');
}

export const enterTabList: Enter = (writer, element) => {
  const labels: Label[] = [];
  let looked = 0;
  for (const node of descendants(element)) {
    if (++looked > maxLooked) break;
    if (!isElement(node)) continue;
    const isTab = node.attribs.role === 'tab' || (node.name === 'label' && element.attribs.role !== 'tablist');
    if (!isTab) continue;
    if (labels.length === maxTabs) break;
    labels.push({ text: lineOf(node, undefined, maxLabel), id: node.attribs.id, controls: controlled(node) });
  }
  if (labels.length === 0) return undefined;
  const scopes = [element.parent, element.parent?.parent].filter((scope) => isElement(scope));
  writer.tabGroups.push({ labels: withoutFilters(labels), scopes });
  return skip;
};

/** Tabs that show the same panel choose what is shown of it, as in Javadoc's summaries; its label would be one of them by chance. */
function withoutFilters(labels: readonly Label[]): Label[] {
  const panels = new Map<string, number>();
  for (const { controls } of labels) if (controls) panels.set(controls, (panels.get(controls) ?? 0) + 1);
  return labels.filter(({ controls }) => !controls || panels.get(controls) === 1);
}

function controlled({ attribs }: Element): string | undefined {
  return attribs['aria-controls'] ?? (attribs.href?.startsWith('#') ? attribs.href.slice(1) : attribs.for);
}

export const enterTabPanel: Enter = (writer, element) => {
  const label = takeLabel(writer, element);
  if (label === undefined || label === '' || writer.oneLine > 0) return endBlock;
  writer.announce(label);
  return leavePanel;
};

const leavePanel: Leave = (writer) => {
  writer.flush();
  writer.unannounce();
};

/** The label that names this panel, else the next of the group around it. */
function takeLabel({ tabGroups }: MarkdownWriter, panel: Element): string | undefined {
  const { id, 'aria-labelledby': labelledBy } = panel.attribs;
  const from = Math.max(0, tabGroups.length - 8);
  for (let at = tabGroups.length - 1; at >= from; at--) {
    const { labels, scopes } = tabGroups[at] as TabGroup;
    const named = labels.findIndex(
      (label) => (labelledBy !== undefined && label.id === labelledBy) || (id !== undefined && label.controls === id),
    );
    if (named < 0 && !isWithin(panel, scopes)) continue;
    const [label] = labels.splice(Math.max(named, 0), 1);
    if (label !== undefined) return label.text;
  }
  return panel.attribs['aria-label'];
}

function isWithin(panel: Element, scopes: readonly Element[]): boolean {
  let parent = panel.parent;
  for (let level = 0; level < 4 && isElement(parent); level++) {
    if (scopes.includes(parent)) return true;
    parent = parent.parent;
  }
  return false;
}

/** Whether an element is where the panels of the last group are. */
export function isNextPanel({ tabGroups }: MarkdownWriter, { parent }: Element): boolean {
  const group = tabGroups.at(-1);
  return group?.panelsIn !== undefined && group.panelsIn === parent && group.labels.length > 0;
}

/** The label of a radio button that opens a panel: before each panel, or all of them first. */
export const enterLabel: Enter = (writer, element) => {
  const { parent } = element;
  if (!isElement(parent) || !isTabLabel(element, parent)) return undefined;
  const group = writer.tabGroups.at(-1);
  const isGrouped = group?.panelsIn === parent && group.labels.length > 0;
  writer.flush();
  if (!isGrouped && isPanel(neighbour(element, 'next'))) return enterTitle(writer, element);
  const label = { text: lineOf(element, undefined, maxLabel), id: undefined, controls: undefined };
  if (!isGrouped) writer.tabGroups.push({ labels: [label], scopes: [parent], panelsIn: parent });
  else if (group.labels.length < maxTabs) group.labels.push(label);
  return skip;
};

function isTabLabel(element: Element, parent: Element): boolean {
  if (classRole(element.marks) === 'tab-label') return true;
  if (hasClass(parent.attribs.class, 'tabbed-set')) return true;
  const before = neighbour(element, 'prev');
  if (before?.name !== 'input' || before.attribs.type !== 'radio') return false;
  const next = neighbour(element, 'next');
  return isPanel(next) || (next?.name === 'input' && next.attribs.type === 'radio');
}

function isPanel(element: Element | undefined): boolean {
  return element?.name === 'div' || element?.name === 'section';
}

/** The next element on one side, with nothing but white space between. */
function neighbour(element: Element, side: 'prev' | 'next'): Element | undefined {
  const beside = element[side];
  const further = isText(beside) && beside.data.trim() === '' ? beside[side] : beside;
  return isElement(further) ? further : undefined;
}
