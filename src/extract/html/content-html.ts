// Content written back as HTML, for the library that needs its own tree.

import type { Content } from './content.ts';
import { tagRules } from './nesting.ts';
import { type AnyNode, type ChildNode, type Element, isElement, isText } from './node.ts';

/** The content's markup without what was removed from it. Iterative, like everything that meets a page. */
export function contentHtml({ roots, removed }: Pick<Content, 'roots' | 'removed'>): string {
  const parts: string[] = [];
  // Elements and texts still to write, and end tags, in reverse order.
  const waiting: (AnyNode | string)[] = roots.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next);
    else if (isText(next)) parts.push(escapedText(next.data));
    else {
      if (isElement(next)) {
        if (removed.has(next)) continue;
        parts.push(startTag(next));
        if (tagRules.get(next.name)?.isVoid === true) continue;
        waiting.push(`</${next.name}>`);
      }
      for (let at = next.children.length - 1; at >= 0; at--) waiting.push(next.children[at] as ChildNode);
    }
  }
  return parts.join('');
}

function startTag({ name, attribs }: Element): string {
  let tag = `<${name}`;
  for (const key in attribs) if (isWritable(key)) tag += ` ${key}="${escaped(attribs[key] as string)}"`;
  return `${tag}>`;
}

// Attribute names of broken markup may hold anything but white space.
function isWritable(name: string): boolean {
  return /^[a-z_:][\w:.-]*$/.test(name);
}

function escapedText(text: string): string {
  return /[&<]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text;
}

function escaped(text: string): string {
  return /[&<>"]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
    : text;
}
