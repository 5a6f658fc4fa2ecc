// Proves how a page's links are rewritten before any rule judges them (U2, U3, U13).
import { describe, expect, it } from 'vitest';
import { type PageLink, packLinks, unpackLinks } from '../../core/page-links.ts';
import { spellingRules, spellLinks } from './spell-links.ts';

const link = (url: string, facts: Partial<PageLink> = {}): PageLink => ({
  ...{ url: `https://x.org${url}`, text: '', nofollow: false, inContent: false },
  ...facts,
});
const drop = spellingRules({}, ['re:\\?.*token=.+']);

function spelled(...links: readonly PageLink[]): readonly string[] {
  return spellLinks(links, drop).map(({ url, asWritten }) => `${url.replace('https://x.org', '')} ${asWritten ?? ''}`);
}

describe('spellLinks', () => {
  it('U3: links that differ by a dropped query are one, with the text and the place of the best of them', () => {
    const [one, ...others] = spellLinks(
      [
        link('/a?utm_source=x', { nofollow: true }),
        link('/a', { text: 'A', nofollow: true, inContent: true }),
        link('/a?b=1', { text: 'again' }),
      ],
      drop,
    );
    expect(others).toEqual([]);
    expect(one).toMatchObject({ url: 'https://x.org/a', text: 'A', nofollow: false, inContent: true });
    // The page itself, tracked or not, is one form; what a query distinguishes is another.
    expect(new Set(one?.forms).size).toBe(2);
  });

  it('U5, U6, R26, U13: what a query shows about a link refuses that link, not the page', () => {
    expect(
      spelled(
        link('/docs/index.php?id=1'),
        link('/docs/index.php'),
        link('/docs/search?q=x'),
        link('/docs/search?v=2'),
      ),
    ).toEqual(['/docs/index.php dynamic', '/docs/index.php ', '/docs/search dynamic', '/docs/search ']);
    expect(spelled(link(`/p?x=${'y'.repeat(1_100)}`), link('/p'))).toEqual(['/p length', '/p ']);
    expect(spelled(link('/p?a=1&token=secret'), link('/p'))).toEqual(['/p excluded', '/p ']);
  });

  it('U3: with "query: keep" links stay as they are written', () => {
    const links = [link('/a?utm_source=x'), link('/index.php?id=1')];
    expect(spellLinks(links, spellingRules({ query: 'keep' }))).toBe(links);
  });

  it('U13: why a link was refused as it was written is kept with it, and what it was written as is not', () => {
    const links = spellLinks(
      [link('/p?token=secret', { inContent: true }), link('/q.php?x', { nofollow: true })],
      drop,
    );
    const stored = unpackLinks(packLinks(links));
    expect(stored.map(({ url, asWritten, nofollow, inContent }) => [url, asWritten, nofollow, inContent])).toEqual([
      ['https://x.org/p', 'excluded', false, true],
      ['https://x.org/q.php', 'dynamic', true, false],
    ]);
  });
});
