// Proves deliveries to a webhook against stand-in servers on loopback that fail, hang, redirect and request a pause.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startServer } from '../../test/support/local-server.ts';
import { Visits } from '../../test/support/visits.ts';
import { createAddressGuard } from './address.ts';
import { openWebhook, postWebhook, type WebhookOptions } from './webhook.ts';

const SECRET = 'T000/B000/s3cr3t-path';
const guard = createAddressGuard({ allowPrivate: ['127.0.0.1'] });
const soon = [1, 1, 1];
/** Longer than a test may hang: what ends has not waited for it. */
const LONG_MS = 600_000;

function optionsFor(origin: string, more: Partial<WebhookOptions> = {}): WebhookOptions {
  const url = `${origin}/services/${SECRET}?token=${SECRET}`;
  return { guard, url, agent: 'docent/test', delays: soon, timeoutMs: LONG_MS, ...more };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe('M1: a webhook', () => {
  it('M1: gets the message as JSON, with a length and the agent’s name', async () => {
    const bodies: string[] = [];
    await using server = await startServer(async (request, response) => {
      bodies.push(await textOf(request));
      response.end('ok');
    });
    const message = { text: 'zwölf 페이지', blocks: [] };
    expect(await postWebhook(message, optionsFor(server.origin))).toEqual({ ok: true, tries: 1 });
    expect(server.requestLines).toEqual([`POST /services/${SECRET}?token=${SECRET}`]);
    expect(JSON.parse(bodies[0] ?? '')).toEqual(message);
    const { headers } = server.requests[0] as IncomingMessage;
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['user-agent']).toBe('docent/test');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(bodies[0] ?? ''));
  });

  it('M1: that answers 500 is tried again, and 200 then ends it', async () => {
    let count = 0;
    await using server = await startServer((request, response) => {
      request.resume();
      response.writeHead(++count < 3 ? 500 : 200).end();
    });
    expect(await postWebhook({}, optionsFor(server.origin))).toEqual({ ok: true, tries: 3 });
    expect(server.requestLines).toHaveLength(3);
  });

  it('M1: is tried four times in all, and the end names the host and nothing of the path', async () => {
    await using server = await startServer((request, response) => {
      request.resume();
      response.writeHead(502).end();
    });
    const end = await postWebhook({}, optionsFor(server.origin));
    expect(end).toEqual({ ok: false, tries: 4, problem: `127.0.0.1:${server.port} answered with status 502` });
  });

  it('M1: that answers 429 is waited for as long as it requests', async () => {
    const visits = new Visits();
    await using server = await startServer((request, response) => {
      request.resume();
      visits.note();
      if (visits.names.length === 1) response.writeHead(429, { 'retry-after': '1' }).end();
      else response.end();
    });
    expect(await postWebhook({}, optionsFor(server.origin))).toEqual({ ok: true, tries: 2 });
    visits.expectGaps(1_000);
  });

  it.each([400, 403, 404, 410])(
    'M1: that answers %i has refused the message, and is not requested again',
    async (status) => {
      await using server = await startServer((request, response) => {
        request.resume();
        response.writeHead(status).end('invalid_payload');
      });
      expect(await postWebhook({}, optionsFor(server.origin))).toMatchObject({ ok: false, tries: 1 });
    },
  );

  it('M1: that hangs is abandoned after its time, and tried again', async () => {
    let count = 0;
    await using server = await startServer((request, response) => {
      request.resume();
      if (++count > 1) response.end();
    });
    // A busy machine may be too slow for several tries, not for all.
    const end = await postWebhook({}, optionsFor(server.origin, { timeoutMs: 100, delays: Array(1_000).fill(1) }));
    expect(end).toMatchObject({ ok: true });
    expect(server.requestLines.length).toBeGreaterThan(1);
  });

  it('M1: that hangs for good ends as a problem without the path', async () => {
    await using server = await startServer((request) => void request.resume());
    const end = await postWebhook({}, optionsFor(server.origin, { timeoutMs: 50, delays: [1] }));
    expect(end).toMatchObject({ ok: false, tries: 2 });
    expect(JSON.stringify(end)).not.toContain('s3cr3t');
    expect(JSON.stringify(end)).toContain(`127.0.0.1:${server.port}: `);
  });

  it('M1: that redirects is not followed, whatever it names', async () => {
    await using other = await startServer((_, response) => void response.end());
    await using server = await startServer((request, response) => {
      request.resume();
      response.writeHead(302, { location: `${other.origin}/elsewhere` }).end();
    });
    expect(await postWebhook({}, optionsFor(server.origin))).toEqual({
      ok: false,
      tries: 1,
      problem: `127.0.0.1:${server.port} answered with status 302: redirects are not followed`,
    });
    expect(other.requestLines).toEqual([]);
  });

  it('H7: on a private address is refused before a connection, by literal and by name, and not tried again', async () => {
    await using server = await startServer((_, response) => void response.end());
    const strict = createAddressGuard();
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
      const end = await postWebhook({}, optionsFor(`http://${host}:${server.port}`, { guard: strict }));
      expect(end, host).toMatchObject({ ok: false, tries: 1 });
      expect(JSON.stringify(end)).toMatch(/refused by address:/);
      expect(JSON.stringify(end)).not.toContain('s3cr3t');
    }
    const lookup = async (): Promise<{ address: string; family: number }[]> => [{ address: '10.0.0.7', family: 4 }];
    const named = await postWebhook({}, optionsFor('http://hooks.example', { guard: strict, lookup }));
    expect(named).toMatchObject({ ok: false, tries: 1 });
    expect(server.requestLines).toEqual([]);
  });

  it('M1: a port without a listener is tried again, and ends as a problem without the path', async () => {
    const port = await (async () => {
      await using server = await startServer(() => {});
      return server.port;
    })();
    const end = await postWebhook({}, optionsFor(`http://127.0.0.1:${port}`));
    expect(end).toMatchObject({ ok: false, tries: 4 });
    expect(JSON.stringify(end)).not.toContain('s3cr3t');
  });

  it('M1: is not waited for when the run is stopped', async () => {
    const stop = new AbortController();
    await using server = await startServer((request, response) => {
      request.resume();
      response.writeHead(500).end();
      setImmediate(() => stop.abort());
    });
    const end = await postWebhook({}, optionsFor(server.origin, { delays: [LONG_MS], signal: stop.signal }));
    expect(end).toMatchObject({ ok: false, tries: 1 });
  });
});

describe('M1: one try of a webhook', () => {
  it('M1: sends the headers it gets, and reports a status, a requested pause or a failure as data', async () => {
    const statuses = [204, 408, 429, 302, 500];
    await using server = await startServer((request, response) => {
      request.resume();
      const status = statuses[server.requestLines.length - 1] ?? 200;
      response.writeHead(status, status === 429 ? { 'retry-after': '7200' } : {}).end();
    });
    const webhook = openWebhook(optionsFor(server.origin));
    const ends = [];
    for (const _ of statuses) ends.push(await webhook.post('{}', { headers: { 'docent-event': 'test' } }));
    await webhook.close();
    expect(ends).toMatchObject([
      { ok: true },
      ...[{ status: 408 }, { status: 429, retryAfterMs: 7_200_000 }, { status: 302 }, { status: 500 }],
    ]);
    expect(server.requests.map(({ headers }) => headers['docent-event'])).toEqual(statuses.map(() => 'test'));
    expect(server.requests.map(({ headers }) => headers['user-agent'])).toEqual(statuses.map(() => 'docent/test'));
  });

  it('H6: the body of an answer is bounded, and one without an end is abandoned', async () => {
    await using server = await startServer((request, response) => {
      request.resume();
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const webhook = openWebhook(optionsFor(server.origin));
    expect(await webhook.post('{}')).toEqual({ ok: true });
    await webhook.close();
  });

  it('M1: is ended by its signal, and its failure names no path', async () => {
    await using server = await startServer((request) => void request.resume());
    const webhook = openWebhook(optionsFor(server.origin));
    const stopped = await webhook.post('{}', { signal: AbortSignal.timeout(50) });
    const late = await webhook.post('{}', { timeoutMs: 50 });
    await webhook.close();
    expect(stopped).toEqual({ ok: false, problem: `127.0.0.1:${server.port}: stopped` });
    expect(late).toMatchObject({ ok: false, code: 'DOC_TIMEOUT' });
    expect(JSON.stringify([stopped, late])).not.toContain('s3cr3t');
    expect(() => openWebhook(optionsFor('file://s3cr3t'))).toThrow(/^the webhook is not an http\(s\) URL$/);
  });
});
