// A3, A4: what a form asks for waits in a thread for somebody else's transaction, and a server answers others meanwhile.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBotLimits } from '../../src/app/bot/public-request.ts';
import type { Means } from '../../src/doors/http/means.ts';
import { botRoutes } from '../../src/doors/pages/bot-routes.ts';
import { pageRoutes } from '../../src/doors/pages/routes.tsx';
import { type HeldLock, openHeldLock } from './held-lock.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

/** Where a form is sent, and with what. */
interface Sent {
  readonly to?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const CONFIG = 'it changes docent.yml';
const LOOKS = 'it looks at sites in a thread of its own';
const READS = 'it is a question, and changes nothing';

/** Forms that keep nothing of a visitor in the store. */
const reasons: Readonly<Record<string, string>> = {
  ...{ '/search': READS, '/bot/robots': READS },
  ...{ '/sources/new': CONFIG, '/sources/:id/limits': CONFIG, '/sources/:id/settings': CONFIG },
  ...{ '/sources/:id/enable': CONFIG, '/sources/:id/remove': CONFIG, '/sources/:id/extraction/save': CONFIG },
  ...{ '/sources/new/look': LOOKS, '/sources/:id/extraction': LOOKS, '/channels/check': LOOKS },
  '/quality/test': 'it sends messages',
  '/settings/tokens/:id/revoke': 'tokens are in a file of the server',
  '/demo/crawl': 'only a server of the demo has it; it starts a run as /sources/:id/run does',
};

/** The others, in an order in which they succeed. */
const forms: Readonly<Record<string, (server: TestServer) => Sent>> = {
  '/settings/blocklist/add': () => ({ fields: { what: 'a.example' } }),
  '/settings/blocklist/remove': () => ({ fields: { what: 'a.example' } }),
  '/hosts/:host/stop': () => ({ to: '/hosts/b.example/stop' }),
  '/hosts/:host/resume': () => ({ to: '/hosts/b.example/resume' }),
  '/url/block': ({ site }) => ({ fields: { url: `${site}docs/long` } }),
  '/url/unblock': ({ site }) => ({ fields: { url: `${site}docs/long` } }),
  '/lab/judged': ({ site }) => ({ fields: { query: 'advisory lock', url: `${site}docs/settings` } }),
  '/lab/judged/measure': () => ({}),
  '/lab/judged/remove': () => ({ fields: { id: '1' } }),
  '/bot/requests': () => ({ fields: { kind: 'inquiry', message: 'Why?', contact: 'me' } }),
  '/requests/:id/answer': () => ({ to: '/requests/1/answer', fields: { note: 'wrote back' } }),
  '/requests/:id/block': () => ({ to: '/requests/2/block' }),
  '/requests/:id/refuse': () => ({ to: '/requests/3/refuse', fields: { note: 'not ours' } }),
  '/requests/:id/do': () => ({ to: '/requests/4/do' }),
  '/requests/:id/accept': () => ({ to: '/requests/5/accept' }),
  '/url/forget': ({ site }) => ({ fields: { url: `${site}docs/unkept`, sure: 'yes' } }),
  '/settings/forget': ({ site }) => ({ fields: { what: `${site}docs/quiet` } }),
  '/settings/backup': () => ({}),
  '/runs/:id/pause': () => ({ to: '/runs/1/pause' }),
  '/runs/:id/stop': () => ({ to: '/runs/1/stop' }),
  '/runs/:id/resume': () => ({ to: '/runs/1/resume' }),
  '/url/recrawl': ({ site, provider }) => ({ fields: { url: `${site}docs/tasks`, provider } }),
  '/sources/:id/run': ({ provider }) => ({ to: `/sources/${provider}/run` }),
};
/** Their runs have to end before the next form is sent. */
const RUNS: ReadonlySet<string> = new Set(['/runs/:id/resume', '/url/recrawl', '/sources/:id/run']);

describe('A3: while another process keeps a transaction open', () => {
  let server: TestServer;
  let browser: Browser;
  let lock: HeldLock;
  beforeAll(async () => {
    // The proposal that is accepted is of this source.
    server = await openTestServer(
      () => 'providers: [{ provider_id: docs, seed_url: "https://docs.example/", allowed_path_patterns: ["/**"] }]\n',
    );
    browser = await signIn(server.address, server.token);
    lock = openHeldLock(server);
    lock.leavePaused(1);
    for (const body of [
      { kind: 'inquiry', message: 'Why?', contact: 'me' },
      { kind: 'inquiry', what: 'c.example', message: 'Why?', contact: 'me' },
      { kind: 'inquiry', message: 'Why?', contact: 'me' },
      { kind: 'deletion', what: `${server.site}docs/rude` },
      { kind: 'proposal', what: 'https://docs.example/', contact: 'me' },
    ]) {
      const { status } = await fetch(`${server.address}/admin/v1/requests`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      });
      expect(status).toBe(201);
    }
  });
  afterAll(async () => {
    lock[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  it('A3: every form is sent here, or has a reason why it keeps nobody waiting', () => {
    const parts = { means: {} as Means, base: '', limits: openBotLimits() };
    const nobody = (): Promise<never> => Promise.reject(new Error('nobody asks'));
    const all = [
      ...pageRoutes({ ...parts, admit: nobody, admitOwn: nobody }).routes,
      ...botRoutes({ ...parts, addressOf: nobody }).routes,
    ];
    const posts = all.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
    expect([...Object.keys(forms), ...Object.keys(reasons)].toSorted()).toEqual(posts.toSorted());
  });

  it.each(Object.entries(forms))('A3: %s waits, and keeps nobody waiting', async (path, sentTo) => {
    const { to = path, fields } = sentTo(server);
    const { status, text } = await lock.during(async () => {
      const answer = await browser.send(to, fields);
      return { status: answer.status, text: answer.html };
    });
    expect(status, text).toBe(303);
    if (RUNS.has(path)) await lock.noRun();
  });
});
