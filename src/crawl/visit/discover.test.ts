// Proves step 3 of a URL's way: what a link becomes, and which rule refuses it (U4, U13, R26, F3).
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/support/crawl-world.ts';
import { parsedUrl } from '../../core/url/parsed-url.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { excludedBy, isAsWritten, type Link, seedOffers, toFound, wayRefusal } from './discover.ts';

const ORIGIN = 'http://127.0.0.1:9';
const nothing = (): undefined => undefined;

async function policyOf(env: Readonly<Record<string, string>> = {}, seed = `${ORIGIN}/`): Promise<CrawlPolicy> {
  await using world = await openWorld(seed, { env });
  return world.policy;
}

describe('toFound', () => {
  const refusalOf = async (link: Link, env: Readonly<Record<string, string>> = {}): Promise<string | undefined> =>
    toFound(link, await policyOf(env), nothing).refused?.by;

  it('U2, U3: an offer names its key, its host, and what is requested: without the query that is dropped', async () => {
    const found = toFound({ url: `${ORIGIN}/a/b?page=2`, depth: 2, from: 7 }, await policyOf(), nothing);
    expect(found).toMatchObject({ url: `${ORIGIN}/a/b`, host: '127.0.0.1:9', depth: 2, kind: 'page', from: 7 });
    expect(found.key).toBe(toFound({ url: `${ORIGIN}/a/b/`, depth: 1 }, await policyOf(), nothing).key);
    expect(found.refused).toBeUndefined();
  });

  it('U8: an offer that is taken names the template of its path', async () => {
    const policy = await policyOf();
    const templates = ['/item/1', '/item/2'].map(
      (path) => toFound({ url: `${ORIGIN}${path}`, depth: 1 }, policy, nothing).template,
    );
    expect(templates[0]).toBeDefined();
    expect(templates[0]).toBe(templates[1]);
  });

  it.each([
    ['U4: another host', `http://127.0.0.2:9/`, 1, 'scope:host'],
    ['U7: a path that repeats itself', `${ORIGIN}/l/l/l/l`, 1, 'trap:cycle'],
    ['U6: a URL that is too long', `${ORIGIN}/${'a'.repeat(3_000)}`, 1, 'trap:length'],
    ['F3: what is too deep', `${ORIGIN}/a`, 21, 'scope:depth'],
  ])('%s is refused', async (_, url, depth, by) => {
    const policy = await policyOf();
    expect(toFound({ url, depth }, policy, nothing).refused).toMatchObject({ ok: false, by });
  });

  it('R26: the operator’s own no is a block, not a skip', async () => {
    const policy = await policyOf({ DOCENT_EXCLUDE_PATHS: '/private/**' });
    const url = `${ORIGIN}/private/a`;
    expect(toFound({ url, depth: 1 }, policy, nothing).refused).toMatchObject({ by: 'excludePaths', state: 'blocked' });
    const blocked = toFound({ url: `${ORIGIN}/b`, depth: 1 }, policy, () => 'an entry');
    expect(blocked.refused).toEqual({ ok: false, by: 'blocklist', detail: 'an entry', state: 'blocked' });
  });

  it('R28: a link that is only there as nofollow is refused for that', async () => {
    expect(await refusalOf({ url: `${ORIGIN}/a`, depth: 1, nofollow: true })).toBe('link:nofollow');
  });

  it('U13: what is refused as it was written leaves the page open for a link that is written otherwise', async () => {
    const { refused } = toFound({ url: `${ORIGIN}/a`, depth: 1, asWritten: 'dynamic' }, await policyOf(), nothing);
    expect(refused?.by).toBe('dynamic');
    expect(isAsWritten(refused)).toBe(true);
    const deep = toFound({ url: `${ORIGIN}/a`, depth: 9 }, await policyOf(), nothing);
    expect(isAsWritten(deep.refused)).toBe(false);
    expect(isAsWritten(undefined)).toBe(false);
  });

  it('H9: a file that a page names as its text is not bound by the folder of the seeds', async () => {
    const policy = await policyOf({}, `${ORIGIN}/docs/`);
    const link = { url: `${ORIGIN}/api.json`, depth: 0 };
    expect(toFound(link, policy, nothing).refused?.by).toMatch(/^scope:/);
    expect(toFound({ ...link, isSeed: true }, policy, nothing).refused).toBeUndefined();
  });

  it('F9: a sitemap has a key of its own beside a page of the same URL, and no rule of pages holds for it', async () => {
    const policy = await policyOf();
    const url = 'http://127.0.0.2:9/sitemap.xml?a=1';
    expect(toFound({ url, depth: 0, kind: 'sitemap' }, policy, nothing)).toMatchObject({ key: `sitemap ${url}`, url });
    expect(toFound({ url, depth: 0, kind: 'sitemap' }, policy, nothing).refused).toBeUndefined();
  });
});

describe('seedOffers', () => {
  it('F1: seeds are offered at depth 0, and refused by the blocklist as any other URL', async () => {
    const urls = [`${ORIGIN}/`, `${ORIGIN}/a`];
    const offers = seedOffers(urls, await policyOf(), (url) =>
      parsedUrl(url).pathname === '/a' ? 'an entry' : undefined,
    );
    expect(offers).toMatchObject([{ depth: 0 }, { depth: 0, refused: { by: 'blocklist' } }]);
    expect(offers[0]?.refused).toBeUndefined();
  });
});

describe('wayRefusal', () => {
  it('U4, F3: a queued URL is refused where scope or depth were narrowed since', async () => {
    const policy = await policyOf({}, `${ORIGIN}/docs/`);
    expect(wayRefusal({ firstUrl: `${ORIGIN}/docs/a`, depth: 20 }, policy)).toBeUndefined();
    expect(wayRefusal({ firstUrl: `${ORIGIN}/docs/a`, depth: 21 }, policy)?.by).toBe('scope:depth');
    expect(wayRefusal({ firstUrl: `${ORIGIN}/blog/a`, depth: 1 }, policy)?.by).toMatch(/^scope:/);
  });
});

describe('excludedBy', () => {
  it('R26: names the pattern, or the entry of the blocklist', async () => {
    const policy = await policyOf({ DOCENT_EXCLUDE_PATHS: '/private/**' });
    expect(excludedBy(`${ORIGIN}/private/a`, policy, nothing)).toMatchObject({
      by: 'excludePaths',
      detail: '/private/**',
    });
    expect(excludedBy(`${ORIGIN}/a`, policy, () => 'an entry')).toMatchObject({ by: 'blocklist', detail: 'an entry' });
    expect(excludedBy(`${ORIGIN}/a`, policy, nothing)).toBeUndefined();
  });
});
