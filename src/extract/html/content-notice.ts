// Asides that belong to the text around them (E2): notices, not side bars.
import { type ChildNode, type Element, isElement, isText } from './node.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What a text is made of: what directly follows such a block may belong to the text. */
const textNames = words('aside blockquote details dl figure h1 h2 h3 h4 h5 h6 ol p pre table ul');
const wrapperNames = words('div section');
/** What a notice does not hold. */
const otherNames = words('article form iframe input main nav');
const maxNodes = 300;

/** Whether an aside is between two blocks of the text or below another notice, and less than half of it are links. */
export function isNotice(aside: Element): boolean {
  const before = neighbour(aside, 'prev');
  if (before === undefined || !textNames.has(before.name)) return false;
  const after = neighbour(aside, 'next');
  const isBetween = after !== undefined && (textNames.has(after.name) || wrapperNames.has(after.name));
  const isBelow = before.name === 'aside' && !/footnote|citation/.test(before.marks.className ?? '');
  return (isBetween || isBelow) && holdsMoreThanLinks(aside);
}

function neighbour(element: Element, side: 'prev' | 'next'): Element | undefined {
  let at = element[side];
  while (isText(at) && at.data.trim() === '') at = at[side];
  return isElement(at) ? at : undefined;
}

function holdsMoreThanLinks(aside: Element): boolean {
  let [text, links, nodes] = [0, 0, 0];
  let link: Element | undefined;
  let node: ChildNode = aside;
  for (;;) {
    if (++nodes > maxNodes) return false;
    if (isText(node)) {
      const { length } = node.data.trim();
      text += length;
      if (link !== undefined) links += length;
    } else if (otherNames.has(node.name)) return false;
    else if (node.name === 'a') link ??= node;
    const first: ChildNode | undefined = isElement(node) ? node.children[0] : undefined;
    if (first !== undefined) {
      node = first;
      continue;
    }
    while (node !== aside && node.next === null) {
      if (node === link) link = undefined;
      node = node.parent as Element;
    }
    if (node === link) link = undefined;
    if (node === aside) return text > 2 * links;
    node = node.next as ChildNode;
  }
}
