// R29: the times of a checker: how long a robots.txt is kept, and how long a host has to answer.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { always, type LocalServer, startServer } from '../test/support/local-server.ts';
import {
  createRobotsChecker,
  type DialectName,
  defineDialect,
  type RobotsCheckerOptions,
  type RobotsGet,
} from './robots.ts';

const CLOSED = 'User-agent: *\nDisallow: /x\n';
const SECOND = 1000;
const HOUR = 3_600 * SECOND;

let server: LocalServer;
let time: number;

beforeEach(async () => {
  server = await startServer(always(200, CLOSED));
  time = Date.UTC(2026, 1, 23);
});
afterEach(() => server[Symbol.asyncDispose]());

/** The dialect with time for a busy machine to answer. */
const patient = (name: DialectName) => defineDialect(name, { name, timeouts: { connectMs: 60_000, readMs: 60_000 } });
const checker = (dialect: DialectName, more: RobotsCheckerOptions = {}) =>
  createRobotsChecker({ dialect: patient(dialect), now: () => time, ...more });
const page = (path: string): string => `${server.origin}${path}`;

describe('R29: the times of a checker', () => {
  it('R17: a file is kept for two gaps at least, so that the page has its turn after a delay of a day', async () => {
    server.answer(always(200, 'User-agent: *\nCrawl-delay: 86400\n'));
    const gate = checker('intel');
    for (const hours of [0, 24, 24, 1]) {
      time += hours * HOUR;
      expect(await gate.isAllowed(page('/'))).toBe(true);
    }
    expect(server.requestLines).toHaveLength(2);
    expect(gate.crawlDelay(page('/'))).toBe(86_400);
  });

  it.each([
    ['a file', () => always(200, CLOSED), 'assistant'],
    ['a missing file', () => always(404), 'assistant'],
    ['a failure', () => always(500), 'assistant'],
    ['a file in another dialect', () => always(200, CLOSED), 'webkiller'],
    ['a failure in another dialect', () => always(500), 'intel'],
  ] as const)('R29, R15: cacheTtl is how many seconds %s is kept', async (_, listener, dialect) => {
    server.answer(listener());
    const gate = checker(dialect, { cacheTtl: 100 });
    for (const seconds of [0, 99, 2, 99]) {
      time += seconds * SECOND;
      await gate.isAllowed(page('/'));
    }
    expect(server.requestLines).toHaveLength(2);
    expect((await gate.explain(page('/x'))).dialect).toBe(dialect);
  });

  it('R29, R14: timeout is how many seconds a host has to connect, and to answer after that', async () => {
    const seen: object[] = [];
    const get: RobotsGet = async (_, { connectMs, readMs }) => {
      seen.push({ connectMs, readMs });
      return { status: 404 };
    };
    for (const more of [{}, { timeout: 0.5 }, { timeout: 30 }])
      await createRobotsChecker({ dialect: 'assistant', get, ...more }).isAllowed(page('/'));
    expect(seen).toEqual([10_000, 500, 30_000].map((ms) => ({ connectMs: ms, readMs: ms })));
    // The host never answers: nothing waits for the 60 seconds of this dialect.
    server.answer(() => {});
    expect(await checker('assistant', { timeout: 0.1 }).explain(page('/x'))).toMatchObject({
      allowed: true,
      reason: expect.stringMatching(/0\.1 s|100 ms|time/i),
    });
  });

  it.each([
    [{ cacheTtl: 0 }, /^cacheTtl is 0; it must be a whole number of seconds from 1 to 604800$/],
    [{ cacheTtl: -1 }, /cacheTtl is -1/],
    [{ cacheTtl: 1.5 }, /cacheTtl is 1.5/],
    [{ cacheTtl: Number.NaN }, /cacheTtl is NaN/],
    [{ cacheTtl: Number.POSITIVE_INFINITY }, /cacheTtl is Infinity/],
    [{ cacheTtl: '3600' as never }, /cacheTtl is 3600/],
    [{ timeout: 0 }, /^timeout is 0; it must be a number of seconds from 0.1 to 120$/],
    [{ timeout: 10_000 }, /timeout is 10000/],
    [{ timeout: Number.NaN }, /timeout is NaN/],
    [{ timeout: '10' as never }, /timeout is 10/],
    [{ timeout: null as never }, /timeout is null/],
  ])('R29: %j is refused', (options, message) => {
    expect(() => createRobotsChecker(options)).toThrow(
      expect.objectContaining({ code: 'DOC_CONFIG', message: expect.stringMatching(message) }),
    );
  });
});
