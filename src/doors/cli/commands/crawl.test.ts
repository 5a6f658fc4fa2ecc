// `docent crawl` as the real binary: what it does not wait for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrawler } from '../../../../test/kill/crawler.ts';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import { type Finished, run } from '../../../../test/support/process.ts';
import { pinnedNode, root } from '../../../../test/support/repository.ts';

const binary = join(root, 'bin/docent.js');
/** Less than the first retry of anything would take (H3). */
const SOON_MS = 20_000;
const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_LOG_LEVEL: 'error' };

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
async function crawl({ origin }: LocalServer, ...args: readonly string[]): Promise<Finished & { readonly ms: number }> {
  const start = performance.now();
  const cwd = mkdtempSync(join(folder, 'run-'));
  const end = await run(pinnedNode, [binary, 'crawl', `${origin}/`, '--quiet', ...args], { cwd, env });
  return { ...end, ms: performance.now() - start };
}

describe.concurrent('docent crawl --no-wait', () => {
  it('F4, F6: waits for the gap between requests to a host', async () => {
    await using server = await startSite('User-agent: *\nCrawl-delay: 11');
    const { stdout } = await crawl(server, '--no-wait', '--max-pages', '1');
    expect(stdout).toContain('1 indexed');
  }, 60_000);

  it('F4, F6: waits for it also when an earlier run has learnt it', async () => {
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
  }, 60_000);

  it('F4, H3: waits for no retry of a host that cannot be reached; its seed has failed', async () => {
    const server = await startSite();
    await server[Symbol.asyncDispose]();
    const { code, stdout, ms } = await crawl(server, '--no-wait');
    expect(code).toBe(1);
    expect(stdout).toContain('1 discovered = 1 failed');
    expect(ms).toBeLessThan(SOON_MS);
  });

  it('F4, H3: waits for no retry of a page; it is there for the next run', async () => {
    await using server = await startSite();
    const { code, stdout, ms } = await crawl(server, '--no-wait');
    expect(code).toBe(3);
    expect(stdout).toContain('2 discovered = 1 indexed + 1 waiting');
    expect(ms).toBeLessThan(SOON_MS);
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
