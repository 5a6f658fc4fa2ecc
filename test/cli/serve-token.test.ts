// `docent serve token` as the real binary: a token is shown once, kept as a digest, and in no backup or export.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSessions } from '../../src/app/server/sessions.ts';
import { openTokens } from '../../src/app/server/tokens.ts';
import { runCommand } from '../support/commands.ts';
import { type Finished, run } from '../support/process.ts';
import { pinnedNode, root } from '../support/repository.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';

const binary = join(root, 'bin/docent.js');
const TOKEN = /^dct_[0-9a-f]{8}_[A-Za-z0-9_-]{43}$/;

let folder: string;
let data: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-serve-token-'));
  data = join(folder, '.docent');
  return () => rmSync(folder, { recursive: true, force: true });
});

const docent = (...args: readonly string[]): Promise<Finished> => runCommand(args, { cwd: folder });

async function made(...flags: readonly string[]): Promise<{ readonly token: string; readonly id: string }> {
  const { code, stdout } = await docent('serve', 'token', 'new', '--print', ...flags);
  expect(code).toBe(0);
  const token = stdout.trim();
  expect(token).toMatch(TOKEN);
  return { token, id: token.slice(4, 12) };
}

async function listed(): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await docent('serve', 'token', 'list', '--json')).stdout);
}

describe('docent serve token new', () => {
  it('A2: in a pipe writes the token to a private file, and names the file on standard error', async () => {
    const { code, stdout, stderr } = await docent('serve', 'token', 'new', '--name', 'laptop');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    const path = join(data, 'server-token');
    const token = readFileSync(path, 'utf8').trim();
    expect(token).toMatch(TOKEN);
    expect(stderr).toBe(
      `docent: token ${token.slice(4, 12)}, read, ask, valid until it is revoked; it is in ${path}\n`,
    );
    for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o777, name).toBe(0o600);
    // A second one does not take its place.
    const second = await docent('serve', 'token', 'new');
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`${path} is there already; move it away, or print the token with --print`);
    expect(await listed()).toHaveLength(1);
  });

  it('A2: with --print writes the token alone to standard output', async () => {
    const { stdout, stderr } = await docent('serve', 'token', 'new', '--print', '--scope', 'write', '--expires', '90d');
    expect(stdout.trim()).toMatch(TOKEN);
    expect(stderr).toMatch(/^docent: token [0-9a-f]{8}, write, valid until \d{4}-[^;]+; it is not shown again\n$/);
    expect(existsSync(join(data, 'server-token'))).toBe(false);
  });

  it.skipIf(!existsSync('/usr/bin/script'))('A2: on a terminal shows the token', async () => {
    const command = `"${pinnedNode}" "${binary}" serve token new`;
    const { stdout } = await run('/usr/bin/script', ['-qec', command, '/dev/null'], { cwd: folder });
    expect(stdout).toMatch(/^dct_[0-9a-f]{8}_[A-Za-z0-9_-]{43}\r?\n/);
    expect(readdirSync(data)).toEqual(['server-tokens.json']);
  });

  it.each([
    [['--scope', 'read,all'], '--scope has "all": it must be a list of read, ask, write'],
    [['--expires', 'tomorrow'], '--expires is "tomorrow"'],
    [['--expires', '0d'], '--expires is "0d"'],
    [['--name', 'x'.repeat(101)], 'the name has 101 characters'],
  ])('A2: refuses %j in one line', async (flags, message) => {
    const { code, stdout, stderr } = await docent('serve', 'token', 'new', '--print', ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^docent: [^\n]+\n$/);
    expect(stderr).toContain(message);
    expect(existsSync(data)).toBe(false);
  });
});

describe('docent serve token list and revoke', () => {
  it('A2: use the folder that is named after them', async () => {
    const { id } = await made('--data', 'elsewhere');
    expect(existsSync(data)).toBe(false);
    expect((await docent('serve', 'token', 'list', '--data', 'elsewhere')).stdout).toContain(id);
    expect((await docent('serve', 'token', 'revoke', id, '--data', 'elsewhere')).code).toBe(0);
  });

  it('A2: list what each may do, until when, and never what it is', async () => {
    expect((await docent('serve', 'token')).stdout).toBe('There is no token; "docent serve token new" makes one.\n');
    const { token, id } = await made('--name', 'ci \u001b[31m', '--scope', 'ask,read', '--expires', '1y');
    const { stdout } = await docent('serve', 'token', 'list');
    expect(stdout).toMatch(new RegExp(`^ +${id} +ci \\\\u001b\\[31m +read,ask +\\d{4}-\\S+ +\\d{4}-\\S+ +never$`, 'm'));
    const [row] = await listed();
    expect(row).toMatchObject({ id, name: 'ci \u001b[31m', scopes: ['read', 'ask'] });
    expect(Date.parse(String(row?.expiresAt)) - Date.parse(String(row?.createdAt))).toBeCloseTo(365 * 86_400_000, -4);
    expect(JSON.stringify([stdout, row])).not.toContain(token.slice(13));
  });

  it('A2: revoke ends the token with its sessions and its file', async () => {
    await docent('serve', 'token', 'new', '--name', 'laptop');
    const tokens = openTokens(data);
    const [view] = tokens.list();
    const key = await openSessions(data, tokens).begin(view as NonNullable<typeof view>);
    const { code, stdout } = await docent('serve', 'token', 'revoke', String(view?.id));
    expect({ code, stdout }).toEqual({ code: 0, stdout: `revoked  ${view?.id}  laptop, with 1 session\n` });
    expect(existsSync(join(data, 'server-token'))).toBe(false);
    const again = openTokens(data);
    expect(again.list()).toEqual([]);
    expect(openSessions(data, again).find(key)).toBeUndefined();
    const unknown = await docent('serve', 'token', 'revoke', String(view?.id));
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain(`no token has the id "${view?.id}"`);
  });

  it('A2: a list that other users may read is made private with a warning', async () => {
    await made();
    chmodSync(join(data, 'server-tokens.json'), 0o640);
    const { code, stderr } = await docent('serve', 'token', 'list');
    expect(code).toBe(0);
    expect(stderr).toContain('server-tokens.json could be read by other users of this machine; its mode is 600 now');
    expect(statSync(join(data, 'server-tokens.json')).mode & 0o777).toBe(0o600);
  });
});

describe('what leaves the folder', () => {
  let site: SearchSite;
  beforeAll(async () => {
    site = await startSearchSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  it('C4: neither backups nor exports contain tokens, and a restore changes none', async () => {
    const good = async (...args: readonly string[]): Promise<void> => {
      const { code, stderr } = await docent(...args);
      expect(code, stderr).toBe(0);
    };
    await good('crawl', `${site.server.origin}/docs/`, '--own-site', '--retain', 'full', '--delay', '0', '--quiet');
    await good('serve', 'token', 'new');
    const tokens = openTokens(data);
    const [view] = tokens.list();
    const key = await openSessions(data, tokens).begin(view as NonNullable<typeof view>);
    const token = readFileSync(join(data, 'server-token'), 'utf8').trim();
    await good('backup', 'copy');
    for (const format of ['jsonl', 'markdown', 'llms', 'llms-full'])
      await good('export', '--format', format, '--out', `out-${format}`);
    const written = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.startsWith(`${data}/`));
    expect(written.length).toBeGreaterThan(4);
    const { id } = view as NonNullable<typeof view>;
    const [{ digest }] = JSON.parse(readFileSync(join(data, 'server-tokens.json'), 'utf8'));
    for (const path of written)
      for (const secret of [id, digest, token.slice(13), key])
        expect(readFileSync(path).includes(secret), path).toBe(false);
    await good('restore', 'copy', '--force');
    expect(openTokens(data).check(token).kind).toBe('valid');
    const aside = readdirSync(folder).filter((name) => name.includes('before-restore'));
    expect(
      aside.flatMap((name) => readdirSync(join(folder, name))).filter((name) => name.startsWith('server')),
    ).toEqual([]);
    // A folder that has only a token yet takes a backup without --force.
    await good('serve', 'token', 'new', '--data', 'fresh');
    await good('restore', 'copy', '--data', 'fresh');
    expect(openTokens(join(folder, 'fresh')).list()).toHaveLength(1);
  });
});
