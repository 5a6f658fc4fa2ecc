// Proves steps 8 and 9 for an answer with a page: what is stored, under which key, and where its links go.
import { describe, expect, it } from 'vitest';
import { type CrawlWorld, html, leaseOf, openWorld, storedFacts } from '../../../test/support/crawl-world.ts';
import { packLinks } from '../../core/page-links.ts';
import type { PageAnswer } from '../../fetch/page.ts';
import type { Lease, StoredFacts } from '../../frontier/port.ts';
import { readPage } from '../read/read-page.ts';
import type { ReadResult } from '../read/reading.ts';
import { cutsOf, formOf, pageOutcome, storedLinks, withoutText } from './page-outcome.ts';
import { Trail } from './trail.ts';

const ORIGIN = 'http://127.0.0.1:9';
const PAGE = `${ORIGIN}/page`;

interface Answered {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly lease?: Partial<Lease>;
  readonly env?: Readonly<Record<string, string>>;
  readonly within?: (world: CrawlWorld) => void;
}

/** The outcome for a response with a page. */
async function outcomeOf({ body, headers = {}, lease: facts = {}, env = {}, within }: Answered) {
  await using world = await openWorld(`${ORIGIN}/`, { env });
  within?.(world);
  const { policy, visitNeeds } = world;
  const lease = leaseOf(PAGE, { id: 5, ...facts });
  const bytes = new TextEncoder().encode(body);
  const reply: PageAnswer = {
    ...{ kind: 'page', status: 200, headers, bytes: bytes.length, ms: 1, body: bytes, contentKind: 'html' },
    etag: '"e"',
  };
  const read = await readPage({
    url: lease.url,
    form: formOf(reply),
    body: bytes,
    options: policy.reading,
    key: policy.key,
  });
  const steps = new Trail(visitNeeds.now);
  const outcome = pageOutcome(lease, policy, visitNeeds, reply, read, steps);
  return { outcome, read, steps: steps.all.map(({ step, by, detail }) => [step, by, detail].join(' ')) };
}

const paths = (found: readonly { readonly url: string }[]): readonly string[] =>
  found.map(({ url }) => url.replace(ORIGIN, ''));
const withHead = (head: string, title = 'A', ...links: readonly string[]): string => `${head}${html(title, ...links)}`;

describe('pageOutcome', () => {
  it('step 9: a page is stored as it was read, and its links go one level deeper', async () => {
    const { outcome, read } = await outcomeOf({ body: html('Alpha', '/a', '/b?x=1'), lease: { depth: 2 } });
    expect(outcome.page).toMatchObject({ finalUrl: PAGE, status: 200, title: 'Alpha', hash: read.hash, etag: '"e"' });
    expect(outcome.noindex).toBeUndefined();
    expect(outcome.identity).toBeUndefined();
    expect(outcome.chunks).toEqual(read.chunks);
    expect(outcome.links).toMatchObject([{ depth: 3, from: 5 }, { depth: 3 }]);
    expect(paths(outcome.links)).toEqual(['/a', '/b']);
  });

  it('links that this run has offered already are not offered again', async () => {
    const { outcome } = await outcomeOf({
      body: html('A', '/a', '/b'),
      within: ({ visitNeeds, policy }) =>
        visitNeeds.seen.remember([
          { provider: policy.provider, key: '', url: `${ORIGIN}/a`, host: '', depth: 1, kind: 'page' },
        ]),
    });
    expect(paths(outcome.links)).toEqual(['/b']);
  });

  it('R28: noindex is not stored, and its links are followed', async () => {
    const { outcome, steps } = await outcomeOf({ body: withHead('<meta name="robots" content="noindex">', 'A', '/a') });
    expect(outcome.noindex).toMatchObject({ by: 'robots:noindex' });
    expect(outcome.noindex).not.toHaveProperty('keepStored');
    expect(paths(outcome.links)).toEqual(['/a']);
    expect(steps).toContainEqual(expect.stringMatching(/^directive robots:page .*noindex/));
  });

  it('R28: nofollow, here of a header, is stored, and its links are neither followed nor kept', async () => {
    const { outcome } = await outcomeOf({ body: html('A', '/a'), headers: { 'x-robots-tag': 'nofollow' } });
    expect(outcome.noindex).toBeUndefined();
    expect(outcome.links).toEqual([]);
    expect(outcome.outgoing).toBeUndefined();
  });

  it('R28: of a page with noarchive no word is kept', async () => {
    const env = { DOCENT_RETAIN: 'full' };
    const body = withHead('<meta name="robots" content="noarchive"><meta name="description" content="All about it.">');
    const { outcome, read } = await outcomeOf({ body, env });
    expect(read.markdown).toContain('nothing else');
    expect(outcome.page.markdown).toBeUndefined();
    expect(outcome.page.facts).toMatchObject({ noarchive: true, description: undefined });
    expect(JSON.stringify(outcome.chunks)).not.toContain('nothing else');
    expect(outcome.draft).toBeUndefined();
  });

  it('R27: with robots switched off directives are not obeyed', async () => {
    const body = `${withHead('<meta name="robots" content="noindex, nofollow">')}<a rel="nofollow" href="/a">a</a>`;
    const { outcome } = await outcomeOf({ body, env: { DOCENT_RESPECT_ROBOTS: 'false' } });
    expect(outcome.noindex).toBeUndefined();
    expect(outcome.links.map(({ refused }) => refused)).toEqual([undefined]);
  });

  it('U12: a canonical link names the page’s key, in its own words', async () => {
    const { outcome, steps } = await outcomeOf({ body: withHead(`<link rel="canonical" href="/real?utm_source=x">`) });
    expect(outcome.identity).toMatchObject({ url: `${ORIGIN}/real`, by: 'canonical' });
    expect(steps).toContainEqual(expect.stringMatching(/^canonical canonical:link/));
  });

  it('U11: so does the URL that redirects led to, also where the canonical link turns out to be mistaken', async () => {
    const lease = { url: `${ORIGIN}/moved`, hops: [PAGE, `${ORIGIN}/moved`] };
    const moved = { url: `${ORIGIN}/moved`, by: 'redirect' };
    expect((await outcomeOf({ body: html('A'), lease })).outcome.identity).toMatchObject(moved);
    const body = withHead('<link rel="canonical" href="/real">');
    const { identity } = (await outcomeOf({ body, lease })).outcome;
    expect(identity).toMatchObject({ by: 'canonical', otherwise: moved });
  });

  it('F10: a page that is not stored names no other key', async () => {
    const body = withHead('<meta name="robots" content="noindex"><link rel="canonical" href="/real">');
    expect((await outcomeOf({ body })).outcome.identity).toBeUndefined();
  });

  it('F5, F10: a page without text is skipped, and what is stored of it stays', async () => {
    const { outcome } = await outcomeOf({ body: '<title>Empty</title><main></main>' });
    expect(outcome.noindex).toMatchObject({ by: 'content:empty', keepStored: true });
  });

  it.each([
    ['not-found', '<title>Page not found</title><main><h1>404 Page not found</h1><a href="/a">Home</a></main>'],
    [
      'login',
      '<title>Log in</title><main><h1>Log in</h1><form><input type="password"></form><a href="/a">Home</a></main>',
    ],
  ])(
    'H9: a page with the words of a soft error (%s) is stored with a flag, and its links are followed',
    async (kind, body) => {
      const { outcome, read } = await outcomeOf({ body });
      expect(outcome.noindex).toBeUndefined();
      expect(outcome.page.facts.softError).toBe(kind);
      expect(read.flags).toContain('soft-error');
      expect(outcome.links.map(({ url }) => url)).toEqual([`${ORIGIN}/a`]);
    },
  );

  it('H9: words of a soft error take the place of no good copy, and remove none', async () => {
    const body = '<title>Page not found</title><main><h1>404 Page not found</h1><p>Go back.</p></main>';
    const { read } = await outcomeOf({ body });
    const over = async (facts: Partial<StoredFacts>) =>
      (await outcomeOf({ body, lease: { stored: storedFacts(facts) } })).outcome.noindex;
    expect(await over({ hash: 'another' })).toMatchObject({ by: 'content:soft-error', keepStored: true });
    expect(await over({ hash: 'another', isSoftError: true })).toBeUndefined();
    // Stored before it was recognised.
    expect(await over({ hash: read.hash })).toBeUndefined();
  });

  it('H9: a wall for browsers is not stored, and what is stored of the page stays', async () => {
    const body = '<title>App</title><main><p>Your browser is not supported.</p></main>';
    const { outcome, read } = await outcomeOf({ body });
    expect(outcome.noindex).toMatchObject({ by: 'content:soft-error', keepStored: true });
    const again = await outcomeOf({ body, lease: { stored: storedFacts({ hash: read.hash }) } });
    expect(again.outcome.noindex).toMatchObject({ keepStored: true });
  });

  it('a secret in the URL is not stored with the page', async () => {
    const url = 'http://me:secret@127.0.0.1:9/page';
    const { outcome } = await outcomeOf({ body: html('A'), lease: { url, firstUrl: url } });
    expect(JSON.stringify(outcome.page)).not.toContain('secret');
  });
});

describe('storedLinks', () => {
  it('F9: the links of a page that did not change are judged by the rules of today', async () => {
    await using world = await openWorld(`${ORIGIN}/`, { env: { DOCENT_EXCLUDE_PATHS: '/private/**' } });
    const link = { text: '', nofollow: false, inContent: true };
    const outgoing = packLinks([
      { ...link, url: `${ORIGIN}/a` },
      { ...link, url: `${ORIGIN}/private/b` },
      { ...link, url: `${ORIGIN}/c`, nofollow: true },
    ]);
    await world.begin();
    const lease = await world.lease();
    const { outcome } = await outcomeOf({ body: html('A') });
    await world.ledger.settle(lease, { outcome: { ...outcome, outgoing }, steps: [] });
    const found = await storedLinks(lease, world.policy, world.visitNeeds);
    expect(found.map(({ url, refused }) => `${url.replace(ORIGIN, '')} ${refused?.by}`)).toEqual([
      ...['/a undefined', '/private/b excludePaths', '/c link:nofollow'],
    ]);
    expect(found[0]?.depth).toBe(lease.depth + 1);
  });
});

describe('cutsOf', () => {
  it('what was left out of a page is reported in a sentence each, and for most pages nothing is', async () => {
    const { read } = await outcomeOf({ body: html('A') });
    const cut = (flags: readonly string[], linksLeft?: number): ReadResult => ({ ...read, flags, linksLeft });
    expect(cutsOf(read)).toEqual([]);
    expect(cutsOf(cut(['links-cut', 'text-cut'], 2)).map(({ by }) => by)).toEqual([
      ...['extract:links-cut', 'extract:text-cut'],
    ]);
    expect(cutsOf(cut(['links-cut'], 1))[0]?.detail).toContain('1 more link is not followed');
  });
});

describe('withoutText', () => {
  it.each(['full', 'preview'])(
    'R28: chunks of which %s text is kept stay where they are and lose their words',
    async (retain) => {
      const { read } = await outcomeOf({ body: html('A'), env: { DOCENT_RETAIN: retain } });
      const [before] = read.chunks;
      expect(`${before?.text}${before?.preview}`).toContain('nothing else');
      expect(withoutText(read.chunks)).toMatchObject([{ id: before?.id, preview: '', text: undefined }]);
    },
  );
});
