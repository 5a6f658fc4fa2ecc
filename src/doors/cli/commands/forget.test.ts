// `docent forget` as the real binary, in a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../test/support/commands.ts';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import type { Finished } from '../../../../test/support/process.ts';
import { root } from '../../../../test/support/repository.ts';

const _binary = join(root, 'bin/docent.js');

let folder: string;
let server: LocalServer;
let host: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-forget-cli-'));
  server = await startServer(({ url = '' }, response) => {
    const links = ['a', 'b', 'c', 'd/1', 'd/2'].map((name) => `<a href="/docs/${name}">link</a>`).join('');
    const body = `<p>This is ${url}.</p>${url === '/docs/' ? links : ''}`;
    response
      .writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
      .end(`<title>${url}</title>${body}`);
  });
  host = `127.0.0.1:${server.port}`;
  const crawled = await docent(
    'crawl',
    `${server.origin}/docs/`,
    '--delay',
    '0',
    '--quiet',
    '--retain',
    'full',
    '--own-site',
  );
  expect(crawled).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder });
}

const json = async (...args: string[]) => JSON.parse((await docent(...args, '--json')).stdout);
const lines = (text: string): readonly string[] => text.trimEnd().split('\n');

describe('docent forget', () => {
  it('C5: a dry run prints each URL that would go, counts, and changes nothing', async () => {
    const before = await json('urls');
    const { code, stdout } = await docent('forget', `${host}/docs/d`, '--dry-run');
    expect(code).toBe(0);
    expect(lines(stdout)).toEqual([
      `${host}/docs/d  with all that lies below it`,
      ...[`  ${server.origin}/docs/d/1`, `  ${server.origin}/docs/d/2`],
      expect.stringMatching(/^ {2}would go {2}2 URLs, 2 pages, 2 chunks, 2 links of other pages$/),
      'Nothing was changed.',
    ]);
    expect(await json('urls')).toEqual(before);
  });

  it('C5: without a terminal it requires --yes', async () => {
    const { code, stderr } = await docent('forget', `${host}/docs/d`);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('add --yes') });
  });

  it('C5: forgets, lists exports that may hold it while they exist, shows how to keep it out, and keeps a receipt', async () => {
    expect(await docent('export', '--format', 'markdown', '--out', 'out')).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await docent('forget', `${server.origin}/docs/a`, '--yes');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines(stdout)).toEqual([
      `forgotten  ${server.origin}/docs/a`,
      '  removed  1 URL, 1 page, 1 chunk, 1 link of another page',
      expect.stringMatching(/^ {2}receipt {2}#1, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z]\S*, [0-9a-f]{12}$/),
      'by hand  these may still hold it; remove them, or make them again:',
      expect.stringContaining(`${join(folder, 'out')}  markdown, `),
      'It is not blocked, so the next crawl may bring it back; to keep it out:',
      `  docent blocklist add ${host}/docs/a`,
    ]);
    rmSync(join(folder, 'out'), { recursive: true });
    const { exports } = await json('forget', `${host}/docs/d`, '--dry-run');
    expect(exports).toEqual([]);
    const again = await docent('forget', `${server.origin}/docs/a`, '--yes');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('(receipt #1)') });
    const secure = await docent('forget', `https://${host}/docs/a`, '--yes');
    expect(secure).toMatchObject({ code: 0, stdout: expect.stringContaining('(receipt #1)') });
    expect(await docent('forget', `${server.origin}/docs/never`, '--yes')).toMatchObject({ code: 1 });
    expect(await docent('forget', 'nonsense')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no provider'),
    });
    expect(await docent('forget')).toMatchObject({ code: 2 });
  });

  it('U10: --block enters it in the blocklist with the reason', async () => {
    const done = await json('forget', `${host}/docs/d`, '--yes', '--block', '--reason', 'requested by the owner');
    expect(done).toMatchObject({ end: 'forgotten', blocked: [`${host}/docs/d`], removed: { urls: 2, pages: 2 } });
    expect(await json('blocklist', 'list')).toMatchObject([
      { pattern: `${host}/docs/d`, reason: 'requested by the owner' },
    ]);
  });

  it('C5: --receipts lists them and reports that the chain holds', async () => {
    const { code, stdout } = await docent('forget', '--receipts');
    expect(code).toBe(0);
    expect(stdout).toContain('The chain holds');
    expect((await json('forget', '--receipts')).receipts).toMatchObject([
      { what: `${server.origin}/docs/a` },
      { what: `${host}/docs/d` },
    ]);
  });
});
