// Probes in threads: ended by their caller, by their time and with the server, and no host waits for one that was ended.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServer, startServer } from '../../../../test/support/local-server.ts';
import { silentLog } from '../../../core/log.ts';
import { hostKey } from '../../../core/url/host.ts';
import { loadSettings, type SettingsInput } from '../../../settings.ts';
import { openStore } from '../../../store/open-store.ts';
import { openPlace } from '../../place.ts';
import { openSideDoor } from '../../read/reading.ts';
import { createProbes, type Probes, type ProbesOptions } from './probe-pool.ts';

describe('A2: a look at a site, in a thread of the server', () => {
  let site: LocalServer;
  let folder: string;
  let held: ServerResponse[];
  const arrived = new EventTarget();
  const opened: Probes[] = [];
  const never = new AbortController().signal;
  const input = (): SettingsInput => ({ cwd: folder, env: {}, flags: { request_delay_ms: '0' } });
  const data = (): string => join(folder, '.docent');
  const store = () => openStore({ kind: 'sqlite', folder: data() });
  const open = (options: Partial<ProbesOptions> = {}): Probes => {
    const probes = createProbes({
      input,
      at: { data: data(), store: { kind: 'sqlite', folder: data() } },
      log: silentLog,
      ...options,
    });
    opened.push(probes);
    return probes;
  };
  const plan = (probes: Probes, signal = never) =>
    probes.run('plan', { target: { url: `${site.origin}/docs/` } }, signal);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-probes-'));
    held = [];
    site = await startServer((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      held.push(response);
      arrived.dispatchEvent(new Event('page'));
    });
    // A data folder, where turns hold for every process.
    const side = await openSideDoor(openPlace(loadSettings({ ...input(), flags: { data: data() } })).store);
    await side.block('nowhere.example', 'makes the folder');
    await side.close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((probes) => probes.close()));
    await site[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('ends with its caller: the request is cut off, and the next look need not wait for its turn', async () => {
    const probes = open();
    const caller = new AbortController();
    const first = plan(probes, caller.signal);
    await once(arrived, 'page');
    const cut = once(held[0] as ServerResponse, 'close');
    // As @hono/node-server aborts it.
    caller.abort('Client connection prematurely closed.');
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await cut;
    const reader = await store().openReader();
    expect(await reader.hostTurn(hostKey(site.origin))).toMatchObject({ underWay: [] });
    await reader.close();
    const second = plan(probes);
    await once(arrived, 'page');
    held[1]?.writeHead(200, { 'content-type': 'text/html' }).end('<title>Guide</title><main>Text of a guide.</main>');
    expect(await second).toMatchObject({ seeds: [{ usable: true }] });
  });

  it('is not begun for a caller that has left', async () => {
    await expect(plan(open(), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(held).toEqual([]);
  });

  it('ends after its time, with an error that says so', async () => {
    await expect(plan(open({ mostMs: 300 }))).rejects.toMatchObject({ code: 'DOC_TIMEOUT' });
  });

  it('ends with the server', async () => {
    const probes = open();
    const running = plan(probes);
    // A thread that does not end its look in time is ended itself.
    const ended = expect(running).rejects.toThrow(/^(?:the probe was ended|the server is ending)$/);
    await once(arrived, 'page');
    await probes.close();
    await ended;
  });

  it('has the errors of its thread: their code, and every problem of a policy', async () => {
    const probes = open();
    const policy = { provider_id: 'x', seed_urls: [`${site.origin}/`], max_depth: 99, max_pages: 0 };
    await expect(probes.run('plan', { target: { policy } }, never)).rejects.toMatchObject({
      code: 'DOC_CONFIG',
      problems: [expect.stringContaining('max_depth'), expect.stringContaining('max_pages')],
    });
    await expect(probes.run('plan', { target: { provider: '/etc' } }, never)).rejects.toMatchObject({
      code: 'DOC_USAGE',
    });
  });
});
