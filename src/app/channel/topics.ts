// X1: which providers have topics, and what distinguishes the pages of one library.
import type { Provider } from '../../seed/provider.ts';

/** The parameter of their URLs; Context7's own site knows it by this name, too. */
export const TOPIC_PARAMETER = 'topic';

/** Whether a provider has pages that Context7 supplies. */
export function hasTopics({ channel, context7 }: Pick<Provider, 'channel' | 'context7'>): boolean {
  return channel === 'context7-first' && context7.topics.length > 0;
}
