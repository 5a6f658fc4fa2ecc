// H7: a URL on this machine opens its own host and port to its own client, and nothing else.
import { afterEach, describe, expect, it } from 'vitest';
import { always, type LocalServer, startServer } from '../../test/support/local-server.ts';
import type { HttpRequest } from './http.ts';
import { SiteClients } from './site-clients.ts';

const request: HttpRequest = { headers: {}, maxBytes: 1_000, onTooLarge: 'error', connectMs: 60_000, readMs: 60_000 };
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function served(): Promise<LocalServer> {
  const server = await startServer(always(200));
  cleanups.push(async () => server[Symbol.asyncDispose]());
  return server;
}

function opened(options?: ConstructorParameters<typeof SiteClients>[0]): SiteClients {
  const clients = new SiteClients(options);
  cleanups.push(() => clients.close());
  return clients;
}

describe('clients of sites', () => {
  it('H7: a loopback URL opens its own port, for itself and for no other', async () => {
    const [own, other] = [await served(), await served()];
    const clients = opened();
    const client = clients.for(`${own.origin}/docs/`);
    expect(await client.get(`${own.origin}/docs/a`, request)).toMatchObject({ status: 200 });
    await expect(client.get(`${other.origin}/`, request)).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    const elsewhere = clients.for('https://docs.example/');
    await expect(elsewhere.get(`${own.origin}/`, request)).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    expect(clients.for('https://more.example/')).toBe(elsewhere);
    expect(clients.for(`${own.origin}/more`)).toBe(client);
  });

  it('H7: where loopback is not allowed only what is listed is open', async () => {
    const { origin } = await served();
    const closed = opened({ allowLoopback: false });
    await expect(closed.for(origin).get(origin, request)).rejects.toMatchObject({ code: 'DOC_ADDRESS' });
    const listed = opened({ allowLoopback: false, allowPrivate: ['127.0.0.1'] });
    expect(await listed.for(origin).get(origin, request)).toMatchObject({ status: 200 });
    expect(() => new SiteClients({ allowPrivate: ['not a host'] })).toThrow(/allow_private/);
  });

  it('H7: a bounded number of loopback sites keep a client', () => {
    const clients = opened();
    const sites = Array.from({ length: 65 }, (_, nth) => `http://127.0.0.1:${20_000 + nth}/`);
    const [first, second] = sites.map((site) => clients.for(site));
    expect(clients.for(sites[1] as string)).toBe(second);
    expect(clients.for(sites[0] as string)).not.toBe(first);
  });
});
