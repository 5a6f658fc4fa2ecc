import { describe, expect, it } from 'vitest';
import { facetsOf } from './facets.ts';

function place(url: string, provider = 'docs', language?: string) {
  return { page: 1, url: `https://a.test${url}`, provider, language };
}

describe('S6: facets of found pages', () => {
  it('count sources and languages, the most pages first', () => {
    const facets = facetsOf([
      place('/1', 'one', 'en'),
      place('/2', 'two', 'en-GB'),
      place('/3', 'two', 'ko'),
      place('/4'),
    ]);
    expect(facets.provider).toEqual([
      { value: 'two', pages: 2 },
      { value: 'docs', pages: 1 },
      { value: 'one', pages: 1 },
    ]);
    expect(facets.lang).toEqual([
      { value: 'en', pages: 2 },
      { value: 'ko', pages: 1 },
    ]);
  });

  it('count folders one step below what all pages of a host have in common', () => {
    const urls = ['/docs/guide/a', '/docs/guide/deep/b', '/docs/api/c', '/docs/index'];
    expect(facetsOf(urls.map((url) => place(url))).path).toEqual([
      { value: '/docs/guide/', pages: 2 },
      { value: '/docs/api/', pages: 1 },
    ]);
    const other = { ...place('/'), url: 'https://b.test/x/y' };
    expect(facetsOf([other, place('/docs/a')]).path).toEqual([]);
  });

  it('count a page for each folder that its address contains, as the filter does', () => {
    const urls = ['/api/a', '/v2/api/b', '/API/c'];
    expect(facetsOf(urls.map((url) => place(url))).path).toEqual([
      { value: '/API/', pages: 3 },
      { value: '/v2/', pages: 1 },
    ]);
  });

  it('are at most twenty values each, and none of nothing', () => {
    expect(facetsOf([])).toEqual({ provider: [], path: [], lang: [] });
    const many = Array.from({ length: 30 }, (_, nth) => place(`/${nth}/x`, `p${nth}`));
    expect(facetsOf(many).provider).toHaveLength(20);
    expect(facetsOf(many).path).toHaveLength(20);
  });
});
