// Reads of the folder as a whole: its metrics and its health.
import type { Health } from '../../../watch/alerts/health.ts';
import { healthReport, metricsText } from '../../watch/metrics.ts';
import { type OpenThings, type Overview, openThings, overviewOf } from '../../watch/overview.ts';
import type { ReadPlace } from './read-place.ts';

export const systemReads = {
  /** M4: the metrics of every provider, in Prometheus' text format; empty where nothing was crawled yet. */
  async metrics(place: ReadPlace): Promise<string> {
    return (await place.store.identity()) === undefined ? '' : metricsText(place);
  },
  /** M4: what is well and what is not; a folder without a crawl is well. */
  health: (place: ReadPlace): Promise<Health> => healthReport(place, { mayBeNew: true }),
  /** The folder at a glance. */
  overview: (place: ReadPlace): Promise<Overview> => overviewOf(place),
  /** What needs a look, as numbers. */
  openThings: (place: ReadPlace): Promise<OpenThings> => openThings(place.store),
};
