// A4, H7: a proposed site of this machine or of a private network is not kept, and one that was kept earlier is not accepted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { dataFile } from '../support/data-file.ts';
import { openTestServer, type TestServer } from './open.ts';

const closed = [
  'http://10.0.0.7/',
  'http://192.168.1.1/docs/',
  'http://172.16.0.1:8080/',
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:99/',
  'http://localhost:99/',
  'http://a.localhost./',
  'http://2130706433:99/',
  'http://0x7f.1/',
  'http://0.0.0.0:99/',
  'http://[::1]:99/',
  'http://[::ffff:10.0.0.7]/',
  'http://[64:ff9b::a00:7]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://100.64.0.1/',
  '10.0.0.7/docs',
];

describe('A4, H7: a proposal of an address that is not public', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(() => 'allow_private: [10.1.1.1]\n', { isCrawled: false, isSiteAllowed: false });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const config = () => readFileSync(join(server.folder, 'docent.yml'), 'utf8');
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, value: (await response.json()) as { readonly id: number } };
  };
  const propose = (what: string) => post('/requests', { kind: 'proposal', what, contact: 'Kim' });

  it.each(closed)('A4, H7: %s is neither kept nor accepted', async (what) => {
    const form = await fetch(`${server.address}/bot/requests`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: server.address, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ kind: 'proposal', what, message: '', contact: 'Kim' }),
    });
    // A network may send ten an hour.
    expect([422, 429]).toContain(form.status);
    expect((await propose(what)).status).toBe(422);
    const { status, value } = await propose('https://docs.example.com/');
    expect(status).toBe(201);
    // As an earlier version has kept it.
    const data = new DatabaseSync(dataFile(join(server.folder, '.docent')));
    data
      .prepare('UPDATE filed_requests SET what = ? WHERE id = ?')
      .run(/^http/.test(what) ? new URL(what).href : what, value.id);
    data.close();
    const before = config();
    expect((await post(`/requests/${value.id}/accept`, {})).status).toBe(422);
    const typed = await runCommand(['requests', 'accept', String(value.id)], { cwd: server.folder });
    expect([typed.code, typed.stderr]).toEqual([2, expect.stringMatching(/no site to propose|is this machine/)]);
    expect(config()).toBe(before);
    expect((await post(`/requests/${value.id}/refuse`, { note: 'not public' })).status).toBe(200);
  });

  it('A4, H7: what the operator lists is kept and accepted, and so is a public site', async () => {
    for (const what of ['http://10.1.1.1/docs/', 'https://docs.example.com/']) {
      const { status, value } = await propose(what);
      expect([status, (await post(`/requests/${value.id}/accept`, {})).status]).toEqual([201, 200]);
      expect(config()).toContain(what);
    }
  });
});
