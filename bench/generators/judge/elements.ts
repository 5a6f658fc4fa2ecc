// What the judge needs of single elements: their ids, rows, labels, and whether they title a notice.
import { type AnyNode, classesOf, type Element, isElement, textOf } from './tree.ts';

/** What may come out of an element that does not count: its text, its images' alternative texts. */
export function asideTexts(element: Element): readonly string[] {
  const own = element.name === 'img' ? [`image ${element.attribs.alt ?? ''}`] : [];
  return [
    ...own,
    ...element.children.flatMap((child) =>
      isElement(child) ? asideTexts(child) : child.type === 'text' ? [child.data] : [],
    ),
  ];
}

const codeElements: ReadonlySet<string> = new Set('code tt samp kbd pre'.split(' '));

export function isInCode(element: Element): boolean {
  for (let at: AnyNode | null = element, up = 0; at !== null && up < 4; at = at.parent, up++)
    if (isElement(at) && codeElements.has(at.name)) return true;
  return false;
}

export function isInTerm(element: Element): boolean {
  const { parent } = element;
  return parent !== null && isElement(parent) && parent.name === 'dt';
}

export const notices = /^(?:note|tip|warning|caution|important|admonition(?:block)?|danger|info|callout|alert|hint)$/;

/** The title of a notice is no section's. */
export function isNoticeTitle(heading: Element): boolean {
  for (let at: AnyNode | null = heading.parent, up = 0; at !== null && up < 2; at = at.parent, up++)
    if (isElement(at) && classesOf(at).some((name) => notices.test(name))) return true;
  return false;
}

export function idsOf({ name, attribs }: Element): readonly string[] {
  const ids = attribs.id === undefined || attribs.id === '' ? [] : [attribs.id];
  return name === 'a' && attribs.name !== undefined && attribs.name !== '' ? [...ids, attribs.name] : ids;
}

export function idsBelow(element: Element): readonly string[] {
  return [...idsOf(element), ...element.children.filter(isElement).flatMap(idsBelow)];
}

/** Holds nothing: what authors and generators set for links. */
export function isMark(element: Element): boolean {
  return (element.name === 'a' || element.name === 'span') && textOf(element).trim() === '';
}

export function rowsOf(table: Element): readonly Element[] {
  return table.children.filter(isElement).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return /^t(?:head|body|foot)$/.test(child.name)
      ? child.children.filter((row): row is Element => isElement(row) && row.name === 'tr')
      : [];
  });
}

export function hasLongCode(element: Element): boolean {
  return element.children.some(
    (child: AnyNode) =>
      isElement(child) && ((child.name === 'pre' && textOf(child).trim().includes('\n')) || hasLongCode(child)),
  );
}

export function hasBelow(element: Element, name: string): boolean {
  return element.children.some((child: AnyNode) => isElement(child) && (child.name === name || hasBelow(child, name)));
}

/** At most the last `length` characters of the parts. */
export function textFrom(parts: readonly string[], length: number): string {
  let text = '';
  for (let at = parts.length - 1; at >= 0 && text.length < length; at--) text = (parts[at] ?? '') + text;
  return length === 0 ? '' : text.slice(-length);
}

export function elementAfter(element: Element): Element | undefined {
  const siblings = element.parent?.children ?? [];
  return siblings.slice(siblings.indexOf(element) + 1).find(isElement);
}

/** A paragraph that begins with a bold label, such as "Parameters". */
export function isLabel(element: Element | undefined): boolean {
  const [first] = element?.name === 'p' ? element.children : [];
  return first !== undefined && isElement(first) && first.name === 'strong';
}
