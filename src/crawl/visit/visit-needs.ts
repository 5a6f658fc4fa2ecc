// The dependencies of a visit on other rooms, joined by the composition root.
import type { KeyPolicy } from '../../core/url/key.ts';
import type { HostState, Lease, Ledger, Outcome } from '../../frontier/port.ts';
import type { Wait } from '../../frontier/port-requests.ts';
import type { ChromeWatch } from '../index/chrome-watch.ts';
import type { ReadPage } from '../read/reading.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import type { Blocked } from './discover.ts';
import type { LinkWatch } from './link-watch.ts';
import type { SeenLinks } from './seen-links.ts';

export interface VisitNeeds {
  /** A clock that does not jump. */
  readonly now: () => number;
  readonly random: () => number;
  /** Step 7; the seam where extraction moves to worker threads. */
  readonly read: ReadPage;
  readonly policyOf: (provider: string) => CrawlPolicy;
  /** Why a URL is on the blocklist, if it is. */
  readonly blocked: Blocked;
  /** U13: enters exactly this URL in the blocklist, by the key policy of its provider. */
  readonly block: (url: string, key: KeyPolicy, reason: string) => Promise<void>;
  /** Counts a request before it is made; a wait when a bound has been reached. */
  readonly spend: (policy: CrawlPolicy, host: string) => Promise<Wait | undefined>;
  /** The outcome for a URL that a bound keeps waiting; at a bound of its host the whole host waits. */
  readonly postpone: (host: string, wait: Wait) => Promise<Outcome>;
  /** Hears of a request that may begin now, and of how long it may take. */
  readonly requesting: (lease: Lease, url: string, mostMs: number) => void;
  /** The links of a stored page. */
  readonly linksOf: Ledger['linksOf'];
  readonly hostState: (host: string) => Pick<HostState, 'recentErrors' | 'recentAnswers'>;
  /** Reads the blocklist again, which other processes may have changed. */
  readonly tick: () => Promise<void>;
  /** Counts what is reported to the operator in the end: long URLs per host (U6), links that differ only by their query (U3). */
  readonly watch: LinkWatch;
  readonly seen: SeenLinks;
  readonly chrome: ChromeWatch;
  readonly signal: AbortSignal;
}
