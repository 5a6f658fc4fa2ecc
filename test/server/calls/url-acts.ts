// Calls of what the operator does to one URL: fetch it again, block it, unblock it.
import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import type { ExampleCalls } from '../call.ts';
import type { TestServer } from '../open.ts';

interface Visits {
  readonly visits: readonly { readonly run: number; readonly by: string }[];
}

/** The visits of a URL, once there are this many. */
function visitsOf({ address, token }: TestServer, url: string, count: number): Promise<Visits['visits']> {
  return until(async () => {
    const response = await fetch(`${address}/admin/v1/url/history?url=${encodeURIComponent(url)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { visits } = (await response.json()) as Visits;
    return visits.length >= count && visits;
  });
}

export const urlActCalls: ExampleCalls = (server) => {
  const { site, provider } = server;
  const tasks = `${site}docs/tasks`;
  const host = new URL(site).host;
  return [
    {
      ...{ shows: 'that a URL is blocked', operation: 'blockUrl', body: { url: `${site}docs/deep/guide?x=1` } },
      ...{
        status: 200,
        check: (value: object) => expect(value).toEqual({ pattern: `${host}/docs/deep/guide`, isNew: true }),
      },
    },
    {
      ...{
        shows: 'that it is blocked already',
        operation: 'blockUrl',
        body: { url: `${site}docs/deep/guide`, reason: 'x' },
      },
      ...{ status: 200, check: (value: object) => expect(value).toMatchObject({ isNew: false }) },
    },
    {
      ...{
        shows: 'the entry with the URL',
        operation: 'getUrl',
        query: { url: `${site}docs/deep/guide` },
        status: 200,
      },
      check: (value: object) =>
        expect(value).toMatchObject({ blocked: `${host}/docs/deep/guide: blocked by the operator` }),
    },
    {
      ...{ shows: 'that a blocked URL is not fetched', operation: 'recrawlUrl', status: 409 },
      body: { url: `${site}docs/deep/guide` },
    },
    {
      ...{ shows: 'that an entry of its own is needed', operation: 'unblockUrl', status: 409 },
      body: { url: `${site}docs/deep/guide/below` },
    },
    {
      ...{ shows: 'that the URL is unblocked', operation: 'unblockUrl', body: { url: `${site}docs/deep/guide` } },
      ...{ status: 200, check: (value: object) => expect(value).toEqual({ removed: [`${host}/docs/deep/guide`] }) },
    },
    { shows: 'that it is on no list', operation: 'unblockUrl', body: { url: `${site}docs/deep/guide` }, status: 404 },
    { shows: 'that only URLs are blocked', operation: 'blockUrl', body: { url: 'docs' }, status: 422 },
    {
      ...{ shows: 'that a URL is fetched again', operation: 'recrawlUrl', body: { url: tasks }, status: 202 },
      async check(value: { run: { id: number } }) {
        expect(value).toMatchObject({ url: tasks, provider, isStarted: true, run: { kind: 'refresh', provider } });
        const [latest, first] = await visitsOf(server, tasks, 2);
        // Without conditions: the site has no 304.
        expect(latest).toMatchObject({ run: value.run.id, by: 'content:same' });
        expect(first).toMatchObject({ run: 1, by: 'http:200' });
      },
    },
    {
      ...{ shows: 'that a URL that no crawl has met needs its source', operation: 'recrawlUrl', status: 404 },
      body: { url: `${site}docs/none` },
    },
    {
      ...{ shows: 'that a source that is not known cannot fetch it', operation: 'recrawlUrl', status: 400 },
      body: { url: tasks, provider: 'nobody' },
    },
    {
      ...{ shows: 'that no URL with the address of a person is fetched', operation: 'recrawlUrl', status: 422 },
      body: { url: `${site}docs/kim@here.example`, provider },
    },
    { shows: 'that a URL is needed', operation: 'recrawlUrl', body: {}, status: 400 },
  ];
};
