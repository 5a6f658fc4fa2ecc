// Where a new token goes: shown once, or in a private file that holds a valid token or none.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deliverToken, firstToken, removeTokenFile } from './first-token.ts';
import { ownFile } from './own-files.ts';
import { openTokens, type Tokens } from './tokens.ts';

let folder: string;
let path: string;
let tokens: Tokens;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'docent-first-')), 'data');
  path = ownFile(folder, 'firstToken');
  tokens = openTokens(folder);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const toFile = (): { folder: string; isPrinted: boolean } => ({ folder, isPrinted: false });

it('the first token has every scope; once there is one, none is made', async () => {
  const made = await firstToken(tokens, { folder, isPrinted: true });
  expect(made).toMatchObject({ kind: 'print', view: { name: 'first token', scopes: ['read', 'ask', 'write'] } });
  expect(tokens.check(made?.kind === 'print' ? made.token : '').kind).toBe('valid');
  await tokens.settled();
  expect(readdirSync(folder)).toEqual(['server-tokens.json']);
  expect(await firstToken(tokens, toFile())).toBeUndefined();
  expect(readdirSync(folder)).toEqual(['server-tokens.json']);
});

it('without a terminal it is in a private file', async () => {
  const made = await firstToken(tokens, toFile());
  expect(made).toMatchObject({ kind: 'file', path });
  expect(tokens.check(readFileSync(path, 'utf8').trim())).toMatchObject({ kind: 'valid', view: { id: made?.view.id } });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a file with a valid token, and any other file, stays; then no token is made', async () => {
  await firstToken(tokens, toFile());
  const first = readFileSync(path, 'utf8');
  await expect(deliverToken(tokens, { scopes: ['read'] }, toFile())).rejects.toMatchObject({ code: 'DOC_FILE' });
  expect(readFileSync(path, 'utf8')).toBe(first);
  writeFileSync(path, 'my own notes\n');
  await expect(deliverToken(tokens, { scopes: ['read'] }, toFile())).rejects.toThrow(`${path} is there already`);
  expect(readFileSync(path, 'utf8')).toBe('my own notes\n');
  expect(tokens.list()).toHaveLength(1);
});

it('the file of a revoked token is removed, or makes room for the next', async () => {
  const first = await firstToken(tokens, toFile());
  removeTokenFile(tokens, folder);
  expect(readdirSync(folder)).toContain('server-token');
  await tokens.revoke(first?.view.id as string);
  const next = await deliverToken(tokens, { scopes: ['read'] }, toFile());
  expect(readFileSync(path, 'utf8')).toContain(next.view.id);
  await tokens.revoke(next.view.id);
  removeTokenFile(tokens, folder);
  expect(readdirSync(folder)).toEqual(['server-tokens.json']);
});

it('a link in its place is not followed', async () => {
  await deliverToken(tokens, { scopes: ['read'] }, { folder, isPrinted: true });
  const elsewhere = join(folder, '../elsewhere');
  symlinkSync(elsewhere, path);
  await deliverToken(tokens, { scopes: ['read'] }, toFile());
  expect(statSync(path).isFile()).toBe(true);
  expect(readdirSync(join(folder, '..'))).toEqual(['data']);
});

it('a token that cannot be written anywhere is revoked', async () => {
  await deliverToken(tokens, { scopes: ['read'] }, { folder, isPrinted: true });
  const overtaken: Tokens = {
    ...tokens,
    async create(wanted) {
      const made = await tokens.create(wanted);
      mkdirSync(path);
      return made;
    },
  };
  await expect(deliverToken(overtaken, { scopes: ['read'] }, toFile())).rejects.toMatchObject({
    code: 'DOC_FILE',
    message: `cannot write ${path}: it is not a file`,
  });
  expect(tokens.list()).toHaveLength(1);
});
