// X1: the questions of `context7.topics`, each a page of the provider that Context7 supplies: its snippets as Markdown, with their sources.
import { hash } from 'node:crypto';
import type { Snippet } from '../../channel/client.ts';
import type { ChannelDecision } from '../../channel/port.ts';
import { accept } from '../../core/verdict.ts';
import type { CrawlPolicy } from '../../crawl/run/policy.ts';
import type { ListedPage, SuppliedReply, Supplier } from '../../crawl/run/supplier.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Channel, ChannelPlace } from './open-channel.ts';
import { TOPIC_PARAMETER } from './topics.ts';

/** A supplier that has connections of its own. */
export interface TopicSupplier extends Supplier {
  close(): Promise<void>;
}

/** The policy with what is supplied in its scope: the site of Context7 itself does not belong to the crawl. */
export function withTopics(policy: CrawlPolicy, supplier: Supplier): CrawlPolicy {
  const { scope } = policy;
  const judge: typeof scope.judge = (url) =>
    supplier.supplies(typeof url === 'string' ? url : url.text) ? accept('scope:seed') : scope.judge(url);
  return { ...policy, supplier, scope: { ...scope, judge } };
}

/** The supplier of a provider's topics; nothing is opened before its first use. Failures of Context7 end a page and are never thrown. */
export function createTopicSupplier(provider: Provider, keepWhole: boolean, place: ChannelPlace): TopicSupplier {
  const { context7_url: base } = place.settings.options;
  const { origin } = new URL(base);
  const { topics } = provider.context7;
  const loaded = (): Promise<typeof import('./open-channel.ts')> => import('./open-channel.ts');
  let channel: Promise<Channel> | undefined;
  const opened = (): Promise<Channel> => {
    channel ??= loaded().then(({ openChannel }) => openChannel(place));
    return channel;
  };
  type Decided = Pick<ChannelDecision, 'source' | 'by' | 'detail' | 'library'>;
  const decided = async (): Promise<Decided> => {
    // Topics are questions: they leave this machine only where the operator agreed to that.
    if (!provider.context7.ask) return { source: 'crawl', by: 'channel:consent', detail: 'context7.ask is off' };
    const { libraryWanted, retryPolicies } = await loaded();
    return (await opened()).client.decide(libraryWanted(provider), retryPolicies.check);
  };
  return {
    isWhole: false,
    sameBy: 'context7:same',
    async open() {
      if (!provider.context7.ask) return { kind: 'ready' };
      const { leftDetail } = await import('./leave-out.ts');
      const detail = await leftDetail(provider, await opened());
      return detail === undefined ? { kind: 'ready' } : { kind: 'alone', by: 'channel:context7', detail };
    },
    supplies: (url) => URL.parse(url)?.origin === origin && topicOf(url) !== undefined,
    async *list(): AsyncGenerator<ListedPage> {
      const { source, library, detail, by } = await decided();
      if (source === 'context7' && library !== undefined)
        for (const topic of topics) yield { url: topicUrl(base, library, topic), stamp: undefined, depth: 1 };
      else place.log.warn({ provider: provider.provider_id, by }, `topics are not fetched: ${detail}`);
    },
    async get(url, { etag }): Promise<SuppliedReply> {
      const topic = topicOf(url) ?? '';
      if (!topics.includes(topic))
        return { kind: 'gone', by: 'context7:gone', detail: 'it is not among context7.topics any more' };
      const { source, library, detail } = await decided();
      if (source !== 'context7' || library === undefined) return { kind: 'failed', by: 'context7:failed', detail };
      const [{ client }, { retryPolicies }] = [await opened(), await loaded()];
      const request = {
        provider: provider.provider_id,
        library,
        question: topic,
        keepWhole,
        retry: retryPolicies.check,
      };
      const end = await client.snippets(request);
      if (!end.ok)
        return end.by === 'channel:miss'
          ? { kind: 'gone', by: 'context7:gone', detail: end.detail }
          : { kind: 'failed', by: 'context7:failed', detail: end.detail };
      // Answers of the last day that are kept in part are no page.
      if (end.fromCache && !keepWhole)
        return { kind: 'failed', by: 'context7:failed', detail: 'Context7 does not answer now' };
      const text = topicPage(topic, end.snippets);
      const own = `"${hash('sha256', text, 'hex').slice(0, 24)}"`;
      if (etag === own) return { kind: 'same', by: 'context7:same', stamp: undefined };
      const body = new TextEncoder().encode(text);
      return {
        kind: 'page',
        by: 'context7:read',
        stamp: undefined,
        body,
        contentKind: 'markdown',
        charset: 'utf-8',
        etag: own,
      };
    },
    async close() {
      await (await channel?.catch(() => undefined))?.close();
    },
  };
}

function topicUrl(base: string, library: string, topic: string): string {
  const url = new URL(library, base);
  url.searchParams.set(TOPIC_PARAMETER, topic);
  return url.href;
}

function topicOf(url: string): string | undefined {
  return URL.parse(url)?.searchParams.get(TOPIC_PARAMETER) ?? undefined;
}

/** A section for each snippet, its source first: that is what a reader follows. */
function topicPage(topic: string, snippets: readonly Snippet[]): string {
  const sections = snippets.map(({ title, url, text }) => {
    const source = url === undefined ? '' : `Source: <${url}>\n\n`;
    return `## ${oneLine(title) || 'Snippet'}\n\n${source}${text}\n`;
  });
  return `# ${oneLine(topic)}\n\n${sections.join('\n')}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
