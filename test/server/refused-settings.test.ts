// H1: a docent.yml that is refused is reported with what is wrong in it, and without the secrets that it holds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { openTestServer } from './open.ts';
import { signIn } from './signed-in.ts';

/** `hunter2` in values that are refused. */
const refused = `info_url: "ftp://kim:hunter2${'x'.repeat(80)}@docs.example/?token=hunter2"
context7_url: "http://kim:hunter2@ctx.example/api?api_key=hunter2"
slack_webhook: "htp://hooks.slack.com/services/T0/B0/hunter2"
allow_private: ["http://kim:hunter2@10.0.0.1/"]
concurrency: "https://docs.example/?password=hunter2"
providers:
  - provider_id: ours
    allowed_path_patterns: [/docs/**]
    seed_urls: ["https://docs.example/?token=hunter2", 5]
    sitemap_url: "//kim:hunter2@docs.example/map.xml"
    headers_from_env: {Authorization: Bearer hunter2}
    channel: api
    api.github: "https://kim:hunter2@github.example/a/b"
    api: {github: "https://kim:hunter2@github.example/a/b"}
    tos: {url: "docs.example/terms?sig=hunter2"}
webhooks:
  - {url: "http://kim:hunter2@hook.example/", events: [run.ended], secret_env: HOOK}
  - {url: "https://hook.example/hunter2", events: ["https://x.example/?key=hunter2"], secret_env: hunter2}
`;

it('H1: settings that are refused are named, and their secrets are not, by everything that reports them', async () => {
  await using server = await openTestServer(() => '# nothing yet\n', { isCrawled: false, isSiteAllowed: false });
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const get = async (path: string): Promise<string> => (await fetch(`${server.address}${path}`, { headers })).text();
  writeFileSync(join(server.folder, 'docent.yml'), refused);
  const settings = await until(async () => {
    const found = await get('/admin/v1/settings');
    return found.includes('"problems"') && found;
  });
  const { problems } = JSON.parse(settings) as { readonly problems: readonly string[] };
  for (const field of ['info_url', 'slack_webhook', 'concurrency', 'seed_urls', 'sitemap_url', 'headers_from_env'])
    expect(problems).toContainEqual(expect.stringMatching(new RegExp(`^${field} `)));
  const body = JSON.stringify({ provider_id: 'x', seed_urls: ['https://docs.example.com/x/'] });
  const response = await fetch(`${server.address}/admin/v1/providers`, { method: 'POST', headers, body });
  expect(response.status).toBe(409);
  const page = (await (await signIn(server.address, server.token)).show('/settings')).html;
  expect(page).toContain('is not in force');
  for (const shown of [settings, await response.text(), page, await get('/readyz')])
    expect(shown).not.toContain('hunter2');
});
