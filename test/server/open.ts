// A server on a folder with a small crawled site, for tests of its operations: in this process, with a token for everything.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTokens, tokenScopes } from '../../src/app/server/tokens.ts';
import { silentLog } from '../../src/core/log.ts';
import { openServer } from '../../src/doors/http/open-server.ts';
import { openDocent } from '../../src/index.ts';
import { answerSite, startSearchSite } from '../support/search-site.ts';

export interface TestServer extends AsyncDisposable {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  readonly address: string;
  /** A token with every scope; the API's `perform` sends it. */
  readonly token: string;
  /** One that may look and ask, and change nothing. */
  readonly readerToken: string;
  /** Where docent.yml and the data folder `.docent` are. */
  readonly folder: string;
  /** The origin of the crawled site, with a slash at the end. */
  readonly site: string;
  /** The id of the crawled site. */
  readonly provider: string;
  /** Changes a page of the site, by its path; undefined: it is there no more. */
  change(path: string, html: string | undefined): void;
}

export interface TestServerOptions {
  readonly isCrawled?: boolean;
  /** Whether the server's callers may name addresses of 127.0.0.1. Default: true. */
  readonly isSiteAllowed?: boolean;
  /** Pages of the site by their path, in place of its own or beside them. */
  readonly pages?: Readonly<Record<string, string>>;
}

/**
 * Starts the site, crawls it unless `isCrawled` is false, and opens a server on the result. `config` makes docent.yml from the site's
 * address.
 */
export async function openTestServer(
  config: (site: string) => string = () => 'providers: []\n',
  { isCrawled = true, isSiteAllowed = true, pages = {} }: TestServerOptions = {},
): Promise<TestServer> {
  const changed = new Map<string, string | undefined>(Object.entries(pages));
  const {
    server: siteServer,
    folder,
    ...site
  } = await startSearchSite((request, response) => {
    const path = request.url ?? '';
    const html = changed.get(path);
    if (!changed.has(path)) answerSite(request, response);
    else if (html === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  writeFileSync(join(folder, 'docent.yml'), config(`${siteServer.origin}/`));
  // H7: what callers of the API name on this machine has to be allowed; addresses of the site itself are.
  const flags = {
    data: '.docent',
    listen: '0',
    request_delay_ms: '0',
    ...(isSiteAllowed && { allow_private: '127.0.0.1' }),
  };
  const input = { cwd: folder, env: {}, flags };
  let provider = '';
  if (isCrawled) {
    const run = openDocent({ ...input, data: '.docent' }).crawl(`${siteServer.origin}/docs/`);
    for await (const event of run) if (event.type === 'started') provider = event.provider;
    await run.result;
  }
  const tokens = openTokens(join(folder, '.docent'));
  const { token } = await tokens.create({ scopes: tokenScopes });
  const { token: readerToken } = await tokens.create({ scopes: ['read', 'ask'] });
  const server = await openServer({ input, log: silentLog });
  return {
    ...{ address: server.address, token, readerToken, folder, site: `${siteServer.origin}/`, provider },
    change(path, html) {
      changed.set(path, html);
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await site[Symbol.asyncDispose]();
    },
  };
}
