// The run that words of a caller request: a crawl, or a refresh of what is stored.
import type { Settings } from '../../settings.ts';
import type { Place } from '../place.ts';
import type { Remark } from '../providers/remarks.ts';
import { refreshTargets } from './refresh.ts';
import type { RunRequest } from './run-request.ts';
import type { NamedBy } from './target-word.ts';
import { resolveTargets, type TargetOptions } from './targets.ts';

export interface CrawlOptions extends TargetOptions {
  /** Start over: forget what was seen, fetch without conditions. */
  readonly fresh?: boolean | undefined;
  /** false: stop rather than wait long. */
  readonly wait?: boolean | undefined;
  /** F12: a provider's first run is a trial of 20 pages unless confirmed. */
  readonly confirmed?: boolean | undefined;
  /**
   * A person waits for the run: that nobody answered at the hosts of the seeds is forgotten first, a seed where nobody is there is tried
   * once, and a robots.txt that is out of reach is waited for at most two minutes.
   */
  readonly byHand?: boolean | undefined;
}

export interface RefreshOptions extends Omit<CrawlOptions, 'fresh' | 'byHand'> {
  /** Requests every stored page, whether or not it is due. */
  readonly all?: boolean | undefined;
}

/** The crawl of these words. Throws as `resolveTargets`. */
export function crawlRequest(
  settings: Settings,
  words: readonly string[],
  caller: NamedBy,
  options: CrawlOptions = {},
): RunRequest {
  const { fresh, wait, confirmed, byHand } = options;
  return { targets: resolveTargets(words, settings, options, caller), settings, fresh, wait, confirmed, byHand };
}

/** The refresh of these words, and what is left out of it. Rejects as `refreshTargets`. */
export async function refreshRequest(
  place: Place,
  words: readonly string[],
  caller: NamedBy,
  { all, wait, confirmed, ...options }: RefreshOptions = {},
): Promise<{ readonly request: RunRequest; readonly remarks: readonly Remark[] }> {
  const { targets, remarks } = await refreshTargets(words, place, options, caller);
  const { settings } = place;
  return { request: { targets, settings, wait, confirmed, refresh: all === true ? 'all' : 'due' }, remarks };
}
