// The events that a crawl reports while it runs.
import type { ReasonName } from '../../core/reasons.ts';
import type { Accounting, HostState, UrlState } from '../../frontier/port.ts';
import type { StateOfRun } from '../../watch/states/run-state.ts';
import type { Gap } from './hub.ts';

export type CrawlEvent =
  | {
      readonly type: 'started';
      readonly provider: string;
      readonly how: 'first' | 'resumed' | 'again';
      readonly scope: string;
      readonly waiting: number;
    }
  /** One URL was visited and reached a state. */
  | {
      readonly type: 'visited';
      readonly provider: string;
      readonly url: string;
      /** The URL that led there by redirects, where it is another. */
      readonly firstUrl?: string | undefined;
      readonly state: UrlState;
      readonly by: string;
      readonly detail: string;
      readonly depth: number;
      readonly status?: number | undefined;
      readonly ms: number;
      readonly bytes: number;
      /** How many new URLs its links brought. */
      readonly found: number;
    }
  /** Something the operator should know; the crawl goes on. */
  | {
      readonly type: 'warning';
      readonly provider: string;
      readonly by: ReasonName;
      readonly detail: string;
      readonly url?: string | undefined;
    }
  /** Something worth knowing once; nothing is wrong. */
  | { readonly type: 'note'; readonly provider: string; readonly by: ReasonName; readonly detail: string }
  /** About once a second: what still waits, and how the hosts are. */
  | {
      readonly type: 'progress';
      readonly waiting: number;
      readonly inFlight: number;
      /** URLs that ended, and those that failed among them; only where the visits themselves are not reported. */
      readonly done?: number | undefined;
      readonly failed?: number | undefined;
      readonly hosts: readonly HostState[];
      /** Present while the operator has paused the run: nothing more is requested. */
      readonly paused?: true | undefined;
    }
  /** The operator has paused or resumed the run. */
  | { readonly type: 'paused' | 'resumed' }
  /** Another process crawls into the folder, and the run goes on there; or it goes on here, since that process has ended. */
  | { readonly type: 'handed'; readonly providers: readonly string[]; readonly pid?: number | undefined }
  /** Nothing can be requested before then; `atMost`: it is not waited for any longer, and may end sooner. */
  | {
      readonly type: 'waiting';
      readonly until: number;
      readonly atMost?: true | undefined;
      readonly by: ReasonName;
      readonly detail: string;
    }
  | ({ readonly type: 'ended' } & ProviderResult)
  /** Never published by a crawl: what a listener gets in place of events that are no longer kept for it. */
  | Gap;

/** How the run of one provider ended: in one word, with why. */
export interface ProviderResult extends StateOfRun {
  readonly provider: string;
  /** Nothing of it waits, and every seed was read. */
  readonly complete: boolean;
  /** The reason for which it ended with work waiting, where one is known. */
  readonly endedBy?: string | undefined;
  readonly counts: Accounting;
  /** U3: URLs taken for another because only their query differs. */
  readonly mergedByQuery: number;
  /** Pages of which links or text were left out because they are too large. */
  readonly pagesCut: number;
}

/** How a run ended as a whole. */
export interface RunResult {
  /** F5: 0 complete, 1 a seed failed, 3 stopped with work waiting, 130 interrupted. */
  readonly exitCode: 0 | 1 | 3 | 130;
  readonly providers: readonly ProviderResult[];
}
