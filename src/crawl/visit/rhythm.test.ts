// Proves F9 and M5: whether a refresh requests a page, and when it will be requested after that.
import { describe, expect, it } from 'vitest';
import { leaseOf, openWorld, storedFacts, T } from '../../../test/support/crawl-world.ts';
import type { StoredFacts } from '../../frontier/port.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { isUpToDate, rhythmFor, skipReason, stillGone } from './rhythm.ts';
import { linkRulesOf } from './spell-links.ts';

const SEED = 'http://127.0.0.1:9/';
const PAGE = `${SEED}page`;
const DAY = 86_400_000;
const interval = { leastMs: DAY, mostMs: 8 * DAY, adaptive: true };
const steady = { ...interval, adaptive: false };

/** The policy of a refresh of what is due. */
async function policyOf(more: Partial<CrawlPolicy> = {}): Promise<CrawlPolicy> {
  await using world = await openWorld(SEED, { policy: { interval, refresh: 'due', ...more } });
  const { policy } = world;
  return { ...policy, reading: { ...policy.reading, retain: 'preview', index: true } };
}

describe('isUpToDate', () => {
  const stored = storedFacts();

  it('F9: "not modified" will do for a page that was read and kept as it would be today', async () => {
    expect(isUpToDate(leaseOf(PAGE, { stored }), await policyOf())).toBe(true);
  });

  it.each<[string, Partial<StoredFacts>]>([
    ['that another version has read', { extractor: -1 }],
    ['that another analyser has indexed', { analyser: -1 }],
    ['of which more is kept than now', { isWhole: true }],
    ['that was read before the chrome of its site was learnt', { asksAgain: true }],
    ['whose links lost their queries by other rules', { linkRules: 'of another day' }],
  ])('F9: but not for one %s', async (_, facts) => {
    expect(isUpToDate(leaseOf(PAGE, { stored: storedFacts(facts) }), await policyOf())).toBe(false);
  });

  it('A2: nor for what the operator requests, which is fetched whether or not it is due or was there', async () => {
    const policy = await policyOf();
    const wanted = { wanted: true, depth: 1 } as const;
    expect(isUpToDate(leaseOf(PAGE, { stored, ...wanted }), policy)).toBe(false);
    expect(skipReason(leaseOf(PAGE, { stored, depth: 1 }), policy, T)).toMatchObject({ by: 'refresh:not-due' });
    expect(skipReason(leaseOf(PAGE, { stored, ...wanted }), policy, T)).toBeUndefined();
    const gone = [{ at: T - 1_000, status: 404 }];
    expect(stillGone(leaseOf(PAGE, { gone, depth: 1 }), policy, T)).toMatchObject({ by: 'http:404' });
    expect(stillGone(leaseOf(PAGE, { gone, ...wanted }), policy, T)).toBeUndefined();
  });

  it('F9: nor for what is not stored, what was redirected, and another spelling', async () => {
    const policy = await policyOf();
    expect(isUpToDate(leaseOf(PAGE), policy)).toBe(false);
    expect(isUpToDate(leaseOf(PAGE, { stored, hops: [SEED, PAGE] }), policy)).toBe(false);
    expect(isUpToDate(leaseOf(PAGE, { stored, respelled: true }), policy)).toBe(false);
  });

  it('U3: links that lost their queries by the same rules are no reason to read a page again', async () => {
    const policy = await policyOf();
    const linkRules = linkRulesOf(policy.key, policy.reading.excludedQueries);
    expect(isUpToDate(leaseOf(PAGE, { stored: storedFacts({ linkRules }) }), policy)).toBe(true);
  });

  it('R28: of a page with noarchive no more would be kept, unless robots are switched off', async () => {
    const policy = await policyOf();
    const full = { ...policy, reading: { ...policy.reading, retain: 'full' as const } };
    const lease = leaseOf(PAGE, { stored: storedFacts({ noarchive: true }) });
    expect(isUpToDate(lease, full)).toBe(true);
    expect(isUpToDate(lease, { ...full, respectRobots: false })).toBe(false);
  });

  it('where only links are read, how the text was read makes no difference', async () => {
    const policy = await policyOf();
    const links = { ...policy, reading: { ...policy.reading, want: 'links' as const } };
    expect(isUpToDate(leaseOf(PAGE, { stored: storedFacts({ extractor: -1, asksAgain: true }) }), links)).toBe(true);
  });
});

describe('skipReason', () => {
  const stored = storedFacts({ intervalMs: 2 * DAY });

  it('F9: a page that is not due is not requested, for that reason', async () => {
    expect(skipReason(leaseOf(PAGE, { stored }), await policyOf(), T + DAY)).toMatchObject({ by: 'refresh:not-due' });
    expect(skipReason(leaseOf(PAGE, { stored }), await policyOf(), T + 2 * DAY)).toBeUndefined();
  });

  it('M5: unless it is adaptive, an interval of long ago counts for nothing, and a run of the schedule requests each page', async () => {
    const longAgo = storedFacts({ intervalMs: 8 * DAY });
    const inDue = await policyOf({ interval: steady });
    const inSlot = await policyOf({ interval: steady, refresh: 'slot' });
    expect(skipReason(leaseOf(PAGE, { stored: longAgo }), inDue, T + DAY / 2)).toMatchObject({ by: 'refresh:not-due' });
    expect(skipReason(leaseOf(PAGE, { stored: longAgo }), inDue, T + DAY)).toBeUndefined();
    expect(skipReason(leaseOf(PAGE, { stored: longAgo }), inSlot, T + 1)).toBeUndefined();
    const dated = storedFacts({ lastmod: T - 5 * DAY });
    expect(skipReason(leaseOf(PAGE, { stored: dated }), inSlot, T + DAY)).toMatchObject({ by: 'sitemap:lastmod' });
    const adaptive = await policyOf({ refresh: 'slot' });
    expect(skipReason(leaseOf(PAGE, { stored: longAgo }), adaptive, T + DAY)).toMatchObject({ by: 'refresh:not-due' });
  });

  it('F9: nor is one that is unchanged by its sitemap', async () => {
    const dated = storedFacts({ intervalMs: DAY, lastmod: T - 5 * DAY });
    expect(skipReason(leaseOf(PAGE, { stored: dated }), await policyOf(), T + 2 * DAY)).toMatchObject({
      by: 'sitemap:lastmod',
    });
    const wrong = { ...dated, lastmodWrong: true };
    expect(skipReason(leaseOf(PAGE, { stored: wrong }), await policyOf(), T + 2 * DAY)).toBeUndefined();
  });

  it.each([
    ['seeds', { depth: 0 }],
    ['sitemaps', { kind: 'sitemap' as const }],
    ['what has been requested in this run', { attempt: 1 }],
    ['what has to be read anew', { stored: storedFacts({ intervalMs: 2 * DAY, extractor: -1 }) }],
    ['what is not stored', { stored: undefined }],
  ])('F9: %s are always requested', async (_, facts) => {
    expect(skipReason(leaseOf(PAGE, { stored, ...facts }), await policyOf(), T + DAY)).toBeUndefined();
  });

  it('F9: a crawl, and a refresh of everything, request what is not due, too', async () => {
    const lease = leaseOf(PAGE, { stored });
    expect(skipReason(lease, await policyOf({ refresh: undefined }), T + DAY)).toBeUndefined();
    expect(skipReason(lease, await policyOf({ refresh: 'all' }), T + DAY)).toBeUndefined();
  });
});

describe('stillGone', () => {
  const gone = [{ at: T, status: 410 }];

  it('M5: a URL that was 410 ends so again until it is due, without a request', async () => {
    const policy = await policyOf();
    expect(stillGone(leaseOf(PAGE, { gone }), policy, T + DAY / 2)).toMatchObject({
      ...{ kind: 'ended', state: 'gone', by: 'http:410', notRequested: true },
    });
    expect(stillGone(leaseOf(PAGE, { gone }), policy, T + DAY)).toBeUndefined();
  });

  it('M5: the more often it was 410, the later it is requested', async () => {
    const policy = await policyOf();
    const thrice = [0, 1, 3].map((days) => ({ at: T + days * DAY, status: 404 }));
    const last = T + 3 * DAY;
    expect(stillGone(leaseOf(PAGE, { gone: thrice }), policy, last + DAY)).toMatchObject({ state: 'gone' });
    expect(stillGone(leaseOf(PAGE, { gone: thrice }), policy, last + 3 * DAY)).toBeUndefined();
  });

  it.each(['due', 'slot'] as const)('M5: also where pages are not adaptive, in a run by %s', async (refresh) => {
    const policy = await policyOf({ interval: steady, refresh });
    const thrice = [0, 1, 3].map((days) => ({ at: T + days * DAY, status: 404 }));
    const outcome = (days: number) => stillGone(leaseOf(PAGE, { gone: thrice }), policy, T + (3 + days) * DAY);
    expect([outcome(1)?.kind, outcome(3)]).toEqual(['ended', undefined]);
  });

  it('M5: answers that came long before their time do not make it later', async () => {
    const often = [0, 1, 2, 3].map((hours) => ({ at: T + (hours * DAY) / 24, status: 404 }));
    const last = T + (3 * DAY) / 24;
    expect(stillGone(leaseOf(PAGE, { gone: often }), await policyOf(), last + DAY)).toBeUndefined();
  });

  it.each([
    ['a seed', { depth: 0 }],
    ['one that has been requested in this run', { attempt: 1 }],
    ['one that is being redirected', { hops: [SEED, PAGE] }],
    ['one that was never 404 or 410', { gone: undefined }],
  ])('M5: %s is requested', async (_, facts) => {
    expect(stillGone(leaseOf(PAGE, { gone, ...facts }), await policyOf(), T + 1)).toBeUndefined();
  });
});

describe('rhythmFor', () => {
  it('M5: unless it is adaptive, a page waits one period, however it was before', async () => {
    const lease = leaseOf(PAGE, { stored: storedFacts({ intervalMs: 8 * DAY }) });
    for (const at of [T + 1, T + 8 * DAY])
      expect(rhythmFor(lease, await policyOf({ interval: steady }), at)).toMatchObject({ sameMs: DAY, changedMs: DAY });
  });

  it('M5: where it is adaptive, a page that stays the same is requested later each time, one that changes sooner', async () => {
    const lease = leaseOf(PAGE, { stored: storedFacts({ intervalMs: 4 * DAY }) });
    expect(rhythmFor(lease, await policyOf(), T + 4 * DAY)).toEqual({
      ...{ sameMs: 6 * DAY, changedMs: 2 * DAY, lastmodSaysSame: false },
    });
  });

  it('F9: one that was requested long before its time proves nothing by being the same', async () => {
    const lease = leaseOf(PAGE, { stored: storedFacts({ intervalMs: 4 * DAY }) });
    expect(rhythmFor(lease, await policyOf(), T + DAY)).toMatchObject({ sameMs: 4 * DAY, changedMs: 2 * DAY });
  });

  it('F9: the lastmod of its sitemap counts, however long the page was left alone', async () => {
    const lease = leaseOf(PAGE, { stored: storedFacts({ lastmod: T - 5 * DAY }) });
    expect(rhythmFor(lease, await policyOf(), T + 30 * DAY)).toMatchObject({ lastmodSaysSame: true });
  });

  it('a page that is not stored, and a sitemap, have none', async () => {
    expect(rhythmFor(leaseOf(PAGE), await policyOf(), T)).toBeUndefined();
    expect(rhythmFor(leaseOf(PAGE, { kind: 'sitemap', stored: storedFacts() }), await policyOf(), T)).toBeUndefined();
  });
});
