// English words too frequent to distinguish chunks: weighed little in queries, left out of the forward index of texts.
import { stem } from '../analyse/stem.ts';

const words =
  `a an and are as at be been but by can do does for from had has have how i if in into is it its may of on or should so such
   than that the their then there these they this those to was we were what when where which while will with would you
   your`.split(/\s+/);
const longest = Math.max(...words.map(({ length }) => length));
const frequent: ReadonlySet<string> = new Set([...words, ...words.map(stem)]);

/** Whether a term is frequent; headings and names keep frequent terms, for queries that have no others. */
export function isFrequent(term: string): boolean {
  return term.length <= longest && frequent.has(term);
}
