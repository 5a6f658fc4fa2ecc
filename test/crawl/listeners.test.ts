// Listeners of a run: iterators that miss nothing, listeners that come late or come back, and none at all.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { beginStatus, foldStatus } from '../../src/crawl/run/status.ts';
import { type DocentRun, openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startServer } from '../support/local-server.ts';

const PAGES = 30;

interface Site extends AsyncDisposable {
  readonly folder: string;
  /** The requests so far. */
  readonly requestLines: readonly string[];
  crawl(path?: string, env?: Readonly<Record<string, string>>): DocentRun;
}

async function startSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  const links = Array.from({ length: PAGES }, (_, nth) => `<a href="/p${nth}">Page ${nth}</a>`).join(' ');
  const server = await startServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>${request.url}</title><p>This is ${request.url}.</p>${request.url === '/' ? links : ''}`);
  });
  const quick = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_CONCURRENCY: '4', DOCENT_PER_HOST: '4', DOCENT_DATA: folder };
  return {
    folder,
    requestLines: server.requestLines,
    crawl: (path = '/', env = {}) =>
      openDocent({ settings: loadSettings({ cwd: folder, env: { ...quick, ...env } }) }).crawl(server.origin + path),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const visitsIn = (events: readonly CrawlEvent[]): number => events.filter(({ type }) => type === 'visited').length;

describe('a run', () => {
  it('A7: is seen whole by each of two iterators', async () => {
    await using site = await startSite();
    const run = site.crawl();
    const [one, other] = await Promise.all([Array.fromAsync(run), Array.fromAsync(run)]);
    expect(visitsIn(one)).toBe(PAGES + 1);
    expect(one.at(-1)?.type).toBe('ended');
    expect(other).toEqual(one);
  });

  it('A2, A7: that nobody listened to is over, and its events are there for a later listener', async () => {
    await using site = await startSite();
    const run = site.crawl();
    expect((await run.result).exitCode).toBe(0);
    const late = await Array.fromAsync(run);
    expect(visitsIn(late)).toBe(PAGES + 1);
    expect(await Array.fromAsync(run.hub.subscribe(), ({ event }) => event)).toEqual(late);
  });

  it('A2: is seen whole by a listener that leaves after each few events and comes back with its last id', async () => {
    await using site = await startSite();
    const run = site.crawl();
    const whole = Array.fromAsync(run);
    const seen: CrawlEvent[] = [];
    const ids: string[] = [];
    for (let isOver = false; !isOver; ) {
      isOver = true;
      for await (const { id, event } of run.hub.subscribe({ after: ids.at(-1) })) {
        ids.push(id);
        seen.push(event);
        isOver = seen.length % 7 !== 0;
        if (!isOver) break;
      }
    }
    expect(seen).toEqual(await whole);
    expect(new Set(ids).size).toBe(ids.length);
    // Leaving a listener does not stop the run, as leaving an iterator does.
    expect((await run.result).exitCode).toBe(0);
  });

  it('A2: does not know the ids of the run before it: a gap, then its own events', async () => {
    await using site = await startSite();
    const before = site.crawl('/p1');
    await before.result;
    const run = site.crawl('/p2');
    const [gap, ...events] = await Array.fromAsync(
      run.hub.subscribe({ after: before.hub.lastId }),
      ({ event }) => event,
    );
    expect(gap).toEqual({ type: 'gap' });
    expect(events[0]).toMatchObject({ type: 'started' });
    expect(events.at(-1)).toMatchObject({ type: 'ended' });
    await run.result;
  });

  it('A2: reports that it is paused, requests nothing then, and goes on', async () => {
    await using site = await startSite();
    const run = site.crawl('/', { DOCENT_REQUEST_DELAY_MS: '20', DOCENT_JITTER_MS: '0' });
    const writer = await openStore({ kind: 'sqlite', folder: site.folder }).openSideWriter();
    const runNumber = 1;
    let status = beginStatus(0);
    /** What was requested when each report of a pause came. */
    const whilePaused: number[] = [];
    for await (const event of run) {
      status = foldStatus(status, event, 0);
      if (event.type === 'visited' && status.done === 1) await writer.setWish(runNumber, 'pause');
      if (event.type !== 'progress' || !status.paused) continue;
      whilePaused.push(site.requestLines.length);
      // What was in flight when the pause began has landed by the second report, or the third.
      if (whilePaused.at(-2) === whilePaused.at(-1)) await writer.setWish(runNumber, 'go');
    }
    await writer.close();
    expect(whilePaused.at(-1)).toBeLessThan(PAGES);
    expect(status).toMatchObject({ paused: false, done: PAGES + 1 });
    expect((await run.result).exitCode).toBe(0);
  });
});
