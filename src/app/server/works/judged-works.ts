// Judged queries, added, removed and measured.
import { addJudged, keepScore, type Measurement, removeJudged } from '../../search/judged.ts';
import type { ReadPlace } from '../reads/read-place.ts';

export const judgedWorks = {
  /** Notes that a query should find a page first, and returns its number. Rejects as `addJudged`. */
  addJudged: (place: ReadPlace, { query, url }: { readonly query: string; readonly url: string }): Promise<number> =>
    addJudged(place.store, query, url, Date.now()),
  /** Removes one; false where none has this number. */
  removeJudged: (place: ReadPlace, { id }: { readonly id: number }): Promise<boolean> => removeJudged(place.store, id),
  /** Keeps a measurement. */
  keepScore: (place: ReadPlace, measured: Measurement): Promise<void> => keepScore(place.store, measured),
};
