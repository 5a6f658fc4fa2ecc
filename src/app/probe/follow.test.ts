// The way along redirects: every hop is judged before it is requested, and every end names its rule.
import { describe, expect, it } from 'vitest';
import { accept, refuse } from '../../core/verdict.ts';
import type { PageReply } from '../../fetch/page.ts';
import { type Followed, follow, type Way } from './follow.ts';

const at = (path: string): string => `https://docs.example${path}`;

/** Goes along redirects from one path to the next; a path without one is a page. */
function walk(redirects: Readonly<Record<string, string>>, way: Partial<Way> = {}) {
  const requested: string[] = [];
  const judged: [path: string, hop: number][] = [];
  const { visited = [at('/')], judge = async (url) => ({ ok: true, url }), inScope } = way;
  const end: Promise<Followed> = follow({
    visited,
    inScope,
    judge: (url, hop) => {
      judged.push([pathOf(url), hop]);
      return judge(url, hop);
    },
    request: async (url) => {
      requested.push(pathOf(url));
      const location = redirects[pathOf(url)];
      const kind = location === undefined ? 'status' : 'redirect';
      return { kind, status: location === undefined ? 200 : 301, location } as PageReply;
    },
  });
  return { end, requested, judged, visited };
}

function pathOf(url: string): string {
  return url.slice(at('').length);
}

describe('a way along redirects', () => {
  it('ends with the first answer that is no redirect', async () => {
    const { end, requested, visited } = walk({ '/': '/a', '/a': 'b?c=d#e' });
    expect(await end).toMatchObject({ ok: true, url: at('/b?c=d'), reply: { kind: 'status', status: 200 } });
    expect(requested).toEqual(['/', '/a', '/b?c=d']);
    expect(visited).toEqual(['/', '/a', '/b?c=d'].map(at));
  });

  it('H3: three redirects are followed, a fourth is not', async () => {
    const { end, requested } = walk({ '/': '/1', '/1': '/2', '/2': '/3', '/3': '/4' });
    expect(await end).toMatchObject({ ok: false, url: at('/3'), refused: { by: 'redirect:limit' } });
    expect(requested).toEqual(['/', '/1', '/2', '/3']);
  });

  it.each([
    ['back to where it began', { '/': '/a', '/a': '/' }, 'redirect:loop'],
    ['to no http(s) URL', { '/': '/a', '/a': 'mailto:me@docs.example' }, 'redirect:scheme'],
    ['out of the scope', { '/': '/a', '/a': 'https://other.example/' }, 'redirect:scope'],
  ])('U11: does not go %s, and reports the redirect', async (_, redirects, by) => {
    const inScope = (url: string) => (url.startsWith(at('')) ? accept('scope:allowed') : refuse('scope:host', url));
    const { end, requested } = walk(redirects, { inScope });
    expect(await end).toMatchObject({ ok: false, url: at('/a'), refused: { by }, redirect: { status: 301 } });
    expect(requested).toEqual(['/', '/a']);
  });

  it('U11, R26: judges each URL before it is requested, the first included', async () => {
    const judge: Way['judge'] = async (url) =>
      url.endsWith('/closed') ? refuse('excludePaths', '/closed') : { ok: true, url };
    const { end, requested, judged } = walk({ '/': '/a', '/a': '/closed' }, { judge });
    const ended = await end;
    expect(ended).toEqual({ ok: false, url: at('/closed'), refused: refuse('excludePaths', '/closed') });
    expect(requested).toEqual(['/', '/a']);
    expect(judged).toEqual([
      ['/', 0],
      ['/a', 1],
      ['/closed', 2],
    ]);
  });

  it('U3: requests what the judge makes of a URL, and does not go in circles by a query that is dropped', async () => {
    const judge: Way['judge'] = async (url) => ({ ok: true, url: url.replace(/\?.*/, '') });
    const { end, requested, visited } = walk({ '/': '/a?session=1', '/a': '/?session=2' }, { judge });
    expect(await end).toMatchObject({ ok: false, url: at('/'), refused: { by: 'redirect:query' } });
    expect(requested).toEqual(['/', '/a']);
    expect(visited.slice(0, 2)).toEqual([at('/'), at('/a')]);
  });

  it('F4: goes on where it had got to when a turn took too long', async () => {
    const visited = [at('/')];
    let isTooEarly = true;
    const judge: Way['judge'] = async (url, hop) => {
      if (hop === 2 && isTooEarly) throw new Error('not yet');
      return { ok: true, url };
    };
    const redirects = { '/': '/a', '/a': '/b', '/b': '/c', '/c': '/d' };
    await expect(walk(redirects, { visited, judge }).end).rejects.toThrow('not yet');
    expect(visited).toEqual(['/', '/a', '/b'].map(at));
    isTooEarly = false;
    const { end, requested } = walk(redirects, { visited, judge });
    expect(await end).toMatchObject({ ok: false, url: at('/c'), refused: { by: 'redirect:limit' } });
    expect(requested).toEqual(['/b', '/c']);
  });
});
