// The end of a run: chrome is learnt, the index is brought up to date, and every provider's run is concluded.
import type { ReasonName } from '../../core/reasons.ts';
import type { SeedCounts } from '../../core/seed-counts.ts';
import type { Ledger } from '../../frontier/port.ts';
import { stateOfRun } from '../../watch/states/run-state.ts';
import { type ChromeLedger, learnChrome, learntNote } from '../index/learn-chrome.ts';
import { finishIndex } from '../index/rebuild-index.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';
import type { CrawlEvent, ProviderResult, RunResult } from './events.ts';
import type { HostStates } from './host-states.ts';
import type { PageCaps } from './page-caps.ts';
import { unlessStopped } from './patient-ledger.ts';
import type { Pause } from './pause.ts';
import type { CrawlPolicy } from './policy.ts';

/** Dependencies of `finish`. */
export interface FinishNeeds {
  readonly ledger: ChromeLedger &
    Pick<Ledger, 'refreshIndex' | 'cleanIndex' | 'endWaiting' | 'settleMoves' | 'finish' | 'counts' | 'seeds'>;
  readonly policies: readonly CrawlPolicy[];
  readonly visitNeeds: Pick<VisitNeeds, 'chrome' | 'read' | 'watch'>;
  readonly hosts: Pick<HostStates, 'endingWithRun' | 'whyWaiting'>;
  readonly caps: Pick<PageCaps, 'whyNot'>;
  readonly pause: Pick<Pause, 'notWaitedFor'>;
  /** How many pages of a provider were read in part. */
  readonly pagesCut: (provider: string) => number;
  readonly isStopped: () => boolean;
  readonly report: (event: CrawlEvent) => void;
}

/** Concludes a run; `stopped`: whether it was stopped before everything was done. */
export async function finish(stopped: boolean, needs: FinishNeeds): Promise<RunResult> {
  const { ledger, policies, isStopped, report } = needs;
  let interrupted = stopped;
  if (!interrupted)
    await unlessStopped(async () => {
      for (const policy of policies) await learn(policy, needs);
    });
  await unlessStopped(() => finishIndex(ledger, isStopped));
  const providers: ProviderResult[] = [];
  let seedFailed = false;
  for (const policy of policies) {
    const { provider } = policy;
    const isDone = await unlessStopped(() => conclude(provider, interrupted, needs));
    if (isDone === undefined) interrupted = true;
    const seeds = await ledger.seeds(provider);
    const ended = await resultOf(policy, seeds, { isDone: isDone === true, interrupted }, needs);
    seedFailed ||= seeds.failed > 0;
    providers.push(ended);
    report({ type: 'ended', ...ended });
  }
  const complete = providers.every((provider) => provider.complete);
  return { exitCode: interrupted ? 130 : seedFailed ? 1 : complete ? 0 : 3, providers };
}

/** E2: what most pages of a site have in common is left out of them. */
async function learn(policy: CrawlPolicy, { ledger, visitNeeds, isStopped, report }: FinishNeeds): Promise<void> {
  if (policy.reading.want === 'links' || isStopped()) return;
  const { chrome: watch, read } = visitNeeds;
  const learnt = await learnChrome({ ledger, policy, watch, read, isStopped });
  const detail = learntNote(learnt, watch.mostLeftOut(policy.provider, 3));
  if (detail !== undefined) report({ type: 'note', provider: policy.provider, by: 'chrome:learnt', detail });
}

/** R11: what waits for a host that stayed out of reach ends with the run; returns whether nothing waits. */
async function conclude(provider: string, interrupted: boolean, needs: FinishNeeds): Promise<boolean> {
  const { ledger, hosts } = needs;
  if (!interrupted) {
    for (const { host, state, by, detail } of hosts.endingWithRun())
      await ledger.endWaiting(provider, host, { state, by, detail });
    await ledger.settleMoves(provider);
  }
  return ledger.finish(provider, whyWaiting(provider, interrupted, needs));
}

/** Why URLs of a provider still wait, if some do: a cap before a host, a host before a wait that was too long. */
function whyWaiting(
  provider: string,
  interrupted: boolean,
  { caps, hosts, pause }: FinishNeeds,
): ReasonName | undefined {
  if (interrupted) return 'run:stopped';
  return caps.whyNot(provider) ?? hosts.whyWaiting() ?? pause.notWaitedFor;
}

async function resultOf(
  { provider, maxPages }: CrawlPolicy,
  seeds: SeedCounts,
  { isDone, interrupted }: { readonly isDone: boolean; readonly interrupted: boolean },
  needs: FinishNeeds,
): Promise<ProviderResult> {
  const { ledger, visitNeeds, pagesCut } = needs;
  const counts = await ledger.counts(provider);
  const stored = counts.indexed + counts.unchanged;
  const endedBy = whyWaiting(provider, interrupted, needs);
  const ended = { isOpen: false, hasEnded: true, wish: 'go', isDone, endedBy } as const;
  const amounts = { requests: 0, answered: 0, stored, waiting: counts.waiting, maxPages };
  const end = stateOfRun({ ...ended, seeds, ...amounts });
  return {
    ...{ provider, complete: end.state === 'complete', ...(!isDone && { endedBy }), ...end },
    counts,
    mergedByQuery: visitNeeds.watch.mergedByQuery(provider),
    pagesCut: pagesCut(provider),
  };
}
