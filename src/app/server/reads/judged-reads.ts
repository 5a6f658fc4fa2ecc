// Reads of judged queries.
import { type JudgedList, judgedList } from '../../search/judged.ts';
import type { ReadPlace } from './read-place.ts';

export const judgedReads = {
  /** What is judged, and the last scores; nothing where nothing was crawled yet. */
  judged: (place: ReadPlace, _: undefined): Promise<JudgedList> => judgedList(place.store),
};
