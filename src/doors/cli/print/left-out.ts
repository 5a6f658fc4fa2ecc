// E2: what was left out of a page because most pages of its site repeat it, in words.

import { counted } from '../../../core/counted.ts';
import { shortened } from '../../../core/text-end.ts';

const EXAMPLES = 5;
const LONGEST = 60;

/** How many blocks, why, and how the first of them begin. */
export function leftOutWords(texts: readonly string[], repeatedBy: string): string {
  const examples = texts.slice(0, EXAMPLES).map((text) => {
    return `“${shortened(text.replace(/^[-*>\s]+/, ''), LONGEST)}”`;
  });
  const more = texts.length > examples.length ? ', …' : '';
  return `${counted(texts.length, 'block')} that ${repeatedBy} repeat: ${examples.join(', ')}${more}`;
}
