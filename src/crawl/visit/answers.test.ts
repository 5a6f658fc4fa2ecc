// Proves H3, U11, R11 and U13: what an answer without a page means for its URL and its host.
import { describe, expect, it } from 'vitest';
import { leaseOf, openWorld, T } from '../../../test/support/crawl-world.ts';
import { DocentError } from '../../core/errors.ts';
import type { Lease } from '../../frontier/port.ts';
import {
  closedByRobots,
  failed,
  holdOf,
  judgeStatus,
  markTemporary,
  redirected,
  refusedAstray,
  refusedByRobots,
  unanswered,
  unreadable,
} from './answers.ts';

const ORIGIN = 'http://127.0.0.1:9';
const PAGE = `${ORIGIN}/page`;
/** With the pauses of H3 as they are. */
const env = { DOCENT_RETRY_BASE_MS: '30000' };

const status = (code: number, retryAfterMs?: number) =>
  ({ kind: 'status', status: code, headers: {}, bytes: 0, ms: 1, retryAfterMs }) as const;

describe('judgeStatus', () => {
  const judged = async (code: number, facts: Partial<Lease> = {}, retryAfterMs?: number) => {
    await using world = await openWorld(`${ORIGIN}/`, { env });
    const outcome = await judgeStatus(leaseOf(PAGE, facts), world.policy, world.visitNeeds, status(code, retryAfterMs));
    return { outcome, blocklist: await world.ledger.blocklist.list() };
  };

  it('H3: 403 is blocked, and entered in the blocklist', async () => {
    const { outcome, blocklist } = await judged(403);
    expect(outcome).toMatchObject({ kind: 'ended', state: 'blocked', by: 'http:403' });
    expect(blocklist).toMatchObject([{ pattern: '127.0.0.1:9/page', reason: 'answered 403', by: 'crawler' }]);
  });

  it.each([
    [401, 'skipped'],
    [404, 'gone'],
    [410, 'gone'],
    [400, 'failed'],
    [418, 'failed'],
  ])('H3: %i ends at once, as %s', async (code, state) => {
    const { outcome, blocklist } = await judged(code);
    expect(outcome).toMatchObject({ kind: 'ended', state, by: `http:${code}` });
    expect(blocklist).toEqual([]);
  });

  it.each([
    [500, 0, 30_000],
    [500, 1, 60_000],
    [503, 2, 120_000],
    [429, 0, 60_000],
  ])('H3: %i after %i retries is requested again in %i ms', async (code, attempt, delay) => {
    const { outcome } = await judged(code, { attempt });
    expect(outcome).toMatchObject({ kind: 'again', retry: true, notBefore: T + delay, by: `http:${code}` });
  });

  it('H3: Retry-After takes the place of the pause', async () => {
    expect((await judged(503, {}, 7_000)).outcome).toMatchObject({ kind: 'again', notBefore: T + 7_000 });
  });

  it('H3: when no retry is left it has failed, and the reason shows how often it was requested', async () => {
    const { outcome } = await judged(500, { attempt: 2 });
    expect(outcome).toMatchObject({ kind: 'ended', state: 'failed', detail: 'still 500 after 3 requests' });
  });
});

describe('holdOf', () => {
  it('F4: 429 and 503 hold the whole host, as long as they request, also when no retry is left', async () => {
    await using world = await openWorld(`${ORIGIN}/`, { env });
    const held = (code: number, attempt = 0, retryAfterMs?: number) =>
      holdOf(status(code, retryAfterMs), leaseOf(PAGE, { attempt }), world.policy);
    expect(held(503, 0, 5_000)).toBe(5_000);
    expect(held(503)).toBe(30_000);
    expect(held(503, 9)).toBe(30_000);
    expect(held(429)).toBe(60_000);
    expect(held(500)).toBeUndefined();
  });
});

describe('failed', () => {
  it('H3: without an answer a URL is requested once more, and has then failed', async () => {
    await using world = await openWorld(`${ORIGIN}/`, { env });
    const error = new DocentError('DOC_CONNECT', 'no connection');
    const again = { kind: 'again', retry: true, by: 'DOC_CONNECT', notBefore: T + 30_000 };
    expect(failed(error, leaseOf(PAGE), world.policy, T)).toMatchObject(again);
    const ended = { kind: 'ended', state: 'failed', by: 'DOC_CONNECT', detail: 'no connection' };
    expect(failed(error, leaseOf(PAGE, { attempt: 1 }), world.policy, T)).toEqual(ended);
  });

  it('F3: a page that is too large is skipped at once', async () => {
    await using world = await openWorld(`${ORIGIN}/`, { env });
    const error = new DocentError('DOC_TOO_LARGE', 'more than 5 MB');
    expect(failed(error, leaseOf(PAGE), world.policy, T)).toMatchObject({ kind: 'ended', state: 'skipped' });
  });
});

describe('unreadable', () => {
  it('FAULTS 67: a page that breaks its reader three times is entered in the blocklist', async () => {
    await using world = await openWorld(`${ORIGIN}/`);
    const error = new DocentError('DOC_EXTRACT', 'the reader broke');
    const nth = (attempt: number) => unreadable(error, leaseOf(PAGE, { attempt }), world.visitNeeds);
    expect(await nth(0)).toMatchObject({ kind: 'again', retry: true, notBefore: T });
    expect(await nth(1)).toMatchObject({ kind: 'again' });
    expect(await world.ledger.blocklist.list()).toEqual([]);
    expect(await nth(2)).toMatchObject({ kind: 'ended', state: 'failed', by: 'DOC_EXTRACT' });
    expect(await world.ledger.blocklist.list()).toMatchObject([{ reason: 'could not be read 3 times' }]);
  });
});

describe('redirected', () => {
  const to = async (location: string | undefined, facts: Partial<Lease> = {}) => {
    await using world = await openWorld(`${ORIGIN}/docs/`);
    return redirected(leaseOf(`${ORIGIN}/docs/page`, facts), world.policy, location);
  };

  it('U11, U3: leads to its Location, without a query that is dropped', async () => {
    expect(await to('other?utm_source=x')).toMatchObject({
      ...{ kind: 'redirect', to: `${ORIGIN}/docs/other`, host: '127.0.0.1:9' },
    });
  });

  it.each([
    ['without a Location', undefined, 'failed', 'redirect:missing'],
    ['to itself', `${ORIGIN}/docs/page`, 'failed', 'redirect:loop'],
    ['to itself, save for a query that is dropped', `${ORIGIN}/docs/page?a=1`, 'failed', 'redirect:query'],
    ['out of the scope', `${ORIGIN}/blog/`, 'skipped', 'redirect:scope'],
    ['into a trap', `${ORIGIN}/docs/l/l/l/l`, 'skipped', 'redirect:trap'],
  ])('U11: one %s is not followed', async (_, location, state, by) => {
    expect(await to(location)).toMatchObject({ kind: 'ended', state, by });
  });

  it('H3: a fourth one is not followed', async () => {
    const hops = [1, 2, 3, 4].map((n) => `${ORIGIN}/docs/${n}`);
    expect(await to('/docs/5', { hops: hops.slice(0, 3) })).toMatchObject({ kind: 'redirect' });
    expect(await to('/docs/5', { hops })).toMatchObject({ kind: 'ended', state: 'failed', by: 'redirect:limit' });
  });

  it('F10: 302, 303 and 307 hold for now, 301 and 308 for good', async () => {
    const outcome = await to('other');
    const isTemporary = (code: number) => 'temporary' in markTemporary(outcome, code);
    expect([301, 302, 303, 307, 308].filter(isTemporary)).toEqual([302, 303, 307]);
    const ended = await to(undefined);
    expect(markTemporary(ended, 302)).toBe(ended);
  });
});

describe('robots.txt', () => {
  /** A robots.txt that cannot be reached: no server listens on that port. */
  const unreachable = async () => {
    await using world = await openWorld(`${ORIGIN}/`, { env });
    return { decision: await world.policy.robots.explain(PAGE), policy: world.policy };
  };
  const lease = leaseOf(PAGE);

  it('R11: while it cannot be reached the URL waits, and the host’s other URLs would fail with the run', async () => {
    const { decision, policy } = await unreachable();
    const outcome = refusedByRobots(decision, lease, policy);
    expect(outcome).toMatchObject({ kind: 'again', retry: false, by: 'DOC_CONNECT', notBefore: decision.retryAt });
    expect(closedByRobots(decision)).toEqual({
      ...{ by: 'DOC_CONNECT', detail: decision.reason, until: decision.retryAt, ends: 'failed' },
    });
  });

  it.each([
    ['a seed of a person’s command', 0, { robotsMs: 9 }, 'DOC_CONNECT', 'ended'],
    ['a seed where there is no such host', 0, { robotsMs: 9 }, 'DOC_DNS', 'ended'],
    ['a seed whose certificate is not accepted', 0, { robotsMs: 9 }, 'DOC_TLS', 'ended'],
    ['a seed that does not answer in time', 0, { robotsMs: 9 }, 'DOC_TIMEOUT', 'again'],
    ['a page of such a command', 1, { robotsMs: 9 }, 'DOC_CONNECT', 'again'],
    ['a seed of the schedule', 0, undefined, 'DOC_CONNECT', 'again'],
  ] as const)('F5: nobody answers %s', async (_, depth, byHand, cause, kind) => {
    const { decision, policy } = await unreachable();
    const seed = leaseOf(PAGE, { depth });
    const own = { ...policy, byHand };
    expect(refusedByRobots({ ...decision, cause }, seed, own)).toMatchObject({ kind, by: cause });
    const error = new DocentError(cause, 'connect ECONNREFUSED 127.0.0.1:9');
    if (cause !== 'DOC_TLS') expect(failed(error, seed, own, T)).toMatchObject({ kind, by: cause });
    const ends = kind === 'ended' ? 'failed' : undefined;
    expect(unanswered(error, seed, own, T)?.ends).toBe(ends);
    expect(unanswered(new DocentError('DOC_CONNECT', 'read ECONNRESET'), seed, own, T)?.ends).toBeUndefined();
  });

  it('R11: out of retries it has failed; refused by a line it is blocked', async () => {
    const { decision: refused, policy } = await unreachable();
    const { retryAt: _, cause, ...decision } = refused;
    expect(cause).toBe('DOC_CONNECT');
    const line = { ...decision, by: 'robots:rfc9309:line-2' } as const;
    const ended = { kind: 'ended', by: 'robots:rfc9309:line-2' };
    expect(refusedByRobots({ ...line, gaveUp: true }, lease, policy)).toMatchObject({ ...ended, state: 'failed' });
    expect(refusedByRobots(line, lease, policy)).toMatchObject({ ...ended, state: 'blocked' });
  });

  it('R11: a host that is closed blocks its URLs in the end, one that is deferred leaves them waiting', async () => {
    const { cause: _, ...decision } = (await unreachable()).decision;
    expect(closedByRobots({ ...decision, by: 'robots:rfc9309:closed' })?.ends).toBe('blocked');
    expect(closedByRobots({ ...decision, by: 'robots:rfc9309:deferred' })?.ends).toBe('waiting');
  });

  it('U13: where only a spelling leads, another is tried at once, and long waits are not waited for', async () => {
    const { decision } = await unreachable();
    expect(refusedAstray(decision, leaseOf(PAGE), 1_000)).toMatchObject({
      kind: 'again',
      retry: true,
      orSpelling: true,
    });
    expect(refusedAstray(decision, leaseOf(PAGE), 61_000)).toMatchObject({ kind: 'ended', state: 'failed' });
    expect(refusedAstray(decision, leaseOf(PAGE, { attempt: 1 }), 1_000)).toMatchObject({ kind: 'ended' });
  });
});
