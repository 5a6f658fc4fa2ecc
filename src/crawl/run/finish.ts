// The end of a run: chrome is learnt, the index is brought up to date, and every provider's run is concluded.
import { runEnd } from '../../core/run-end.ts';
import type { Ledger } from '../../frontier/port.ts';
import { type ChromeLedger, learnChrome, learntNote } from '../index/learn-chrome.ts';
import { finishIndex } from '../index/rebuild-index.ts';
import type { VisitNeeds } from '../visit/visit-needs.ts';
import type { CrawlEvent, RunResult } from './events.ts';
import type { HostStates } from './host-states.ts';
import type { PageCaps } from './page-caps.ts';
import { unlessStopped } from './patient-ledger.ts';
import type { CrawlPolicy } from './policy.ts';

type ProviderResult = RunResult['providers'][number];

/** Dependencies of `finish`. */
export interface FinishNeeds {
  readonly ledger: ChromeLedger &
    Pick<Ledger, 'refreshIndex' | 'cleanIndex' | 'endWaiting' | 'settleMoves' | 'finish' | 'counts' | 'seeds'>;
  readonly policies: readonly CrawlPolicy[];
  readonly visitNeeds: Pick<VisitNeeds, 'chrome' | 'read' | 'watch'>;
  readonly hosts: Pick<HostStates, 'endingWithRun' | 'whyWaiting'>;
  readonly caps: Pick<PageCaps, 'whyNot'>;
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
  for (const { provider } of policies) {
    const isDone = await unlessStopped(() => conclude(provider, interrupted, needs));
    if (isDone === undefined) interrupted = true;
    const ended = await resultOf(provider, isDone === true, interrupted, needs);
    providers.push(ended);
    report({ type: 'ended', ...ended });
  }
  const seedFailed = providers.some(({ seeds }) => seeds.failed > 0);
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
async function conclude(provider: string, interrupted: boolean, { ledger, hosts }: FinishNeeds): Promise<boolean> {
  if (!interrupted) {
    for (const { host, state, by, detail } of hosts.endingWithRun())
      await ledger.endWaiting(provider, host, { state, by, detail });
    await ledger.settleMoves(provider);
  }
  return ledger.finish(provider);
}

async function resultOf(
  provider: string,
  isDone: boolean,
  interrupted: boolean,
  { ledger, visitNeeds, hosts, caps, pagesCut }: FinishNeeds,
): Promise<ProviderResult> {
  const seeds = await ledger.seeds(provider);
  const whyNot = (): string =>
    interrupted ? 'interrupted' : (caps.whyNot(provider) ?? hosts.whyWaiting() ?? 'waiting');
  const { end, why } = runEnd({ seeds, whyWaiting: isDone ? undefined : whyNot(), isStopped: interrupted });
  return {
    provider,
    ...{ complete: end === 'complete', end, why, seeds },
    counts: await ledger.counts(provider),
    mergedByQuery: visitNeeds.watch.mergedByQuery(provider),
    pagesCut: pagesCut(provider),
  };
}
