// Proves that requests to GitHub's API keep the host's gap, its pauses and the operator's budgets, and carry the token to no other origin.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../test/support/local-server.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import { HANG_MS } from '../../../test/support/until.ts';
import { Visits } from '../../../test/support/visits.ts';
import type { GitHubNeeds } from '../../channel/github/client.ts';
import { repositoryOf } from '../../core/github-repository.ts';
import { loopbackSite } from '../../core/url/host.ts';
import { RequestBounds } from '../../crawl/run/bounds.ts';
import { createAddressGuard } from '../../fetch/address.ts';
import { type Api, createApi } from '../../fetch/api.ts';
import type { Ledger } from '../../frontier/port.ts';
import { gitHubNeeds } from './github-requests.ts';

const request = { headers: {}, maxBytes: 1_000, timeoutMs: HANG_MS };
let server: LocalServer;
let other: LocalServer;
let api: Api;
let ledger: Ledger;
let visits: Visits;

beforeEach(async () => {
  visits = new Visits();
  server = await startServer(({ url }, response) => {
    response.on('finish', visits.begin(url)).end('{}');
  });
  other = await startServer((_, response) => void response.end('{}'));
  const open = [server, other].flatMap(({ origin }) => loopbackSite(origin) ?? []);
  const base = `${server.origin}/api/v3`;
  api = createApi({ guard: createAddressGuard({ open }), base, agent: 'docent', key: 'ghp_secret' });
  ({ ledger } = await temporaryStore().openLedger());
});
afterEach(async () => {
  await ledger.close();
  await api.close();
  await Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
});

function needs({ perHour = 1_000, delayMs = 0 } = {}): GitHubNeeds {
  return gitHubNeeds({
    repository: repositoryOf(`${server.origin}/acme/kettle`),
    ...{ api, ledger, bounded: true, now: Date.now },
    bounds: new RequestBounds(ledger, { perHour, perDay: 10_000 }, Date.now),
    pace: { delayMs, jitterMs: 0, floorMs: 0 },
  });
}

describe('X4: requests to the API', () => {
  it('F4: keep the gap of their host', async () => {
    const { get } = needs({ delayMs: 120 });
    for (const path of ['a', 'b', 'c']) expect(await get(`${server.origin}/${path}`, request)).toHaveProperty('reply');
    expect(visits.names).toEqual(['/a', '/b', '/c']);
    visits.expectGaps(120);
  });

  it('F4: count in the budgets, and wait where one is used up', async () => {
    const { get } = needs({ perHour: 2 });
    await get(`${server.origin}/a`, request);
    await get(`${server.origin}/b`, request);
    expect(await get(`${server.origin}/c`, request)).toMatchObject({ wait: { by: 'budget:hour' } });
    expect(server.requestLines).toEqual(['GET /a', 'GET /b']);
  });

  it('are not made before a pause is over, which the store keeps', async () => {
    const until = Date.now() + 60_000;
    await needs().get(`${server.origin}/a`, request);
    await needs().hold(until);
    expect(await needs().get(`${server.origin}/b`, request)).toMatchObject({ wait: { until, by: 'budget:api' } });
    expect(server.requestLines).toEqual(['GET /a']);
  });

  it('H1: carry the token to the API, and to no other origin', async () => {
    const { get } = needs();
    await get(`${server.origin}/a`, request);
    await get(`${other.origin}/archive`, { ...request, headers: { accept: '*/*' } });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer ghp_secret');
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});
