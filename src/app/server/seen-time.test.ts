// Proves that what has ended stays ended, whatever happens to the clock of the machine.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownFile } from './own-files.ts';
import { openSeenTime } from './seen-time.ts';
import { IDLE_MS, openSessions, SESSION_MS, type Sessions } from './sessions.ts';
import { openTokens, type Tokens } from './tokens.ts';

const NOW = Date.UTC(2026, 2, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let folder: string;
let wall: number;
let mono: number;
const clock = { wall: () => wall, mono: () => mono };
const pass = (ms: number): void => {
  wall += ms;
  mono += ms;
};
const openedTokens = (): Tokens => openTokens(folder, { clock });
const openedSessions = (tokens: Tokens): Sessions => openSessions(folder, tokens, { clock });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-seen-'));
  wall = NOW;
  mono = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a token that has expired', () => {
  it.each([
    ['by an hour', HOUR],
    ['by years', 3_000 * DAY],
    ['to 1970', NOW + 2 * DAY],
  ])('A2: is not valid again when the clock is set back %s, now or after a restart', async (_, back) => {
    const tokens = openedTokens();
    const { token, view } = await tokens.create({ scopes: ['read'], expiresAt: NOW + DAY });
    expect(tokens.check(token).kind).toBe('valid');
    pass(DAY);
    expect(tokens.check(token).kind).toBe('expired');
    wall -= back;
    expect(tokens.check(token).kind).toBe('expired');
    expect(openedTokens().check(token).kind).toBe('expired');
    expect(openedTokens().valid(view.id)).toBeUndefined();
    await tokens.settled();
  });

  it('A2: expires in time, also while the clock is behind', async () => {
    const { token } = await openedTokens().create({ scopes: ['read'], expiresAt: NOW + DAY });
    expect(openedTokens().check(token).kind).toBe('valid');
    pass(HOUR);
    const tokens = openedTokens();
    expect(tokens.check(token).kind).toBe('valid');
    wall -= 300 * DAY;
    pass(22 * HOUR);
    expect(tokens.check(token).kind).toBe('valid');
    pass(HOUR);
    expect(tokens.check(token).kind).toBe('expired');
    await tokens.settled();
  });
});

describe('a session that has ended', () => {
  it.each([
    ['without a use', IDLE_MS],
    ['for its age', SESSION_MS],
  ])('A2: %s does not begin again when the clock is set back', async (_, ms) => {
    const tokens = openedTokens();
    const { view } = await tokens.create({ scopes: ['read'] });
    const sessions = openedSessions(tokens);
    const key = await sessions.begin(view);
    for (let used = 0; used < ms - HOUR; used += HOUR) {
      pass(HOUR);
      if (ms === SESSION_MS) expect(sessions.find(key)).toBeDefined();
    }
    pass(HOUR);
    expect(sessions.find(key)).toBeUndefined();
    wall = NOW + 1;
    expect(sessions.find(key)).toBeUndefined();
    expect(sessions.isOpen(key)).toBe(false);
    expect(openedSessions(openedTokens()).find(key)).toBeUndefined();
    await sessions.settled();
  });

  it('A2: one that begins while the clock is behind ends in its time', async () => {
    const tokens = openedTokens();
    const { view } = await tokens.create({ scopes: ['read'] });
    await openedSessions(tokens).begin(view);
    openSeenTime(folder, clock).isOver(NOW);
    wall -= 300 * DAY;
    const sessions = openedSessions(tokens);
    const key = await sessions.begin(view);
    pass(IDLE_MS - 1);
    expect(sessions.isOpen(key)).toBe(true);
    pass(1);
    expect(sessions.isOpen(key)).toBe(false);
    await sessions.settled();
  });
});

describe('the seen time', () => {
  it('A2: goes on with the monotonic clock, jumps ahead with the other one, and never back', () => {
    const seen = openSeenTime(folder, clock);
    expect(seen.now()).toBe(NOW);
    wall -= DAY;
    mono += 5;
    expect(seen.now()).toBe(NOW + 5);
    wall = NOW + DAY;
    expect(seen.now()).toBe(NOW + DAY);
    wall = NOW;
    expect(seen.now()).toBe(NOW + DAY);
  });

  it('A2: is noted once a minute and for every end, for the owner alone', () => {
    const kept = (): number => Number(readFileSync(ownFile(folder, 'seenTime'), 'utf8'));
    const seen = openSeenTime(folder, clock);
    seen.isOver(NOW + DAY);
    expect(kept()).toBe(NOW);
    expect(statSync(ownFile(folder, 'seenTime')).mode & 0o777).toBe(0o600);
    pass(59_999);
    seen.isOver(NOW + DAY);
    expect(kept()).toBe(NOW);
    expect(seen.isOver(NOW + 59_999)).toBe(true);
    expect(kept()).toBe(NOW + 59_999);
    pass(60_000);
    seen.isOver(NOW + DAY);
    expect(kept()).toBe(NOW + 119_999);
  });

  it('A2: a file that cannot be read or written is none, and the process keeps what it has seen', () => {
    for (const junk of ['', 'x', '1e999', '-1', '{}', '99999999999999999999']) {
      writeFileSync(ownFile(folder, 'seenTime'), junk);
      expect(openSeenTime(folder, clock).now()).toBe(NOW);
    }
    const seen = openSeenTime(join(folder, 'missing'), clock);
    expect(seen.isOver(NOW)).toBe(true);
    wall = 0;
    expect(seen.isOver(NOW)).toBe(true);
  });

  it('A2: who starts with a clock that was set back is warned', () => {
    openSeenTime(folder, clock).isOver(NOW);
    const warned: string[] = [];
    const log = { debug() {}, info() {}, error() {}, warn: (_: object, text: string) => void warned.push(text) };
    wall -= DAY;
    openSeenTime(folder, clock, log).now();
    expect(warned).toEqual([expect.stringMatching(/^the clock was set back: .* remove this file$/)]);
  });
});
