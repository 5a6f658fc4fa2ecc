// Sources in every state, made by real runs against real servers, for the table of what each door says of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { vi } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { stopHost } from '../../src/app/read/hosts.ts';
import { openDocent } from '../../src/index.ts';
import type { Settings } from '../../src/settings.ts';
import { loadSettings } from '../../src/settings.ts';
import { always, type LocalServer, startServer } from './local-server.ts';

const DAY = 86_400_000;
const PAGES = 5;

/** What every door is to say of one source. */
export interface StateCase {
  readonly name: string;
  /** The part of the URL behind the server's address, or the id in docent.yml. */
  readonly provider: string;
  /** The state of its latest run, as text; undefined: it has none. */
  readonly run?: string | undefined;
  /** Undefined: it is not listed, since nothing of it is stored and no policy names it. */
  readonly source?: string | undefined;
  /** Its host, and the state of that. */
  readonly host?: readonly [host: string, state: string] | undefined;
}

/** A folder with servers that its sources are crawled from. */
export interface StatePlace {
  readonly folder: string;
  readonly settings: Settings;
  readonly site: LocalServer;
  readonly servers: Readonly<Record<'shut' | 'unreadable' | 'faulty' | 'busy' | 'broken', LocalServer>>;
  /** A port nobody listens at. */
  readonly dead: string;
}

const html = (body: string): string => `<!doctype html><title>T</title>${body}`;

function pageOf(path: string, site: string): string {
  const links = Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${site}/${i}">x</a>`).join(' ');
  const text = `<main><h1>${path}</h1><p>The page ${path} of its site says this and no more than this.</p></main>`;
  return html(path === `/${site}/` ? `${text}${links}` : text);
}

/** Sites by the first part of the path; `down` answer with errors from now on. */
function sites(down: ReadonlySet<string>): RequestListener {
  return ({ url = '' }, response) => {
    const site = url.split('/')[1] ?? '';
    if (site === 'robots.txt' || site.startsWith('gone')) return void response.writeHead(404).end();
    if (site.startsWith('error') || down.has(site)) return void response.writeHead(500).end();
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      site === 'hidden' ? html('<meta name="robots" content="noindex"><p>Kept apart.</p>') : pageOf(url, site),
    );
  };
}

/** The id of a crawl of a URL of the site. */
export function idOf({ port }: LocalServer, path = ''): string {
  return `127.0.0.1-${port}${path === '' ? '' : `_${path}`}`;
}

/** Makes the place, and in it every source whose last run has ended. */
export async function makeStates(
  folder: string,
): Promise<StatePlace & { readonly down: Set<string>; readonly cases: readonly StateCase[] }> {
  const down = new Set<string>();
  const site = await startServer(sites(down));
  const gone = await startServer(always(404));
  const dead = gone.origin;
  await gone[Symbol.asyncDispose]();
  const servers = {
    shut: await startServer((_, response) => response.writeHead(200).end('User-agent: *\nDisallow: /\n')),
    unreadable: await startServer((_, response) => response.writeHead(503).end()),
    faulty: await startServer(sites(down)),
    busy: await startServer(({ url = '' }, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('/busy/', 'busy'));
      else response.writeHead(429, { 'retry-after': '7200' }).end();
    }),
    broken: await startServer(({ url = '' }, response) => {
      if (url === '/robots.txt') return void response.writeHead(404).end();
      if (url !== '/') return void response.writeHead(500).end();
      const links = Array.from({ length: 30 }, (_, i) => `<a href="/${i}">x</a>`).join(' ');
      response.writeHead(200, { 'content-type': 'text/html' }).end(html(`<h1>Broken</h1><p>Some text.</p>${links}`));
    }),
  };
  const policy = (id: string, fields: string): string =>
    `  - {provider_id: ${id}, allowed_path_patterns: [/**], ${fields}}
`;
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:
${[
  policy('half', `request_delay_ms: 0, seed_urls: ["${site.origin}/half/", "${site.origin}/gone-half/"]`),
  policy('off', `request_delay_ms: 0, seed_url: "${site.origin}/off/", enabled: false`),
  policy('no', 'seed_url: "https://no.example/", tos: {verdict: forbidden}'),
  policy('hidden', `request_delay_ms: 0, seed_url: "${site.origin}/hidden/"`),
  policy('error', `request_delay_ms: 0, seed_url: "${servers.faulty.origin}/error/"`),
  policy('dead', `request_delay_ms: 0, seed_url: "${dead}/"`),
  policy('new', `request_delay_ms: 0, seed_url: "${site.origin}/new/"`),
].join('')}`,
  );
  const flags = { data: '.docent', request_delay_ms: '0', retry_base_ms: '0', allow_private: '127.0.0.1' };
  const settings = loadSettings({
    cwd: folder,
    env: { DOCENT_JITTER_MS: '0' },
    flags: { ...flags, data: join(folder, '.docent') },
  });
  const docent = openDocent({ settings, cwd: folder });
  const crawl = (word: string, options: object = {}): Promise<unknown> => docent.crawl(word, options).result;
  const real = Date.now;
  const ago = async (days: number, word: string): Promise<void> => {
    vi.spyOn(Date, 'now').mockImplementation(() => real() + days * -DAY);
    await crawl(word).finally(() => vi.restoreAllMocks());
  };

  await ago(40, `${site.origin}/long-ago/`);
  await ago(8, `${site.origin}/week-ago/`);
  await crawl(`${site.origin}/ok/`);
  await openDocent({
    cwd: folder,
    settings: loadSettings({
      cwd: folder,
      env: {},
      flags: { ...flags, data: join(folder, '.docent'), max_pages: '2' },
    }),
  }).crawl(`${site.origin}/many/`).result;
  await crawl('dead');
  await crawl('half');
  await crawl(`${site.origin}/gone/`);
  await crawl('error');
  await crawl('hidden');
  await crawl(`${servers.shut.origin}/`);
  await crawl(`${servers.unreadable.origin}/`);
  await crawl(`${servers.busy.origin}/`, { wait: false });
  await crawl(`${servers.broken.origin}/`);
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'notes/a.md'), '# Notes\n\nThese are notes of this folder.\n');
  await crawl(join(folder, 'notes'));
  await crawl(`${site.origin}/same/`);
  await docent.refresh(`${site.origin}/same/`).result;
  await crawl(`${servers.faulty.origin}/falls/`);
  down.add('falls');
  await docent.refresh(`${servers.faulty.origin}/falls/`, { all: true }).result;
  await stopHost(openPlace(settings).store, new URL(servers.shut.origin).host, 'asked to');

  const at = (path: string) => idOf(site, path);
  const own = (server: LocalServer): string => new URL(server.origin).host;
  const cases: readonly StateCase[] = [
    { name: 'read whole', provider: at('ok'), run: 'complete', source: 'fresh', host: [own(site), 'ok'] },
    { name: 'at its limit of pages', provider: at('many'), run: 'incomplete (limit)', source: 'fresh' },
    {
      name: 'a port nobody listens at',
      provider: 'dead',
      run: 'failed',
      source: 'never reached',
      host: [new URL(dead).host, 'unreachable'],
    },
    { name: 'one seed of two is gone', provider: 'half', run: 'incomplete (host)', source: 'fresh' },
    { name: 'its seed is not there', provider: at('gone'), run: 'failed' },
    { name: 'its seed answers with errors', provider: 'error', run: 'failed', source: 'failing' },
    { name: 'a page that wants not to be stored', provider: 'hidden', run: 'complete', source: 'empty' },
    {
      name: 'shut by robots.txt, and stopped since',
      provider: idOf(servers.shut),
      run: 'failed',
      host: [own(servers.shut), 'stopped'],
    },
    {
      name: 'robots.txt answers 503',
      provider: idOf(servers.unreadable),
      run: 'failed',
      host: [own(servers.unreadable), 'closed by robots'],
    },
    {
      name: 'the host asks for a pause',
      provider: idOf(servers.busy),
      run: 'incomplete (host)',
      source: 'fresh',
      host: [own(servers.busy), 'slow'],
    },
    {
      name: 'the host is parked',
      provider: idOf(servers.broken),
      run: 'incomplete (host)',
      source: 'fresh',
      host: [own(servers.broken), 'parked'],
    },
    { name: 'a folder', provider: 'notes', run: 'complete', source: 'fresh' },
    { name: 'a refresh that nothing was due for', provider: at('same'), run: 'complete', source: 'fresh' },
    {
      name: 'a refresh that met errors only',
      provider: idOf(servers.faulty, 'falls'),
      run: 'failed',
      source: 'failing',
    },
    { name: 'a week ago', provider: at('week-ago'), run: 'complete', source: 'due' },
    { name: 'long ago', provider: at('long-ago'), run: 'complete', source: 'overdue' },
    { name: 'disabled', provider: 'off', source: 'disabled' },
    { name: 'forbidden', provider: 'no', source: 'forbidden' },
    { name: 'never run', provider: 'new', source: 'never reached' },
  ];
  return { folder, settings, site, servers, dead, down, cases };
}
