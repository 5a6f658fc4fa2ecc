// Whether a page's content has a password field (H9).
import type { Content } from './content.ts';
import { type Element, isElement, type ParentNode } from './node.ts';

/** Whether a password field is in the content, not in what was left out of it. Never throws. */
export function hasPasswordField({ roots, removed }: Content): boolean {
  const waiting: ParentNode[] = [...roots];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const child of next.children) {
      if (!isElement(child) || removed.has(child)) continue;
      if (isPasswordField(child)) return true;
      if (child.children.length > 0) waiting.push(child);
    }
  }
  return false;
}

function isPasswordField({ name, attribs }: Element): boolean {
  return name === 'input' && attribs.type?.trim().toLowerCase() === 'password';
}
