// `docent search`: the real binary over what the real binary crawled, also while it crawls.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../src/app/search/search.ts';
import { openSearch } from '../../src/doors/library/search.ts';
import { runCommand } from '../support/commands.ts';
import type { Finished } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { answerSite, type SearchSite, startSearchSite } from '../support/search-site.ts';
import { HANG_MS, until } from '../support/until.ts';

let site: SearchSite;
const binary = join(root, 'bin/docent.js');

beforeAll(async () => {
  site = await startSearchSite();
  const { code, stderr } = await docent('crawl', `${site.server.origin}/docs/`, '--quiet');
  expect({ code, stderr }).toMatchObject({ code: 0 });
});
afterAll(() => site[Symbol.asyncDispose]());

const environment = (): Record<string, string> => ({
  DOCENT_REQUEST_DELAY_MS: '0',
  DOCENT_DATA: join(site.folder, 'data'),
});

function docent(...args: string[]): Promise<Finished> {
  return runCommand(args, { cwd: site.folder, env: environment() });
}

/** Runs with something on standard input. */
async function docentWith(input: string, ...args: string[]): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(pinnedNode, [binary, ...args], {
    cwd: site.folder,
    env: { PATH, HOME, ...environment() },
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    output.stdout += data;
  });
  child.stderr.on('data', (data: Buffer) => {
    output.stderr += data;
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

describe('docent search', () => {
  it('S1: reports that a phrase is found nowhere word for word, and shows what holds its words', async () => {
    const { code, stdout } = await docent('search', '"lock advisory"');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'No page holds the phrase word for word; searched for the words without quotation marks.',
      '',
      '1. Settings',
    ]);
    const json = JSON.parse((await docent('search', '--json', '"lock advisory"')).stdout) as SearchAnswer;
    expect(json).toMatchObject({ withoutPhrases: true, query: { phrases: [['lock', expect.any(String)]] } });
  });

  it('S5: prints title, way, link, quotation, provider and age, plain in a pipe', async () => {
    const { code, stdout, stderr } = await docent('search', 'asyncio.gather');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '1. Coroutines and tasks',
      expect.stringContaining('   Running tasks concurrently'),
      `   ${site.server.origin}/docs/tasks#asyncio.gather`,
    ]);
    expect(lines[3]).toContain('asyncio.gather');
    expect(lines[4]).toMatch(/^ {3}127\.0\.0\.1-\d+_docs · copied just now$/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/pages?, \d+ ms$/);
  });

  it('S5: --json prints the whole answer, --explain the parts as a table that lines up', async () => {
    const { stdout } = await docent('search', 'connection', 'settings', '--json', '--limit', '2', '--explain');
    const answer = JSON.parse(stdout) as SearchAnswer;
    expect(answer.query.text).toBe('connection settings');
    expect(answer.results.length).toBeLessThanOrEqual(2);
    expect(answer.results[0]?.parts?.length).toBeGreaterThan(2);
    const table = (await docent('search', 'connection', 'settings', '--limit', '1', '--explain')).stdout.split('\n');
    const rows = table.filter((line) => /[+−]\d+\.\d{3}$/.test(line));
    expect(rows.at(-1)).toMatch(/^ {3}score +\+\d/);
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
  });

  it('A1: --batch answers every line of standard input with one line of JSON, in order', async () => {
    const queries = ['quokka', '', 'zanzibar', 'qqqq xxxx', 'x'.repeat(20_000), 'axolotl'];
    const { code, stdout, stderr } = await docentWith(`${queries.join('\n')}\n`, 'search', '--batch', '--limit', '1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as SearchAnswer);
    expect(answers.map(({ query }) => query.text)).toEqual(queries.map((query) => query.slice(0, 1_000)));
    expect(answers.map(({ results }) => results[0]?.title)).toEqual([
      ...['Quiet', undefined, 'A long story', undefined, undefined, 'Unkept'],
    ]);
  });

  it('A1: finding nothing is reported, with a suggestion, and exit code 1', async () => {
    const { code, stdout } = await docent('search', 'zanzbar');
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Nothing found for zanzbar\nDid you mean zanzibar?\n' });
    const filtered = await docent('search', 'connection', '--provider', `127.0.0.1-${site.server.port}_doc`);
    expect(filtered.stdout).toContain(`did you mean 127.0.0.1-${site.server.port}_docs?`);
  });

  it('A1: where there is no crawl it shows what to do, and does not say that nothing was found', async () => {
    const none = await docent('search', 'x', '--data', 'nowhere');
    expect(none).toMatchObject({ code: 3, stdout: '' });
    expect(none.stderr).toMatch(/there is no crawl in .*nowhere: run "docent crawl" first/);
    expect((await docent('search')).code).toBe(2);
    expect((await docent('search', '--limit', '0', 'x')).stderr).toContain('--limit is "0"');
  });

  it('S1: words that begin with a dash are words, slips in options are not', async () => {
    const { stdout } = await docent('search', 'connection', '-advisory', '--json');
    expect((JSON.parse(stdout) as SearchAnswer).query.not).toEqual([['advisori']]);
    const slip = await docent('search', '--limt', '3', 'connection');
    expect(slip.code).toBe(2);
    expect(slip.stderr).toContain('did you mean --limit?');
    const word = JSON.parse((await docent('search', '--json', '--', '--limt')).stdout) as SearchAnswer;
    expect(word.query.text).toBe('--limt');
  });

  it('R28, C2: shows why something is not quoted, or where the match lies', async () => {
    expect((await docent('search', 'quokka')).stdout).toContain('not quoted: the page forbids it (nosnippet)');
    expect((await docent('search', 'axolotl')).stdout).toContain('(noarchive)');
    expect((await docent('search', 'zanzibar')).stdout).toContain('the match lies outside the preview that is kept');
  });

  it('A1: no text of a page or a query reaches the terminal as a command', async () => {
    const rude = await docent('search', 'narwhal');
    expect(rude.stdout).toContain('narwhal');
    const typed = await docent('search', '\u001b[31mnarwhal\u202e zzz', '--limit', '1');
    const json = await docent('search', 'narwhal', '--json');
    for (const { stdout } of [rude, typed, json])
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('S2: wide characters are found and printed whole', async () => {
    expect((await docent('search', '만료')).stdout).toContain('임대가 만료되면');
  });
});

describe('searching beside a crawl', () => {
  it('C4: answers all the time while pages come in, and finds them soon', async () => {
    const pages = 60;
    const searched = Promise.withResolvers<void>();
    await using busy = await startSearchSite(async (request, response) => {
      const nth = Number(/^\/docs\/page-(\d+)$/.exec(request.url ?? '')?.[1] ?? -1);
      if (nth < 0 && request.url !== '/docs/') return answerSite(request, response);
      // The crawl goes on until it was searched beside it.
      if (nth === pages / 2) await searched.promise;
      const links = Array.from({ length: 10 }, (_, step) => `<a href="/docs/page-${(nth + 1 + step) % pages}">n</a>`);
      const text = `Wombat number${nth} lives here with ${'many other words and '.repeat(60)} its friends.`;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>P${nth}</title><h1>P${nth}</h1><p>${text}</p>${links.join('')}`);
    });
    const data = join(busy.folder, 'data');
    mkdirSync(data);
    const { PATH = '', HOME = '' } = process.env;
    const crawl = spawn(
      pinnedNode,
      [
        ...[binary, 'crawl', `${busy.server.origin}/docs/`, '--data', data, '--quiet', '--max-depth', '50'],
        ...['--delay', '0', '--concurrency', '4', '--per-host', '4', '--max-pages', '1000'],
      ],
      { cwd: busy.folder, env: { PATH, HOME }, stdio: 'ignore', timeout: HANG_MS, killSignal: 'SIGKILL' },
    );
    let ended = false;
    const end = once(crawl, 'exit').then(([code]) => {
      ended = true;
      return code as number;
    });
    // The folder is there as soon as its first page is.
    await until(async () => (await found(data)) > 0);
    const search = openSearch({ data, cwd: busy.folder, env: {} });
    try {
      const seen: number[] = [];
      while (!ended) {
        const both = await Promise.all([search.search('wombat'), search.search('"many other words" friends')]);
        seen.push(both[0].index.chunks);
        if (seen.length > 2) searched.resolve();
      }
      expect(await end).toBe(0);
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect((await search.search('number59')).results[0]?.title).toBe('P59');
    } finally {
      await search.close();
    }
  });
});

async function found(data: string): Promise<number> {
  try {
    const search = openSearch({ data, cwd: data, env: {} });
    try {
      return (await search.search('wombat')).found.pages;
    } finally {
      await search.close();
    }
  } catch {
    return 0;
  }
}

describe('docent judged', () => {
  it('S3: notes the page that a query should find, measures its place, and removes it', async () => {
    const page = `${site.server.origin}/docs/settings`;
    expect((await docent('judged')).stdout).toContain('No query is judged yet');
    expect(await docent('judged', 'add', 'connection pool', page)).toMatchObject({ code: 0, stderr: '' });
    expect((await docent('judged')).stdout).toContain('Not measured yet');
    const measured = await docent('judged', 'measure');
    expect(measured).toMatchObject({ code: 0, stderr: '' });
    expect(measured.stdout).toMatch(
      / 1 +1 +connection pool +http\S+\/docs\/settings\n(?:.*\n)*MRR 1\.000; 1 of 1 among/u,
    );
    const again = await docent('judged', 'measure', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ queries: [{ rank: 1 }], scores: [{ mrr: 1 }, { mrr: 1 }] });
    expect((await docent('judged', 'remove', '1')).stdout).toBe('removed  1\n');
    const none = await docent('judged', 'remove', '1');
    expect({ code: none.code, stderr: none.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('there is no judged query 1'),
    });
    expect((await docent('judged', 'add', 'x', 'no address')).code).toBe(2);
  });
});
