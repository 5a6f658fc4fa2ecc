// E2: what was left out of a page because most pages of its site repeat it, in words.
import { counted } from '../../../core/counted.ts';

const EXAMPLES = 5;
const LONGEST = 60;

/** How many blocks, why, and how the first of them begin. */
export function leftOutWords(texts: readonly string[], repeatedBy: string): string {
  const examples = texts.slice(0, EXAMPLES).map((text) => {
    const line = text.replace(/^[-*>\s]+/, '');
    return `“${line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`}”`;
  });
  const more = texts.length > examples.length ? ', …' : '';
  return `${counted(texts.length, 'block')} that ${repeatedBy} repeat: ${examples.join(', ')}${more}`;
}
