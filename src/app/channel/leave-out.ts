// X1: providers whose source is Context7 now, so that their sites are not crawled: checked before a run of theirs begins.
import type { ChannelDecision } from '../../channel/port.ts';
import { refusalOf } from '../../channel/service-state.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Target } from '../crawl/targets.ts';
import type { Remark } from '../providers/remarks.ts';
import type { Channel, ChannelPlace } from './open-channel.ts';
import { hasTopics } from './topics.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Which of these targets are not to be crawled, each with the reason; none where Context7 does not answer, or the data cannot be used: the
 * run meets that itself. Only names of libraries are sent, and of each at most once a week. A provider with topics has a run, which
 * requests them alone.
 */
export async function leftToContext7(targets: readonly Target[], place: ChannelPlace): Promise<readonly Remark[]> {
  const checked = targets.filter(({ provider }) => mayBeLeft(provider) && !hasTopics(provider));
  if (checked.length === 0) return [];
  try {
    // Most runs have nothing to do with it, and do not wait for it.
    const { openChannel } = await import('./open-channel.ts');
    const channel = await openChannel(place, { make: true });
    try {
      const remarks: Remark[] = [];
      for (const { provider } of checked) {
        const detail = await leftDetail(provider, channel);
        if (detail !== undefined) remarks.push({ provider: provider.provider_id, by: 'channel:context7', detail });
      }
      return remarks;
    } finally {
      await channel.close();
    }
  } catch (error) {
    place.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'channel.not-checked');
    return [];
  }
}

/** Without the consent no question reaches Context7, so only the crawl can answer: then it is the source whatever Context7 has. */
function mayBeLeft({ channel, context7 }: Provider): boolean {
  return context7.ask && (channel === 'context7-first' || channel === 'crawl-unless-context7');
}

/** Why the site of a provider is not crawled, because Context7 has a copy that is fresh enough and answers questions; undefined where it is. */
export async function leftDetail(provider: Provider, { client, memory }: Channel): Promise<string | undefined> {
  if (!mayBeLeft(provider)) return undefined;
  const { libraryWanted, retryPolicies } = await import('./open-channel.ts');
  const wanted = libraryWanted(provider);
  const isOld = ({ updatedAt = 0 }: Pick<ChannelDecision, 'updatedAt'>) => Date.now() - updatedAt > wanted.maxAgeMs;
  const known = await client.decide(wanted, retryPolicies.check, WEEK_MS);
  // The copy may have grown old since it was looked at, and there may be a newer one.
  const isOutdated = known.source === 'context7' && isOld(known);
  const decision = isOutdated ? await client.decide(wanted, retryPolicies.check, 0) : known;
  if (decision.source !== 'context7' || isOld(decision)) return undefined;
  const service = await memory.service();
  if (service !== undefined && refusalOf(service, Date.now()) !== undefined) return undefined;
  return `not crawled, because Context7 has it: ${decision.detail}; "channel: crawl" crawls it all the same`;
}
