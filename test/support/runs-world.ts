// Runs of a folder of its own against local sites, for tests of runs.
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnywhereRun } from '../../src/app/crawl/run-anywhere.ts';
import { openRuns, type Runs } from '../../src/app/crawl/runs.ts';
import { storeIn } from '../../src/app/data-store.ts';
import { crawlRequest } from '../../src/app/docent.ts';
import { silentLog } from '../../src/core/log.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';

/** The pages of each site. */
export const PAGES = 12;
/** Where a host keeps a gap there is one request at a time: no more than that can be in flight when a run is paused. */
export const IN_FLIGHT = 1;
/** On a busy machine a crawl of a few pages takes seconds. */
export const PATIENCE_MS = 20_000;

/** Sites at /a/, /b/ and so on, each of them a page that links to all others. */
export const sites: RequestListener = (request, response) => {
  const path = request.url ?? '';
  const [, site, name] = path.split('/');
  if (site === 'robots.txt') return void response.writeHead(404).end();
  const links = name === '' ? Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${site}/page-${i}">x</a>`) : [];
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(`<title>${path}</title><p>This is the page ${path} of its site.</p>${links.join('')}`);
};

/** Serves pages until this many of /a/ were requested, and then only after `letGo`. */
export function heldAfter(pages: number): { readonly listener: RequestListener; letGo(): void; waiting(): number } {
  const held: (() => void)[] = [];
  let count = 0;
  let isOpen = false;
  return {
    listener(request, response) {
      if (isOpen || !request.url?.startsWith('/a/') || ++count <= pages) return sites(request, response);
      held.push(() => sites(request, response));
    },
    letGo() {
      isOpen = true;
      for (const go of held.splice(0)) go();
    },
    waiting: () => held.length,
  };
}

/** A folder of its own, whose runs are closed with it. */
export interface World extends AsyncDisposable {
  readonly folder: string;
  readonly settings: Settings;
  open(ring?: number): Runs;
}

/** A world whose crawls wait for this long between two requests. */
export function newWorld(delayMs = 40): World {
  const folder = mkdtempSync(join(tmpdir(), 'docent-runs-'));
  const flags = { request_delay_ms: `${delayMs}`, data: folder };
  const settings = loadSettings({ text: '', config: 'docent.yml', env: { DOCENT_JITTER_MS: '0' }, flags });
  const opened: Runs[] = [];
  return {
    folder,
    settings,
    open(ring) {
      const runs = openRuns({ settings, folder, log: silentLog, ring });
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
  return runs.start(crawlRequest(settings, urls));
}

/** The first event that fits; throws when the run ended without it. */
export async function until(run: AsyncIterable<CrawlEvent>, fits: (event: CrawlEvent) => boolean): Promise<CrawlEvent> {
  for await (const event of run) if (fits(event)) return event;
  throw new Error('the run ended before');
}

/** Whether a page was stored. */
export const isPage = (event: CrawlEvent): boolean => event.type === 'visited' && event.state === 'indexed';

/** Who has the folder. */
export async function ownerOf({ folder }: World): Promise<number | undefined> {
  const watch = await storeIn(folder, 'sqlite').openWatch();
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
