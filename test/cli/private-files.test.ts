// Whatever docent makes for what it has stored is for its owner alone, with any umask.
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServe } from '../server/serve-process.ts';
import { run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';

let site: SearchSite;
beforeAll(async () => {
  site = await startSearchSite();
});
afterAll(() => site[Symbol.asyncDispose]());

async function docent(umask: string, cwd: string, ...args: readonly string[]): Promise<void> {
  const program = [pinnedNode, join(root, 'bin/docent.js'), ...args];
  const { code, stderr } = await run('/bin/sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...program], {
    cwd,
    env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETAIN: 'full' },
  });
  expect(code, `${args.join(' ')}: ${stderr}`).toBe(0);
}

/** Undefined for what a running process has taken away meanwhile, as it does with its lock files. */
function modeOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && (found.mode & 0o777).toString(8);
}

/** What other users may look into below a folder, itself included, with its mode. */
function openToOthers(folder: string): readonly string[] {
  const all = [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
  return all.flatMap((path) => {
    const mode = modeOf(path);
    return mode === undefined || ['600', '700'].includes(mode) ? [] : [`${path} ${mode}`];
  });
}

describe.skipIf(process.getuid === undefined).each(['022', '000'])('with umask %s', (umask) => {
  it('C4, A2: data, logs, tokens, exports and backups are private in new folders', async () => {
    const cwd = join(site.folder, `umask-${umask}`);
    mkdirSync(cwd);
    const crawl = ['crawl', `${site.server.origin}/docs/`, '--own-site', '--quiet'];
    await docent(umask, cwd, ...crawl, '--data', 'deep/data/.docent');
    const data = ['--data', 'deep/data/.docent'];
    await docent(umask, cwd, 'serve', 'token', 'new', '--scope', 'read', ...data);
    await docent(umask, cwd, 'export', '--format', 'jsonl', '--out', 'exports/pages.jsonl', ...data);
    await docent(umask, cwd, 'export', '--format', 'markdown', '--out', 'pages', ...data);
    await docent(umask, cwd, 'backup', 'backups/one.sqlite', ...data);
    chmodSync(join(cwd, 'backups/one.sqlite'), 0o644);
    await docent(umask, cwd, 'restore', 'backups/one.sqlite', '--data', 'restored/.docent');
    await docent(umask, cwd, 'restore', 'backups/one.sqlite', '--force', ...data);
    chmodSync(join(cwd, 'backups/one.sqlite'), 0o600);
    const made = ['deep', 'exports', 'pages', 'backups', 'restored'];
    expect(made.flatMap((name) => openToOthers(join(cwd, name)))).toEqual([]);
    // SQLite makes its logs when somebody writes.
    const db = new DatabaseSync(join(cwd, 'deep/data/.docent/docent.sqlite'));
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE x (y); DROP TABLE x');
    expect(readdirSync(join(cwd, 'deep/data/.docent'))).toContain('docent.sqlite-wal');
    expect(openToOthers(join(cwd, 'deep'))).toEqual([]);
    db.close();
  });
});

describe.skipIf(process.getuid === undefined)('a server', () => {
  it('A2: makes a private folder, also one in others that are missing', async () => {
    const data = join(site.folder, 'served', 'by', '.docent');
    await using server = await startServe(site.folder, '--data', data);
    expect(server.address).not.toBe('');
    expect(openToOthers(join(site.folder, 'served'))).toEqual([]);
  });

  it('A2: leaves a folder that is there as it is, and what it makes in it is private', async () => {
    const data = join(site.folder, 'mine');
    mkdirSync(data);
    chmodSync(data, 0o755);
    await using server = await startServe(site.folder, '--data', data);
    expect(server.address).not.toBe('');
    expect(openToOthers(data)).toEqual([`${data} 755`]);
  });
});

it('C6: what is exported into a folder of the operator is as open as that folder', async () => {
  const cwd = join(site.folder, 'web');
  mkdirSync(join(cwd, 'public'), { recursive: true });
  chmodSync(join(cwd, 'public'), 0o755);
  await docent('022', cwd, 'crawl', `${site.server.origin}/docs/`, '--own-site', '--quiet');
  await docent('022', cwd, 'export', '--format', 'markdown', '--out', 'public');
  const pages = readdirSync(join(cwd, 'public'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect(modeOf(join(cwd, 'public', page)), page).toBe('644');
  await docent('022', cwd, 'export', '--format', 'jsonl', '--out', 'public/pages.jsonl');
  chmodSync(join(cwd, 'public/pages.jsonl'), 0o644);
  await docent('022', cwd, 'export', '--format', 'jsonl', '--out', 'public/pages.jsonl', '--force');
  expect(modeOf(join(cwd, 'public/pages.jsonl'))).toBe('644');
});
