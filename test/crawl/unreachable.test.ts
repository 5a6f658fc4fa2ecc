// A host that cannot be reached at all, as the real binary: its URLs have failed, and the reason is that of the connection.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocent } from '../../src/doors/library/docent.ts';
import { openReader } from '../../src/doors/library/open-reader.ts';
import { loadSettings } from '../../src/settings.ts';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { always, startServer } from '../support/local-server.ts';
import type { Finished } from '../support/process.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-unreachable-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs docent; a second is the shortest delay for hosts other than loopback. */
function docent(...args: readonly string[]): Promise<Finished> {
  return runCommand(args, { cwd: folder, env: { DOCENT_RETRY_BASE_MS: '1000' } });
}

async function closedPort(): Promise<string> {
  await using server = await startServer(always(404));
  return server.origin;
}

/** Every URL of a folder: its state and its reason. */
async function endsIn(data: string): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await docent('urls', '--state', 'failed', '--data', data, '--json');
  const urls = JSON.parse(stdout) as { url: string; state: string; by: string }[];
  return Object.fromEntries(urls.map(({ url, state, by }) => [url, `${state} ${by}`]));
}

describe('H3, R12: a host that cannot be reached', () => {
  it('F5, H3, FAULTS 1, 23, 28: its URLs have failed, and the reason is the cause', async () => {
    const refused = `${await closedPort()}/docs/`;
    await using server = await startServer(always(200));
    const noTls = `${server.origin.replace('http:', 'https:')}/docs/`;
    // Longer than a name can be, so that no name server has to be queried.
    const noName = `http://${'a'.repeat(64)}.invalid/docs/`;
    const noAddress = 'http://10.255.255.254/docs/';
    const { code } = await docent('crawl', refused, noTls, noName, noAddress, '--data', 'all', '--quiet');
    expect(code).toBe(1);
    expect(await endsIn('all')).toEqual({
      [refused]: 'failed DOC_CONNECT',
      [noTls]: 'failed DOC_TLS',
      [noName]: 'failed DOC_DNS',
      [noAddress]: 'failed DOC_ADDRESS',
    });
    expect((await docent('urls', '--by', 'DOC_TLS', '--data', 'all')).stdout).toContain(noTls);
    const read = await docent('read', noTls);
    expect([read.code, read.stderr]).toEqual([1, expect.stringContaining('The certificate must be valid')]);
  });

  it('F5, H3, FAULTS 1: in a crawl of the library the same is read', more, async () => {
    const url = `${await closedPort()}/docs/`;
    const env = { DOCENT_RETRY_BASE_MS: '20', DOCENT_DATA: join(folder, 'library') };
    const settings = loadSettings({ cwd: folder, env });
    expect((await openDocent({ settings }).crawl(url).result).exitCode).toBe(1);
    const reader = openReader({ settings });
    expect(await reader.list({ state: 'failed', by: 'DOC_CONNECT', limit: 9 })).toMatchObject([{ url }]);
    await reader.close();
  });

  it('F5, R11: a robots.txt that answers 500 to the end leaves its site blocked, by robots.txt', more, async () => {
    await using server = await startServer(always(500));
    const env = { DOCENT_RETRY_BASE_MS: '20' };
    await runCommand(['crawl', `${server.origin}/`, '--data', 'broken', '--quiet'], { cwd: folder, env });
    const { stdout } = await docent('urls', '--state', 'blocked', '--data', 'broken', '--json');
    expect(stdout).toContain('robots:rfc9309:closed');
  });
});
