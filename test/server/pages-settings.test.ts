// A3: the settings page: values with where they were written, the file's problems, tokens, the blocklist, and forgetting with a preview.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTokens } from '../../src/app/server/tokens.ts';
import { until } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';
import { type Browser, signIn } from './signed-in.ts';

describe('A3: the settings page', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await openTestServer(() => 'contact: crawl@docs.example\nproviders: []\n');
    browser = await signIn(server.address, server.token);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const visit = async (path: string) => (await fetch(`${server.address}${path}`)).text();

  it('A3: shows each value with where it was written', async () => {
    const html = await visit('/settings');
    expect(html).toContain('crawl@docs.example');
    expect(html).toContain('docent.yml, line 1');
    expect(html).toMatch(/<code[^>]*>robots_dialect<\/code>/);
  });

  it('A3: lists tokens for those who signed in, and revokes one', async () => {
    const tokens = openTokens(join(server.folder, '.docent'));
    const { view } = await tokens.create({ scopes: ['read'], name: '<script>x</script>' });
    expect(await visit('/settings')).not.toContain(view.id);
    await until(async () => (await browser.show('/settings')).html.includes(view.id));
    expect((await browser.show('/settings')).html).not.toContain('<script>x');
    expect((await browser.send(`/settings/tokens/${view.id}/revoke`)).status).toBe(303);
    expect((await browser.show('/settings')).html).not.toContain(view.id);
    expect((await browser.send('/settings/tokens/nobody/revoke')).status).toBe(400);
  });

  it('U10: adds to the blocklist and removes from it; the number is that of the list', async () => {
    expect(await visit('/settings/blocklist')).toContain('Nothing is blocked');
    const added = await browser.send('/settings/blocklist/add', { what: 'https://a.example/x', reason: '<b>why</b>' });
    expect([added.status, added.location]).toEqual([303, '/settings/blocklist']);
    const list = (await browser.show('/settings/blocklist')).html;
    expect(list).toContain('&lt;b&gt;why');
    expect([...list.matchAll(/<th scope="row">/g)]).toHaveLength(1);
    expect(await visit('/settings')).toContain('/settings/blocklist" data-count="1">1</a>');
    expect((await browser.send('/settings/blocklist/remove', { what: 'a.example/x' })).status).toBe(303);
    expect((await browser.send('/settings/blocklist/remove', { what: 'a.example/x' })).status).toBe(404);
  });

  it('C4: makes a backup beside the data, and lists it', async () => {
    expect(await visit('/settings')).toContain('None was made yet');
    expect(await visit('/settings')).not.toContain('Make a backup now');
    expect((await browser.show('/settings')).html).toContain('Make a backup now');
    expect(await browser.send('/settings/backup')).toMatchObject({ status: 303, location: '/settings#backup' });
    expect(await visit('/settings')).toMatch(/\.docent-backups\/docent-\w+\.sqlite/);
  });

  it('C4: keeps at most 30 backups of the server, and removes none', async () => {
    const place = join(server.folder, '.docent-backups');
    const post = (): Promise<Response> =>
      fetch(`${server.address}/admin/v1/backup`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}` },
      });
    const there = readdirSync(place).length;
    const more = Array.from({ length: 30 - there }, (_, n) => join(place, `docent-20260101T0000000${10 + n}Z.sqlite`));
    for (const file of more) writeFileSync(file, '');
    // Not of the server.
    writeFileSync(join(place, 'before-the-move.sqlite'), '');
    const refused = await post();
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'backups_full', detail: expect.stringContaining('30 backups'), hint: expect.stringContaining('remove') },
    ]);
    expect(await browser.send('/settings/backup')).toMatchObject({ status: 409 });
    expect(readdirSync(place)).toHaveLength(31);
    rmSync(more[0] as string);
    expect((await post()).status).toBe(201);
    for (const file of more.slice(1)) rmSync(file);
  });

  it('C5: shows what would be removed, removes it, and shows that nothing is left', async () => {
    const what = `${new URL(server.site).host}/docs/deep`;
    const path = `/settings/forget?what=${encodeURIComponent(what)}`;
    expect(await visit(path)).toMatch(/<dt>Pages<\/dt><dd>1<\/dd>/);
    expect(await visit(path)).not.toContain('Forget it');
    expect((await browser.show(path)).html).toContain('Forget it');
    expect((await browser.send('/settings/forget', { what })).status).toBe(303);
    expect((await browser.show(path)).html).toContain('Forgotten. Receipt 1');
  });

  it('A3: shows what is wrong with the file as it is now, and that the old settings are in force', async () => {
    writeFileSync(join(server.folder, 'docent.yml'), 'contact: nobody\nproviders: []\n');
    await until(async () => (await visit('/settings')).includes('is not in force'));
    const html = await visit('/settings');
    expect(html).toContain('contact is');
    expect(html).toContain('crawl@docs.example');
  });
});
