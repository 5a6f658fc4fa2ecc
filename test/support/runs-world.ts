// Runs of a folder of its own against local sites, for tests of runs.

import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnywhereRun } from '../../src/app/crawl/run-anywhere.ts';
import { openRuns, type Runs } from '../../src/app/crawl/runs.ts';
import { crawlRequest } from '../../src/app/crawl/word-request.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import type { LocalServer } from './local-server.ts';
import { until } from './until.ts';

/** The pages of each site. */
export const PAGES = 12;

/** Sites at /a/, /b/ and so on, each of them a page that links to all others. */
export const sites: RequestListener = (request, response) => {
  const path = request.url ?? '';
  const [, site, name] = path.split('/');
  if (site === 'robots.txt') return void response.writeHead(404).end();
  const links = name === '' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${site}/page-${i}">x</a>`) : [];
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<title>${path}</title><p>This is the page ${path} of its site.</p>${links.join('')}`);
};

export interface Gate {
  readonly listener: RequestListener;
  letGo(): void;
  waiting(): number;
  /** A page is held: the run is under way, and stays so until `letGo`. */
  isHeld(): Promise<unknown>;
}

/** Serves pages until this many of a site were requested, and then only after `letGo`. */
export function heldAfter(pages: number, site = 'a'): Gate {
  const held: (() => void)[] = [];
  let count = 0;
  let isOpen = false;
  return {
    listener(request, response) {
      if (isOpen || !request.url?.startsWith(`/${site}/`) || ++count <= pages) return sites(request, response);
      held.push(() => sites(request, response));
    },
    isHeld: () => until(() => held.length > 0),
    letGo() {
      isOpen = true;
      for (const go of held.splice(0)) go();
    },
    waiting: () => held.length,
  };
}

/** A store that takes until `letGo` for one of the acts by which a run starts. */
export function heldOpening(
  store: Store,
  act: 'openLedger' | 'knownProviders' = 'openLedger',
): { readonly store: Store; isHeld(): Promise<unknown>; letGo(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = false;
  const hold = async (name: typeof act): Promise<void> => {
    isHeld ||= name === act;
    if (name === act) await promise;
  };
  return {
    store: {
      ...store,
      openLedger: (clock) => hold('openLedger').then(() => store.openLedger(clock)),
      knownProviders: () => hold('knownProviders').then(() => store.knownProviders()),
    },
    isHeld: () => until(() => isHeld),
    letGo: resolve,
  };
}

/** A folder of its own, whose runs are closed with it. */
export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly settings: Settings;
  open(ring?: number, store?: Store): Runs;
}

/** A world whose crawls wait for this long between two requests. */
export function newWorld(delayMs = 0): World {
  const folder = mkdtempSync(join(tmpdir(), 'docent-runs-'));
  const flags = { request_delay_ms: `${delayMs}`, data: folder };
  const settings = loadSettings({ text: '', config: 'docent.yml', env: { DOCENT_JITTER_MS: '0' }, flags });
  const opened: Runs[] = [];
  return {
    folder,
    settings,
    open(ring, store = openStore({ kind: 'sqlite', folder })) {
      const runs = openRuns({ settings, store, log: silentLog, ring });
      opened.push(runs);
      return runs;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((runs) => runs.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a crawl of these URLs. */
export function start(runs: Runs, { settings }: World, ...urls: readonly string[]): AnywhereRun {
  return runs.start(crawlRequest(settings, urls, 'operator'));
}

/** The first event that fits; throws when the run ended without it. */
export async function untilEvent(
  run: AsyncIterable<CrawlEvent>,
  fits: (event: CrawlEvent) => boolean,
): Promise<CrawlEvent> {
  for await (const event of run) if (fits(event)) return event;
  throw new Error('the run ended before');
}

/** Crawls a site of this server into another folder, to its end: whatever could be requested meanwhile has been requested then. */
export async function crawlElsewhere({ origin }: LocalServer): Promise<void> {
  await using world = newWorld();
  await start(world.open(), world, `${origin}/elsewhere/`).result;
}

/** Who has the folder. */
export async function ownerOf({ folder }: World): Promise<number | undefined> {
  const watch = await openStore({ kind: 'sqlite', folder }).openWatch();
  try {
    return (await watch.reader.owner())?.pid;
  } finally {
    await watch.close();
  }
}

/** Paths that were requested more than once. */
export function twice(lines: readonly string[]): readonly string[] {
  return lines.filter((line, i) => line !== 'GET /robots.txt' && lines.indexOf(line) !== i);
}
