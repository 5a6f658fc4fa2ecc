// The policy of one provider's crawl: everything the rules need, compiled once.
import type { PathPattern } from '../../core/pattern/pattern.ts';
import type { KeyPolicy } from '../../core/url/key.ts';
import type { PageFetch } from '../../fetch/page.ts';
import type { RetryTable } from '../../fetch/retry.ts';
import type { Pace } from '../../frontier/politeness.ts';
import type { Scope } from '../../frontier/scope.ts';
import type { RobotsChecker } from '../../robots/gate.ts';
import type { IntervalBounds } from '../../watch/schedule/adaptive-interval.ts';
import type { ReadingOptions } from '../read/reading.ts';
import type { Supplier } from './supplier.ts';

/** How long a run that a person started waits. */
export interface ByHand {
  /** For a robots.txt that is out of reach. */
  readonly robotsMs: number;
}

export interface CrawlPolicy {
  readonly provider: string;
  readonly seeds: readonly string[];
  readonly sitemapUrl?: string | undefined;
  readonly scope: Scope;
  readonly key: KeyPolicy;
  /** The options of a crawl of a plain URL, to be kept with it. */
  readonly remembered?: string | undefined;
  /** The policy as text, for processes that join or resume the run; kept with the run as it is. */
  readonly kept?: string | undefined;
  readonly excluded: readonly PathPattern[];
  readonly allowDynamic: boolean;
  readonly cycleThreshold: 2 | 3;
  readonly maxDepth: number;
  readonly maxPages: number;
  /** F12: the first run stops after this many pages, until it is confirmed. */
  readonly trialPages?: number | undefined;
  readonly maxPerTemplate: number;
  readonly pace: Pace;
  readonly perHost: number;
  readonly perProvider: number;
  /** Whether the hourly and daily bounds count its requests. */
  readonly bounded: boolean;
  readonly retries: RetryTable;
  /** F5: set where a person started the run: what nobody answered is forgotten first, and not waited for. */
  readonly byHand?: ByHand | undefined;
  readonly robots: RobotsChecker;
  /** R14: how long a request for robots.txt may take. */
  readonly robotsMs: number;
  /** R27: false where robots.txt is switched off; META and nofollow are not obeyed either. */
  readonly respectRobots: boolean;
  /** H3: what becomes of the copy of a page that answers 403 now. */
  readonly forbidden: 'keep' | 'remove';
  readonly agent: string;
  /** How often its pages are requested again, at most and at least. */
  readonly interval?: IntervalBounds | undefined;
  /** Only in a refresh: whether pages that are not due are requested, too; `slot`: it is a run of the schedule. */
  readonly refresh?: 'due' | 'slot' | 'all' | undefined;
  /** How its pages are read, and how much of them is kept. */
  readonly reading: ReadingOptions;
  /** The supplier of its pages, where they are not, or not all, requested from their site. */
  readonly supplier?: Supplier | undefined;
  /** X1: why nothing of its site is requested, save what the supplier has; undefined where it is. */
  readonly leftOut?: string | undefined;
  /** X4: the policy of its runs where the supplier is refused. */
  readonly otherwise?: CrawlPolicy | undefined;
  /** Fetches pages and sitemaps as this provider is configured. */
  readonly fetch: PageFetch;
}
