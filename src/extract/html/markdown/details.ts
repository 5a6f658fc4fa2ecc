// The summary of what can be folded away: a line in bold above it (E3).
import { isElement } from '../node.ts';
import { enterTitle } from './admonition.ts';
import { type Enter, endBlock } from './element-action.ts';
import { descendants } from './plain-text.ts';

/** A heading inside stays one. */
export const enterSummary: Enter = (writer, element) => {
  let looked = 0;
  for (const node of descendants(element)) {
    if (isElement(node) && /^h[1-6]$/.test(node.name)) return endBlock;
    if (++looked === 12) break;
  }
  return enterTitle(writer, element);
};
