// X1: providers that are crawled unless Context7 has their library: checked once a week, before a run of theirs begins.
import type { Target } from '../crawl/targets.ts';
import type { Remark } from '../providers/remarks.ts';
import type { ChannelPlace } from './open-channel.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * Which of these targets are not to be crawled, each with the reason; none where Context7 does not answer, or the data cannot be used: the
 * run meets that itself. Only names of libraries are sent, and of each at most once a week.
 */
export async function leftToContext7(targets: readonly Target[], place: ChannelPlace): Promise<readonly Remark[]> {
  const checked = targets.filter(({ provider }) => provider.channel === 'crawl-unless-context7');
  if (checked.length === 0) return [];
  try {
    // Most runs have nothing to do with it, and do not wait for it.
    const { libraryWanted, retryPolicies, openChannel } = await import('./open-channel.ts');
    const channel = await openChannel(place, { make: true });
    try {
      const remarks: Remark[] = [];
      for (const { provider } of checked) {
        const { source, detail } = await channel.client.decide(libraryWanted(provider), retryPolicies.check, WEEK_MS);
        if (source === 'context7')
          remarks.push({
            provider: provider.provider_id,
            by: 'channel:context7',
            detail: `not crawled, because Context7 has it: ${detail}; "channel: crawl" crawls it all the same`,
          });
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
