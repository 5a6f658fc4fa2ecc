// What somebody who types a query may mean: its last word completed, or the query without its slips; runs in a search thread.
import { completeQuery, suggestQuery } from '../../search/index/suggestions.ts';
import type { IndexReader } from '../../search/port.ts';

/** Queries that are found, the most frequent word first; none where the index knows nothing better. Nothing typed makes it throw. */
export async function suggestQueries(
  reader: Pick<IndexReader, 'wordsFrom' | 'wordsNear'>,
  text: string,
  most: number,
): Promise<readonly string[]> {
  const completed = await completeQuery(text, (prefix, count) => reader.wordsFrom(prefix, count), most);
  if (completed.length > 0) return completed;
  const corrected = await suggestQuery(text, (word) => reader.wordsNear(word));
  return corrected === undefined ? [] : [corrected];
}
