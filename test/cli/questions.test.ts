// `docent report --questions` and what `docent search` counts for it: the real binary, also beside a crawl.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { clearQuestions } from '../../src/app/read/questions.ts';
import { openStore } from '../../src/store/open-store.ts';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import type { Finished } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { answerSite, type SearchSite, startSearchSite } from '../support/search-site.ts';
import { HANG_MS } from '../support/until.ts';

let site: SearchSite;
const binary = join(root, 'bin/docent.js');
/** The user without rights of their own. */
const NOBODY = 65_534;

beforeAll(async () => {
  site = await startSearchSite();
  const { code, stderr } = await docent({}, 'crawl', `${site.server.origin}/docs/`, '--quiet');
  expect({ code, stderr }).toMatchObject({ code: 0 });
});
afterAll(async () => {
  chmodSync(site.folder, 0o755);
  await site[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await clearQuestions(openStore({ kind: 'sqlite', folder: join(site.folder, 'data') }));
});

const ON = Object.freeze({ DOCENT_KEEP_QUESTIONS: 'true' });

function docent(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Finished> {
  const usual = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_DATA: join(site.folder, 'data'), DOCENT_TIME_ZONE: 'UTC' };
  return runCommand(args, { cwd: site.folder, env: { ...usual, ...env } });
}

interface Listed {
  readonly keep_questions: boolean;
  readonly questions: readonly Readonly<Record<string, unknown>>[];
}

async function listed(...args: readonly string[]): Promise<Listed> {
  return JSON.parse((await docent(ON, 'report', '--questions', '--json', ...args)).stdout) as Listed;
}

it('A5: is off by default, and shows it', async () => {
  expect((await docent({}, 'search', 'qqqq')).code).toBe(1);
  const [off, on, list] = await Promise.all([
    docent({}, 'report', '--questions'),
    docent(ON, 'report', '--questions'),
    listed(),
  ]);
  expect(off).toMatchObject({ code: 0, stderr: '' });
  expect(off.stdout).toMatch(/^keep_questions is off: [^\n]+DOCENT_KEEP_QUESTIONS=true[^\n]+\n$/);
  expect(on.stdout).toBe('No question that found nothing has been counted yet.\n');
  expect(list).toEqual({ keep_questions: true, questions: [] });
});

it('A5: a search that finds nothing is answered as ever, counted, listed and cleared', async () => {
  const first = await docent(ON, 'search', 'qqqq xxxx');
  expect(first).toEqual(await docent({}, 'search', 'qqqq xxxx'));
  await docent(ON, 'search', 'qqqq', 'xxxx');
  await docent(ON, 'search', 'connection');
  await docent(ON, 'search', '결제 취소 기한은 언제까지입니까', '--provider', 'stripe');
  const { code, stdout, stderr } = await docent(ON, 'report', '--questions');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    '  times  last              library  question',
    expect.stringMatching(/^ {6}2 {2}\d{4}-\d\d-\d\d \d\d:\d\d {11}qqqq xxxx$/),
    expect.stringMatching(/^ {6}1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}stripe {3}결제 취소 기한은 언제까지입니까$/),
    '',
  ]);
  expect(await listed()).toEqual({
    keep_questions: true,
    questions: [
      {
        ...{ text: 'qqqq xxxx', times: 2, found: 0 },
        ...{ firstAt: expect.stringMatching(/Z$/), lastAt: expect.stringMatching(/Z$/) },
      },
      expect.objectContaining({ text: '결제 취소 기한은 언제까지입니까', library: 'stripe', times: 1 }),
    ],
  });
  expect((await listed('stripe')).questions).toHaveLength(1);
  const off = await docent({}, 'report', '--questions');
  expect(off.stdout).toContain('qqqq xxxx\n');
  expect(off.stdout).toContain('keep_questions is off: these were counted before, and no more are.');
  expect((await docent({}, 'report', 'stripe', '--questions', '--clear')).stdout).toBe('removed 1 question\n');
  expect(JSON.parse((await docent(ON, 'report', '--questions', '--clear', '--json')).stdout)).toEqual({ cleared: 1 });
  expect((await listed()).questions).toEqual([]);
});

it('A5: keeps neither secrets nor addresses, and prints nothing that acts on the terminal', async () => {
  const rude = 'zzzz \u001b[31m\u202eword https://me:pw@a.example/?token=s3cr3t jane@example.com';
  await docent(ON, 'search', rude, '--path', 'nowhere');
  const { stdout } = await docent(ON, 'report', '--questions');
  expect(stdout).toContain('zzzz \\u001b[31m\\u202eword https://***@a.example/?token=*** [email]\n');
  const json = await docent(ON, 'report', '--questions', '--json');
  expect(stdout + json.stdout).not.toMatch(/[\u001b\u202e]|s3cr3t|pw@|jane/);
});

it('A5: what does not go together is refused', async () => {
  await Promise.all(
    [['--clear'], ['--questions', '--markdown'], ['--questions', '--atom', 'x.xml'], ['--questions', '--run', '1']].map(
      async (args) =>
        expect(await docent(ON, 'report', ...args), args.join(' ')).toMatchObject({ code: 2, stdout: '' }),
    ),
  );
  const none = await docent(ON, 'report', '--questions', '--data', 'nowhere');
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain('there is no crawl in');
  expect(readdirSync(site.folder)).not.toContain('nowhere');
});

it('A5: more than twenty are counted, and --all lists them', async () => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...ON, DOCENT_DATA: join(site.folder, 'data') };
  const child = spawn(pinnedNode, [binary, 'search', '--batch'], {
    ...{ cwd: site.folder, env, stdio: ['pipe', 'ignore', 'inherit'] },
  });
  child.stdin?.end(Array.from({ length: 25 }, (_, n) => `qqq${n} zzz${n}\n`).join(''));
  await once(child, 'close');
  expect((await docent(ON, 'report', '--questions')).stdout).toMatch(/\n {2}and 5 more; --all lists them\n$/);
  expect((await docent(ON, 'report', '--questions', '--all')).stdout.match(/qqq/g)).toHaveLength(25);
  expect((await listed()).questions).toHaveLength(25);
});

it('A5, C4: questions are counted while a crawl writes, which goes on to its end', async () => {
  const pages = 40;
  const counting = Promise.withResolvers<void>();
  await using busy = await startSearchSite(async (request, response) => {
    const nth = Number(/^\/docs\/page-(\d+)$/.exec(request.url ?? '')?.[1] ?? -1);
    if (nth < 0 && request.url !== '/docs/') return answerSite(request, response);
    // The crawl goes on until some questions were counted beside it.
    if (nth === pages / 2) await counting.promise;
    const links = Array.from({ length: 10 }, (_, step) => `<a href="/docs/page-${(nth + 1 + step) % pages}">n</a>`);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>P${nth}</title><h1>P${nth}</h1><p>${`Wombat ${nth} and others. `.repeat(80)}</p>${links.join('')}`);
  });
  const data = join(busy.folder, 'data');
  const { PATH = '', HOME = '' } = process.env;
  const crawl = spawn(
    pinnedNode,
    [
      ...[binary, 'crawl', `${busy.server.origin}/docs/`, '--data', data, '--quiet', '--max-depth', '50'],
      ...['--delay', '0', '--concurrency', '4', '--per-host', '4', '--max-pages', '1000'],
    ],
    { cwd: busy.folder, env: { PATH, HOME }, stdio: 'ignore', timeout: HANG_MS, killSignal: 'SIGKILL' },
  );
  let end: number | undefined;
  const ended = once(crawl, 'exit').then(([code]) => {
    end = code as number;
  });
  let counted = 0;
  while (end === undefined) {
    // Until the folder is there it reports that there is no crawl.
    const { stdout } = await docent({ ...ON, DOCENT_DATA: data }, 'search', 'qqqq xxxx');
    if (stdout.startsWith('Nothing found') && ++counted === 3) counting.resolve();
  }
  await ended;
  expect(end).toBe(0);
  expect(counted).toBeGreaterThan(2);
  const { questions } = await listed('--data', data);
  expect(questions).toMatchObject([{ text: 'qqqq xxxx' }]);
  // A search while nothing was indexed yet is counted too, with another message.
  expect(Number(questions[0]?.times)).toBeGreaterThanOrEqual(counted);
});

it.skipIf(process.platform === 'win32')(
  'A5, C6: in a folder that may only be read a search answers as ever, and logs why at DEBUG only',
  more,
  async ({ skip }) => {
    const place = join(site.folder, 'read-only');
    mkdirSync(place);
    const db = new DatabaseSync(join(site.folder, 'data/docent.sqlite'), { readOnly: true });
    db.exec(`VACUUM INTO '${join(place, 'docent.sqlite')}'`);
    db.close();
    const copy = new DatabaseSync(join(place, 'docent.sqlite'));
    copy.exec('PRAGMA journal_mode = WAL');
    copy.close();
    chmodSync(join(place, 'docent.sqlite'), 0o444);
    chmodSync(place, 0o555);
    // The administrator may write anywhere.
    const isRoot = process.getuid?.() === 0;
    let level = 'info';
    if (isRoot) chmodSync(site.folder, 0o777);
    const asReader = async (...args: readonly string[]): Promise<Finished> => {
      const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
      const env = { ...ON, ...(args[0] === 'search' && { DOCENT_LOG_LEVEL: level }) };
      const child = spawn(pinnedNode, [binary, ...args, '--data', place], { cwd: site.folder, ...user, env });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (text) => (stdout += text));
      child.stderr.on('data', (text) => (stderr += text));
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, stdout, stderr };
    };
    try {
      // Where the program itself is for the administrator only.
      if ((await asReader('--version')).code !== 0) skip();
      expect(await asReader('search', 'qqqq')).toEqual({ code: 1, stdout: 'Nothing found for qqqq\n', stderr: '' });
      level = 'debug';
      const ended = await asReader('search', 'qqqq');
      expect(ended).toMatchObject({ code: 1, stdout: 'Nothing found for qqqq\n' });
      expect(ended.stderr).toMatch(/^\{"level":"debug",[^\n]*"code":"DOC_STORE"[^\n]*questions\.not_kept"\}\n$/);
      expect(await asReader('search', 'connection')).toMatchObject({ code: 0, stderr: '' });
      expect((await asReader('report', '--questions')).stdout).toMatch(/^No question /);
      expect(await asReader('report', '--questions', '--clear')).toMatchObject({ code: 1, stdout: '' });
      expect(readdirSync(place)).toEqual(['docent.sqlite']);
    } finally {
      chmodSync(place, 0o755);
    }
  },
);
