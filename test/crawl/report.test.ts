// The results of a run: the report in the log, alerts that begin, go on and end, Slack, feed, metrics and health; real crawls, real servers.

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { readAlerts, readJudged } from '../../src/app/watch/alerts.ts';
import { healthReport, historyOf, metricsText } from '../../src/app/watch/metrics.ts';
import { readReports, reportsAsMarkdown, writeFeed } from '../../src/app/watch/report.ts';
import type { Conclusion } from '../../src/app/watch/report-run.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { search } from '../../src/doors/library/search.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { type Alert, boundsOf } from '../../src/watch/alerts/alerts.ts';
import type { SlackMessage } from '../../src/watch/report/slack-message.ts';
import { dataFile } from '../support/data-file.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { Visits } from '../support/visits.ts';

let folder: string;
/** A folder with the first crawl. */
let crawled: string;
let site: LocalServer;
/** Words of each page's section, by path; a number is a status. */
let pages: Record<string, string | number>;
let main: string;
let logged: { readonly level: string; readonly fields: Record<string, unknown>; readonly event: string }[];

const log: Log = Object.fromEntries(
  (['debug', 'info', 'warn', 'error'] as const).map((level) => [
    level,
    (fields: object, event: string) => logged.push({ level, fields: fields as Record<string, unknown>, event }),
  ]),
) as unknown as Log;

function reset(): void {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  logged = [];
  main = 'doc';
  pages = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`/p${n}`, `text ${n}`]));
}

beforeAll(async () => {
  site = await startServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const page = path === '/' ? 'the start' : (pages[path] ?? 404);
    if (typeof page === 'number') return void response.writeHead(page).end();
    const links = path === '/' ? Object.keys(pages).map((to) => `<a href="${to}">${to}</a>`) : [];
    const text = Array.from({ length: 120 }, (_, n) => `${page} of ${path} word${n}`).join(' ');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<title>Page ${path}</title><div id="${main}"><h1>About ${path}</h1><h2>Use ${path}</h2><p>${text}</p></div><nav>${links.join(' ')}</nav>`,
      );
  });
  reset();
  await crawl();
  crawled = folder;
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(crawled, { recursive: true, force: true });
});
beforeEach(() => {
  reset();
  site.requestLines.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The first crawl of the site as it is at the beginning: shared by all tests that begin with it. */
function copyFirstCrawl(): void {
  cpSync(join(crawled, 'data'), data(), { recursive: true });
}

const data = (): string => join(folder, 'data');

function settings(more = '', env: Record<string, string> = {}): Settings {
  writeFileSync(
    join(folder, 'docent.yml'),
    `time_zone: Asia/Seoul\n${more}\nproviders:\n  - provider_id: mine\n    name: My Docs\n    seed_url: ${site.origin}/\n    allowed_path_patterns: [/**]\n    custom_selectors: { content: "#doc" }\n    alert_bounds: [selector_hits=90]\n`,
  );
  const fast = {
    DOCENT_REQUEST_DELAY_MS: '0',
    DOCENT_RETRY_BASE_MS: '1',
    DOCENT_CONCURRENCY: '4',
    DOCENT_PER_HOST: '4',
  };
  return loadSettings({ cwd: folder, env: { ...fast, DOCENT_DATA: data(), ...env } });
}

async function crawl(own = settings()): Promise<Conclusion> {
  const [conclusion] = await openDocent({ settings: own, log }).crawl('mine').concluded;
  return conclusion as Conclusion;
}

const bounds = (alerts: readonly Alert[]): readonly string[] => alerts.flatMap(boundsOf).map(({ bound }) => bound);

describe('M3: the report of a run', () => {
  it('M3, F10: its block counts pages that cannot be reached any more as deleted; they stay, and the report keeps them apart', async () => {
    copyFirstCrawl();
    pages['/p1'] = 404;
    pages['/p2'] = 500;
    logged = [];
    const { report, text } = await crawl();
    const [block] = logged.filter(({ event }) => event.includes('[CRAWL_REPORT]'));
    expect(block?.event).toBe(text);
    expect(text).toContain('  - Total Pages: 9\n  - New: 0, Updated: 0, Deleted: 2\n  - Change Rate: 22.2%\n');
    expect(report.counts).toMatchObject({ deleted: 1, unreachable: 1, total: 9 });
    expect(block?.fields).toMatchObject({ counts: { deleted: 1, unreachable: 1 } });
  });

  it('M3: is logged as one event whose text is the block, with the figures beside it', async () => {
    copyFirstCrawl();
    pages['/p1'] = 'other text';
    pages['/p2'] = 404;
    pages['/new'] = 'fresh';
    logged = [];
    const { report } = await crawl();
    const events = logged.filter(({ event }) => event.includes('[CRAWL_REPORT]'));
    expect(events).toHaveLength(1);
    const { level, event, fields } = events[0] as (typeof logged)[number];
    expect(level).toBe('info');
    expect(event.split('\n').map((line) => line.replace(/\d+ms$/, 'Nms').replace(/: \d+s$/, ': Ns'))).toEqual([
      expect.stringMatching(/^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \[CRAWL_REPORT\] Provider: My Docs$/),
      '  - Total Pages: 10',
      '  - New: 1, Updated: 1, Deleted: 1',
      '  - Change Rate: 30.0%',
      '  - Success Rate: 90.9%',
      '  - Avg Response Time: Nms',
      '  - Duration: Ns',
    ]);
    // Nine hours ahead of UTC, at any time of the year.
    const shown = Date.parse(`${event.slice(1, 20).replace(' ', 'T')}Z`);
    expect(Math.abs(shown - 9 * 3_600_000 - report.endedAt)).toBeLessThan(1_000);
    expect(fields).toMatchObject({ provider: 'mine', counts: { new: 1, updated: 1, deleted: 1, total: 10 } });
  });

  it('M3: lists which URLs and headings changed, in JSON, Markdown and the feed, and the feed is replaced whole', async () => {
    copyFirstCrawl();
    pages['/p1'] = 'other text';
    pages['/p2'] = 410;
    await crawl();
    const found = await readReports(openPlace(settings()), { last: 5 });
    expect(found.map(({ provider, runs }) => [provider, runs.map(({ id, state }) => [id, state])])).toEqual([
      [
        'mine',
        [
          [2, 'complete'],
          [1, 'complete'],
        ],
      ],
    ]);
    const [last] = found[0]?.runs ?? [];
    expect(
      last?.report.pages.map(({ kind, url, sections }) => [kind, new URL(url).pathname, sections?.length]),
    ).toEqual([
      ['updated', '/p1', 1],
      ['deleted', '/p2', undefined],
    ]);
    expect(last?.report.pages[0]?.sections?.[0]).toMatchObject({ kind: 'changed', headings: ['About /p1', 'Use /p1'] });
    expect(found[0]?.trend.map(({ stored }) => stored)).toEqual([10, 9]);
    expect(found[0]?.quality).toMatchObject({ pages: 9, selector: { selector: '#doc', hitRate: 100 } });
    const markdown = reportsAsMarkdown(found, settings());
    expect(markdown).toContain('## My Docs, ');
    expect(markdown).toContain('changed: About /p1 › Use /p1');
    const file = join(folder, 'feed', 'changes.xml');
    expect(await writeFeed(found, openPlace(settings()).store, file)).toBe(2);
    const first = readFileSync(file, 'utf8');
    expect(await writeFeed(found, openPlace(settings()).store, file)).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(readdirSync(join(folder, 'feed'))).toEqual(['changes.xml']);
  });

  it('M3: one run by its number, and an unknown one is refused with what there is', async () => {
    copyFirstCrawl();
    expect((await readReports(openPlace(settings()), { run: 1 })).map(({ runs }) => runs.length)).toEqual([1]);
    await expect(readReports(openPlace(settings()), { run: 7 })).rejects.toThrow('there is no run 7');
    await expect(readReports(openPlace(settings()), { provider: 'mien' })).rejects.toThrow('did you mean "mine"?');
  });

  it('F12: the estimate of a plan is kept, also before the first crawl, shown beside the actual, and warned about when far off', async () => {
    const own = settings();
    await planCrawl(openPlace(own), silentLog, ['mine']);
    expect(readdirSync(data())).toEqual(['estimates.json']);
    await expect(search('words', { settings: own })).rejects.toThrow('there is no crawl in');
    expect((await crawl()).report.estimate?.rows[0]).toMatchObject({ what: 'pages', estimate: 10 });
    expect(existsSync(join(data(), 'estimates.json'))).toBe(false);
    await planCrawl(openPlace(own), silentLog, ['mine']);
    for (const n of [2, 3, 4, 5, 6, 7, 8]) pages[`/p${n}`] = 404;
    logged = [];
    const { estimate } = (await crawl()).report;
    expect(estimate?.rows.map(({ what, estimate: guess, actual }) => [what, guess, actual])[0]).toEqual([
      'pages',
      10,
      3,
    ]);
    expect(estimate?.warnings[0]).toBe('Pages: estimated 10 pages, actually 3 pages (3.3 times less)');
    expect(logged.filter(({ level }) => level === 'warn').map(({ event }) => event)).toContain(
      `estimate: ${estimate?.warnings[0]}`,
    );
    expect((await crawl()).report.estimate, 'a plan is for one run').toBeUndefined();
  });
});

const LATER_MS = 500;

describe('M1: the time of a run', () => {
  it('M1: is each provider’s own, from its first request to its last answer, and so is what an estimate is held against', async () => {
    const visits = new Visits();
    const ended = Promise.withResolvers<void>();
    await using slow = await startServer(async (request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      // Long after the other has ended.
      await ended.promise.then(() => sleep(LATER_MS));
      visits.note('answered');
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>slow words</p>');
    });
    visits.note('begun');
    const runs = openDocent({ settings: settings(), log }).crawl(['mine', `${slow.origin}/`]);
    let left = 10;
    for await (const event of runs)
      if (event.type === 'visited' && event.provider === 'mine' && event.state !== 'waiting' && --left === 0)
        ended.resolve();
    const ms = new Map((await runs.concluded).map(({ report }) => [report.name, report.durationMs]));
    const [quick = 0, other = 0] = [ms.get('My Docs'), ms.get(`127.0.0.1-${slow.port}`)];
    expect(other).toBeGreaterThanOrEqual(LATER_MS - 2);
    visits.expectWait(quick + LATER_MS - 2, 'begun', 'answered');
    const [found] = await readReports(openPlace(settings()), { provider: 'mine' });
    expect(found?.runs[0]?.metrics.durationMs).toBe(quick);
  });
});

describe('M1, M2: alerts', () => {
  it('M1: a run of a plain URL is judged like any other', async () => {
    // Enough for both bounds, and too few to slow the host down.
    for (const n of [1, 2]) pages[`/p${n}`] = 500;
    const own = loadSettings({
      cwd: folder,
      env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '0', DOCENT_DATA: data() },
    });
    const [conclusion] = await openDocent({ settings: own, log }).crawl(`${site.origin}/`).concluded;
    expect(bounds(conclusion?.alerts.raised ?? [])).toEqual(expect.arrayContaining(['success_rate', 'error_rate']));
    expect(logged.filter(({ level, fields }) => level === 'warn' && fields.about === 'broken')).toHaveLength(1);
    expect(bounds(await readAlerts(openPlace(own)))).toContain('error_rate');
  });

  it('M1, M2: with links only, missing chunks raise no alert', async () => {
    const { alerts } = await crawl(settings('', { DOCENT_LINKS_ONLY: 'true' }));
    expect(bounds(alerts.raised)).toEqual([]);
  });

  it('M1: what was never run, was cut off or was too small to judge is not reported as within bounds', async () => {
    expect((await crawl()).alerts.raised).toEqual([]);
    const judged = async (provider?: string) => {
      const found = await readJudged(openPlace(settings()).store, provider);
      return [found.judged, Object.fromEntries(found.notJudged)];
    };
    expect(await judged()).toEqual([['mine'], {}]);
    expect(await judged('nobody')).toEqual([[], { 'never run': ['nobody'] }]);
    await openDocent({ settings: settings(), log }).refresh('mine').concluded;
    expect(await judged('mine')).toEqual([[], { 'too small': ['mine'] }]);
    const db = new DatabaseSync(dataFile(data()));
    db.exec('UPDATE runs SET ended_at = NULL, owner = NULL WHERE id = (SELECT max(id) FROM runs)');
    db.close();
    expect(await judged()).toEqual([[], { 'cut off': ['mine'] }]);
  });

  it('M2: a selector that matches nothing any more raises an alert that names it, once, and its end is reported', async () => {
    const first = await crawl();
    expect(first.alerts).toEqual({ raised: [], continuing: [], ended: [] });
    main = 'redesigned';
    logged = [];
    const { alerts } = await crawl();
    expect(bounds(alerts.raised)).toEqual(['selector_hits']);
    const warned = logged.filter(({ level, fields }) => level === 'warn' && fields.by !== 'terms:unknown');
    expect(warned.map(({ event }) => event)).toEqual([`alert: ${alerts.raised[0]?.text}`]);
    expect(warned[0]?.event).toContain('#doc');
    expect(warned[0]?.event).toContain('docent providers check mine');
    expect((await readAlerts(openPlace(settings()))).map(({ of, command }) => [of, command])).toEqual([
      ['#doc', 'docent providers check mine'],
    ]);
    logged = [];
    const third = await crawl();
    expect([bounds(third.alerts.raised), bounds(third.alerts.continuing)]).toEqual([[], ['selector_hits']]);
    expect(logged.filter(({ level, fields }) => level === 'warn' && fields.by !== 'terms:unknown')).toEqual([]);
    main = 'doc';
    const fourth = await crawl();
    expect(fourth.alerts.ended.map(({ alert }) => alert.bound)).toEqual(['selector_hits']);
    expect(logged.map(({ event }) => event)).toContain(`alert over: ${fourth.alerts.ended[0]?.text}`);
    expect(await readAlerts(openPlace(settings()))).toEqual([]);
    expect((await readAlerts(openPlace(settings()), { closed: 10 }))[0]).toMatchObject({
      bound: 'selector_hits',
      endedAt: expect.any(Number),
    });
  });

  it('M1: the site going away raises what it should, with bounds as they were set', async () => {
    copyFirstCrawl();
    for (const path of ['/p1', '/p2', '/p3', '/p4', '/p5', '/p6']) pages[path] = 404;
    const { alerts } = await crawl();
    expect(alerts.raised.map(({ about }) => about)).toEqual(['gone']);
    expect(bounds(alerts.raised).toSorted()).toEqual(['error_rate', 'stored_change', 'success_rate']);
    pages = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`/p${n}`, 404]));
    const own = settings('alert_bounds: [success_rate=0, error_rate=100, stored_change=1000]');
    const { alerts: second } = await crawl(own);
    expect([bounds(second.raised), second.ended.length]).toEqual([[], 1]);
  });

  it('M1: a run that was stopped is not judged by what it did not get to', async () => {
    copyFirstCrawl();
    pages = Object.fromEntries(Array.from({ length: 2 }, (_, n) => [`/p${n}`, `text ${n}`]));
    const run = openDocent({ settings: settings('', { DOCENT_CONCURRENCY: '1', DOCENT_PER_HOST: '1' }), log }).crawl(
      'mine',
      { fresh: true },
    );
    for await (const event of run) if (event.type === 'visited') run.stop();
    const [conclusion] = await run.concluded;
    expect((await run.result).exitCode).toBe(130);
    expect(conclusion?.report.complete).toBe(false);
    expect(bounds(conclusion?.alerts.raised ?? [])).not.toContain('stored_change');
  });
});

describe('M1: Slack', () => {
  it('M1: gets what begins and what ends, in well-formed messages, and changes when configured', async () => {
    const received: SlackMessage[] = [];
    await using slack = await startServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      // The first try of each message fails.
      if (slack.requestLines.length % 2 === 1) return void response.writeHead(429, { 'retry-after': '0' }).end();
      received.push(JSON.parse(text) as SlackMessage);
      response.end('ok');
    });
    const yml = `allow_private: [127.0.0.1]\nslack_webhook: ${slack.origin}/services/T0/B0/s3cr3t`;
    await crawl(settings(yml));
    expect(slack.requestLines).toEqual([]);
    main = 'redesigned';
    await crawl(settings(yml));
    expect(received).toHaveLength(1);
    for (const { text, blocks } of received) {
      expect(text).toContain('1 alert for mine');
      expect(blocks[0]).toMatchObject({ type: 'header', text: { type: 'plain_text' } });
      expect(blocks.length).toBeLessThanOrEqual(50);
      expect(JSON.stringify(blocks)).toContain('#doc');
    }
    await crawl(settings(yml));
    expect(received, 'what goes on is not sent again').toHaveLength(1);
    main = 'doc';
    pages['/p1'] = 'other text';
    await crawl(settings(`${yml}\nslack_reports: true`));
    expect(received.slice(1).map(({ text }) => text)).toEqual(['docent: 1 over for mine', 'docent: My Docs crawled']);
    expect(JSON.stringify(logged)).not.toContain('s3cr3t');
  });

  it('M1: what could not be sent is sent after the next run, its end too, and once', async () => {
    const received: string[] = [];
    let isUp = false;
    await using slack = await startServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      if (!isUp) return void response.writeHead(400).end('invalid_token');
      received.push((JSON.parse(text) as SlackMessage).text);
      response.end('ok');
    });
    const own = () => settings(`allow_private: [127.0.0.1]\nslack_webhook: ${slack.origin}/services/T0/B0/s3cr3t`);
    main = 'redesigned';
    await crawl(own());
    expect([slack.requestLines.length, received]).toEqual([1, []]);
    isUp = true;
    expect(bounds((await crawl(own())).alerts.continuing)).toEqual(['selector_hits']);
    expect(received).toEqual(['docent: 1 alert for mine']);
    await crawl(own());
    expect(received).toHaveLength(1);
    isUp = false;
    main = 'doc';
    await crawl(own());
    main = 'redesigned';
    await crawl(own());
    isUp = true;
    await crawl(own());
    expect(received.slice(1)).toEqual(['docent: 1 alert, 1 over for mine']);
    await crawl(own());
    expect(received).toHaveLength(2);
  });

  it('M1: alerts from before there was a webhook are in the log, and are not sent', async () => {
    await using slack = await startServer((_, response) => void response.end('ok'));
    main = 'redesigned';
    expect(bounds((await crawl()).alerts.raised)).toEqual(['selector_hits']);
    await crawl(settings(`allow_private: [127.0.0.1]\nslack_webhook: ${slack.origin}/services/T0/B0/s3cr3t`));
    expect(slack.requestLines).toEqual([]);
  });

  it('H7: on a private address is refused unless it is listed, which fails no run and is logged without the path', async () => {
    await using slack = await startServer((_, response) => void response.end());
    const yml = `slack_webhook: ${slack.origin}/services/T0/B0/s3cr3t`;
    await crawl(settings(yml));
    main = 'redesigned';
    logged = [];
    const { alerts } = await crawl(settings(yml));
    expect(bounds(alerts.raised)).toEqual(['selector_hits']);
    expect(slack.requestLines).toEqual([]);
    expect(logged.find(({ event }) => event === 'slack.failed')?.fields.problem).toMatch(/refused by address:loopback/);
    expect(JSON.stringify(logged)).not.toContain('s3cr3t');
  });

  it('M1: the webhook of a configuration that does not fit is not repeated in the complaint', () => {
    expect(() => settings('slack_webhook: "hooks.corp.example/s3cr3t"')).toThrow(
      /slack_webhook is \*\*\* in .*http\(s\) URL/,
    );
  });
});

describe('M4: metrics, health, history', () => {
  it('M4: metrics are exposed for each provider, and add up over runs', async () => {
    copyFirstCrawl();
    await crawl();
    const text = await metricsText(openPlace(settings()));
    expect(text).toContain('docent_pages{provider="mine"} 10\n');
    expect(text).toContain('docent_urls{provider="mine",state="unchanged"} 10\n');
    expect(text).toContain('docent_requests_total{provider="mine"} 20\n');
    expect(text).toContain('docent_last_run_success_ratio{provider="mine"} 1\n');
    expect(text).toMatch(/^docent_last_run_complete\{provider="mine"\} 1$/m);
  });

  it('M4: health is ok, degraded by an alert and a site that answers nothing, and down without a folder', async () => {
    const down = await healthReport(openPlace(settings()));
    expect(down).toMatchObject({ status: 'down', httpStatus: 503 });
    await crawl();
    expect(
      (await healthReport(openPlace(settings()))).checks.filter(
        ({ name, status }) => name !== 'disk' && status !== 'ok',
      ),
    ).toEqual([]);
    main = 'redesigned';
    await crawl();
    const ill = await healthReport(openPlace(settings()));
    expect(ill).toMatchObject({ httpStatus: 200 });
    expect(ill.checks.filter(({ status }) => status === 'degraded').map(({ name }) => name)).toContain('alerts');
  });

  it('M4: the history of a URL has an entry for each visit, the latest first, with its run', async () => {
    copyFirstCrawl();
    pages['/p1'] = 'other text';
    await crawl();
    pages['/p1'] = 410;
    await crawl();
    const history = await historyOf(openPlace(settings()).store, `${site.origin}/p1`);
    expect(history.map(({ run, provider, state, status }) => [run, provider, state, status])).toEqual([
      [3, 'mine', 'deleted', 410],
      [2, 'mine', 'indexed', 200],
      [1, 'mine', 'indexed', 200],
    ]);
  });
});

describe('A6: settings', () => {
  it('M1, M5: bounds, schedules and time zones that do not fit are reported together, each with its place', () => {
    const wrong = () => settings('alert_bounds: [sucess_rate=5, run_hours=x]');
    expect(wrong).toThrow(/alert_bounds\.sucess_rate is not a bound; did you mean success_rate\? \(in /);
    expect(wrong).toThrow(/alert_bounds\.run_hours is "x": it must be a number from 0\.01 to 1000/);
    writeFileSync(
      join(folder, 'docent.yml'),
      'providers:\n  - {provider_id: a, seed_url: "https://a.example/", allowed_path_patterns: [/**], schedule: "0 25 * * *", time_zone: Mars/North}\n',
    );
    const load = () => loadSettings({ cwd: folder, env: { DOCENT_TIME_ZONE: 'Nowhere' } });
    expect(load).toThrow(/hour.*25.*\(provider a\)/);
    expect(load).toThrow(/Mars\/North.*\(time_zone of provider a\)/);
    expect(load).toThrow(/Nowhere.*DOCENT_TIME_ZONE/);
  });
});
