// Proves what of a robots.txt is kept across restarts.
import { describe, expect, it } from 'vitest';
import { dialects } from './dialects.ts';
import { loadSite, saveSite } from './saved.ts';
import { siteAfter } from './site.ts';

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
