// M5, X1: a server's searches follow an edited docent.yml: which questions are kept, and which may leave the machine.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Context7StandIn, startContext7 } from '../support/context7-server.ts';
import { until, untilPasses } from '../support/until.ts';
import { openTestServer, type TestServer } from './open.ts';

interface Edited {
  readonly ask: boolean;
  readonly keep: boolean;
  readonly channel?: string;
}

describe('a server whose docent.yml is edited', () => {
  let server: TestServer;
  let standIn: Context7StandIn;
  const config = (site: string, { ask, keep, channel = 'context7-first' }: Edited): string =>
    `context7_url: ${standIn.origin}
keep_questions: ${keep}
providers:
  - provider_id: kettle
    seed_urls: ["${site}docs/"]
    allowed_path_patterns: ["/docs/**"]
    request_delay_ms: 0
    tos: { verdict: allowed }
    channel: ${channel}
    context7: { ask: ${ask} }
`;
  const call = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${server.address}/admin/v1${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    });
    expect(response.ok, path).toBe(true);
    return (await response.json()) as Record<string, unknown>;
  };
  const crawled = async (): Promise<void> => {
    await call('/runs', { targets: ['kettle'] });
    await untilPasses(async () => expect((await call('/runs')).runs).toMatchObject([{ state: 'complete' }]));
  };
  beforeAll(async () => {
    standIn = await startContext7();
    server = await openTestServer((site) => config(site, { ask: true, keep: false, channel: 'crawl' }), {
      isCrawled: false,
    });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await standIn[Symbol.asyncDispose]();
  });

  it('X1, A5: sends no question to Context7 any more, and keeps those that found nothing', async () => {
    await crawled();
    writeFileSync(join(server.folder, 'docent.yml'), config(server.site, { ask: true, keep: false }));
    await untilPasses(async () =>
      expect((await call('/channels')).providers).toMatchObject([{ channel: 'context7-first' }]),
    );
    const sent = (): number => standIn.requests.filter((one) => one.startsWith('context ')).length;
    await call('/answer', { question: 'how large is a pool' });
    await call('/search?q=zyxwvut');
    expect(sent()).toBe(1);
    expect(await call('/questions')).toMatchObject({ isOn: false, total: 0 });
    writeFileSync(join(server.folder, 'docent.yml'), config(server.site, { ask: false, keep: true }));
    await until(async () => (await call('/questions')).isOn === true);
    await call('/answer', { question: 'how small is a pool' });
    await call('/search?q=zyxwvut');
    expect(sent()).toBe(1);
    await untilPasses(async () => expect(await call('/questions')).toMatchObject({ isOn: true, total: 1 }));
  });
});
