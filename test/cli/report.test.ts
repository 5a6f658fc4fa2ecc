// `docent report`, `alerts` and `schedule` as the real binary prints them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let folder: string;
let site: LocalServer;
let version = 1;

const docent = (...args: readonly string[]): Promise<Finished> => runCommand(args, { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  site = await startServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const links = request.url === '/' ? [1, 2, 3, 4, 5].map((n) => `<a href="/p${n}">${n}</a>`).join(' ') : '';
    const text = Array.from({ length: 80 }, (_, n) => `word${n} of ${request.url}`).join(' ');
    const hostile = '<h2>\u202eover \u001b[31mhere</h2>';
    const more = version > 1 && request.url === '/p1' ? `${hostile}<p>${text}</p>` : '';
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<title>${request.url}</title><div id="v${version}"><h1>${request.url}</h1><p>${request.url} ${text}</p>${more}</div>${links}`,
      );
  });
  writeFileSync(
    join(folder, 'docent.yml'),
    `time_zone: UTC\nslack_webhook: http://10.255.0.1/services/T0/s3cr3t\nproviders:\n  - {provider_id: mine, name: My Docs, seed_url: "${site.origin}/", allowed_path_patterns: [/**], request_delay_ms: 0, schedule: "0 3 * * 1", custom_selectors: {content: "#v1"}, alert_bounds: [selector_hits=90]}\n  - {provider_id: theirs, seed_url: "https://docs.example/", allowed_path_patterns: [/**]}\n`,
  );
  await docent('crawl', 'mine');
  version = 2;
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it('M1, M3: a crawl ends with its changes and its alerts; a webhook that is refused neither fails it nor is printed', async () => {
  const { code, stdout, stderr } = await docent('crawl', 'mine', '--quiet');
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n {2}pages +6: 0 new, \d updated, 0 deleted; change rate \d+\.\d%\n/);
  expect(stdout).toMatch(/\n {2}alerts +1 new, 0 going on, 0 over; "docent alerts" shows the causes\n/);
  expect(stderr).toContain('"bound":"selector_hits"');
  expect(stderr).toContain('refused by address:private');
  expect(stdout + stderr).not.toContain('s3cr3t');
});

it('M3: report lists pages and headings, and nothing in them acts on the terminal', async () => {
  const { code, stdout } = await docent('report', 'mine');
  expect(code).toBe(0);
  expect(stdout).toContain('My Docs  complete  crawl 2, ');
  expect(stdout).toMatch(/added {3}.*over \\u001b\[31mhere/);
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
  expect(stdout).toContain('custom_selectors.content: #v1 matched nothing on 6 of 6 pages');
});

it('M3: report speaks JSON, Markdown and Atom, and refuses what is none', async () => {
  const json = JSON.parse((await docent('report', '--last', '2', '--json')).stdout) as { runs: { id: number }[] }[];
  expect(json.map(({ runs }) => runs.map(({ id }) => id))).toEqual([[2, 1]]);
  expect((await docent('report', '--markdown')).stdout).toMatch(/^# Change report\n\n## My Docs, /);
  expect((await docent('report', '--atom', 'feed.xml')).stdout).toBe('wrote feed.xml: 2 entries\n');
  expect(readFileSync(join(folder, 'feed.xml'), 'utf8')).toMatch(
    /^<\?xml .*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/s,
  );
  for (const args of [['--run', 'x'], ['--run', '99'], ['--last', '0'], ['nobody']])
    expect(await docent('report', ...args), args.join(' ')).toMatchObject({ code: 2, stdout: '' });
});

it('M2: alerts lists cause and command', async () => {
  const { stdout } = await docent('alerts');
  expect(stdout).toContain('open  mine: the selector #v1 matches too few pages');
  expect(stdout).toContain('look closer  docent providers check mine');
  expect(JSON.parse((await docent('alerts', '--json')).stdout)).toMatchObject([
    { provider: 'mine', bound: 'selector_hits' },
  ]);
});

it('M1: alerts does not report what was never judged as within its bounds', async () => {
  const { code, stdout } = await docent('alerts', 'theirs');
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'no alerts  no last run was held against all bounds\n  theirs: no run yet, so nothing was judged\n',
  });
});

it('M4: why shows the history of a URL', async () => {
  const { stdout } = await docent('why', `${site.origin}/p1`);
  expect(stdout).toMatch(/history\n.*run 2 {4}indexed {3}200 .*\n.*run 1 {4}indexed {3}200 /);
});

it('M5, C8: schedule lists the next runs and why some are not run, and runs what is due', async () => {
  const { stdout } = await docent('schedule');
  expect(stdout).toMatch(/mine +Mondays at 03:00 +\d{4}-\d\d-\d\d 03:00 .* fresh\n/);
  expect(stdout).toMatch(/theirs .* - .* never .* never reached\n/);
  expect(stdout).toContain(
    'theirs: nobody has noted what the terms of theirs say about crawling, so it is not run by schedule',
  );
  expect(JSON.parse((await docent('schedule', '--json')).stdout)).toMatchObject([
    { provider: 'mine' },
    { provider: 'theirs' },
  ]);
  const once = await docent('schedule', 'run', '--once');
  expect({ code: once.code, stdout: once.stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining('theirs is not run: '),
  });
});

it('F3, M3: report knows the limits that a plain URL was crawled with, and how to raise them', async () => {
  const data = ['--data', 'limits'];
  await docent('crawl', `${site.origin}/`, '--delay', '0', '--max-pages', '4', '--quiet', ...data);
  const { stdout } = await docent('report', `${site.origin}/`, ...data);
  expect(stdout).toContain(
    'max_pages: stopped at max_pages 4 with URLs waiting; crawl it again with a larger --max-pages',
  );
  await docent('crawl', `${site.origin}/`, '--delay', '0', '--max-pages', '2000', '--quiet', ...data);
  expect((await docent('report', `${site.origin}/`, ...data)).stdout).not.toContain('max_pages');
});

it('A1: without a crawl each reports it in one line', async () => {
  for (const command of ['report', 'alerts']) {
    const { code, stderr } = await docent(command, '--data', 'nothing');
    expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 1, lines: 2 });
    expect(stderr).toContain('there is no crawl in ');
  }
});
