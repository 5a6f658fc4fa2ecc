// A small documentation site to search in: languages, directives of pages, names and slips.
import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalServer, startServer } from './local-server.ts';

const filler = 'This sentence says nothing that anyone would look for, and it is long enough to fill a line or two. ';

const page = (title: string, body: string, { lang = 'en', head = '' } = {}): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title>${head}</head><body><main>${body}</main></body></html>`;

/** Its pages by their path. */
export const sitePages: Readonly<Record<string, string>> = Object.freeze({
  '/docs/': page(
    'Home',
    `<h1>Home</h1><p>Welcome.</p><ul>${[
      ...['tasks', 'settings', 'long', 'quiet', 'unkept', 'ko', 'ja', 'rude'],
      ...['deep/guide'],
    ]
      .map((name) => `<li><a href="/docs/${name}">${name}</a></li>`)
      .join('')}</ul>`,
  ),
  '/docs/tasks': page(
    'Coroutines and tasks',
    `<h1 id="tasks">Coroutines and tasks</h1><p>Work that waits for other work, explained from the beginning for everyone. ${filler.repeat(3)}</p>
    <h2 id="running">Running tasks concurrently</h2><p>Several ways lead to the goal, and these are two of them. ${filler.repeat(3)}</p>
    <dl><dt id="asyncio.gather"><code>asyncio.gather(*aws)</code></dt><dd>Runs awaitable objects concurrently.</dd>
    <dt id="asyncio.wait_for"><code>asyncio.wait_for(aw, timeout)</code></dt><dd>Waits for the awaitable with a timeout.</dd></dl>`,
  ),
  '/docs/settings': page(
    'Settings',
    `<h1>Settings</h1><p>Every connection has its settings. The advisory lock is taken before the migration begins. ${filler.repeat(3)}</p>
    <h2 id="pool">Connection pool</h2><p>A pool keeps connections open for those who come next. ${filler.repeat(3)}</p>`,
  ),
  '/docs/long': page(
    'A long story',
    `<h1>A long story</h1><p>${filler.repeat(8)} Only here stands the word zanzibar, far behind the beginning.</p>`,
  ),
  '/docs/quiet': page('Quiet', '<h1>Quiet</h1><p>The quokka may be found but not quoted.</p>', {
    head: '<meta name="robots" content="nosnippet">',
  }),
  '/docs/unkept': page('Unkept', '<h1>Unkept</h1><p>The axolotl may be found but not kept.</p>', {
    head: '<meta name="robots" content="noarchive">',
  }),
  '/docs/ko': page('핵심 개념', '<h1>핵심 개념</h1><p>임대가 만료되면 다른 워커가 그 작업을 이어받습니다.</p>', {
    lang: 'ko-KR',
  }),
  '/docs/ja': page('基本概念', '<h1>基本概念</h1><p>リースの期限が切れると、別のワーカーが引き継ぎます。</p>', {
    lang: 'ja',
  }),
  '/docs/rude': page(
    'Rude \u009b31m\u202etitle',
    '<h1>Rude</h1><p>A narwhal with \u009b2J a control character and \u202e an override.</p>',
  ),
  '/docs/deep/guide': page(
    'Deep guide',
    '<h1>Deep guide</h1><p>A connection, deep down, about the pool of narrow lanes.</p>',
  ),
});

/** Answers with the site's pages. */
export const answerSite: RequestListener = (request, response) => {
  const found = sitePages[request.url ?? ''];
  if (found === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(found);
};

export interface SearchSite extends AsyncDisposable {
  readonly server: LocalServer;
  /** A folder of its own, for data and other files. */
  readonly folder: string;
}

/** Serves the site on loopback, beside an empty folder. */
export async function startSearchSite(listener: RequestListener = answerSite): Promise<SearchSite> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-search-'));
  const server = await startServer(listener);
  return {
    server,
    folder,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
