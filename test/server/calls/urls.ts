// Calls of the operations on URLs: lists, counts, the tree of addresses.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Listed {
  readonly urls: readonly {
    readonly url: string;
    readonly state: string;
    readonly by: string;
    readonly kind: string;
  }[];
  readonly next?: string;
}

export const urlCalls: ExampleCalls = ({ provider, site }) => {
  const paths = ({ urls }: Listed): readonly string[] => urls.map(({ url }) => url.replace(site, '/'));
  const host = new URL(site).host;
  let cursor = '';
  return [
    {
      ...{ shows: 'pages in the order they were found', operation: 'listUrls', query: { limit: 3 }, status: 200 },
      check(listed: Listed) {
        expect(paths(listed)).toEqual(['/docs/', '/docs/tasks', '/docs/settings']);
        expect(listed.urls[0]).toMatchObject({ state: 'indexed', by: 'http:200', kind: 'page' });
        cursor = listed.next ?? '';
      },
    },
    {
      ...{ shows: 'where the list goes on', operation: 'listUrls', status: 200 },
      get query() {
        return { limit: 2, cursor };
      },
      check: (listed: Listed) => expect(paths(listed)).toEqual(['/docs/long', '/docs/quiet']),
    },
    {
      ...{ shows: 'the pages below a path', operation: 'listUrls', query: { path: '/docs/deep/' }, status: 200 },
      check(listed: Listed) {
        expect(paths(listed)).toEqual(['/docs/deep/guide']);
        expect(listed.next).toBeUndefined();
      },
    },
    {
      ...{ shows: 'pages by glob and text', operation: 'listUrls', status: 200 },
      query: { path: '/docs/*s', text: 'SETT', provider, state: 'indexed', by: 'http:' },
      check: (listed: Listed) => expect(paths(listed)).toEqual(['/docs/settings']),
    },
    {
      ...{
        shows: 'no sitemaps, because there are none',
        operation: 'listUrls',
        query: { kind: 'sitemap' },
        status: 200,
      },
      check: (listed: Listed) => expect(listed).toEqual({ urls: [] }),
    },
    { shows: 'that there is no such state', operation: 'listUrls', query: { state: 'lost' }, status: 400 },
    { shows: 'that a path begins with a slash', operation: 'listUrls', query: { path: 'docs' }, status: 422 },
    { shows: 'that no list has this cursor', operation: 'listUrls', query: { cursor: 'x' }, status: 400 },
    {
      ...{ shows: 'counts whose sum is what was discovered', operation: 'countUrls', status: 200 },
      check({ sources }: { sources: readonly { counts: Record<string, number>; reasons: readonly object[] }[] }) {
        expect(sources).toHaveLength(1);
        const { discovered, ...states } = sources[0]?.counts ?? {};
        expect(discovered).toBe(10);
        expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(discovered);
        expect(sources[0]?.reasons).toContainEqual({
          ...{ state: 'indexed', by: 'http:200', count: 10 },
          means: expect.any(String),
        });
      },
    },
    {
      ...{ shows: 'no counts of a source that is not there', operation: 'countUrls', query: { provider: 'x' } },
      ...{ status: 200, check: (value: object) => expect(value).toEqual({ sources: [] }) },
    },
    { shows: 'that counts have no such filter', operation: 'countUrls', query: { state: 'indexed' }, status: 400 },
    {
      ...{ shows: 'the hosts of a source', operation: 'countUrlsByPath', query: { provider }, status: 200 },
      check: ({ steps }: { steps: readonly object[] }) =>
        expect(steps).toMatchObject([
          { step: `${host}/`, prefix: `${host}/`, isFolder: true, counts: { discovered: 10 } },
        ]),
    },
    {
      ...{ shows: 'one step further', operation: 'countUrlsByPath', status: 200 },
      query: { provider, prefix: `${host}/docs/`, limit: 2 },
      check: (value: object) =>
        expect(value).toMatchObject({
          steps: [
            { step: '', isFolder: false, counts: { indexed: 1 } },
            { step: 'deep/', prefix: `${host}/docs/deep/`, isFolder: true, counts: { indexed: 1, discovered: 1 } },
          ],
          next: '2',
        }),
    },
    {
      ...{ shows: 'that the tree of a source that is not there is nowhere', operation: 'countUrlsByPath', status: 404 },
      query: { provider: 'nobody' },
    },
    { shows: 'that a tree needs its source', operation: 'countUrlsByPath', status: 400 },
  ];
};
