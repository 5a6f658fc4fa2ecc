// A server on a crawled site, in this process, for tests that look at it through a browser.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoSite } from '../../src/app/demo/site.ts';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { openServer } from '../../src/doors/http/open-server.ts';
import { openDocent } from '../../src/index.ts';

export interface PagesServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  readonly address: string;
  /** A token with every scope. */
  readonly token: string;
  /** Of a browser that has signed in with it. */
  readonly cookie: string;
  /** Where docent.yml and the data folder `.docent` are. */
  readonly folder: string;
  /** Where the crawl began. */
  readonly seed: string;
}

/** Crawls the demo's site under the id `lantern`, and opens a server on the result. */
export async function openDemoServer(): Promise<PagesServer> {
  const site = await startDemoSite();
  const config = `providers:
  - provider_id: lantern
    name: Lantern
    seed_urls: ["${site.seed}"]
    allowed_path_patterns: ["/docs/**"]
    own_site: true
    request_delay_ms: 0
    retain: full
`;
  return openPagesServer({ seed: site.seed, what: 'lantern', config, closeSite: () => site.close() });
}

export interface CrawledSite {
  readonly seed: string;
  /** What is crawled: the seed, or the id of a source in `config`. */
  readonly what: string;
  /** docent.yml. */
  readonly config: string;
  readonly closeSite: () => PromiseLike<void>;
}

/** Crawls a site of this machine, and opens a server on the result; the site is closed with it. */
export async function openPagesServer({ seed, what, config, closeSite }: CrawledSite): Promise<PagesServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-browser-'));
  writeFileSync(join(folder, 'docent.yml'), config);
  const pace = { request_delay_ms: '0', concurrency: '4', per_host: '4', retain: 'full' } as const;
  const flags = { data: '.docent', listen: '0', allow_private: '127.0.0.1', ...pace };
  const input = { cwd: folder, env: {}, flags };
  await openDocent({ ...input, data: '.docent' }).crawl(what, { confirmed: true }).result;
  const { token } = await openTokens(join(folder, '.docent')).create({ scopes: tokenScopes });
  const server = await openServer({ input, log: silentLog });
  const cookie = await cookieOf(server.address, token);
  return {
    ...{ address: server.address, token, cookie, folder, seed },
    async [Symbol.asyncDispose]() {
      await server.close();
      await closeSite();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs in with a token; returns `name=value`. */
async function cookieOf(address: string, token: string): Promise<string> {
  const signed = await fetch(`${address}/sign-in`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ token }) },
    headers: { origin: address },
  });
  const [cookie = ''] = (signed.headers.get('set-cookie') ?? '').split(';');
  if (signed.status !== 303 || cookie === '') throw new Error(`signing in ended with ${signed.status}`);
  return cookie;
}
