// `docent crawl`: what it does not wait for, with --no-wait.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from '../../../../test/kill/crawler.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { more } from '../../../../test/support/how-long.ts';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import type { Finished } from '../../../../test/support/process.ts';

/** A run that waits for a retry hangs: the first comes after ten minutes (H3). */
const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '600000', DOCENT_LOG_LEVEL: 'error' };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-crawl-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A page that links to a broken one. */
function startSite(robots?: string): Promise<LocalServer> {
  return startServer(({ url }, response) => {
    if (url === '/robots.txt' && robots !== undefined) response.end(robots);
    else if (url === '/broken') response.writeHead(500).end();
    else if (url === '/') response.setHeader('content-type', 'text/html').end('<p>Hello.</p><a href="/broken">x</a>');
    else response.writeHead(404).end();
  });
}

/** In a folder of its own. */
function crawl({ origin }: LocalServer, ...args: readonly string[]): Promise<Finished> {
  const cwd = mkdtempSync(join(folder, 'run-'));
  return runCommand(['crawl', `${origin}/`, '--quiet', ...args], { cwd, env });
}

describe.concurrent('docent crawl --no-wait', () => {
  // What is waited for at most without a gap is ten seconds; that a gap is waited for, run/pause.test.ts proves, too.
  it('F4, F6: waits for the gap between requests to a host', more, async () => {
    await using server = await startSite('User-agent: *\nCrawl-delay: 11');
    const { stdout } = await crawl(server, '--no-wait', '--max-pages', '1');
    expect(stdout).toContain('1 indexed');
  });

  it('F4, F6: waits for it also when an earlier run has learnt it', more, async () => {
    await using server = await startSite();
    const data = join(folder, 'learnt');
    await using first = startCrawler([`${server.origin}/`, '--no-wait'], { data, env });
    // What is in flight is finished: the run ends when robots.txt is read, and has requested nothing else.
    server.answer((_, response) => {
      first.send('SIGINT');
      response.end('User-agent: *\nCrawl-delay: 11');
    });
    expect((await first.ended).code).toBe(130);
    expect(server.requestLines).toEqual(['GET /robots.txt']);
    server.answer((_, response) => void response.setHeader('content-type', 'text/html').end('<p>Hello.</p>'));
    await using second = startCrawler([`${server.origin}/`, '--no-wait'], { data, env });
    expect((await second.ended).code).toBe(0);
    expect(server.requestLines.slice(1)).toEqual(['GET /']);
  });

  it('F4, H3: waits for no retry of a host that cannot be reached; its seed has failed', async () => {
    const server = await startSite();
    await server[Symbol.asyncDispose]();
    const { code, stdout } = await crawl(server, '--no-wait');
    expect(code).toBe(1);
    expect(stdout).toContain('1 discovered = 1 failed');
  });

  it('F4, H3: waits for no retry of a page; it is there for the next run', async () => {
    await using server = await startSite();
    const { code, stdout } = await crawl(server, '--no-wait');
    expect(code).toBe(3);
    expect(stdout).toContain('2 discovered = 1 indexed + 1 waiting');
    expect(server.requestLines.filter((line) => line === 'GET /broken')).toHaveLength(1);
  });
});

describe.concurrent('docent crawl that stores nothing', () => {
  it('F5, H9: its last lines show why', async () => {
    await using server = await startServer((request, response) => {
      const shell = '<div id="root"></div><script src="/main.js"></script>';
      if (request.url === '/') response.setHeader('content-type', 'text/html').end(shell);
      else response.writeHead(404).end();
    });
    const { code, stdout } = await crawl(server);
    expect(code).toBe(1);
    expect(stdout).toContain(
      `nothing was stored: ${server.origin}/ was skipped by content:needs-browser: the page needs a browser`,
    );
  });
});
