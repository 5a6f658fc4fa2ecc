// One run as its page shows it: its record, what became of its URLs, and the runs of its source before it.
import type { Accounting, LedgerReader } from '../../frontier/port.ts';
import type { Store } from '../../store/port.ts';
import { runMetrics } from '../../watch/metrics/metrics.ts';
import type { PageChange, RunRecord } from '../../watch/port.ts';
import type { FetchCounts } from '../../watch/port-fetches.ts';
import { keptWalks } from '../kept-walks.ts';
import { withWatch } from '../with-watch.ts';
import { type RunView, viewsOf } from './runs.ts';

/** A record without its policy: nobody looks at that here. */
export interface RunFacts extends Omit<RunRecord, 'policy' | 'remembered'> {
  /** 0 to 100; undefined where nothing was requested. */
  readonly successRate: number | undefined;
}

/** What a run changed. */
export interface RunChanges extends Pick<RunRecord, 'provider'> {
  /** These are whole, also where the list was cut. */
  readonly counts: RunRecord['changes'];
  readonly pages: readonly PageChange[];
}

export interface RunDetails {
  readonly view: RunView;
  readonly facts: RunFacts;
  /** What became of its URLs; undefined for a run that a later one of its source has followed. */
  readonly urls?: RunUrls | undefined;
  /** Its requests that are still known one by one. */
  readonly fetches: FetchCounts;
  /** The runs of the source up to this one, the latest first; at most ten, this one among them. */
  readonly compared: readonly RunFacts[];
}

export interface RunUrls {
  readonly counts: Accounting;
  readonly reasons: Awaited<ReturnType<LedgerReader['reasons']>>;
  readonly depths: Awaited<ReturnType<LedgerReader['depths']>>;
}

const COMPARED = 10;

/** A run; undefined where there is none of this number. Throws DOC_STORE for a folder that cannot be read. */
export async function runDetails(store: Store, id: number): Promise<RunDetails | undefined> {
  return withWatch(store, async ({ reader }) => {
    const run = await reader.run(id);
    if (run === undefined) return undefined;
    const { provider } = run;
    const [latest] = await reader.runs({ provider, limit: 1 });
    const compared = await reader.runs({ provider, limit: COMPARED, before: id + 1 });
    const [view] = await viewsOf([run], reader);
    return {
      view: view as RunView,
      facts: factsOf(run),
      fetches: await reader.fetchCounts({ run: id, until: (run.endedAt ?? Date.now()) + 1 }),
      ...(latest?.id === id && { urls: await urlsOf(store, run) }),
      compared: compared.map(factsOf),
    };
  });
}

function factsOf({ policy: _policy, remembered: _remembered, ...facts }: RunRecord): RunFacts {
  return { ...facts, successRate: runMetrics(facts.counters).successRate };
}

/** 25,000 URLs take 50 ms to walk, and the page of a run under way is read every second. */
const walks = keptWalks<Omit<RunUrls, 'counts'>>();

async function urlsOf(store: Store, { id, provider, endedAt, counters }: RunRecord): Promise<RunUrls> {
  const reader = await store.openReader({ checked: false });
  try {
    const counts = await reader.counts(provider);
    const about = {
      name: `${await store.identity()}\0${provider}`,
      state: JSON.stringify([id, endedAt, counters.requests, counts]),
      isUnderWay: endedAt === undefined,
    };
    const walked = await walks(about, async () => ({
      reasons: await reader.reasons(provider),
      depths: await reader.depths(provider),
    }));
    return { counts, ...walked };
  } finally {
    await reader.close();
  }
}
