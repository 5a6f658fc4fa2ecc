// Signatures outside of definition lists: API entries where links lead to them (C1), code where a heading does.
import { type Element, isElement, isText } from '../node.ts';
import { type ClassRole, classRole } from './class-roles.ts';
import { type Enter, skip } from './element-action.ts';
import { descendants } from './plain-text.ts';
import { codeLine, signatureText } from './signature-text.ts';
import type { MarkdownWriter } from './writer.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** What no signature holds: the element around it only has its name. */
const blockNames = words('pre ul ol dl blockquote h1 h2 h3 h4 h5 h6 hr img figure section article');
const maxNodes = 1_000;
const longest = 2_000;
const codeSigns = /[(){}<>=:;]|->|^[\p{L}_$][\p{L}\p{N}_$.#-]*$/u;

/** Whether an element may be a signature by its class. */
export function maySign(role: ClassRole | undefined): boolean {
  return role === 'signature' || role === 'maybe-signature' || role === 'definition' || role === 'aside-link';
}

/** One line of code, and an entry where it has an id. `undefined`: it is no signature. */
export const enterSignature: Enter = (writer, element) => {
  if (writer.oneLine > 0 || writer.inCell || !isOneLine(element)) return undefined;
  const role = classRole(element.marks);
  const defined = definedId(element);
  // Haddock's `p.src` is a signature, a link to the source of that class is none.
  if (role === 'aside-link' && defined === undefined) return undefined;
  const code = signatureText(writer, element);
  if (code === '' || code.length > longest) return undefined;
  const own = defined ?? ownId(element);
  const anchor = own ?? (isNamed(writer.lastHeading, code) ? undefined : idAround(writer, element));
  if (role !== 'signature' && anchor === undefined && !codeSigns.test(code)) return undefined;
  pushSignature(writer, element, code, anchor);
  return skip;
};

function pushSignature(writer: MarkdownWriter, element: Element, code: string, anchor: string | undefined): void {
  const name = declaredName(code);
  if (name !== undefined) writer.addName(name);
  if (anchor !== undefined) {
    for (const id of idsInside(element)) if (id.id !== anchor) writer.pendingIds.push(id);
    if (!writer.pendingIds.some(({ id }) => id === anchor)) writer.pendingIds.push({ id: anchor, element });
    if (isElement(element.parent)) writer.openScope(element.parent, isFirst(element));
  }
  const line = codeLine(writer, code);
  if (line === undefined) return;
  const { markdown, text } = line;
  if (anchor === undefined) writer.push({ kind: 'text', markdown });
  else writer.push({ kind: 'entry', markdown, text: text.toWellFormed(), anchor });
}

const beforeParameters = /([\p{L}_$~][\p{L}\p{N}_$]{0,99}) ?\(/u;
const beforeType = /([\p{L}_$][\p{L}\p{N}_$]{0,99})(?: ::? |: | = )/u;
const names = /[\p{L}_$][\p{L}\p{N}_$]{1,99}/gu;

/** The name before the parameters, the type or the value. */
function declaredName(code: string): string | undefined {
  return (beforeParameters.exec(code) ?? beforeType.exec(code))?.[1];
}

/** Whether a heading, such as `Class Store<T>` or `total()`, names what the signature declares. */
function isNamed(heading: string | undefined, code: string): boolean {
  const named = heading?.slice(0, longest).match(names)?.at(-1);
  if (named === undefined) return false;
  const declared = declaredName(code);
  return declared === undefined ? code.match(names)?.some((name) => name === named) === true : declared === named;
}

function isOneLine(element: Element): boolean {
  let nodes = 0;
  for (const node of descendants(element)) {
    if (++nodes > maxNodes || (isElement(node) && blockNames.has(node.name))) return false;
  }
  return true;
}

/** The id of the name that is defined in it. */
function definedId(element: Element): string | undefined {
  let nodes = 0;
  for (const node of descendants(element)) {
    if (++nodes > 40) return undefined;
    if (!isElement(node) || node.marks.className === undefined) continue;
    if (classRole(node.marks) === 'definition') return node.attribs.id || node.attribs.name;
  }
  return undefined;
}

/** The id of an element, or that of an anchor it begins with. */
function ownId(element: Element): string | undefined {
  if (element.attribs.id) return element.attribs.id;
  let nodes = 0;
  for (const node of descendants(element)) {
    if (++nodes > 4 || (isText(node) && node.data.trim() !== '')) return undefined;
    if (!isElement(node) || !idNames.has(node.name)) continue;
    const id = node.attribs.id || (node.name === 'a' ? node.attribs.name : undefined);
    if (id) return id;
  }
  return undefined;
}

const idNames = words('a span code');
const maxAround = 3;

/** An anchor directly before it, or the id of the element that it begins. */
function idAround({ pendingIds }: MarkdownWriter, { parent }: Element): string | undefined {
  const last = pendingIds.at(-1);
  if (last === undefined) return undefined;
  let around = parent;
  for (let level = 0; level < maxAround && isElement(around); level++) {
    if (last.element === around) return last.id;
    if (idNames.has(last.element.name) && last.element.parent === around) return last.id;
    around = around.parent;
  }
  return undefined;
}

function idsInside(element: Element): { readonly id: string; readonly element: Element }[] {
  const ids: { id: string; element: Element }[] = [];
  for (const node of descendants(element)) {
    if (isElement(node) && node.attribs.id) ids.push({ id: node.attribs.id, element: node });
  }
  return ids;
}

/** Whether nothing but anchors precedes it in its parent, which is then the entry's own. */
function isFirst({ prev }: Element): boolean {
  for (let at = prev, looked = 0; at !== null; at = at.prev) {
    if (++looked > 6) return false;
    if (isText(at) ? at.data.trim() !== '' : !(idNames.has(at.name) && at.children.length === 0)) return false;
  }
  return true;
}
