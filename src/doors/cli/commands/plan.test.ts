// `docent plan` as the real binary: what it prints and how it ends where a crawl would fail.
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../../test/support/commands.ts';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import type { Finished } from '../../../../test/support/process.ts';
import { root } from '../../../../test/support/repository.ts';

const _binary = join(root, 'bin/docent.js');

let folder: string;
let server: LocalServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-plan-cli-'));
  server = await startServer((_, response) => void response.writeHead(404).end());
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function docent(...args: readonly string[]): Promise<Finished> {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_LOG_LEVEL: 'error' };
  return runCommand(args, { cwd: folder, env });
}

const page = '<title>Home</title><p>Hello.</p>';

describe('docent plan', () => {
  it('F5, F12: a seed that cannot be reached is reported, and ends as a crawl of it does', async () => {
    const seed = `${server.origin}/docs/`;
    await server[Symbol.asyncDispose]();
    const { code, stdout, stderr } = await docent('plan', seed);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/seed +\S+\/docs\/ {2}not reached: robots\.txt could not be fetched .*ECONNREFUSED/);
    expect(stdout).toMatch(/pages +none: no seed could be reached/);
    expect((await docent('plan', seed, '--notice')).stdout).toMatch(/^Nothing on \S+ could be reached/);
    expect(await docent('plan', seed, '--json')).toMatchObject({ code: 1 });
    expect(await docent('crawl', seed, '--dry-run')).toMatchObject({ code: 1 });
  });

  it.each<[what: string, answer: RequestListener, code: number]>([
    ['robots.txt forbids', (_, response) => void response.end('User-agent: *\nDisallow: /'), 1],
    ['is not there', (_, response) => void response.writeHead(404).end(), 1],
    ['is no page', (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'), 1],
    ['leads out of scope', (_, response) => void response.writeHead(301, { location: '/blog/' }).end(), 1],
    [
      'leads on',
      ({ url }, response) => {
        if (url === '/docs/start') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
        else response.writeHead(301, { location: '/docs/start' }).end();
      },
      0,
    ],
    [
      'leads to what robots.txt forbids (F12)',
      ({ url }, response) => {
        if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /docs/private/');
        else response.writeHead(302, { location: '/docs/private/' }).end();
      },
      1,
    ],
    ['is there', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page), 0],
  ])('F5, F12: a seed that %s', async (what, answer, code) => {
    const isRobots = what.includes('robots');
    server.answer((request, response) => {
      if (request.url === '/robots.txt' && !isRobots) response.writeHead(404).end();
      else answer(request, response);
    });
    expect(await docent('plan', `${server.origin}/docs/`)).toMatchObject({ code });
  });
});

describe('F3: a site of more pages than max_pages', () => {
  it('is named first by the plan, with the command that crawls further, and at the end of the crawl', async () => {
    const links = Array.from({ length: 30 }, (_, n) => `<a href="/docs/${n}">${n}</a>`).join('');
    server.answer(({ url }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${url}</title><p>Page ${url}</p>${links}`);
    });
    const seed = `${server.origin}/docs/`;
    const plan = await docent('plan', seed, '--max-pages', '10');
    const further = `docent crawl ${seed} --max-pages 35`;
    expect(plan.stdout.split('\n').slice(0, 2)).toEqual([
      'a crawl stores 10 of about 31; this goes on:',
      `    ${further}`,
    ]);
    const crawl = await docent('crawl', seed, '--max-pages', '10', '--quiet');
    expect(crawl).toMatchObject({ code: 3, stdout: expect.stringContaining('limit reached: 10 of about 31') });
    expect(crawl.stdout.trimEnd().split('\n').at(-1)).toBe(`    docent crawl ${seed} --quiet --max-pages 35`);
    const again = await docent(...further.split(' ').slice(1), '--quiet');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('docent search <words>') });
  });
});
