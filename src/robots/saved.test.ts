// Proves what of a robots.txt is kept across restarts.
import { describe, expect, it } from 'vitest';
import { dialects } from './dialects.ts';
import type { FetchedRobots } from './get.ts';
import { askedAnew, loadSite, saveSite } from './saved.ts';
import { type Site, siteAfter } from './site.ts';

const dialect = dialects.rfc9309;
const text = [
  '# questions? jo.doe@corp.org',
  'User-agent: *',
  'Disallow: /private # ask ann@corp.org first',
  'Disallow: /users/jo.doe@corp.org',
  'Disallow: /pkg@1.2/x',
  'Sitemap: https://me:word@docs.example/sitemap.xml',
].join('\n');

function kept(body: Uint8Array, charset?: string) {
  const answer = { kind: 'status', status: 200 } as const;
  const fetched = { answer, body, ...(charset && { charset }) };
  const site = siteAfter(undefined, fetched, dialect, 0, () => undefined, undefined);
  const saved = saveSite(site, dialect);
  return { ...saved, again: loadSite(saved.saved, saved.body, dialect) };
}

describe('the stored copy of a robots.txt', () => {
  it.each([
    ['UTF-8', Buffer.from(text), undefined],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
  ])('E5: holds no e-mail address and no password, and its rules count as before (%s)', (_, body, charset) => {
    const { body: stored, again } = kept(body, charset);
    expect(Buffer.from(stored).toString('latin1').replaceAll('\0', '')).not.toMatch(/corp\.org|word@/);
    const allowed = (path: string) => again?.file?.decide('docent', `https://docs.example${path}`).allowed;
    expect([allowed('/private/x'), allowed('/pkg@1.2/x'), allowed('/open')]).toEqual([false, false, true]);
    expect(again?.file?.sitemaps.map((url) => new URL(url).pathname)).toEqual(['/sitemap.xml']);
  });

  it('R16, E5: keeps its length, which decides how much of it counts', () => {
    const body = Buffer.from(text);
    expect(kept(body).body).toHaveLength(body.length);
  });

  it('R20: without any of that it is kept octet by octet', () => {
    const body = Buffer.from('User-agent: *\nDisallow: /\xe9@\n', 'latin1');
    expect(Buffer.from(kept(body, 'latin1').body).equals(body)).toBe(true);
  });

  it('is loaded as it was saved', () => {
    const { saved, body, again } = kept(Buffer.from('User-agent: *\nDisallow: /a\n'));
    expect(again).toMatchObject({ state: 'rules', status: 200, askedAt: 0, gaveUp: false });
    expect(saveSite(again as NonNullable<typeof again>, dialect)).toEqual({ saved, body });
  });

  it.each([
    ['', 'no text'],
    ['{"state":', 'a text that was cut off'],
    ['null', 'nothing'],
    ['{"dialect":"rfc9309"}', 'a text without a state'],
  ])('is not loaded from %j: %s', (saved) => {
    expect(loadSite(saved, new Uint8Array(), dialect)).toBeUndefined();
  });

  it.each([
    ['state', 'ajar'],
    ['askAgainAt', null],
    ['failures', '0'],
    ['hasFile', 1],
    ['dialect', 'google'],
  ])('is not loaded with the %s %j', (field, value) => {
    const { saved, body } = kept(Buffer.from(text));
    expect(loadSite(JSON.stringify({ ...JSON.parse(saved), [field]: value }), body, dialect)).toBeUndefined();
  });
});

describe('F5, R15: a robots.txt that nobody answered for', () => {
  const file = { answer: { kind: 'status', status: 200 }, body: 'User-agent: *\nDisallow: /private\n' } as const;
  const silent = { answer: { kind: 'network', detail: 'refused' }, body: '', code: 'DOC_CONNECT' } as const;
  const busy = { answer: { kind: 'status', status: 503 }, body: '' } as const;
  const then = (before: Site | undefined, fetched: FetchedRobots, now: number) =>
    siteAfter(before, fetched, dialect, now, () => 30_000, undefined);
  const anew = (site: Site): Site | undefined => {
    const { saved, body } = saveSite(site, dialect);
    const text = askedAnew(saved);
    return text === undefined ? undefined : loadSite(text, body, dialect);
  };

  it('is requested again at once, by its first retries, and since when it is silent stays known', () => {
    const site = then(then(undefined, silent, 1_000), silent, 31_000);
    expect(site).toMatchObject({ failures: 2, askAgainAt: 61_000, failingSince: 1_000 });
    const again = anew(site) as Site;
    expect(again).toMatchObject({ failures: 0, askAgainAt: 0 });
    expect(then(again, silent, 40_000)).toMatchObject({ failures: 1, failingSince: 1_000, state: 'closed' });
    expect(then(again, file, 40_000)).toMatchObject({ failures: 0, failingSince: 0, state: 'rules' });
  });

  it('R11: keeps the older copy meanwhile', () => {
    const again = anew(then(then(undefined, file, 0), silent, 1_000));
    expect(again?.file?.decide('docent', 'https://docs.example/private').allowed).toBe(false);
  });

  it('what it answered stays for its time', () => {
    expect(anew(then(undefined, busy, 0))).toBeUndefined();
    expect(anew(then(then(undefined, silent, 0), busy, 1_000))).toBeUndefined();
    expect(anew(then(undefined, file, 0))).toBeUndefined();
    expect(askedAnew('nothing that can be read')).toBeUndefined();
  });
});
