// Calls of the list of requests for pages.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Fetches {
  readonly fetches: readonly { readonly url: string; readonly at: string; readonly status?: number }[];
  readonly total: number;
  readonly counts: { readonly fetched: number; readonly results: Readonly<Record<string, number>> };
  readonly next?: string;
}

export const fetchCalls: ExampleCalls = ({ provider, site }) => {
  let cursor = '';
  let latest = '';
  return [
    {
      ...{ shows: 'requests, the latest first, and how many there are', operation: 'listFetches', status: 200 },
      query: { limit: 2, run: 1 },
      check({ fetches, counts, next = '' }: Fetches) {
        expect(fetches).toHaveLength(2);
        expect(fetches[0]).toMatchObject({ provider, run: 1, host: new URL(site).host, result: 'changed' });
        expect(fetches.map(({ at }) => at)).toEqual(
          fetches
            .map(({ at }) => at)
            .toSorted()
            .reverse(),
        );
        expect(counts.results.changed).toBe(10);
        expect(Object.values(counts.results).reduce((sum, n) => sum + n, 0)).toBe(counts.fetched);
        [cursor, latest] = [next, fetches[0]?.url ?? ''];
      },
    },
    {
      ...{ shows: 'where the list goes on', operation: 'listFetches', status: 200 },
      get query() {
        return { limit: 1_000, run: 1, cursor };
      },
      check({ fetches, counts, next }: Fetches) {
        expect(fetches).toHaveLength(counts.fetched - 2);
        expect(fetches.map(({ url }) => url)).not.toContain(latest);
        expect(next).toBeUndefined();
      },
    },
    {
      ...{ shows: 'requests by status, host, source and time', operation: 'listFetches', status: 200 },
      query: { status: '2xx', host: new URL(site).host, provider, since: '1d', until: '2999-01-01' },
      check: ({ fetches }: Fetches) => expect(fetches.every(({ status }) => status === 200)).toBe(true),
    },
    {
      ...{ shows: 'nothing before there was anything', operation: 'listFetches', status: 200 },
      query: { until: '2020-01-01' },
      check: ({ fetches, total }: Fetches) => expect([fetches, total]).toEqual([[], 0]),
    },
    { shows: 'that there is no such status', operation: 'listFetches', query: { status: 'fine' }, status: 400 },
    { shows: 'that this is no time', operation: 'listFetches', query: { until: 'soon' }, status: 400 },
    { shows: 'that there is no such result', operation: 'listFetches', query: { result: 'lost' }, status: 400 },
  ];
};
