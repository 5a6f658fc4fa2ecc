// FAULTS 35: the machine's clock is set while a crawl runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { startServer } from '../support/local-server.ts';
import { Visits } from '../support/visits.ts';

const folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('a clock that is set', () => {
  it.each([3_600_000, -3_600_000])('FAULTS 35: the clock jumps by %i ms and the pace holds', async (jump) => {
    const visits = new Visits();
    await using server = await startServer((request, response) => {
      if (request.url !== '/robots.txt') visits.note(request.url);
      const links = request.url === '/' ? [1, 2, 3].map((n) => `<a href="/p${n}">${n}</a>`).join('') : '';
      response
        .writeHead(request.url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
        .end(`<p>Page ${request.url}</p>${links}`);
    });
    const env = {
      DOCENT_REQUEST_DELAY_MS: '150',
      DOCENT_JITTER_MS: '0',
      DOCENT_DATA: join(folder, String(jump)),
    };
    const run = openDocent({ settings: loadSettings({ cwd: folder, env }) }).crawl(`${server.origin}/`);
    const real = Date.now;
    for await (const event of run) {
      if (event.type === 'visited' && event.url.endsWith('/') && event.state === 'indexed')
        vi.spyOn(Date, 'now').mockImplementation(() => real() + jump);
    }
    expect((await run.result).exitCode).toBe(0);
    expect(visits.names).toHaveLength(4);
    // A clock that is set back would have it wait for an hour.
    visits.expectGaps(150);
  });
});
