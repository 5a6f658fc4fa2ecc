// Proves the scheduler on real folders with a clock that is passed in: once per slot, whichever process looks and whatever the clock does.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dataFile } from '../../../test/support/data-file.ts';
import { startServer } from '../../../test/support/local-server.ts';
import { pinnedNode } from '../../../test/support/repository.ts';
import { heldAfter, PAGES } from '../../../test/support/runs-world.ts';
import { DocentError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { openRuns } from '../crawl/runs.ts';
import { workIn } from '../crawl/work-folder.ts';
import { openPlace } from '../place.ts';
import { openLiveSettings } from '../server/live-settings.ts';
import { readSchedule } from './schedule.ts';
import { createScheduler, runScheduler, type Scheduler, type SchedulerOptions } from './schedule-run.ts';
import { runScheduled } from './schedule-start.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A Monday, 02:00. */
const START = Date.parse('2026-02-23T02:00:00Z');

let folder: string;
let now: number;
let ran: string[];
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  now = START;
  ran = [];
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const data = (): string => join(folder, 'data');

const ALLOWED = 'tos: { verdict: allowed }';

function settings(...providers: readonly string[]): Settings {
  const list = providers.map(
    (fields) => `  - {seed_url: "https://docs.example/", allowed_path_patterns: [/**], ${fields}}\n`,
  );
  writeFileSync(join(folder, 'docent.yml'), `time_zone: UTC\nproviders:\n${list.join('')}`);
  return loadSettings({ cwd: folder, env: { DOCENT_DATA: data() } });
}

const daily = `provider_id: daily, schedule: "0 3 * * *", ${ALLOWED}`;

function scheduler(own: Settings = settings(daily), more: Partial<SchedulerOptions> = {}): Scheduler {
  return createScheduler({
    settings: () => own,
    store: openStore({ kind: 'sqlite', folder: data() }),
    log: silentLog,
    now: () => now,
    random: () => 0.5,
    print: (line) => lines.push(line),
    run: async (provider) => void ran.push(provider),
    ...more,
  });
}

describe('M5: the scheduler', () => {
  it('M5: runs a provider once per slot, after its jitter, and reports when the next is due', async () => {
    const one = scheduler();
    const { nextAt } = await one.tick();
    expect(nextAt).toBe(START + HOUR + 5 * 60_000);
    now = START + HOUR + 4 * 60_000;
    expect((await one.tick()).ran).toEqual([]);
    now = START + HOUR + 5 * 60_000;
    expect((await one.tick()).ran).toEqual(['daily']);
    expect((await one.tick()).ran).toEqual([]);
    now += DAY;
    expect((await one.tick()).ran).toEqual(['daily']);
    expect(ran).toHaveLength(2);
  });

  it('M5: without an expression a provider runs once a week, and a restart changes nothing', async () => {
    const own = settings(`provider_id: weekly, ${ALLOWED}`);
    const first = (await scheduler(own).tick()).nextAt as number;
    expect((await scheduler(own, { random: () => 0.9 }).tick()).nextAt).toBe(first);
    for (let day = 0; day < 28; day++) {
      now = START + day * DAY;
      await scheduler(own).tick();
    }
    expect(ran).toHaveLength(4);
  });

  it('M5: what was missed is caught up once', async () => {
    const one = scheduler();
    await one.tick();
    now = START + 9 * DAY;
    expect((await one.tick()).ran).toEqual(['daily']);
    expect(lines).toContain('daily begins; 8 more runs were missed');
    expect((await one.tick()).ran).toEqual([]);
  });

  it('M5: of two schedulers that look at the same time one runs it', async () => {
    const [one, other] = [scheduler(), scheduler()];
    await one.tick();
    await other.tick();
    now = START + 2 * HOUR;
    const ticks = await Promise.all([one.tick(), other.tick()]);
    expect(ticks.map((tick) => tick.ran.length).sort()).toEqual([0, 1]);
    expect(ran).toEqual(['daily']);
  });

  it.each([HOUR, -HOUR])(
    'FAULTS 35: a clock that jumps by %i ms before, during and after a run brings no slot twice',
    async (jump) => {
      const one = scheduler(undefined, {
        run: async (provider) => {
          ran.push(provider);
          now += jump;
        },
      });
      await one.tick();
      now += jump;
      await one.tick();
      now = START + HOUR + 6 * 60_000;
      await one.tick();
      for (let minute = 0; minute < 180; minute += 10) {
        now = START + HOUR + 6 * 60_000 + jump + minute * 60_000;
        await one.tick();
        now -= jump;
        await one.tick();
      }
      expect(ran).toHaveLength(1);
    },
  );

  it('C8: without a verdict, forbidden or disabled, a provider is not run, and a line reports it once', async () => {
    const own = settings(
      'provider_id: unknown',
      'provider_id: no, tos: { verdict: forbidden }',
      `provider_id: off, enabled: false, ${ALLOWED}`,
      'provider_id: own, own_site: true, schedule: "@hourly"',
    );
    const one = scheduler(own);
    await one.tick();
    now += 30 * DAY;
    await one.tick();
    expect(ran).toEqual(['own']);
    expect(lines.filter((line) => line.includes('is not run'))).toHaveLength(3);
    expect(
      (await readSchedule(openPlace(own), now)).map(({ provider, state, nextAt }) => [
        provider,
        state,
        nextAt === undefined,
      ]),
    ).toEqual([
      ['own', 'never reached', false],
      ['no', 'forbidden', true],
      ['off', 'disabled', true],
      ['unknown', 'never reached', true],
    ]);
  });

  it('M5: while a process crawls into the folder nothing is started, and it is still due afterwards', async () => {
    const one = scheduler();
    await one.tick();
    now = START + 2 * HOUR;
    const { ledger } = await openStore({ kind: 'sqlite', folder: data() }).openLedger();
    expect((await one.tick()).ran).toEqual([]);
    await ledger.close();
    expect((await one.tick()).ran).toEqual(['daily']);
  });

  it('M5: beside a crawl of its own process it runs what is due, and not what is being crawled', async () => {
    const other = `provider_id: other, schedule: "0 3 * * *", ${ALLOWED}`;
    const one = scheduler(settings(daily, other));
    await one.tick();
    now = START + 2 * HOUR;
    const work = await workIn(openStore({ kind: 'sqlite', folder: data() }), ['other']);
    expect((await one.tick()).ran).toEqual(['daily']);
    await work.release();
    expect((await one.tick()).ran).toEqual(['other']);
  });

  it('M5: a folder that is taken at the last moment leaves the slot to be run later; another fault does not', async () => {
    const faults = [new DocentError('DOC_STORE_BUSY', 'in use by pid 1'), new Error('broken')];
    const one = scheduler(undefined, {
      run: async (provider) => {
        ran.push(provider);
        const fault = faults.shift();
        if (fault !== undefined) throw fault;
      },
    });
    await one.tick();
    now = START + 2 * HOUR;
    expect((await one.tick()).ran).toEqual([]);
    expect((await one.tick()).ran).toEqual(['daily']);
    expect((await one.tick()).ran).toEqual([]);
    expect(ran).toHaveLength(2);
    expect(lines.filter((line) => line.startsWith('daily waits') || line.startsWith('daily failed'))).toEqual([
      'daily waits: in use by pid 1',
      'daily failed: broken',
    ]);
  });

  it('M5: a run that the scheduler’s own stop cut short is due again for the next one', async () => {
    const stop = new AbortController();
    const one = scheduler(undefined, {
      run: async (provider) => {
        ran.push(provider);
        stop.abort();
      },
    });
    await one.tick();
    now = START + 2 * HOUR;
    await runScheduler(one, stop.signal, () => now);
    expect(ran).toEqual(['daily']);
    expect((await scheduler().tick()).ran).toEqual(['daily']);
  });

  it('M5: another expression plans anew, and a file that cannot be used leaves the last one in force', async () => {
    settings(daily);
    const live = openLiveSettings({ cwd: folder, env: {} }, silentLog, { doubtMs: 10 });
    onTestFinished(() => live.close());
    const one = scheduler(undefined, { settings: () => live.current, random: () => 0 });
    expect((await one.tick()).nextAt).toBe(START + HOUR);
    settings(`provider_id: daily, schedule: "0 9 * * *", ${ALLOWED}`);
    await live.check();
    expect((await one.tick()).nextAt).toBe(START + 7 * HOUR);
    expect(() => settings('provider_id: daily, schedule: "nonsense"')).toThrow('nonsense');
    await live.check();
    expect((await one.tick()).nextAt).toBe(START + 7 * HOUR);
  });

  it('M5: a change made while a provider runs counts for the runs that follow in the same tick', async () => {
    const other = `provider_id: other, schedule: "0 3 * * *", ${ALLOWED}`;
    let current = settings(daily, other);
    const one = scheduler(undefined, {
      settings: () => current,
      run: async (provider) => {
        ran.push(provider);
        current = settings(daily);
      },
    });
    await one.tick();
    now = START + 2 * HOUR;
    expect((await one.tick()).ran).toEqual(['daily']);
    expect(ran).toEqual(['daily']);
  });

  it('M5: the list shows the plan and the last run, and writes nothing', async () => {
    const own = settings(daily, `provider_id: other, time_zone: Asia/Seoul, ${ALLOWED}`);
    const [first, second] = await readSchedule(openPlace(own), START);
    expect(first).toMatchObject({
      provider: 'daily',
      words: 'every day at 03:00',
      nextAt: START + HOUR,
      overdue: false,
    });
    expect(second).toMatchObject({ provider: 'other', isDefault: true, timeZone: 'Asia/Seoul' });
    expect(first?.lastRun).toBeUndefined();
    const watch = await openStore({ kind: 'sqlite', folder: data() }).openWatch();
    expect(await watch.reader.planned()).toEqual(new Map());
  });
});

describe('M5: after a kill', () => {
  const weekly = `provider_id: weekly, schedule: "0 3 * * 1", ${ALLOWED}`;

  let template: string;
  beforeAll(() => {
    template = mkdtempSync(join(tmpdir(), 'docent-test-'));
  });
  afterAll(() => rmSync(template, { recursive: true, force: true }));

  /** Another process takes what is due now, and is killed before its run began, or after. What the second leaves is copied. */
  async function killed(when: 'taken' | 'begun'): Promise<void> {
    if (when === 'taken') return killedIn(when);
    if (readdirSync(template).length === 0) {
      await killedIn(when);
      cpSync(data(), template, { recursive: true });
      return;
    }
    rmSync(data(), { recursive: true });
    cpSync(template, data(), { recursive: true });
  }

  async function killedIn(when: 'taken' | 'begun'): Promise<void> {
    const from = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);
    writeFileSync(
      join(folder, 'killed.mjs'),
      `import { createScheduler } from ${from('./schedule-run.ts')};
      import { openStore } from ${from('../../store/open-store.ts')};
      import { silentLog as log } from ${from('../../core/log.ts')};
      import { loadSettings } from ${from('../../settings.ts')};
      const settings = loadSettings({ cwd: ${JSON.stringify(folder)}, env: {} });
      const store = openStore({ kind: 'sqlite', folder: ${JSON.stringify(data())} });
      const lane = { provider: 'weekly', perHost: 1, perProvider: 1, maxPages: 9, maxPerTemplate: 9, gapMs: 0 };
      async function run() {
        if (${when === 'begun'}) await (await store.openLedger(() => ${now})).ledger.begin(lane, { fresh: false });
        process.kill(process.pid, 'SIGKILL');
      }
      await createScheduler({ settings: () => settings, store, log, now: () => ${now}, random: () => 0.5, run }).tick();`,
    );
    const child = spawn(pinnedNode, ['killed.mjs'], { cwd: folder, stdio: 'ignore' });
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  }

  /** As a run does: begins, or goes on with what was begun, and ends. */
  async function whole(provider: string): Promise<void> {
    const { ledger } = await openStore({ kind: 'sqlite', folder: data() }).openLedger(() => now);
    await ledger.begin(
      { provider, perHost: 1, perProvider: 1, maxPages: 9, maxPerTemplate: 9, gapMs: 0 },
      { fresh: false },
    );
    await ledger.finish(provider);
    await ledger.close();
    ran.push(provider);
  }

  it('M5: a slot that was taken and never run is run by one of the schedulers that are left, minutes later', async () => {
    const own = settings(weekly);
    const left = [scheduler(own, { run: whole }), scheduler(own, { run: whole })];
    for (const one of left) await one.tick();
    now = START + 2 * HOUR;
    await killed('taken');
    for (const one of left) expect((await one.tick()).ran).toEqual([]);
    now += 6 * 60_000;
    const ticks = await Promise.all(left.map((one) => one.tick()));
    expect(ticks.flatMap((tick) => tick.ran)).toEqual(['weekly']);
    for (let looks = 0; looks < 24; looks++) {
      now += 6 * HOUR;
      for (const one of left) await one.tick();
    }
    expect(ran).toEqual(['weekly']);
  });

  it('M5: a run that was cut off goes on with the next look of a scheduler that had started long before, once', async () => {
    const own = settings(weekly);
    const left = scheduler(own, { run: whole });
    await left.tick();
    now = START + 2 * HOUR;
    await killed('begun');
    now += 60_000;
    expect((await left.tick()).ran).toEqual(['weekly']);
    for (let looks = 0; looks < 24; looks++) {
      now += 6 * HOUR;
      await left.tick();
    }
    expect(ran).toEqual(['weekly']);
    const watch = await openStore({ kind: 'sqlite', folder: data() }).openWatch();
    expect((await watch.reader.claims()).size).toBe(0);
    expect(await watch.reader.runs({ limit: 9 })).toHaveLength(1);
    await watch.close();
  });

  it.each(['pause', 'stop'] as const)(
    'M5: a run that was cut off when it was to %s does not go on by itself',
    async (wish) => {
      const left = scheduler(settings(weekly), { run: whole });
      await left.tick();
      now = START + 2 * HOUR;
      await killed('begun');
      const side = await openStore({ kind: 'sqlite', folder: data() }).openSideWriter();
      await side.setWish(1, wish);
      for (let looks = 0; looks < 32; looks++) {
        now += 6 * HOUR;
        await left.tick();
      }
      // A week later its next slot is due: one that was stopped is run anew by it, one that was paused waits to be resumed.
      expect(ran).toEqual(wish === 'stop' ? ['weekly'] : []);
      const notes = lines.filter((line) => line.includes('docent runs resume weekly'));
      expect(notes).toHaveLength(wish === 'pause' ? 1 : 0);
      await side.setWish(1, 'go');
      await side.close();
      now += HOUR;
      await left.tick();
      expect(ran[0]).toBe('weekly');
    },
  );

  it('M5: a cut-off run that fails whenever it goes on is not begun anew at every look', async () => {
    const own = settings(weekly);
    const run = async (provider: string): Promise<void> => {
      ran.push(provider);
      throw new Error('broken');
    };
    const left = scheduler(own, { run });
    await left.tick();
    now = START + 2 * HOUR;
    await killed('begun');
    for (let minute = 0; minute < 59; minute++) {
      now += 60_000;
      await left.tick();
    }
    expect(ran).toHaveLength(1);
    now += 2 * 60_000;
    await left.tick();
    expect(ran).toHaveLength(2);
  });

  it('C5: a look takes terms of removed pages out of the index, unless a crawl runs', async () => {
    const one = scheduler();
    await one.tick();
    const db = new DatabaseSync(dataFile(data()));
    const left = () => db.prepare(`SELECT value FROM search_meta WHERE name = 'dropped'`).get()?.value;
    db.exec(`INSERT OR REPLACE INTO search_meta (name, value) VALUES ('dropped', 1)`);
    const { ledger } = await openStore({ kind: 'sqlite', folder: data() }).openLedger();
    await one.tick();
    expect(left()).toBe(1);
    await ledger.close();
    await one.tick();
    expect(left()).toBe(0);
    db.close();
  });
});

describe('M5: the scheduler of a process that stays', () => {
  it('M5: makes no folder where nothing is scheduled', async () => {
    expect(await scheduler(settings('provider_id: unknown')).tick()).toEqual({ ran: [], nextAt: undefined });
    expect(existsSync(data())).toBe(false);
  });

  it('M5, F6: a run that is left for the next process is not due again, unless it never began', async () => {
    const leaving = new AbortController();
    const one = scheduler(undefined, { leavesRuns: true, run: async () => leaving.abort() });
    await one.tick();
    now = START + 2 * HOUR;
    expect((await one.tick(leaving.signal)).ran).toEqual(['daily']);
    const next = scheduler();
    now += 60_000;
    expect((await next.tick()).ran).toEqual([]);
    now += 5 * 60_000;
    expect((await next.tick()).ran).toEqual(['daily']);
    expect((await next.tick()).ran).toEqual([]);
  });

  it('M5: waits for the run until its end, until a pause or until the signal, and stops it by neither', async () => {
    const gate = heldAfter(2);
    await using site = await startServer(gate.listener);
    writeFileSync(
      join(folder, 'docent.yml'),
      `time_zone: UTC\nproviders: [{provider_id: mine, seed_url: "${site.origin}/a/", allowed_path_patterns: [/**], request_delay_ms: 0}]\n`,
    );
    const own = loadSettings({ cwd: folder, env: { DOCENT_DATA: data(), DOCENT_JITTER_MS: '0' } });
    await scheduler(own).tick();
    const runs = openRuns({ settings: own, store: openStore({ kind: 'sqlite', folder: data() }), log: silentLog });
    const stopping = new AbortController();
    const awaited = (onEvent = (): void => {}) =>
      runScheduled('mine', {
        ...{ place: openPlace(own), log: silentLog, signal: stopping.signal, onEvent },
        start: (request, remarks) => runs.start(request, { remarks }),
      });
    try {
      const untilPause = awaited();
      await gate.isHeld();
      await runs.pause('mine');
      gate.letGo();
      expect((await untilPause).providers).toEqual([]);
      expect(await runs.find('mine')).toMatchObject({ state: 'paused', pid: process.pid });
      const rest = heldAfter(0);
      site.answer(rest.listener);
      await runs.resume('mine');
      // It follows the run that is there.
      expect((await awaited(() => stopping.abort())).providers).toEqual([]);
      expect((await runs.find('mine')).state).toBe('running');
      rest.letGo();
      for await (const { event } of runs.hub.subscribe()) if (event.type === 'ended') break;
      expect(await runs.list()).toMatchObject([{ state: 'complete', stored: PAGES }]);
    } finally {
      await runs.close();
    }
  });
});

describe('M5: a scheduled run', () => {
  it('M5: crawls what was never crawled, and refreshes it after that', async () => {
    await using site = await startServer((request, response) => {
      const links = request.url === '/' ? '<a href="/a">a</a><a href="/b">b</a>' : '';
      const status = request.url === '/robots.txt' ? 404 : 200;
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<p>Page ${request.url} with words</p>${links}`);
    });
    writeFileSync(
      join(folder, 'docent.yml'),
      `time_zone: UTC\nproviders: [{provider_id: mine, seed_url: "${site.origin}/", allowed_path_patterns: [/**], request_delay_ms: 0, schedule: "0 3 * * *"}]\n`,
    );
    const own = loadSettings({ cwd: folder, env: { DOCENT_DATA: data() } });
    const run: SchedulerOptions['run'] = (provider, current, signal) =>
      runScheduled(provider, { place: openPlace(current), log: silentLog, signal });
    const one = scheduler(own, { run });
    await one.tick();
    now += 2 * HOUR;
    expect((await one.tick()).ran).toEqual(['mine']);
    now += DAY;
    expect((await one.tick()).ran).toEqual(['mine']);
    const watch = await openStore({ kind: 'sqlite', folder: data() }).openWatch();
    try {
      expect((await watch.reader.runs({ limit: 9 })).map(({ kind, complete }) => [kind, complete])).toEqual([
        ['refresh', true],
        ['crawl', true],
      ]);
      expect((await readSchedule(openPlace(own), now))[0]).toMatchObject({ lastRun: { id: 2, state: 'complete' } });
    } finally {
      await watch.close();
    }
  });

  it('M5: one that was killed with its process goes on when a scheduler starts, and is the same run', async () => {
    const child = Promise.withResolvers<ChildProcess>();
    let isFree = false;
    await using site = await startServer(async (request, response) => {
      const links = request.url === '/' ? '<a href="/a">a</a><a href="/b">b</a>' : '';
      if (request.url === '/b' && !isFree) {
        isFree = true;
        (await child.promise).kill('SIGKILL');
        return;
      }
      const status = request.url === '/robots.txt' ? 404 : 200;
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<p>Page ${request.url} with words</p>${links}`);
    });
    writeFileSync(
      join(folder, 'docent.yml'),
      `time_zone: UTC\nproviders: [{provider_id: mine, seed_url: "${site.origin}/", allowed_path_patterns: [/**], request_delay_ms: 0}]\n`,
    );
    const docent = JSON.stringify(new URL('../../doors/library/docent.ts', import.meta.url).href);
    const program = `import { openDocent } from ${docent}; await openDocent({ data: ${JSON.stringify(data())} }).crawl('mine').result;`;
    writeFileSync(join(folder, 'crawl.mjs'), program);
    const crawler = spawn(pinnedNode, ['crawl.mjs'], { cwd: folder, stdio: 'ignore' });
    const ended = once(crawler, 'exit');
    child.resolve(crawler);
    await ended;
    const own = loadSettings({ cwd: folder, env: { DOCENT_DATA: data() } });
    const one = scheduler(own, {
      run: (provider, current, signal) => runScheduled(provider, { place: openPlace(current), log: silentLog, signal }),
    });
    expect((await one.tick()).ran).toEqual(['mine']);
    expect(lines).toContain('mine was cut off, and goes on');
    expect((await one.tick()).ran).toEqual([]);
    const watch = await openStore({ kind: 'sqlite', folder: data() }).openWatch();
    try {
      expect((await watch.reader.runs({ limit: 9 })).map(({ complete, changes }) => [complete, changes.new])).toEqual([
        [true, 3],
      ]);
    } finally {
      await watch.close();
    }
  });
});
