// `docent crawl` as the real binary: what it does not wait for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/local-server.ts';
import { type Finished, run } from '../../../test/process.ts';
import { pinnedNode, root } from '../../../test/repository.ts';

const binary = join(root, 'bin/docent.js');
/** Less than the first retry of anything would take (H3). */
const SOON_MS = 20_000;

let folder: string;
let server: LocalServer;
let robots: string | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-crawl-cli-'));
  robots = undefined;
  server = await startServer(({ url }, response) => {
    if (url === '/robots.txt' && robots !== undefined) response.end(robots);
    else if (url === '/broken') response.writeHead(500).end();
    else if (url === '/') response.setHeader('content-type', 'text/html').end('<p>Hello.</p><a href="/broken">x</a>');
    else response.writeHead(404).end();
  });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function crawl(...args: readonly string[]): Promise<Finished & { readonly ms: number }> {
  const start = performance.now();
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_LOG_LEVEL: 'error' };
  const end = await run(pinnedNode, [binary, 'crawl', `${server.origin}/`, '--quiet', ...args], { cwd: folder, env });
  return { ...end, ms: performance.now() - start };
}

describe('docent crawl --no-wait', () => {
  it('F4, H3: waits for no retry of a host that cannot be reached; its seed has failed', async () => {
    await server[Symbol.asyncDispose]();
    const { code, stdout, ms } = await crawl('--no-wait');
    expect(code).toBe(1);
    expect(stdout).toContain('1 discovered = 1 failed');
    expect(ms).toBeLessThan(SOON_MS);
  });

  it('F4, H3: waits for no retry of a page; it is there for the next run', async () => {
    const { code, stdout, ms } = await crawl('--no-wait');
    expect(code).toBe(3);
    expect(stdout).toContain('2 discovered = 1 indexed + 1 waiting');
    expect(ms).toBeLessThan(SOON_MS);
    expect(server.asked.filter((line) => line === 'GET /broken')).toHaveLength(1);
  });

  it('F4, F6: waits for the gap that a host is asked at, also when an earlier run has learnt it', async () => {
    robots = 'User-agent: *\nCrawl-delay: 11';
    const { stdout: first } = await crawl('--no-wait', '--max-pages', '1');
    expect(first).toContain('1 indexed');
    const asked = server.asked.length;
    await crawl('--no-wait');
    expect(server.asked.slice(asked)).toContain('GET /broken');
  }, 90_000);
});

describe('docent crawl that stores nothing', () => {
  it('F5, H9: its last lines say why', async () => {
    server.answer((request, response) => {
      const shell = '<div id="root"></div><script src="/main.js"></script>';
      if (request.url === '/') response.setHeader('content-type', 'text/html').end(shell);
      else response.writeHead(404).end();
    });
    const { code, stdout } = await crawl();
    expect(code).toBe(1);
    expect(stdout).toContain(
      `nothing was stored: ${server.origin}/ was skipped by content:needs-browser: the page needs a browser`,
    );
  });
});
