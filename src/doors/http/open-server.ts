// A server from its settings: what it works with is opened, joined and closed here.
import { resolve } from 'node:path';
import { openAssistant } from '../../app/assistant/assistant.ts';
import { openBotLimits } from '../../app/bot/public-request.ts';
import { createContext7Answers } from '../../app/context7/answers.ts';
import { openPlace, type Place } from '../../app/place.ts';
import { configPlace } from '../../app/providers/config-file.ts';
import { type Search, searchIn } from '../../app/search/search.ts';
import { type DeliveredToken, firstToken } from '../../app/server/first-token.ts';
import { openLiveSettings } from '../../app/server/live-settings.ts';
import { openService } from '../../app/server/open-service.ts';
import { openPreviews } from '../../app/server/preview/preview.ts';
import { createProbes } from '../../app/server/probes/probe-pool.ts';
import { createReads } from '../../app/server/reads/read-pool.ts';
import { createServedAddresses, guardProbes } from '../../app/server/served-addresses.ts';
import { createServedPolicies } from '../../app/server/served-policies.ts';
import { openSessions } from '../../app/server/sessions.ts';
import { openSignInCodes } from '../../app/server/sign-in-code.ts';
import { threadCount, threadHeld, threadReads } from '../../app/server/thread-reads.ts';
import { openTokens } from '../../app/server/tokens.ts';
import { createWorks } from '../../app/server/works/work-pool.ts';
import { runDeliveries } from '../../app/watch/deliveries.ts';
import { addressList } from '../../core/address-list.ts';
import { DocentError } from '../../core/errors.ts';
import { parseListen } from '../../core/listen-address.ts';
import type { Log } from '../../core/log.ts';
import type { Options } from '../../core/options/table.ts';
import type { Settings, SettingsInput } from '../../settings.ts';
import { createContext7Http } from '../context7/http.ts';
import { createMcpHttp, type McpHttp } from '../mcp/http.ts';
import { createMcpServer } from '../mcp/server.ts';
import { createBotServer } from './bot-server.ts';
import { createGuard, type Guard } from './guard.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import type { Means } from './means.ts';
import { createServer } from './server.ts';

export interface OpenServerOptions {
  /** Read here, and again in threads. */
  readonly input: SettingsInput;
  readonly log: Log;
  /** The source that its first page offers to crawl, where it serves a demo. */
  readonly demo?: Means['demo'];
}

export interface OpenServer {
  /** Where it is reached, its base path included. */
  readonly address: string;
  /** Where the page about the robot is reached beside it; undefined without `bot_listen`. */
  readonly botAddress: string | undefined;
  /** Makes a token with every scope if there is none. Throws as `deliverToken`. */
  firstToken(isPrinted: boolean): Promise<DeliveredToken | undefined>;
  /** A link that signs a browser in once, within ten minutes; undefined where no token is valid. It is for the operator's eyes alone. */
  signInLink(): string | undefined;
  /** Ends it; what is in flight settles, and runs go on at the next start. */
  close(): Promise<void>;
}

const SEARCH_THREADS = 2;

/**
 * Opens and starts a server. Throws as `openLiveSettings`, `listen` and `Service.start`, and DOC_USAGE for one that others reach without a
 * token.
 */
export async function openServer({ input, log, demo }: OpenServerOptions): Promise<OpenServer> {
  const live = openLiveSettings(input, log);
  const { options, data } = live.current;
  const at = parseListen(options.listen);
  if (at === undefined) throw new DocentError('DOC_INTERNAL', `listen is "${options.listen}", and was not refused`);
  const tokens = openTokens(data, { log });
  const sessions = openSessions(data, tokens, { log });
  const codes = openSignInCodes(tokens);
  if (!at.isLoopback && tokens.list().every(({ id }) => tokens.valid(id) === undefined)) {
    live.close();
    throw new DocentError(
      'DOC_USAGE',
      `listen is ${options.listen}, which other machines reach, and there is no valid token: make one first with "docent serve token new"`,
    );
  }
  /** What it listens on, from when it does: guards that were made before see it too. */
  const own: NonNullable<Settings['own']>[number][] = [];
  let here: Settings = { ...live.current, own };
  const settings = (): Settings => here;
  const { store } = openPlace(here);
  const inPlace = { data, store: store.address };
  const place = (): Place => ({ settings: settings(), store });
  const addresses = createServedAddresses({ settings, crawledSeeds: () => reads.run('crawledSeeds', undefined) });
  const reads = createReads({ settings: live.input, at: inPlace });
  const works = createWorks({ settings: live.input, at: inPlace });
  const service = openService({ settings, store, log, addresses, works });
  live.onChange((changed) => {
    here = { ...changed, own };
    reads.use(live.input);
    works.use(live.input);
  });
  const probes = guardProbes(createProbes({ input: () => ({ ...live.input, own }), at: inPlace, log }), addresses);
  const previews = openPreviews({ probes, settings });
  let search: Search | undefined;
  const openedSearch = (): Search => {
    search ??= searchIn(
      place(),
      { threads: SEARCH_THREADS, log },
      { findHeld: threadHeld(reads), current: settings, count: threadCount(works) },
    );
    return search;
  };
  const { sources } = service;
  const assistant = openAssistant(place(), log, { reads: threadReads(reads), search: openedSearch, sources });
  const answers = createContext7Answers(assistant);
  const means: Means = {
    ...{ settings, place, log, service, tokens, reads, works, probes, previews, addresses, runs: service.runs },
    settingsState: () => live.state,
    config: () => configPlace(input),
    policies: createServedPolicies({
      ...{ place: () => configPlace(input), live, addresses, works },
      crawledNames: () => reads.run('crawledNames', undefined),
    }),
    search: openedSearch,
    ...(demo !== undefined && { demo: { source: demo.source } }),
  };
  // The guard has checked the caller.
  const mcpWith = (write: boolean): McpHttp =>
    createMcpHttp(
      () =>
        createMcpServer({
          ...{ assistant, context7: answers, results: settings().options.mcp_results },
          ...{ log, write, connectors: true },
        }),
      log,
      () => undefined,
    );
  const mcp = mcpWith(false);
  const writingMcp = mcpWith(true);
  const context7 = createContext7Http(answers, log, () => false);
  const guardAt = (bound: typeof at): Guard =>
    createGuard({ tokens, sessions, codes, log, bound, options: () => means.settings().options });
  const base = options.base_path;
  const tls = tlsFiles(options, input.cwd);
  const botLimits = openBotLimits();
  const guard = guardAt(at);
  const served = createServer({ means, guard, sessions, log, botLimits, base, mcp, writingMcp, context7 });
  const isProxy = (address: string): boolean => addressList(settings().options.trusted_proxy)(address);
  const listening = await listen(served, { ...at, tls, isProxy });
  own.push(listening.at);
  const botAt = options.bot_listen === undefined ? undefined : parseListen(options.bot_listen);
  let bot: Listening | undefined;
  if (botAt !== undefined)
    try {
      const servedBot = createBotServer({ means, guard: guardAt(botAt), limits: botLimits, base });
      bot = await listen(servedBot, { ...botAt, tls, isProxy });
      own.push(bot.at);
    } catch (error) {
      await listening.close();
      throw error;
    }
  const stop = new AbortController();
  let delivering: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    live.close();
    stop.abort();
    // Beside each other: listeners of events end with the runs' hub.
    await Promise.all([listening.close(), bot?.close(), service.close()]);
    const threads = [reads.close(), works.close(), probes.close(), previews.close()];
    await Promise.all([delivering, mcp.close(), writingMcp.close(), ...threads, assistant.close(), search?.close()]);
    await Promise.all([tokens.settled(), sessions.settled()]);
  };
  try {
    await service.start();
  } catch (error) {
    await close();
    throw error;
  }
  delivering = runDeliveries({ settings, store, log, signal: stop.signal });
  return {
    address: `${listening.origin}${base}`,
    botAddress: bot === undefined ? undefined : `${bot.origin}${base}/bot`,
    firstToken: (isPrinted) => firstToken(tokens, { folder: data, isPrinted }),
    signInLink() {
      const code = codes.make();
      return code === undefined ? undefined : `${listening.origin}${base}/sign-in#${code}`;
    },
    close,
  };
}

function tlsFiles({ tls_cert: cert, tls_key: key }: Options, cwd = process.cwd()): ListenOptions['tls'] {
  return cert === undefined || key === undefined ? undefined : { cert: resolve(cwd, cert), key: resolve(cwd, key) };
}
