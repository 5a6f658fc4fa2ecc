// A seed that cannot be reached, as the real binary: tried once, said at once, forgotten by the next command, and no source.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesSince } from '../../src/app/assistant/changes.ts';
import { openPlace } from '../../src/app/place.ts';
import { listSources } from '../../src/app/providers/sources.ts';
import { readReports } from '../../src/app/watch/report.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { runCommand } from '../support/commands.ts';
import { html, siteOf } from '../support/crawl-world.ts';
import { more } from '../support/how-long.ts';
import { always, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-by-hand-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs docent with pauses of H3 that no command waits for. */
function docentIn(data: string, ...args: readonly string[]): Promise<Finished> {
  const env = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '300000', DOCENT_DATA: join(folder, data) };
  return runCommand(args, { cwd: folder, env });
}

async function closedPort(): Promise<number> {
  await using server = await startServer(always(404));
  return server.port;
}

/** A server that ends every connection, and counts them. */
async function refusing() {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return { port, connections: () => count, close: () => server.close() };
}

const site = siteOf({ '/': html('Home', '/a'), '/a': html('A') });

interface Result {
  readonly exitCode: number;
  readonly providers: readonly { readonly state: string; readonly why: string; readonly complete: boolean }[];
}

/** The result of a crawl with `--json`. */
function resultOf({ stdout }: Finished): Result {
  const lines = stdout.trim().split('\n');
  return JSON.parse(lines.at(-1) as string) as Result;
}

describe('F5: a seed where nobody is', () => {
  it('is tried once, and said in a line that says what to do; the run has failed', async () => {
    const { port, connections, close } = await refusing();
    const { code, stdout } = await docentIn('once', 'crawl', `http://127.0.0.1:${port}/`);
    close();
    expect(connections()).toBe(1);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/failed {4}http:\S+: there was no connection; is it run/),
    ]);
    expect(stdout).toContain('failed: its seed could not be read');
    // Once is enough, and of what was not stored nothing is to be said.
    for (const more of ['complete', 'nothing was stored', 'its first crawl', 'retain: full'])
      expect(stdout).not.toContain(more);
  });

  it('is crawled by the next command, once its server runs', async () => {
    const port = await closedPort();
    const url = `http://127.0.0.1:${port}/`;
    const first = await docentIn('later', 'crawl', url, '--json');
    expect(resultOf(first)).toMatchObject({ exitCode: 1, providers: [{ state: 'failed', complete: false }] });
    await using _ = await startServer(site, '127.0.0.1', port);
    const second = await docentIn('later', 'crawl', url, '--json');
    expect(resultOf(second)).toMatchObject({ exitCode: 0, providers: [{ state: 'complete', counts: { indexed: 2 } }] });
  });

  it.each([['plan'], ['read'], ['robots']])(
    'is requested by "docent %s", too, once its server runs',
    async (command) => {
      const port = await closedPort();
      const url = `http://127.0.0.1:${port}/`;
      await docentIn(`look-${command}`, 'crawl', url, '--quiet');
      await using server = await startServer(site, '127.0.0.1', port);
      const { code } = await docentIn(`look-${command}`, command, url);
      expect([code, server.requestLines]).toEqual([0, expect.arrayContaining(['GET /robots.txt'])]);
    },
  );

  it('does not keep other seeds from being read: the run is not complete', async () => {
    const port = await closedPort();
    await using server = await startServer(site);
    const yml = `allow_private: [127.0.0.1]\nproviders:\n  - provider_id: two\n    seed_urls: [http://127.0.0.1:${port}/, ${server.origin}/]\n    allowed_path_patterns: [/**]\n    own_site: true\n`;
    writeFileSync(join(folder, 'docent.yml'), yml);
    const finished = await docentIn('two', 'crawl', 'two', '--json');
    rmSync(join(folder, 'docent.yml'));
    const why = '1 of 2 seeds could not be read';
    const two = { state: 'incomplete', because: 'host', why, complete: false, counts: { indexed: 2, failed: 1 } };
    expect(resultOf(finished)).toMatchObject({ exitCode: 1, providers: [two] });
  });

  it('leaves a run and a URL, and no source', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/`;
    await docentIn('unlisted', 'crawl', url, '--quiet');
    const data = join(folder, 'unlisted');
    const settings = loadSettings({ cwd: folder, env: { DOCENT_DATA: data } });
    const store = openStore({ kind: 'sqlite', folder: data });
    const [known] = await store.knownProviders();
    const id = known?.provider as string;
    expect(await listSources({ settings, store }, { from: ['crawl'], limit: 9 })).toEqual([]);
    expect(await listSources({ settings, store }, { id, limit: 9 })).toMatchObject([{ id, pages: 0 }]);
    expect(await readReports(openPlace(settings))).toEqual([]);
    expect(await readReports(openPlace(settings), { provider: id })).toHaveLength(1);
    expect(await changesSince(openPlace(settings), 0)).toEqual({ pages: [], first: [] });
    expect((await docentIn('unlisted', 'runs')).stdout).toContain(id);
    expect((await docentIn('unlisted', 'why', url)).stdout).toContain('DOC_CONNECT');
    const { code, stderr } = await docentIn('unlisted', 'refresh');
    expect([code, stderr]).toEqual([2, expect.stringContaining('can be refreshed')]);
  });

  it('H3: is tried again where no person waits for the run', more, async () => {
    const { port, connections, close } = await refusing();
    const env = { DOCENT_RETRY_BASE_MS: '20', DOCENT_DATA: join(folder, 'library') };
    await openDocent({ settings: loadSettings({ cwd: folder, env }) }).crawl(`http://127.0.0.1:${port}/`).result;
    close();
    expect(connections()).toBe(2);
  });
});

describe('F5, R15: a robots.txt that answers', () => {
  it('R11: is not requested again before its time, by the next command either, which says why it ends', async () => {
    await using server = await startServer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(503, { 'retry-after': '3600' }).end();
      else site(request, response);
    });
    const crawl = () => docentIn('busy', 'crawl', `${server.origin}/`);
    const [first, second] = [await crawl(), await crawl()];
    expect([first.code, second.code]).toEqual([1, 1]);
    expect(server.requestLines).toEqual(['GET /robots.txt']);
    expect(second.stdout).toContain('robots.txt answered 503');
  });
});
