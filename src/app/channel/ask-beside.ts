// X1: a question is sent to Context7 where the operator agreed to that, and its snippets become passages beside those of the index.
import { hash } from 'node:crypto';
import type { SnippetsEnd } from '../../channel/client.ts';
import type { ChannelDecision } from '../../channel/port.ts';
import { countTokens } from '../../chunk/tokens.ts';
import { stripInvisible } from '../../core/invisible.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { inspectText } from '../../search/untrusted/untrusted.ts';
import type { Provider } from '../../seed/provider.ts';
import { configuredProvider } from '../crawl/targets.ts';
import type { Passage } from '../search/result.ts';
import {
  type Channel,
  type ChannelPlace,
  libraryWanted,
  openChannel,
  retryPolicies,
  usesContext7,
} from './open-channel.ts';

/** What Context7 had to do with an answer about one provider. */
export interface ChannelNote {
  readonly provider: string;
  /** Where passages about it come from: Context7 beside the index, or the index alone. */
  readonly source: 'context7' | 'crawl';
  readonly by: ReasonName;
  readonly detail: string;
}

/** A question, and what it is about. */
export interface BesideQuestion {
  readonly text: string;
  /** The providers it is limited to; none: all. */
  readonly held: readonly string[];
  /** The providers whose pages answer it best. */
  readonly found: readonly string[];
}

export interface BesideAnswer {
  /** The passages in the order of Context7. */
  readonly passages: readonly Passage[];
  readonly notes: readonly ChannelNote[];
}

/** Queries Context7 beside the index. Never rejects: what goes wrong is a note, and the index alone answers. */
export type QueryContext7 = (question: BesideQuestion) => Promise<BesideAnswer>;

/** A question is about few libraries, and each of them costs a request. */
const MAX_LIBRARIES = 2;
/** After this the index alone answers. */
const DEADLINE_MS = 8_000;
/** Whole answers that may not be kept on disk stay in the process, so that going on with an answer does not cost another request. */
const inProcess = Object.freeze({ most: 50, ms: 600_000 });
/** Filters are for the index, and no part of the question. */
const FILTERS = /(?:^|\s)(?:provider|path|lang):\S+/g;

/** Opens nothing before the first question. */
export function createQueryContext7(place: ChannelPlace): QueryContext7 {
  const { settings } = place;
  const recent = new Map<string, { readonly until: number; readonly answer: BesideAnswer }>();
  return async ({ text, held, found }) => {
    const about = providersOf(held, found, settings.providers, (id) => configuredProvider(id, settings));
    const consenting = about.filter(({ context7 }) => context7.ask).slice(0, MAX_LIBRARIES);
    const silent = about.filter(({ context7 }) => !context7.ask).map(withoutConsent);
    const question = text.replace(FILTERS, ' ').trim();
    if (consenting.length === 0 || question === '') return { passages: [], notes: silent };
    const key = JSON.stringify([question, consenting.map(({ provider_id }) => provider_id)]);
    const known = recent.get(key);
    if (known !== undefined && known.until > Date.now()) return known.answer;
    const answers = await askAll(consenting, question, place);
    const answer = {
      passages: answers.flatMap(({ passages }) => passages),
      notes: [...answers.flatMap(({ notes }) => notes), ...silent],
    };
    if (answer.passages.length > 0) {
      if (recent.size >= inProcess.most) recent.clear();
      recent.set(key, { until: Date.now() + inProcess.ms, answer });
    }
    return answer;
  };
}

/** The providers of a question that use Context7; where the index knows none, the few that the operator agreed to. */
function providersOf(
  held: readonly string[],
  found: readonly string[],
  configured: readonly Provider[],
  byId: (id: string) => Provider | undefined,
): readonly Provider[] {
  const ids = held.length > 0 ? held : found;
  const named = [...new Set(ids)].flatMap((id) => byId(id) ?? []).filter(usesContext7);
  if (ids.length > 0) return named;
  const agreed = configured.filter((provider) => usesContext7(provider) && provider.context7.ask);
  return agreed.length <= MAX_LIBRARIES ? agreed : [];
}

function withoutConsent({ provider_id: provider }: Provider): ChannelNote {
  return { provider, source: 'crawl', by: 'channel:consent', detail: 'Context7 is not asked: context7.ask is off' };
}

async function askAll(
  providers: readonly Provider[],
  question: string,
  place: ChannelPlace,
): Promise<readonly BesideAnswer[]> {
  let channel: Channel | undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, undefined);
  });
  const failed = (provider: Provider, detail: string): BesideAnswer => noAnswer(provider, 'channel:outage', detail);
  try {
    const opened = await openChannel(place);
    channel = opened;
    const asking = providers.map(async (provider) => {
      try {
        return await askOne(provider, question, opened, place);
      } catch (error) {
        return failed(provider, error instanceof Error ? error.message : String(error));
      }
    });
    return await Promise.all(
      providers.map(
        async (provider, at) =>
          (await Promise.race([asking[at], late])) ?? failed(provider, `no answer within ${DEADLINE_MS / 1_000} s`),
      ),
    );
  } catch (error) {
    return providers.map((provider) => failed(provider, error instanceof Error ? error.message : String(error)));
  } finally {
    clearTimeout(timer);
    // Requests that are still under way end with the channel.
    await channel?.close();
  }
}

async function askOne(
  provider: Provider,
  question: string,
  { client }: Channel,
  { settings }: ChannelPlace,
): Promise<BesideAnswer> {
  const decision = await client.decide(libraryWanted(provider), retryPolicies.question);
  const { library, updatedAt = 0 } = decision;
  if (decision.source !== 'context7' || library === undefined) return noAnswer(provider, decision.by, decision.detail);
  const end = await client.snippets({
    provider: provider.provider_id,
    library,
    question,
    keepWhole: (settings.options.retain ?? provider.retain) === 'full',
    retry: retryPolicies.question,
  });
  if (!end.ok) return noAnswer(provider, end.by, end.detail);
  return {
    passages: passagesOf(end, provider, updatedAt, settings.options.context7_url),
    notes: [noteOf(provider, decision)],
  };
}

function noteOf({ provider_id: provider }: Provider, { by, detail }: ChannelDecision): ChannelNote {
  return { provider, source: 'context7', by, detail };
}

function noAnswer({ provider_id: provider }: Provider, by: ReasonName, detail: string): BesideAnswer {
  return { passages: [], notes: [{ provider, source: 'crawl', by, detail }] };
}

/** Snippets as passages: inspected and marked like every untrusted text. */
function passagesOf(
  { library, snippets }: Extract<SnippetsEnd, { ok: true }>,
  { provider_id: provider }: Provider,
  updatedAt: number,
  base: string,
): readonly Passage[] {
  return snippets.map((snippet): Passage => {
    const { flags } = inspectText([snippet.title, ...snippet.headings, snippet.text].join('\n\n'));
    const text = stripInvisible(snippet.text);
    const title = stripInvisible(snippet.title) || library;
    return {
      chunk: `context7:${hash('sha256', `${library}\n${snippet.url ?? ''}\n${text}`, 'hex').slice(0, 16)}`,
      url: shownUrl(snippet.url ?? new URL(library, base).href),
      headings: snippet.headings.map(stripInvisible),
      tokens: countTokens(text),
      score: 0,
      title,
      provider,
      crawledAt: Date.now(),
      verifiedAt: updatedAt,
      text,
      whole: snippet.cut === undefined,
      flags,
      channel: { name: 'context7', library, updatedAt },
    };
  });
}
