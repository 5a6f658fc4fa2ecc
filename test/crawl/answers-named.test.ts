// How a crawl names and counts what servers answer: steps, log lines, success rate, refusals.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { planCrawl } from '../../src/app/probe/plan.ts';
import { checkProvider } from '../../src/app/providers/check.ts';
import { openReading } from '../../src/app/read/reading.ts';
import type { Conclusion } from '../../src/app/watch/report-run.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import type { CrawlEvent } from '../../src/crawl/run/events.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import type { UrlRecord } from '../../src/frontier/port.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

/** What a path answers: a text, or statuses in turn; the last of them stays. */
type Answer = string | readonly (number | string)[];

const SAME = '"same"';
let folder: string;
let server: LocalServer;
let answers: Readonly<Record<string, Answer>>;
let logged: { readonly level: string; readonly fields: Record<string, unknown>; readonly event: string }[];
const asked = new Map<string, number>();

const log = Object.fromEntries(
  (['debug', 'info', 'warn', 'error'] as const).map((level) => [
    level,
    (fields: object, event: string) => logged.push({ level, fields: fields as Record<string, unknown>, event }),
  ]),
) as unknown as Log;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  logged = [];
  asked.clear();
  server = await startServer((request, response) => {
    const path = request.url ?? '';
    const nth = asked.get(path) ?? 0;
    asked.set(path, nth + 1);
    const answer = answers[path] ?? [404];
    const one = typeof answer === 'string' ? answer : (answer[nth] ?? answer.at(-1));
    if (typeof one === 'number') return void response.writeHead(one, { 'retry-after': '0', location: '/moved' }).end();
    if (request.headers['if-none-match'] === SAME) return void response.writeHead(304, { etag: SAME }).end();
    response
      .writeHead(200, { 'content-type': 'text/html', etag: SAME })
      .end(`<title>${path}</title><main><p>${one}</p></main>`);
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settings(more = '', flags: Readonly<Record<string, string>> = {}, top = ''): Settings {
  writeFileSync(
    join(folder, 'docent.yml'),
    `${top}providers:\n  - provider_id: mine\n    seed_urls: [${server.origin}/]\n    allowed_path_patterns: [/**]\n    own_site: true\n${more}`,
  );
  return loadSettings({
    ...{ cwd: folder, env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '1' } },
    flags: { data: join(folder, 'data'), ...flags },
  });
}

async function crawl(own = settings()): Promise<{
  readonly events: readonly CrawlEvent[];
  readonly ended: Conclusion | undefined;
  readonly exitCode: number;
}> {
  const run = openDocent({ settings: own, cwd: folder, log }).crawl('mine');
  const events: CrawlEvent[] = [];
  for await (const event of run) events.push(event);
  return { events, ended: (await run.concluded)[0], exitCode: (await run.result).exitCode };
}

async function why(url: string): Promise<UrlRecord | undefined> {
  const reading = await openReading(openPlace(settings()));
  const [record] = await reading.why(url.startsWith('/') ? server.origin + url : url);
  await reading.close();
  return record;
}

const linking = (...to: readonly string[]): string =>
  `Home. ${to.map((path) => `<a href="${path}">A page ${path}</a>`).join(' ')}`;

describe('what a crawl says of answers', () => {
  it('F5: the trail names what a URL waits for, and each step of reading it', async () => {
    answers = {
      '/': linking('/limited', '/busy', '/error', '/old'),
      '/limited': [429, 'Limited no more.'],
      '/busy': [503, 'Busy no more.'],
      '/error': [500, 'An error no more.'],
      '/old': [301],
      '/moved': 'Moved here.',
    };
    await crawl();
    const steps = async (path: string) => (await why(path))?.steps.map(({ step }) => step);
    const read = ['fetching', 'parsing', 'extracting'];
    expect(await steps('/')).toEqual(expect.arrayContaining([...read, 'indexed']));
    expect(await steps('/limited')).toEqual(expect.arrayContaining(['rate-limited', ...read]));
    expect(await steps('/busy')).toEqual(expect.arrayContaining(['rate-limited', ...read]));
    expect(await steps('/error')).toEqual(expect.arrayContaining(['retry', ...read]));
    expect(await steps('/old')).toEqual(expect.arrayContaining(['redirecting', ...read]));
    for (const path of Object.keys(answers)) expect(await steps(path)).not.toContain('again');
  });

  it('M4: each redirect and each error is a line of the log at DEBUG, and what is well is none', async () => {
    answers = {
      '/': linking('/gone', '/error', '/old', '/well'),
      '/error': [500],
      '/old': [301],
      '/moved': 'M.',
      '/well': 'W.',
    };
    await crawl();
    const lines = logged.filter(({ event }) => event === 'page.answer');
    expect(
      lines.map(({ level, fields: { url, status } }) => [level, new URL(String(url)).pathname, status]).toSorted(),
    ).toEqual(
      [
        ['debug', '/error', 500],
        ['debug', '/error', 500],
        ['debug', '/error', 500],
        ['debug', '/gone', 404],
        ['debug', '/old', 301],
      ].toSorted(),
    );
    logged = [];
    const { events } = await crawl();
    expect(events).toContainEqual(expect.objectContaining({ type: 'visited', status: 304 }));
    expect(logged.filter(({ event, fields }) => event === 'page.answer' && fields.status === 304)).toEqual([]);
  });

  it('M1, F3: a page that is too large is skipped by its size, and is no failed request', async () => {
    answers = { '/': linking('/large', '/a'), '/large': 'word '.repeat(1_200_000), '/a': 'A.' };
    const { events, ended } = await crawl();
    expect(await why('/large')).toMatchObject({ state: 'skipped', by: 'DOC_TOO_LARGE' });
    expect(ended?.report.successRate).toBe(100);
    expect(events.filter((event) => event.type === 'warning' && event.by === 'DOC_TOO_LARGE')).toHaveLength(1);
  });

  it('C8: a link to a forbidden host ends by its terms, not by the blocklist', async () => {
    const host = 'http://forbidden.example';
    answers = { '/': linking(`${host}/page`, '/a'), '/a': 'A.' };
    const other = `  - provider_id: no\n    seed_urls: [${host}/]\n    allowed_path_patterns: [/**]\n    tos: { verdict: forbidden }\n`;
    await crawl(settings(other, {}, 'same_domain_only: false\n'));
    expect(await why(`${host}/page`)).toMatchObject({ state: 'blocked', by: 'terms:forbidden' });
  });
});

describe('U4: a seed that a blocked pattern of its own source matches', () => {
  const blocked = '    blocked_path_patterns: [/start/**]\n';

  it('U4: is not requested: blocked wins, and the run has failed', async () => {
    answers = { '/start': linking('/a'), '/start/b': 'B.' };
    const own = settings(blocked.replace('start', ''));
    expect(await crawl(own)).toMatchObject({ exitCode: 1 });
    expect(server.requestLines.filter((line) => !line.endsWith('/robots.txt'))).toEqual([]);
    expect(await why('/')).toMatchObject({ state: 'skipped', by: 'scope:blocked' });
  });

  it('U4: nor by a later run, where its pattern came later; the other seeds go on, and its copy stays', async () => {
    answers = { '/': linking('/a'), '/start': 'The start of it.', '/a': 'A.' };
    const seeds = (more: string) => {
      const own = settings(more);
      const [provider] = own.providers;
      return {
        ...own,
        providers: [{ ...provider, seed_urls: [`${server.origin}/`, `${server.origin}/start`] }],
      } as Settings;
    };
    await crawl(seeds(''));
    await crawl(seeds(blocked));
    expect(asked.get('/start')).toBe(1);
    expect(await why('/start')).toMatchObject({ by: 'scope:blocked', page: expect.anything() });
    expect(asked.get('/')).toBe(2);
  });

  it('U4: is named by each run, with its pattern, so that nobody wonders why a run has failed', async () => {
    answers = { '/': linking('/a'), '/start': 'The start of it.', '/a': 'A.' };
    const own = settings(`${blocked}    sitemap_url: ${server.origin}/map.xml\n`);
    const [provider] = own.providers;
    const seeds = [`${server.origin}/`, `${server.origin}/start?token=4711`];
    for (const time of ['first', 'later']) {
      const { events, exitCode } = await crawl({ ...own, providers: [{ ...provider, seed_urls: seeds }] } as Settings);
      const warnings = events.filter((event) => event.type === 'warning' && event.by === 'seed:blocked');
      expect([time, exitCode, warnings]).toEqual([
        time,
        1,
        [expect.objectContaining({ detail: expect.stringContaining(`${server.origin}/start`) })],
      ]);
      expect(JSON.stringify(warnings)).toMatch(/matches blocked \/start\/\*\*.*what is blocked is not requested/);
      expect(JSON.stringify(warnings)).not.toContain('4711');
    }
    const { events } = await crawl(settings());
    expect(events.filter((event) => event.type === 'warning' && event.by === 'seed:blocked')).toEqual([]);
  });

  it('U4: is named by a check of the source, with what to correct, and not requested', async () => {
    answers = { '/': 'Home.' };
    const own = settings('    blocked_path_patterns: [/**]\n');
    const report = await checkProvider(openPlace(own), silentLog, own.providers[0] as never, { pages: 2 });
    expect(report).toMatchObject({ usable: false, warnings: [{ by: 'check:seed-blocked', isFatal: true }, {}] });
    expect(report.warnings[0]?.detail).toContain(`the seed ${server.origin}/: `);
    expect(asked.get('/')).toBeUndefined();
  });
});

describe('F3: flags above the bounds of a source', () => {
  it.each([
    [{ max_depth: '5' }, ['--max-depth 5 is above max_depth of the source, which is 2: 2 holds']],
    [{ max_pages: '900' }, ['--max-pages 900 is above max_pages of the source, which is 50: 50 holds']],
    [{ max_depth: '2', max_pages: '50' }, []],
    [{ max_depth: '1' }, []],
  ])('F3: %j is said in one line each', async (flags, expected) => {
    answers = { '/': 'Home.' };
    const { events } = await crawl(settings('    max_depth: 2\n    max_pages: 50\n', flags));
    const lines = events.flatMap((event) =>
      event.type === 'warning' && event.by === 'cap:flag' ? [event.detail] : [],
    );
    expect(lines).toEqual(expected.map((line) => expect.stringContaining(line)));
    const [plan] = await planCrawl(openPlace(settings('    max_depth: 2\n    max_pages: 50\n', flags)), silentLog, [
      'mine',
    ]);
    expect(plan?.notLifted).toEqual(expected.map((line) => expect.stringContaining(line)));
  });

  it('F3: a bound in the configuration file, for all sources, is no remark', async () => {
    answers = { '/': 'Home.' };
    const { events } = await crawl(settings('    max_depth: 2\n', {}, 'max_depth: 5\n'));
    expect(events.filter((event) => event.type === 'warning' && event.by === 'cap:flag')).toEqual([]);
  });
});
