// C4: runs that other processes request: each is started once, answered when it has begun, and refused with its reason.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { untilPasses } from '../../../test/support/until.ts';
import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import { Hub } from '../../crawl/run/hub.ts';
import type { Inbox, InboxWriter } from '../../frontier/port-inbox.ts';
import { loadSettings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { type GuestNeeds, startRequested } from './guests.ts';
import { type RunRequest, readRefusal, requestText } from './run-request.ts';
import { resolveTargets } from './targets.ts';

const settings = loadSettings({ text: '', config: 'docent.yml', env: {} });

interface World extends AsyncDisposable {
  /** Of the process that crawls. */
  readonly inbox: Inbox;
  /** Of the process that requests a run. */
  readonly side: InboxWriter;
  readonly started: RunRequest[];
  readonly needs: GuestNeeds;
  /** Of the run that was started last. */
  hub(): Hub<CrawlEvent>;
  request(...urls: readonly string[]): Promise<number>;
}

/** A folder that one process crawls into, and another writes beside. */
async function openWorld(change: Partial<GuestNeeds> = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-guests-'));
  const store = openStore({ kind: 'sqlite', folder });
  const { ledger } = await store.openLedger(Date.now);
  const side = await store.openSideWriter();
  const started: RunRequest[] = [];
  const hubs: Hub<CrawlEvent>[] = [];
  const start = async (request: RunRequest) => {
    started.push(request);
    const hub = new Hub<CrawlEvent>();
    hubs.push(hub);
    return { hub };
  };
  const { inbox } = ledger;
  return {
    ...{ inbox, side, started },
    needs: {
      inbox,
      store: openStore({ kind: 'sqlite', folder }),
      settings,
      log: silentLog,
      now: Date.now,
      start,
      ...crawling(),
      ...change,
    },
    hub: () => hubs.at(-1) as Hub<CrawlEvent>,
    request: (...urls) =>
      side.requestRun(requestText({ targets: resolveTargets(urls, settings), settings }, Date.now())),
    async [Symbol.asyncDispose]() {
      await side.close();
      await ledger.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** These providers are crawled here, and have an open record. */
function crawling(...providers: readonly string[]): Pick<GuestNeeds, 'crawled' | 'open'> {
  return { crawled: () => new Set(providers), open: async () => providers };
}

const begins = (provider: string): CrawlEvent => ({ type: 'started', provider, how: 'first', scope: '', waiting: 0 });

function idsOf({ targets }: RunRequest): readonly string[] {
  return targets.map(({ provider }) => provider.provider_id);
}

/** Everything that was begun has had its turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('a run that another process requests', () => {
  it('C4: has begun when every provider of it has a record, and not before', async () => {
    await using world = await openWorld();
    const id = await world.request('https://a.example/', 'https://b.example/');
    expect(await world.side.answerTo(id)).toEqual({ state: 'waiting' });
    await startRequested(world.needs);
    expect(world.started.map(idsOf)).toEqual([['a.example', 'b.example']]);
    world.hub().publish(begins('a.example'));
    await settled();
    expect(await world.side.answerTo(id)).toEqual({ state: 'waiting' });
    world.hub().publish(begins('b.example'));
    await untilPasses(async () => expect(await world.side.answerTo(id)).toEqual({ state: 'begun' }));
    expect(await world.inbox.requestedRuns()).toEqual([]);
    expect(await world.side.takeBack(id)).toBe(false);
  });

  it('C4: is started once, however often and by how many runs the inbox is looked at', async () => {
    await using world = await openWorld();
    await world.request('https://a.example/');
    await Promise.all([startRequested(world.needs), startRequested(world.needs)]);
    // Each run has an object of its own for the inbox.
    await startRequested({ ...world.needs, inbox: { ...world.inbox } });
    expect(world.started).toHaveLength(1);
    world.hub().publish(begins('a.example'));
    await untilPasses(async () => expect(await world.inbox.requestedRuns()).toEqual([]));
    await startRequested(world.needs);
    expect(world.started).toHaveLength(1);
  });

  it('C4: of a provider that is crawled here is that crawl, and begins nothing', async () => {
    await using world = await openWorld(crawling('a.example'));
    const id = await world.request('https://a.example/');
    await startRequested(world.needs);
    await untilPasses(async () => expect(await world.side.answerTo(id)).toEqual({ state: 'begun' }));
    expect(world.started).toEqual([]);
  });

  it('C4: of a provider whose crawl here has no open record waits: the record before it is of another run', async () => {
    let open: readonly string[] = [];
    await using world = await openWorld({ ...crawling('a.example'), open: async () => open });
    const id = await world.request('https://a.example/', 'https://b.example/');
    await startRequested(world.needs);
    await settled();
    expect(await world.side.answerTo(id)).toEqual({ state: 'waiting' });
    expect(world.started).toEqual([]);
    open = ['a.example'];
    await startRequested(world.needs);
    await untilPasses(() => expect(world.started.map(idsOf)).toEqual([['b.example']]));
  });

  it('C4: that ended before it began has not begun, and waits for the next look', async () => {
    await using world = await openWorld();
    const id = await world.request('https://a.example/');
    await startRequested(world.needs);
    world.hub().end();
    await settled();
    expect(await world.side.answerTo(id)).toEqual({ state: 'waiting' });
    await startRequested(world.needs);
    expect(world.started).toHaveLength(2);
  });

  it("C4: of a folder that is another process's for the moment waits for the next look", async () => {
    let isBusy = true;
    const started: RunRequest[] = [];
    const start: GuestNeeds['start'] = async (request) => {
      if (isBusy) throw new DocentError('DOC_STORE_BUSY', 'in use by pid 1');
      started.push(request);
      return { hub: new Hub<CrawlEvent>() };
    };
    await using world = await openWorld({ start });
    const id = await world.request('https://a.example/');
    await (await startRequested(world.needs)).over;
    expect(await world.side.answerTo(id)).toEqual({ state: 'waiting' });
    isBusy = false;
    await startRequested(world.needs);
    expect(started.map(idsOf)).toEqual([['a.example']]);
  });

  it('C4: of several providers is started for those that are not crawled here', async () => {
    await using world = await openWorld(crawling('a.example'));
    const id = await world.request('https://a.example/', 'https://b.example/');
    await startRequested(world.needs);
    await untilPasses(() => expect(world.started.map(idsOf)).toEqual([['b.example']]));
    world.hub().publish(begins('b.example'));
    await untilPasses(async () => expect(await world.side.answerTo(id)).toEqual({ state: 'begun' }));
  });

  it('C4: that was taken back before anybody looked is not started', async () => {
    await using world = await openWorld();
    expect(await world.side.takeBack(await world.request('https://a.example/'))).toBe(true);
    await startRequested(world.needs);
    expect(world.started).toEqual([]);
  });

  const terms = new DocentError('DOC_TERMS', 'the terms of a.example forbid it');
  for (const [what, fail] of [
    ['at once', () => Promise.reject(terms)],
    [
      'before its first provider began',
      async () => {
        const hub = new Hub<CrawlEvent>();
        hub.end(terms);
        return { hub };
      },
    ],
  ] as const satisfies readonly (readonly [string, GuestNeeds['start']])[])
    it(`C4: and fails ${what} is refused with what it failed with; the run that looked goes on`, async () => {
      await using world = await openWorld({ start: fail });
      const id = await world.request('https://a.example/');
      await startRequested(world.needs);
      await untilPasses(async () => expect(await world.side.answerTo(id)).toMatchObject({ state: 'refused' }));
      const answer = await world.side.answerTo(id);
      expect(readRefusal('why' in answer ? answer.why : '')).toMatchObject({
        code: 'DOC_TERMS',
        message: terms.message,
      });
      // Answered once, it is not tried again; the requester removes the answer.
      expect(await world.inbox.requestedRuns()).toEqual([]);
      expect(await world.side.takeBack(id)).toBe(true);
    });

  it('C4: and cannot be read is refused; those after it are started', async () => {
    await using world = await openWorld();
    const bad = await world.side.requestRun('now!');
    await world.request('https://b.example/');
    await startRequested(world.needs);
    await untilPasses(async () => expect(await world.side.answerTo(bad)).toMatchObject({ state: 'refused' }));
    expect(world.started.map(idsOf)).toEqual([['b.example']]);
  });
});
