// Incidents and results of a run are announced once, in one place: to the log of every run, to the terminal and to pipes.
// The reports of runs, the scheduler and commands are on SQLite alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Log } from '../../src/core/log.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { runCommand } from '../support/commands.ts';
import { dataFile } from '../support/data-file.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let site: LocalServer;
const folders: string[] = [];

beforeAll(async () => {
  site = await startServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return void response.writeHead(200).end('User-agent: *\nDisallow: /private/\n');
    if (path === '/secret') return void response.writeHead(403).end();
    if (path.startsWith('/bad/')) return void request.socket.destroy();
    response.writeHead(200, { 'content-type': 'text/html' });
    if (path === '/large') return void response.end(`<p>${'x'.repeat(5_300_000)}</p>`);
    const links = ['/secret', '/large', '/private/a', '/p1', '/p2', '/p3'];
    const text = Array.from({ length: 90 }, (_, n) => `word${n} of ${path}`).join(' ');
    response.end(`<title>${path}</title><h1>${path}</h1><p>${text}</p>${links.map((to) => `<a href="${to}">x</a>`)}`);
  });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with a provider `mine` that is due at any time. */
function newFolder(fields = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  folders.push(folder);
  writeFileSync(
    join(folder, 'docent.yml'),
    `time_zone: Asia/Seoul\nproviders:\n  - {provider_id: mine, name: My Docs, seed_url: "${site.origin}/", allowed_path_patterns: [/**], request_delay_ms: 0, own_site: true, schedule: "* * * * *"${fields}}\n`,
  );
  return folder;
}

const docent = (cwd: string, ...args: readonly string[]): Promise<Finished> => runCommand(args, { cwd });

type Line = Record<string, unknown>;
const linesOf = (stderr: string): readonly Line[] =>
  stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
const briefly = (lines: readonly Line[]): readonly string[] =>
  lines.filter(({ by }) => by !== undefined).map(({ level, by }) => `${level} ${by}`);

/** The block of M3. */
const block = new RegExp(
  [
    /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] \[CRAWL_REPORT\] Provider: My Docs$/,
    /^ {2}- Total Pages: (\d+)$/,
    /^ {2}- New: \d+, Updated: \d+, Deleted: \d+$/,
    /^ {2}- Change Rate: \d+\.\d%$/,
    /^ {2}- Success Rate: (?:\d+\.\d%|n\/a)$/,
    /^ {2}- Avg Response Time: (?:\d+ms|n\/a)$/,
    /^ {2}- Duration: \d+s$/,
  ]
    .map(({ source }) => source)
    .join('\\n'),
  'm',
);
const blocksIn = (text: string): number => text.split('[CRAWL_REPORT]').length - 1;

/** A log that keeps its lines. */
function keptLog(): {
  readonly log: Log;
  readonly logged: { level: string; by: unknown; url: unknown; event: string }[];
} {
  const logged: { level: string; by: unknown; url: unknown; event: string }[] = [];
  const levels = (['debug', 'info', 'warn', 'error'] as const).map((level) => [
    level,
    ({ by, url }: Record<string, unknown>, event: string) => logged.push({ level, by, url, event }),
  ]);
  return { log: Object.fromEntries(levels) as unknown as Log, logged };
}

it('M3, M4: what the door prints on the terminal of the log is not logged a second time', async () => {
  const { log, logged } = keptLog();
  const folder = newFolder();
  const settings = loadSettings({
    cwd: folder,
    env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: join(folder, 'data') },
  });
  const run = openDocent({ settings, log, printsWhereLogged: true }).crawl('mine', { confirmed: true });
  const printed: string[] = [];
  for await (const event of run) if (event.type === 'warning') printed.push(event.by);
  expect(printed).toEqual(expect.arrayContaining(['http:403', 'DOC_TOO_LARGE']));
  expect((await run.concluded).map(({ text }) => text)).toEqual([expect.stringMatching(block)]);
  const by = logged.filter((one) => one.level !== 'debug' && one.by !== undefined).map((one) => one.by);
  expect(by).toEqual(['robots:rfc9309:line-2']);
  expect(logged.some(({ event }) => event.includes('[CRAWL_REPORT]'))).toBe(false);
});

it('M4: a library run logs a 403, a cap, a page too large and robots refusals, with or without a listener', async () => {
  const { log, logged } = keptLog();
  const folder = newFolder();
  const settings = loadSettings({
    cwd: folder,
    env: {
      DOCENT_REQUEST_DELAY_MS: '0',
      DOCENT_DATA: join(folder, 'data'),
      DOCENT_MAX_PAGES: '3',
    },
  });
  await openDocent({ settings, log }).crawl('mine', { confirmed: true }).result;
  const found = (level: string, by: string) => logged.filter((one) => one.level === level && one.by === by);
  expect(found('warn', 'http:403')).toMatchObject([{ url: `${site.origin}/secret` }]);
  expect(found('warn', 'DOC_TOO_LARGE')).toMatchObject([{ url: `${site.origin}/large` }]);
  expect(found('warn', 'cap:pages')).toMatchObject([{ event: expect.stringContaining('max_pages 3') }]);
  const refused = logged.filter(({ level, by }) => level === 'info' && String(by).startsWith('robots:'));
  expect(refused).toMatchObject([{ url: `${site.origin}/private/a`, event: 'robots.refused' }]);
});

it('M4: a parked host is a WARN line', more, async () => {
  const folder = newFolder();
  const bad = Array.from({ length: 60 }, (_, n) => `${site.origin}/bad/${n}`);
  const flags = ['--delay', '0', '--quiet', '--no-wait', '--json'];
  const args = ['crawl', ...bad, ...flags];
  const { stderr, stdout } = await runCommand(args, {
    cwd: folder,
    env: { DOCENT_RETRY_BASE_MS: '0' },
  });
  const parked = linesOf(stderr).filter(({ by }) => by === 'host:parked');
  expect(parked).toMatchObject([{ level: 'warn', event: expect.stringContaining('is parked') }]);
  for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
});

it('M3, M4: a scheduled run logs at INFO by default, its report is logged, and its figures are printed', async () => {
  const folder = newFolder(', max_pages: 3');
  await docent(folder, 'schedule', 'run', '--once');
  const db = new DatabaseSync(dataFile(join(folder, '.docent')));
  db.exec('UPDATE planned SET slot = 0, due_at = 0');
  db.close();
  const { stdout, stderr } = await docent(folder, 'schedule', 'run', '--once');
  const lines = linesOf(stderr);
  expect(briefly(lines)).toEqual(
    expect.arrayContaining(['warn http:403', 'warn DOC_TOO_LARGE', 'warn cap:pages', 'info robots:rfc9309:line-2']),
  );
  expect(lines.filter(({ event }) => block.test(String(event)))).toHaveLength(1);
  expect(blocksIn(stdout)).toBe(0);
  expect(stdout).toMatch(/^ {2}pages +3: \d new, 0 updated, 0 deleted; its first crawl$/m);
});

it('M3: crawl prints the figures of the block and logs it whatever the log level; --report prints it, and --json keeps it out', async () => {
  const folder = newFolder();
  const crawl = await docent(folder, 'crawl', 'mine', '--yes', '--quiet', '--log-level', 'error');
  expect(blocksIn(crawl.stdout)).toBe(0);
  const logged = linesOf(crawl.stderr);
  expect(logged).toMatchObject([{ level: 'info', provider: 'mine', event: expect.stringMatching(block) }]);
  const figureOf = (name: string): string =>
    new RegExp(`- ${name}: (\\S+)`).exec(String(logged[0]?.event))?.[1] as string;
  const pages = figureOf('Total Pages');
  expect(crawl.stdout).toContain(`  pages     ${pages}: ${pages} new, 0 updated, 0 deleted; its first crawl\n`);
  const [good, average, time] = [figureOf('Success Rate'), figureOf('Avg Response Time'), figureOf('Duration')];
  expect(crawl.stdout).toContain(`  requests  ${good} answered, ${average} on average; ${time} in all\n`);
  expect(crawl.stdout).toMatch(/^ {2}this finds words in it:\n {4}docent search <words>\n$/m);
  const again = await docent(folder, 'refresh', 'mine', '--quiet', '--report');
  expect(again.stdout).toMatch(block);
  expect(blocksIn(again.stdout)).toBe(1);
  const [, at = ''] = block.exec(String(logged[0]?.event)) ?? [];
  // Nine hours ahead of UTC, at any time of the year.
  const ahead = Date.parse(`${at.replace(' ', 'T')}Z`) - Date.parse(String(logged[0]?.time));
  expect(Math.round(ahead / 3_600_000)).toBe(9);

  const refresh = await docent(folder, 'refresh', 'mine', '--all', '--json', '--log-level', 'silent');
  const events = refresh.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  expect(events.filter(({ type }) => type === 'report')).toMatchObject([
    { provider: 'mine', text: expect.stringMatching(block) },
  ]);
  expect(linesOf(refresh.stderr)).toMatchObject([{ event: expect.stringMatching(block) }]);
});
