// What probing threads can look at: sites and Context7, without crawling them, each by a handful of polite requests.
import type { Log } from '../../../core/log.ts';
import type { Settings } from '../../../settings.ts';
import { type Channels, checkChannels } from '../../channel/channels.ts';
import { configuredProvider, resolveTargets, type Target } from '../../crawl/targets.ts';
import type { Place } from '../../place.ts';
import { type Plan, planTargets } from '../../probe/plan.ts';
import { fetchBytes, type PageBytes } from '../../probe/read-one.ts';
import { askRobots, type RobotsAnswers, type RobotsQuestion } from '../../probe/robots-questions.ts';
import { type CheckReport, checkProvider } from '../../providers/check.ts';
import type { RawPolicy } from '../../providers/config-file-providers.ts';
import { draftPolicy } from '../../providers/policy-changes.ts';
import { unknownSource } from '../../providers/sources.ts';

/** What a probe works with. */
export interface ProbePlace extends Place {
  readonly log: Log;
  /** Ends its waits and requests, with an AbortError. */
  readonly signal: AbortSignal;
}

/** What is looked at: a URL, a source by its id, or a policy that is not saved. */
export type ProbeTarget =
  | {
      readonly url: string;
      readonly allow?: readonly string[] | undefined;
      readonly block?: readonly string[] | undefined;
    }
  | { readonly provider: string }
  | { readonly policy: RawPolicy };

/** Every probe. Arguments and results are plain data: both are copied between threads. */
export const probes = {
  /** What a crawl would do and cost. Throws as `planTargets` and `draftPolicy`. */
  plan: async (place: ProbePlace, { target }: { target: ProbeTarget }): Promise<Plan> => {
    const [plan] = await planTargets(place, place.log, [targetOf(target, place.settings)], place.signal);
    return plan as Plan;
  },
  /** A policy tried on a few pages. Throws as `checkProvider`. */
  check: (place: ProbePlace, { target, pages }: { target: ProbeTarget; pages: number }): Promise<CheckReport> => {
    const { provider } = targetOf(target, place.settings);
    return checkProvider(place, place.log, provider, { pages, signal: place.signal });
  },
  /** The bytes of a page, as one of a provider, or of the one whose scope it lies in. Throws as `fetchBytes`. */
  page: async (
    place: ProbePlace,
    { url, provider }: { url: string; provider?: string | undefined },
  ): Promise<PageBytes> => {
    const own = provider === undefined ? undefined : targetOf({ provider }, place.settings).provider;
    const page = await fetchBytes(place, place.log, url, { provider: own, signal: place.signal });
    // Its own bytes, and not all of the buffer that they lie in.
    return { ...page, body: page.body.slice() };
  },
  /** What robots.txt decides. Throws as `askRobots`. */
  robots: (place: ProbePlace, question: Omit<RobotsQuestion, 'file' | 'signal'>): Promise<RobotsAnswers> =>
    askRobots(place, { ...question, file: undefined, signal: place.signal }, place.log),
  /** What Context7 has of these sources now. Throws as `checkChannels`. */
  channels: (place: ProbePlace, { providers }: { providers: readonly string[] }): Promise<Channels> =>
    checkChannels(place, providers, place.log, place.signal),
};

export type ProbeName = keyof typeof probes;
export type ProbeArguments<N extends ProbeName> = Parameters<(typeof probes)[N]>[1];
export type ProbeValue<N extends ProbeName> = Awaited<ReturnType<(typeof probes)[N]>>;

/** Never a folder by its path: what is looked at comes from the network. */
function targetOf(target: ProbeTarget, settings: Settings): Target {
  if ('policy' in target) return { provider: draftPolicy(target.policy, settings), plain: false };
  if ('url' in target) {
    const { url, allow, block } = target;
    return resolveTargets([url], settings, { allow, block })[0] as Target;
  }
  const provider = configuredProvider(target.provider, settings);
  if (provider === undefined) throw unknownSource(target.provider);
  return { provider, plain: false };
}
