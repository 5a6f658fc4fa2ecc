// A5: what an assistant starts: here, in the process that crawls into the folder, or as a run of a process that stays.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '../../core/log.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { openRuns } from '../crawl/runs.ts';
import { openPlace } from '../place.ts';
import { createSources } from './sources.ts';

const PAGES = 6;
let folder: string;
let server: LocalServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-sources-'));
  server = await startServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const links = Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${i}">x</a>`).join('');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${request.url}</title><p>This is the page ${request.url}.</p>${links}`);
  });
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(delay = '0'): Settings {
  const flags = { data: folder, request_delay_ms: delay, allow_private: '127.0.0.1' };
  return loadSettings({ text: '', config: 'docent.yml', env: { DOCENT_JITTER_MS: '0' }, flags });
}

/** A call waits so long for the end of what it has started, instead of 2 s. */
function soonIs(soonMs: number): void {
  const real = globalThis.setTimeout;
  const stub = <A extends unknown[]>(act: (...rest: A) => void, ms?: number, ...rest: A) =>
    real(act, ms === 2_000 ? soonMs : ms, ...rest);
  vi.stubGlobal('setTimeout', stub);
}

async function storedIn(data: string): Promise<number> {
  const [sums] = await openStore({ kind: 'sqlite', folder: data }).storedSums();
  return sums?.pages ?? 0;
}

describe('a source that an assistant adds', () => {
  it('A5: is crawled, and refreshed when it is; both report how they ended', async () => {
    soonIs(600_000);
    const own = settings();
    const sources = createSources({ place: () => openPlace(own), log: silentLog });
    const what = `${server.origin}/`;
    const provider = `127.0.0.1-${server.port}`;
    const detail = expect.stringMatching(
      new RegExp(
        `^${provider}: ${PAGES} pages stored of ${PAGES} URLs(; 1 checked, ${PAGES - 1} not due until [-0-9]+)?$`,
      ),
    );
    expect(await sources.add(what)).toEqual({ what, state: 'complete', detail });
    expect(await sources.refresh([provider])).toEqual({ what: provider, state: 'complete', detail });
    await expect(sources.refresh(['not-there'])).rejects.toThrow(expect.objectContaining({ code: 'DOC_USAGE' }));
    // A call that failed at its start is not under way.
    expect(await sources.refresh([provider])).toMatchObject({ state: 'complete' });
    await sources.close();
  });

  it('A5, C4: waits for a folder that another process crawls into, and is crawled then', async () => {
    soonIs(100);
    const { ledger } = await openStore({ kind: 'sqlite', folder }).openLedger();
    const own = settings();
    const sources = createSources({ place: () => openPlace(own), log: silentLog });
    const what = `${server.origin}/`;
    expect(await sources.add(what)).toEqual({ what, state: 'queued', detail: 'another process is to begin it' });
    await expect(sources.add(`${server.origin}/other/`)).rejects.toThrow(`${what} is being crawled by this server`);
    expect(server.requestLines).toEqual([]);
    await ledger.close();
    await until(async () => (await storedIn(folder)) === PAGES);
    await sources.close();
  });

  it('A5, F6: of a process that stays is one of its runs, and goes on when the assistant leaves', async () => {
    const own = settings('50');
    const runs = openRuns({ settings: own, store: openStore({ kind: 'sqlite', folder }), log: silentLog });
    const start = vi.fn((request, remarks) => runs.start(request, { remarks }));
    const sources = createSources({ place: () => openPlace(own), log: silentLog, start });
    try {
      const added = sources.add(`${server.origin}/`);
      await until(() => start.mock.calls.length === 1);
      await sources.close();
      for await (const { event } of runs.hub.subscribe()) if (event.type === 'ended') break;
      expect(await runs.list()).toMatchObject([{ state: 'complete', stored: PAGES }]);
      await added;
    } finally {
      await runs.close();
    }
  });
});
