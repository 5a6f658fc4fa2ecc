// Tokens of the server on real files: what is kept of one, when it counts, and when it no longer does.
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../../core/log.ts';
import { ownFile } from './own-files.ts';
import { openTokens, type Tokens } from './tokens.ts';

const START = Date.UTC(2026, 1, 23, 12);
const HOUR = 3_600_000;

let folder: string;
let file: string;
let time: number;
const clock = { wall: () => time, mono: () => time };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-tokens-'));
  file = ownFile(folder, 'tokens');
  time = START;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (log: Log = silentLog): Tokens => openTokens(folder, { clock, log });
const mode = (): number => statSync(file).mode & 0o777;

describe('a token', () => {
  it('has an id and 32 random bytes, and is valid with its scopes in their order', async () => {
    const { token, view } = await opened().create({ scopes: ['write', 'read', 'read'], name: 'laptop' });
    expect(token).toMatch(new RegExp(`^dct_${view.id}_[A-Za-z0-9_-]{43}$`));
    expect(view).toEqual({ id: view.id, name: 'laptop', scopes: ['read', 'write'], createdAt: START });
    expect(opened().check(token)).toEqual({ kind: 'valid', view });
  });

  it('is not in the folder: the file is private and has its digest', async () => {
    const { token } = await opened().create({ scopes: ['read'] });
    const written = readFileSync(file, 'utf8');
    expect(written).not.toContain(token.slice(-43));
    expect(JSON.parse(written)).toEqual([expect.objectContaining({ digest: expect.stringMatching(/^[\w-]{43}$/) })]);
    expect(mode()).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['server-tokens.json']);
  });

  it('is unknown with another secret, another id, more text, or none of its form', async () => {
    const tokens = opened();
    const { token } = await tokens.create({ scopes: ['read'] });
    const other = await tokens.create({ scopes: ['read'] });
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token.slice(0, 13)}${other.token.slice(13)}`,
      `dct_00000000_${token.slice(13)}`,
      ...[`${token}x`, ` ${token}`, token.toUpperCase(), '', 'dct_', 'x'.repeat(10_000)],
    ];
    for (const text of wrong) expect(tokens.check(text), text).toEqual({ kind: 'unknown' });
  });

  it('expires: it is then known and not valid', async () => {
    const tokens = opened();
    const { token, view } = await tokens.create({ scopes: ['read'], expiresAt: START + HOUR });
    time = START + HOUR - 1;
    expect(tokens.check(token).kind).toBe('valid');
    expect(tokens.valid(view.id)?.id).toBe(view.id);
    time = START + HOUR;
    expect(tokens.check(token)).toMatchObject({ kind: 'expired', view: { id: view.id } });
    expect(tokens.valid(view.id)).toBeUndefined();
    expect(tokens.list()).toHaveLength(1);
  });

  it('that another process revokes counts for a second at most', async () => {
    const running = opened();
    const { token, view } = await running.create({ scopes: ['read'] });
    expect(running.check(token).kind).toBe('valid');
    await running.settled();
    await opened().revoke(view.id);
    time += 1_000;
    expect(running.check(token)).toEqual({ kind: 'unknown' });
    expect(running.list()).toEqual([]);
  });

  it('that another process makes is valid a tenth of a second later', async () => {
    const running = opened();
    await running.create({ scopes: ['read'] });
    const { token } = await opened().create({ scopes: ['read'] });
    expect(running.check(token).kind).toBe('unknown');
    time += 100;
    expect(running.check(token).kind).toBe('valid');
  });

  it('that this process revokes counts no more', async () => {
    const tokens = opened();
    const { token, view } = await tokens.create({ scopes: ['read'] });
    expect(await tokens.revoke(view.id)).toEqual(view);
    expect(tokens.check(token)).toEqual({ kind: 'unknown' });
    await expect(tokens.revoke(view.id)).rejects.toMatchObject({
      code: 'DOC_USAGE',
      message: `no token has the id "${view.id}"`,
    });
  });

  it('has the day of its last use, written once a day', async () => {
    const tokens = opened();
    const { token } = await tokens.create({ scopes: ['read'] });
    tokens.check(token);
    tokens.check(token);
    await tokens.settled();
    const first = statSync(file).ino;
    tokens.check(token);
    await tokens.settled();
    expect(statSync(file).ino).toBe(first);
    expect(opened().list()[0]?.lastUsed).toBe('2026-02-23');
    time += 12 * HOUR;
    tokens.check(token);
    await tokens.settled();
    expect(opened().list()[0]?.lastUsed).toBe('2026-02-24');
  });

  it('is refused without a scope, with a long name, or when it would be over at once', async () => {
    const tokens = opened();
    for (const wanted of [
      { scopes: [] },
      { scopes: ['read'] as const, name: 'x'.repeat(101) },
      { scopes: ['read'] as const, expiresAt: START },
    ])
      await expect(tokens.create(wanted)).rejects.toMatchObject({ code: 'DOC_USAGE' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the list', () => {
  it('keeps every token that several processes make at once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, nth) => opened().create({ scopes: ['ask'], name: `n${nth}` })));
    const names = opened().list();
    expect(names.map(({ name }) => name).toSorted()).toEqual(Array.from({ length: 8 }, (_, nth) => `n${nth}`));
  });

  it('has one first token, whoever makes it', async () => {
    const made = await Promise.all([1, 2, 3].map(() => opened().createFirst({ scopes: ['read'] })));
    expect(made.filter((one) => one !== undefined)).toHaveLength(1);
    expect(await opened().createFirst({ scopes: ['read'] })).toBeUndefined();
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['a token without a digest', '[{"id":"1","name":"","scopes":[],"createdAt":1}]'],
    ['a digest that is none', '[{"id":"1","name":"","scopes":[],"createdAt":1,"digest":"x"}]'],
  ])('that is damaged is an error that names it, and nothing is valid by it: %s', async (_, text) => {
    const tokens = opened();
    const { token } = await tokens.create({ scopes: ['read'] });
    tokens.check(token);
    await tokens.settled();
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, text);
    time += 1_000;
    const damaged = expect.objectContaining({
      code: 'DOC_STORE',
      message: `${file} is damaged: it should list the tokens of this folder`,
    });
    // Also between two looks at the file.
    expect(() => tokens.check(token)).toThrow(damaged);
    expect(() => tokens.check(token)).toThrow(damaged);
    await expect(tokens.create({ scopes: ['read'] })).rejects.toEqual(damaged);
    expect(readFileSync(file, 'utf8')).toBe(text);
    writeFileSync(file, whole);
    time += 1_000;
    expect(tokens.check(token).kind).toBe('valid');
  });

  it('that other users may read is made private, with one warning', async () => {
    const { token } = await opened().create({ scopes: ['read'] });
    const warnings: string[] = [];
    chmodSync(file, 0o644);
    const tokens = opened({ ...silentLog, warn: (_, text) => warnings.push(text) });
    expect(tokens.check(token).kind).toBe('valid');
    await tokens.settled();
    expect(mode()).toBe(0o600);
    expect(warnings).toEqual(['server-tokens.json could be read by other users of this machine; its mode is 600 now']);
  });

  it('is read again only when the file differs', async () => {
    const tokens = opened();
    await tokens.create({ scopes: ['read'] });
    appendFileSync(file, '{');
    // Within the second nothing is looked at.
    expect(tokens.list()).toHaveLength(1);
    time += 1_000;
    expect(() => tokens.list()).toThrow('is damaged');
  });
});
