// Opens the channel to Context7: the client joined with HTTP, the data folder's memory and the key of the environment.

import { setTimeout as pause } from 'node:timers/promises';
import { type Context7, createContext7 } from '../../channel/client.ts';
import type { WantedLibrary } from '../../channel/has-it.ts';
import type { ChannelMemory } from '../../channel/port.ts';
import type { Log } from '../../core/log.ts';
import { hostKey } from '../../core/url/host.ts';
import { redactEmails } from '../../extract/emails.ts';
import { createApi } from '../../fetch/api.ts';
import { findLibrary, parseLibrary } from '../../seed/library.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { apiHttpOptions } from '../guard.ts';
import type { Place } from '../place.ts';
import type { HeldTo } from '../read/libraries.ts';

export { retryPolicies } from '../../channel/ask-api.ts';

/** The variable that the key is read from; it is in no file, and sent to `context7_url` alone. */
const KEY_VARIABLE = 'CONTEXT7_API_KEY';
/** What replaces it in a text. */
const KEY_MARK = `[${KEY_VARIABLE}]`;

export interface Channel {
  readonly client: Context7;
  readonly memory: ChannelMemory;
  close(): Promise<void>;
}

export interface ChannelPlace extends Place {
  readonly log: Log;
  /** Ends requests and the waits between them. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens the channel; with `make` the data folder is made where there is none. Rejects with DOC_STORE for data that cannot be used. */
export async function openChannel(
  { settings, store, log, signal }: ChannelPlace,
  options: { readonly make?: boolean | undefined } = {},
): Promise<Channel> {
  const { context7_url: base } = settings.options;
  const key = channelKey();
  const memory = await store.openChannel(options);
  const api = createApi({ ...apiHttpOptions(settings, base), base, agent: settings.agent, key });
  const client = createContext7({
    ...{ base, get: api.get, memory, now: Date.now, random: Math.random, signal },
    // A server may repeat the key, as in "abc is no valid key".
    clean: (text) => redactEmails(key === undefined ? text : text.replaceAll(key, KEY_MARK), 'code'),
    pause: async (ms, ended) => void (await pause(ms, undefined, { signal: ended })),
    blocked: () => blockedIn(store),
    // The operator has to act: M1's WARN, and `docent channels` shows it.
    alert: (detail) => log.warn({ detail }, 'channel.off'),
  });
  return {
    client,
    memory,
    close: async () => void (await Promise.allSettled([api.close(), memory.close()])),
  };
}

/** U10: what the operator has blocked. What the crawler has, because a site refused it, is about requests to that site. */
async function blockedIn(store: Store): Promise<(url: string) => boolean> {
  const { blockReason } = await import('../read/reading.ts');
  const reader = await store.openReader();
  try {
    const own = (await reader.blocklist.list()).filter(({ by }) => by === 'operator');
    return (url) => blockReason(own, url) !== undefined;
  } finally {
    await reader.close();
  }
}

/** The key for Context7; undefined where there is none, or it is not valid in a header. */
export function channelKey(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const key = env[KEY_VARIABLE]?.trim() ?? '';
  return /^[\x21-\x7e]{1,500}$/.test(key) ? key : undefined;
}

const DAY_MS = 86_400_000;

/** What of a provider is looked for in Context7. */
export function libraryWanted(provider: Provider): WantedLibrary {
  const { provider_id, name, aliases, library, seed_urls, context7 } = provider;
  const said = library === undefined ? undefined : parseLibrary(library);
  return {
    provider: provider_id,
    names: [said?.name ?? name, name, provider_id, ...aliases],
    hosts: [...new Set(seed_urls.map(hostKey))],
    version: said?.version,
    id: context7.library,
    maxAgeMs: context7.max_age_days * DAY_MS,
  };
}

/** Whether a provider uses Context7 at all. */
export function usesContext7({ channel }: Pick<Provider, 'channel'>): boolean {
  return channel === 'context7-first' || channel === 'crawl-unless-context7';
}

/** The provider behind the name of a library of which nothing is stored, where its questions may go to Context7. */
export function libraryElsewhere({ providers }: Settings, name: string): HeldTo | undefined {
  const entries = providers
    .filter((provider) => usesContext7(provider) && provider.context7.ask)
    .map((provider) => ({
      provider: provider.provider_id,
      title: provider.name,
      library: parseLibrary(provider.library ?? '') ?? { name: provider.provider_id },
      aliases: provider.aliases,
      hosts: [...new Set(provider.seed_urls.map(hostKey))],
    }));
  const match = findLibrary(entries, name);
  if (match.kind !== 'found') return undefined;
  const { entry, how } = match;
  return { asked: name, provider: entry.provider, library: entry.library, how };
}
