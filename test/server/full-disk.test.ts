// FAULTS 57: what a server answers while the disk is full, and that it goes on when there is room. About files: SQLite alone.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { openDocent } from '../../src/index.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';
import { type RawReply, sendRaw } from './raw-request.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

let disk: string;
let site: SearchSite;
let server: ServeProcess;
let token: string;
const mounted = mount();

function mount(): boolean {
  disk = mkdtempSync(join(tmpdir(), 'docent-full-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'docent-full', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  if (!mounted) return;
  site = await startSearchSite();
  const data = join(disk, '.docent');
  mkdirSync(join(disk, 'backups'));
  writeFileSync(join(disk, 'docent.yml'), 'backup_folder: backups\nproviders: []\n');
  const flags = { data, request_delay_ms: '0', allow_private: '127.0.0.1' };
  await openDocent({ cwd: disk, env: {}, flags, data }).crawl(`${site.server.origin}/docs/`).result;
  token = (await openTokens(data).create({ scopes: tokenScopes })).token;
  server = await startServe(disk);
});
afterAll(async () => {
  if (mounted) {
    await server?.stop();
    await site?.[Symbol.asyncDispose]();
    execFileSync('umount', ['--lazy', disk]);
  }
  rmSync(disk, { recursive: true, force: true });
});

/** Leaves no byte free. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 2 ** 16; size >= 1; size = Math.floor(size / 2))
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  closeSync(file);
}

const post = (path: string, body: object): Promise<RawReply> =>
  sendRaw(server.address, {
    ...{ method: 'POST', path, body: JSON.stringify(body) },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

it.skipIf(!mounted)('FAULTS 57: a change gets 507 while the disk is full, and passes when there is room', async () => {
  const ballast = join(disk, 'ballast');
  const provider = { provider_id: 'added', seed_urls: [`${site.server.origin}/docs/`], own_site: true };
  const changes: Readonly<Record<string, () => Promise<RawReply>>> = {
    'a source': () => post('/admin/v1/providers', provider),
    'a backup': () => post('/admin/v1/backup', {}),
    'a session': () =>
      sendRaw(server.address, {
        ...{ method: 'POST', path: '/sign-in', body: `token=${encodeURIComponent(token)}` },
        headers: { origin: server.address, 'content-type': 'application/x-www-form-urlencoded' },
      }),
  };
  fill(ballast);
  for (const [name, act] of Object.entries(changes)) {
    // What a try leaves behind would be room for the next.
    fill(ballast);
    const { status, text } = await act();
    expect(status, `${name}: ${text}`).toBe(507);
    expect(text, name).toContain('no space is left for');
  }
  rmSync(ballast);
  for (const [name, act] of Object.entries(changes)) {
    const { status, text } = await act();
    expect([200, 201, 303], `${name}: ${text}`).toContain(status);
  }
  // Room for a backup, and for little more: a crawl that goes on would find the disk full.
  const { bavail, bsize } = statfsSync(disk);
  const size = statSync(join(disk, '.docent/docent.sqlite')).size;
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - Math.floor(1.5 * size)));
  const { status, text } = await post('/admin/v1/backup', {});
  expect(status, text).toBe(507);
  expect(text).toMatch(/no space is left for a backup in .* as much again has to stay free/);
});
