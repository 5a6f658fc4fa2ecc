// Webhooks after real crawls, with real receivers on loopback: what they get, when they get it again, and what they never see.

import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '../../src/app/watch/deliveries.ts';
import { sendTests } from '../../src/app/watch/test-messages.ts';
import { hideSecrets, type Log } from '../../src/core/log.ts';
import { openServer } from '../../src/doors/http/open-server.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { openStore } from '../../src/store/open-store.ts';
import { dataFile } from '../support/data-file.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';
import { until } from '../support/until.ts';
import { Moment } from '../support/visits.ts';

const SECRET = 'wh-s3cr3t-4711';
const PATH = '/hook/p4th-s3cr3t?token=t0k3n-s3cr3t';
const HOUR = 3_600_000;
/** For a receiver that is down: the second try comes after a second. */
const A_FEW_TRIES_MS = 2_000;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>> & { readonly type: string };
}

let folder: string;
/** A folder with one crawl, whose end is still to be announced. */
let crawled: string;
let site: LocalServer;
let receiver: LocalServer;
let received: Received[];
/** How the receiver answers; a try is numbered from 1. */
let answer: (response: ServerResponse, nth: number) => void;
let main: string;
let edition: string;
let begun: Moment;
let logged: { readonly level: string; readonly fields: Record<string, unknown>; readonly event: string }[];

const log: Log = Object.fromEntries(
  (['debug', 'info', 'warn', 'error'] as const).map((level) => [
    level,
    (fields: object, event: string) => logged.push({ level, fields: fields as Record<string, unknown>, event }),
  ]),
) as unknown as Log;

beforeAll(async () => {
  site = await startServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const links = path === '/' ? Array.from({ length: 6 }, (_, n) => `<a href="/p${n}">${n}</a>`).join(' ') : '';
    const words = Array.from({ length: 120 }, (_, n) => `${edition} of ${path} word${n}`).join(' ');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>${path}</title><div id="${main}"><h1>${path}</h1><p>${words}</p></div><nav>${links}</nav>`);
  });
  receiver = await startServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
    answer(response, received.length);
  });
  reset();
  await crawl(settings(''));
  inData((db) => db.exec('UPDATE runs SET announced = NULL; PRAGMA wal_checkpoint(TRUNCATE)'));
  crawled = folder;
});
afterAll(async () => {
  rmSync(crawled, { recursive: true, force: true });
  await site[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
function reset(): void {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  [received, logged, main, edition] = [[], [], 'doc', 'first'];
  begun = new Moment();
  answer = (response) => void response.end('ok');
  receiver.requestLines.length = 0;
  process.env.TEST_HOOK_SECRET = SECRET;
}

beforeEach(reset);
afterEach(() => {
  delete process.env.TEST_HOOK_SECRET;
  rmSync(folder, { recursive: true, force: true });
});

const data = (): string => join(folder, 'data');
const hook = (events = 'run.ended, pages.changed, alert', url = `${receiver.origin}${PATH}`): string =>
  `webhooks:\n  - { url: "${url}", events: [${events}], secret_env: TEST_HOOK_SECRET }\n`;

function settings(yml = hook()): Settings {
  writeFileSync(
    join(folder, 'docent.yml'),
    `${yml}\nproviders:\n  - provider_id: mine\n    name: My Docs\n    seed_url: ${site.origin}/\n    allowed_path_patterns: [/**]\n    custom_selectors: { content: "#doc" }\n    alert_bounds: [selector_hits=90]\n`,
  );
  const fast = { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_CONCURRENCY: '4', DOCENT_PER_HOST: '4', DOCENT_DATA: data() };
  return loadSettings({ cwd: folder, env: { ...fast, TEST_HOOK_SECRET: SECRET } });
}

async function crawl(own = settings()): Promise<void> {
  await openDocent({ settings: own, log }).crawl('mine').result;
}

/** One crawl that has ended, and the deliveries about it that are due within so long, as the end of a run sends them. */
async function end(own = settings(), withinMs = HOUR): Promise<number> {
  cpSync(join(crawled, 'data'), data(), { recursive: true });
  return (await deliverDue({ settings: own, store: openStore({ kind: 'sqlite', folder: data() }), log, withinMs }))
    .sent;
}

/** What a later process sends. */
const deliver = (later = 0, own = settings()): ReturnType<typeof deliverDue> =>
  deliverDue({
    settings: own,
    store: openStore({ kind: 'sqlite', folder: data() }),
    log,
    now: () => later + Date.now(),
  });

const types = (): readonly string[] => received.map(({ body }) => body.type);

function inData<T>(task: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(dataFile(data()));
  try {
    return task(db);
  } finally {
    db.close();
  }
}

const inQueue = (): number => inData((db) => Number(db.prepare('SELECT count(*) AS n FROM outbox').get()?.n));

/** Checks a signature as docs/webhooks.md describes it. */
function checkSigned({ headers, text }: Received): void {
  const [, seconds = '', hex = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['docent-signature'])) ?? [];
  // A signature has whole seconds.
  begun.expectAfter((Number(seconds) + 1) * 1000);
  expect(hex).toBe(createHmac('sha256', SECRET).update(`${seconds}.${text}`).digest('hex'));
}

describe('M1, M3: a webhook', () => {
  it('M1, M3: gets a run’s end, its changed pages, and an alert when it begins and ends, each signed and under its own id', async () => {
    await crawl();
    await deliver();
    expect(types()).toEqual(['run.ended', 'pages.changed']);
    [main, edition] = ['redesigned', 'second'];
    await crawl();
    await deliver();
    [main, edition] = ['doc', 'second'];
    await crawl();
    await deliver();
    expect(types().slice(2)).toEqual(['alert', 'run.ended', 'pages.changed', 'alert', 'run.ended']);
    for (const one of received) {
      checkSigned(one);
      expect(one.headers['docent-event']).toBe(one.body.type);
      expect(one.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(one.body).toMatchObject({ provider: 'mine', run: expect.any(Number), time: expect.stringMatching(/Z$/) });
    }
    expect(new Set(received.map(({ headers }) => headers['docent-delivery'])).size).toBe(7);
    expect(new Set(received.map(({ body }) => body.id)).size).toBe(7);
    expect(received[0]?.body).toMatchObject({
      ...{ run: 1, kind: 'crawl', complete: true },
      figures: { pages: 7, new: 7, updated: 0, success_rate: 100, requests: 7 },
    });
    expect(received[1]?.body).toMatchObject({ run: 1, counts: { new: 7, total: 7 }, more: 0 });
    expect(received[1]?.body.pages).toContainEqual({ kind: 'new', url: `${site.origin}/p1` });
    expect(received.flatMap(({ body }) => (body.type === 'alert' ? [[body.state, body.bound, body.run]] : []))).toEqual(
      [
        ['began', 'selector_hits', 2],
        ['ended', 'selector_hits', 3],
      ],
    );
    expect(inQueue()).toBe(0);
    expect(receiver.requestLines[0]).toBe(`POST ${PATH}`);
  });

  it('M1: gets only what it subscribed to, and nothing from before it was configured', async () => {
    await crawl(settings(''));
    await crawl(settings(hook('alert')));
    expect(await deliver(0, settings(hook('run.ended')))).toEqual({ sent: 0, nextAt: undefined });
    expect(received).toEqual([]);
  });

  it('H1: neither its secret nor its address is in a log or in the data', async () => {
    const down = hook(undefined, `http://127.0.0.1:9${PATH}`);
    await end(settings(down), A_FEW_TRIES_MS);
    answer = (response, nth) => void response.writeHead(nth === 1 ? 500 : 403).end();
    await crawl();
    expect(logged.filter(({ event }) => event.startsWith('webhook.')).length).toBeGreaterThan(1);
    const bytes = readdirSync(data()).map((name) => readFileSync(join(data(), name), 'latin1'));
    for (const secret of ['s3cr3t', 'p4th', 't0k3n', SECRET])
      expect([JSON.stringify(logged).includes(secret), bytes.some((text) => text.includes(secret))], secret).toEqual([
        false,
        false,
      ]);
    const warned = logged.find(({ event }) => event === 'webhook.failed');
    expect(hideSecrets(JSON.stringify(warned?.fields)), 'what is left of it in the log').toContain(
      'webhooks[0] (127.0.0.1',
    );
  });

  it('M1: that answers 500 gets the same delivery again, signed anew', async () => {
    answer = (response, nth) => void response.writeHead(nth === 1 ? 500 : 200).end();
    await end(settings(hook('run.ended')));
    expect(types()).toEqual(['run.ended', 'run.ended']);
    const [first, second] = received as [Received, Received];
    expect(second.headers['docent-delivery']).toBe(first.headers['docent-delivery']);
    expect(second.text).toBe(first.text);
    for (const one of received) checkSigned(one);
  });

  it('M1: that answers 429 is left alone for as long as it requests, with all that waits for it', async () => {
    answer = (response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
    await end();
    expect(types()).toEqual(['run.ended']);
    answer = (response) => void response.end();
    expect((await deliver(HOUR)).sent).toBe(0);
    const { sent, nextAt } = await deliver(2 * HOUR + 60_000);
    expect({ sent, nextAt }).toEqual({ sent: 2, nextAt: undefined });
    expect(types()).toEqual(['run.ended', 'run.ended', 'pages.changed']);
  });

  it.each([302, 400, 401, 404, 410])(
    'M1: that answers %i has refused it: it is logged, and not sent again',
    async (status) => {
      await using other = await startServer((_, response) => void response.end());
      answer = (response) => void response.writeHead(status, { location: `${other.origin}/elsewhere` }).end();
      await end(settings(hook('run.ended')));
      expect([received.length, inQueue(), other.requestLines]).toEqual([1, 0, []]);
      const [refused] = logged.filter(({ event }) => event === 'webhook.refused');
      expect(refused).toMatchObject({ level: 'warn', fields: { event: 'run.ended', tries: 1 } });
      expect(refused?.fields.problem).toContain(`answered with status ${status}`);
    },
  );

  it('M1: that is down gets it later, from whichever process is next, at most two days late', async () => {
    answer = (response) => void response.destroy();
    await end(settings(hook('run.ended')), A_FEW_TRIES_MS);
    expect(inQueue()).toBe(1);
    expect((await deliver(HOUR)).sent).toBe(0);
    expect(received.length).toBeGreaterThan(1);
    const [first, second] = received as [Received, Received];
    expect(second.headers['docent-delivery']).toBe(first.headers['docent-delivery']);
    answer = (response) => void response.end();
    received = [];
    expect((await deliver(49 * HOUR)).sent).toBe(0);
    expect(logged.at(-1)).toMatchObject({ event: 'webhook.late', fields: { count: 1 } });
    await crawl(settings(hook('run.ended')));
    expect(types()).toEqual(['run.ended']);
  });

  it(
    'M1: that hangs keeps a run open for a few seconds at most, and no other webhook from its deliveries',
    more,
    async () => {
      await using other = await startServer(
        (request, response) => void request.resume().on('end', () => response.end()),
      );
      answer = () => {};
      const two = `${hook()}  - { url: "${other.origin}/", events: [run.ended], secret_env: TEST_HOOK_SECRET }\n`;
      const run = openDocent({ settings: settings(two), log }).crawl('mine');
      for await (const event of run) if (event.type === 'ended') break;
      // The one that hangs would keep it open for ever.
      await run.result;
      expect([received.length, other.requestLines.length, inQueue()]).toEqual([1, 1, 2]);
      expect(logged.find(({ event }) => event === 'webhook.failed')?.fields.problem).toMatch(
        /no answer within 5000 ms|stopped/,
      );
    },
  );

  it('M1: whose secret is missing gets nothing, rather than something unsigned, until it is there', async () => {
    delete process.env.TEST_HOOK_SECRET;
    await end();
    expect([received.length, inQueue()]).toEqual([0, 2]);
    process.env.TEST_HOOK_SECRET = SECRET;
    expect((await deliver()).sent).toBe(2);
    for (const one of received) checkSigned(one);
  });

  it('H7: on a private address is not connected to', async () => {
    await end(settings(hook('run.ended', 'https://10.255.0.1/hook')));
    const [refused] = logged.filter(({ event }) => event === 'webhook.refused');
    expect(refused?.fields.problem).toContain('refused by address:private');
    expect(inQueue()).toBe(0);
  });

  it('F6: gets the end of a run whose process was killed before it could announce it, once', async () => {
    expect(await end()).toBe(2);
    expect(received.map(({ body }) => [body.type, body.run])).toEqual([
      ['run.ended', 1],
      ['pages.changed', 1],
    ]);
    expect((await deliver()).sent).toBe(0);
  });

  it('M1: many that send at the same time send each delivery once', async () => {
    delete process.env.TEST_HOOK_SECRET;
    await end();
    inData((db) =>
      db.exec(`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 20)
        INSERT INTO outbox (id, receiver, event, provider, body, queued_at, due_at)
        SELECT 'more-' || n, receiver, event, provider, body, queued_at, 0 FROM n, outbox WHERE event = 'run.ended'`),
    );
    process.env.TEST_HOOK_SECRET = SECRET;
    const sent = await Promise.all(Array.from({ length: 4 }, () => deliver()));
    expect(sent.reduce((sum, one) => sum + one.sent, 0)).toBe(22);
    expect(new Set(received.map(({ headers }) => headers['docent-delivery'])).size).toBe(22);
    expect(received).toHaveLength(22);
  });

  it('M1: is served in the background by a server, which ends at once when it is closed', async () => {
    answer = (response) => void response.writeHead(503).end();
    await end(settings(hook('run.ended')), A_FEW_TRIES_MS);
    answer = (response) => void response.end();
    inData((db) => db.exec('UPDATE outbox SET due_at = 0'));
    const env = { DOCENT_DATA: data(), DOCENT_LISTEN: '127.0.0.1:0', TEST_HOOK_SECRET: SECRET };
    const server = await openServer({ input: { cwd: folder, env }, log });
    await until(() => inQueue() === 0);
    await server.close();
  });
});

describe('M1: a test message', () => {
  it('M1: is sent to Slack and every webhook, signed, and its result names no address', async () => {
    const slack = `allow_private: [127.0.0.1]\nslack_webhook: ${receiver.origin}/services/s3cr3t\n`;
    answer = (response, nth) => void response.writeHead(nth === 1 ? 200 : 404).end();
    const results = await sendTests(settings(`${slack}${hook('alert')}`));
    expect(results.map(({ to }) => to)).toEqual([
      `slack_webhook (127.0.0.1:${receiver.port})`,
      `webhooks[0] (127.0.0.1:${receiver.port})`,
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(JSON.stringify(results)).not.toContain('s3cr3t');
    const signed = received.find(({ headers }) => headers['docent-event'] === 'test') as Received;
    checkSigned(signed);
    expect(signed.body).toMatchObject({ type: 'test', text: expect.stringContaining('test') });
  });

  it('M1: is refused where nothing is configured, and not sent without its secret', async () => {
    await expect(sendTests(settings(''))).rejects.toThrow(/neither slack_webhook nor webhooks/);
    delete process.env.TEST_HOOK_SECRET;
    expect(await sendTests(settings())).toMatchObject([
      { ok: false, problem: expect.stringContaining('TEST_HOOK_SECRET') },
    ]);
    expect(received).toEqual([]);
  });
});
