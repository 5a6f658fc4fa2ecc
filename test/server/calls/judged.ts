// Calls of the operations on judged queries.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Judged {
  readonly queries: readonly {
    readonly id: number;
    readonly query: string;
    readonly url: string;
    readonly rank?: number;
  }[];
  readonly scores: readonly { readonly mrr: number; readonly found: number; readonly queries: number }[];
}

export const judgedCalls: ExampleCalls = ({ site }) => {
  const settings = `${site}docs/settings`;
  let id = 0;
  const judge = (query: string, url: string) => ({ operation: 'addJudged', body: { query, url }, status: 201 });
  return [
    {
      ...{ shows: 'that nothing is judged yet', operation: 'listJudged', status: 200 },
      check: (value: Judged) => expect(value).toEqual({ queries: [], scores: [] }),
    },
    {
      ...{ shows: 'the page that a query should find first', ...judge('connection pool', `${settings}#pool`) },
      check(value: { readonly id: number }) {
        id = value.id;
      },
    },
    {
      ...{ shows: 'the same once more', ...judge('connection pool', settings) },
      check: (value: { readonly id: number }) => expect(value.id).toBe(id),
    },
    { shows: 'one that is not found', ...judge('zzyzx', `${site}docs/tasks`) },
    {
      ...{ shows: 'the score of all', operation: 'measureJudged', status: 200 },
      check: (value: object) => expect(value).toMatchObject({ queries: 2, found: 1, mrr: 0.5 }),
    },
    {
      ...{ shows: 'their places', operation: 'listJudged', status: 200 },
      check({ queries, scores }: Judged) {
        expect(queries).toMatchObject([{ id, url: settings, rank: 1 }, { query: 'zzyzx' }]);
        expect(queries[1]?.rank).toBeUndefined();
        expect(scores).toMatchObject([{ queries: 2, found: 1, mrr: 0.5 }]);
      },
    },
    {
      ...{ shows: 'that one is removed', operation: 'removeJudged', status: 204 },
      get path() {
        return { id };
      },
    },
    {
      ...{ shows: 'that it is removed already', operation: 'removeJudged', status: 404 },
      get path() {
        return { id };
      },
    },
    { shows: 'that a query has words', operation: 'addJudged', body: { query: ' ', url: settings }, status: 400 },
    { shows: 'that lists have no filter', operation: 'listJudged', query: { x: 1 }, status: 400 },
    { shows: 'that it takes no query', operation: 'measureJudged', query: { x: 1 }, status: 400 },
  ];
};
