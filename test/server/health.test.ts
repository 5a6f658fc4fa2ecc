// M4: /healthz, /readyz and /metrics of a server, as supervisors and Prometheus read them.
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFile } from '../support/data-file.ts';
import { more } from '../support/how-long.ts';
import { until, untilPasses } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';

/** What a proxy adds, so that the request is not one of this machine alone. */
const STRANGER = { 'x-forwarded-for': '192.0.2.7' };

interface Ready {
  readonly status: string;
  readonly checks: readonly { readonly name: string; readonly status: string; readonly detail?: string }[];
}

describe('M4: a server reports on itself', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.address}${path}`, { headers });
  const ready = async (headers?: Record<string, string>): Promise<readonly [number, Ready]> => {
    const response = await get('/readyz', headers);
    return [response.status, (await response.json()) as Ready];
  };

  it('M4: is alive for everybody', async () => {
    const response = await get('/healthz', STRANGER);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('M4: is ready with settings in force and a folder that can be read', async () => {
    await until(async () => (await ready())[0] === 200);
    const [, { checks }] = await ready();
    expect(checks.find(({ name }) => name === 'settings')).toMatchObject({ status: 'ok' });
    expect(checks.find(({ name }) => name === 'scheduler')).toMatchObject({ status: 'ok' });
    expect(checks.find(({ name }) => name === 'store')).toEqual({ name: 'store', status: 'ok', detail: 'readable' });
  });

  it('M4: reports reasons to readers only', async () => {
    const [status, { checks }] = await ready(STRANGER);
    expect(status).toBe(200);
    expect(checks.flatMap(({ detail }) => detail ?? [])).toEqual([]);
    const [, known] = await ready({ ...STRANGER, authorization: `Bearer ${server.token}` });
    expect(known.checks.every(({ detail }) => detail !== undefined)).toBe(true);
  });

  it('M4: exposes sources, the process and responses by area, to readers only', async () => {
    await get('/admin/v1/runs/99');
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(`docent_pages{provider="${server.provider}"} 10\n`);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toContain('docent_store_readable 1\n');
    expect(text).toMatch(/^docent_http_request_duration_seconds_count\{area="admin",status="404"\} 1$/m);
    // Prometheus drops a page with a family that occurs twice.
    const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(families).size).toBe(families.length);
    expect((await get('/metrics', STRANGER)).status).toBe(401);
  });

  it('M4: is degraded while an edited file is refused, with its lines', more, async () => {
    writeFileSync(join(server.folder, 'docent.yml'), 'max_pages: many\n');
    await untilPasses(async () => {
      const [status, { checks }] = await ready();
      expect(status).toBe(200);
      expect(checks.find(({ name }) => name === 'settings')).toMatchObject({
        ...{ status: 'degraded', detail: expect.stringMatching(/docent\.yml.*max_pages/) },
      });
    });
  });

  it('M4: is not ready when the data cannot be read, and still reports on its process', async () => {
    truncateSync(dataFile(join(server.folder, '.docent')), 1_000);
    await untilPasses(async () => {
      const [status, { checks }] = await ready();
      expect(status).toBe(503);
      expect(checks.find(({ name }) => name === 'store')).toMatchObject({ status: 'down', detail: expect.any(String) });
    });
    const text = await (await get('/metrics')).text();
    expect(text).toContain('docent_store_readable 0\n');
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });
});

describe('M4: a server on a new folder', () => {
  it('M4: is ready before anything was crawled, and exposes its process', async () => {
    await using server = await openTestServer(undefined, { isCrawled: false });
    const response = await fetch(`${server.address}/readyz`);
    const { checks } = (await response.json()) as Ready;
    expect(response.status).toBe(200);
    expect(checks.find(({ name }) => name === 'store')).toMatchObject({ detail: 'nothing was crawled yet' });
    const text = await (await fetch(`${server.address}/metrics`)).text();
    expect(text).toContain('docent_store_readable 1\n');
  });
});
