// Sessions of browsers: how long one lasts, what ends it, and the form token that belongs to it.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFile } from './own-files.ts';
import { formTokenOf, IDLE_MS, isFormToken, openSessions, SESSION_MS, type Sessions } from './sessions.ts';
import { openTokens, type Tokens, type TokenView } from './tokens.ts';

const START = Date.UTC(2026, 1, 23, 12);

let folder: string;
let time: number;
let tokens: Tokens;
let token: TokenView;
const clock = { wall: () => time, mono: () => time };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-sessions-'));
  time = START;
  tokens = openTokens(folder, { clock });
  token = (await tokens.create({ scopes: ['read', 'write'] })).view;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (): Sessions => openSessions(folder, tokens, { clock });
const kept = (): readonly { token: string }[] => JSON.parse(readFileSync(ownFile(folder, 'sessions'), 'utf8'));

describe('a session', () => {
  it('has the scopes of its token, survives a restart, and its key is not in the folder', async () => {
    const key = await opened().begin(token);
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(opened().find(key)).toEqual({
      ...{ token, scopes: ['read', 'write'], createdAt: START, expiresAt: START + SESSION_MS },
    });
    expect(readFileSync(ownFile(folder, 'sessions'), 'utf8')).not.toContain(key);
    expect(statSync(ownFile(folder, 'sessions')).mode & 0o777).toBe(0o600);
  });

  it('is found by its key alone', async () => {
    const sessions = opened();
    const key = await sessions.begin(token);
    for (const wrong of ['', 'x', `${key}x`, key.slice(1), 'A'.repeat(43), '__proto__'])
      expect(sessions.find(wrong)).toBeUndefined();
  });

  it('ends two hours after its last use', async () => {
    const sessions = opened();
    const key = await sessions.begin(token);
    time += IDLE_MS - 1;
    expect(sessions.find(key)).toBeDefined();
    time += IDLE_MS - 1;
    expect(sessions.find(key)).toBeDefined();
    time += IDLE_MS;
    expect(sessions.find(key)).toBeUndefined();
  });

  it('ends twelve hours after it began, however much it is used', async () => {
    const sessions = opened();
    const key = await sessions.begin(token);
    for (; time < START + SESSION_MS; time += IDLE_MS / 2) expect(sessions.find(key)).toBeDefined();
    expect(sessions.find(key)).toBeUndefined();
  });

  it('keeps its last use over a restart, as far as five minutes', async () => {
    const sessions = opened();
    const key = await sessions.begin(token);
    time += IDLE_MS / 2;
    sessions.find(key);
    await sessions.settled();
    time += IDLE_MS - 1;
    expect(opened().find(key)).toBeDefined();
  });

  it('ends when the browser signs out; the others stay', async () => {
    const sessions = opened();
    const [key, other] = [await sessions.begin(token), await sessions.begin(token)];
    await sessions.end(key);
    await sessions.end('no session');
    expect(sessions.find(key)).toBeUndefined();
    expect(sessions.find(other)).toBeDefined();
  });

  it('ends with its token: revoked here or elsewhere, or expired', async () => {
    const sessions = opened();
    const brief = (await tokens.create({ scopes: ['read'], expiresAt: START + 60_000 })).view;
    const [one, two] = [await sessions.begin(token), await sessions.begin(brief)];
    time += 60_000;
    expect(sessions.find(two)).toBeUndefined();
    await openTokens(folder, { clock }).revoke(token.id);
    time += 1_000;
    expect(sessions.find(one)).toBeUndefined();
  });

  it('of a revoked token is removed from the file, in a running server as well', async () => {
    const running = opened();
    const other = (await tokens.create({ scopes: ['read'] })).view;
    const keys = [await running.begin(token), await running.begin(token), await running.begin(other)];
    for (const key of keys) running.find(key);
    expect(await opened().endOf(token.id)).toBe(2);
    expect(await opened().endOf(token.id)).toBe(0);
    time += 1_000;
    expect(keys.map((key) => running.find(key) !== undefined)).toEqual([false, false, true]);
    expect(kept()).toHaveLength(1);
  });

  it('is one of at most 100 of its token: the least used ends', async () => {
    const sessions = opened();
    const other = (await tokens.create({ scopes: ['read'] })).view;
    const keys = [await sessions.begin(other)];
    for (let nth = 0; nth < 100; nth++) {
      time += 10;
      keys.push(await sessions.begin(token));
    }
    time += 10;
    sessions.find(keys[1] as string);
    await sessions.begin(token);
    const isThere = keys.map((key) => sessions.find(key) !== undefined);
    expect(isThere.indexOf(false)).toBe(2);
    expect(isThere.filter((one) => !one)).toHaveLength(1);
  });

  it('that has ended is no longer in the file after the next sign-in', async () => {
    const sessions = opened();
    await sessions.begin(token);
    time += IDLE_MS;
    await sessions.begin(token);
    expect(kept()).toHaveLength(1);
  });
});

describe('a form token', () => {
  it('belongs to one session, and is not its key', async () => {
    const sessions = opened();
    const [key, other] = [await sessions.begin(token), await sessions.begin(token)];
    expect(formTokenOf(key)).toBe(formTokenOf(key));
    expect(formTokenOf(key)).not.toContain(key);
    expect(isFormToken(key, formTokenOf(key))).toBe(true);
    for (const wrong of [formTokenOf(other), '', key, `${formTokenOf(key)} `])
      expect(isFormToken(key, wrong)).toBe(false);
  });
});
