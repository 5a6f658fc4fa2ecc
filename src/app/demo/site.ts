// The documentation site that `docent demo` crawls: demo/ served on loopback, with the traps that real sites have.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export interface DemoRequest {
  /** When it came in, in milliseconds since the epoch. */
  readonly at: number;
  /** Path and query, as they were sent. */
  readonly path: string;
  readonly status: number;
}

export interface DemoSite {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string;
  /** The URL to start a crawl from. */
  readonly seed: string;
  /** How many HTML pages were written for the site; demo/README.md lists which of them a correct crawl stores. */
  readonly pages: number;
  /** The requests so far, in order. */
  requests(): readonly DemoRequest[];
  /** Sends each response that much later from now on, as a site elsewhere does: by default at once. */
  slow(ms: number): void;
  /** Ends the server and its connections. */
  close(): Promise<void>;
}

interface Page {
  readonly path: string;
  readonly lang: string;
  readonly title: string;
  readonly description: string;
  /** Day of the last change, such as `2026-03-01`. */
  readonly modified: string;
  readonly body: string;
  /** What else the comment at its top sets: nav, robots, canonical, sitemap, keywords, zh. */
  readonly facts: Readonly<Record<string, string>>;
}

interface Site {
  readonly pages: ReadonlyMap<string, Page>;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly template: string;
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  /** Day of the last change; answers that have one also get an ETag and may be 304. */
  readonly modified?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const redirects: Readonly<Record<string, readonly [status: number, to: string]>> = Object.freeze({
  '/': [302, '/docs/'],
  '/docs/guides/upgrade': [301, '/docs/guides/upgrading-to-2'],
  '/docs/latest': [302, '/docs/changelog'],
  '/docs/sdk/py': [301, '/docs/sdks/py'],
  '/docs/sdks/py': [301, '/docs/sdks/python'],
  '/docs/old/faq': [301, '/docs/old/questions'],
  '/docs/old/questions': [301, '/docs/old/faq'],
  '/docs/chat': [302, 'https://example.com/lantern/chat'],
});

/** The same page under a second address, byte for byte. */
const aliases: Readonly<Record<string, string>> = Object.freeze({
  '/docs/index.html': '/docs/',
  '/docs/install/': '/docs/install',
  '/docs/handbook/retries': '/docs/guides/retries',
});

const refusals: Readonly<Record<string, readonly [status: number, text: string]>> = Object.freeze({
  '/docs/guides/redis-backend': [410, 'Gone'],
  '/docs/internal/metrics': [403, 'Forbidden'],
  '/docs/account/usage': [401, 'Unauthorized'],
});

const types: Readonly<Record<string, string>> = Object.freeze({
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
});

const HTML = 'text/html; charset=utf-8';
const BUSY_ONCE = '/docs/status';
const HUGE = '/docs/reference/all-in-one';
const HUGE_BYTES = 6 * 1024 * 1024;
/** The day of everything that has no day of its own. */
const FIRST_DAY = '2026-01-05';
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Starts the site on a free port of 127.0.0.1. Fails when demo/ is missing from the package. */
export async function startDemoSite(): Promise<DemoSite> {
  const site = readSite(fileURLToPath(new URL('../../../demo/', import.meta.url)));
  const seen: DemoRequest[] = [];
  let origin = '';
  let busy = true;
  let delayMs = 0;

  const server = createServer((request, response) => {
    const at = Date.now();
    const path = request.url ?? '/';
    let found = answer(site, origin, request.method ?? '', path);
    if (path.split('?')[0] === BUSY_ONCE && busy) {
      busy = false;
      found = { ...refusal(503, 'Service Unavailable'), headers: { 'Retry-After': '1' } };
    }
    const respond = (): void => {
      seen.push({ at, path, status: send(request, response, found) });
    };
    if (delayMs === 0) respond();
    else setTimeout(respond, delayMs);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    seed: `${origin}/docs/`,
    pages: site.pages.size,
    requests: () => [...seen],
    slow(ms) {
      delayMs = ms;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// Everything is read before the first request, so that no request ever names a file.
function readSite(folder: string): Site {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const pages = filesBelow(join(folder, 'pages')).map((path) => parsePage(path, read(`pages/${path}`)));
  const files = filesBelow(join(folder, 'files')).map(
    (path) => [`/docs/${path}`, readFileSync(join(folder, 'files', path))] as const,
  );
  // 1,024 zero bytes are a tar archive without files.
  const archive = ['/docs/downloads/lantern-2.4.0.tar.gz', gzipSync(Buffer.alloc(1024))] as const;
  return {
    pages: new Map(pages.map((page) => [page.path, page])),
    files: new Map([...files, archive]),
    template: read('template.html'),
    labels: JSON.parse(read('labels.json')) as Site['labels'],
  };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
}

/** Reads a page's facts, `name: value` lines in the comment at its top, and its body. */
function parsePage(file: string, text: string): Page {
  const [, head = '', body = ''] = /^<!--\n([\s\S]*?)\n-->\n([\s\S]*)$/.exec(text) ?? [];
  const facts = Object.fromEntries(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const { title, description } = facts;
  if (title === undefined || description === undefined)
    throw new Error(`demo/pages/${file} has no title or description`);
  return {
    path: `/docs/${file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')}`,
    lang: /^(ko|ja)\//.exec(file)?.[1] ?? 'en',
    title,
    description,
    modified: facts.modified ?? FIRST_DAY,
    body: body.trimEnd(),
    facts,
  };
}

function answer(site: Site, origin: string, method: string, url: string): Answer {
  if (method !== 'GET' && method !== 'HEAD') {
    return { ...refusal(405, 'Method Not Allowed'), headers: { Allow: 'GET, HEAD' } };
  }
  const path = url.split('?')[0] as string;
  const moved = redirects[path];
  if (moved !== undefined) return redirect(...moved);
  const refused = refusals[path];
  if (refused !== undefined) return refusal(...refused);
  const page =
    site.pages.get(aliases[path] ?? path) ?? endlessPage(path) ?? (path === HUGE ? hugePage(site) : undefined);
  if (page !== undefined) return { status: 200, type: HTML, body: render(site, origin, page), modified: page.modified };
  const file = site.files.get(path);
  if (file !== undefined) {
    return { status: 200, type: types[extname(path)] ?? 'application/octet-stream', body: file, modified: FIRST_DAY };
  }
  if (path === '/robots.txt') return { status: 200, type: types['.txt'] as string, body: robotsTxt(origin) };
  if (path === '/sitemap.xml') return { status: 200, type: 'application/xml', body: sitemap(site, origin) };
  if (path === '/blog/launch') return { status: 200, type: HTML, body: blogPost };
  const twin = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  if (site.pages.has(twin) || endlessPage(twin) !== undefined) return redirect(301, twin);
  return refusal(404, 'Not Found');
}

const blogPost = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Hello, Lantern – Lantern blog</title></head>
<body><main><h1>Hello, Lantern</h1><p>News live here. <a href="/docs/">The documentation</a> does not.</p></main></body>
</html>
`;

function redirect(status: number, to: string): Answer {
  return { ...refusal(status, 'Moved'), headers: { Location: to } };
}

function refusal(status: number, text: string): Answer {
  const body = `<!doctype html>\n<html lang="en">\n<head><title>${text}</title></head>\n<body><h1>${text}</h1></body>\n</html>\n`;
  return {
    status,
    type: HTML,
    body,
    ...(status === 401 && { headers: { 'WWW-Authenticate': 'Basic realm="Lantern"' } }),
  };
}

function robotsTxt(origin: string): string {
  return [
    '# Everything but drafts may be read.',
    'User-agent: *',
    'Disallow: /docs/private/',
    'Allow: /docs/private/press-kit',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}

/** The pages with `sitemap: yes`, and one address outside the documentation. */
function sitemap(site: Site, origin: string): string {
  const listed = [...site.pages.values()].filter((page) => page.facts.sitemap === 'yes');
  const entries = [...listed, { path: '/blog/launch', modified: FIRST_DAY }].map(
    ({ path, modified }) => `<url><loc>${origin}${path}</loc><lastmod>${modified}</lastmod></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** Two spaces without an end: a calendar, and a folder that holds a link to itself. */
function endlessPage(path: string): Page | undefined {
  const month = /^\/docs\/calendar\/([1-9]\d{3})\/(0[1-9]|1[0-2])$/.exec(path);
  if (month !== null) return calendarPage(path, Number(month[1]), Number(month[2]));
  if (!/^\/docs\/guides(?:\/loop)+\/$/.test(path)) return undefined;
  const body = [
    '<p>Example files for the guides, straight from the release archive.</p>',
    '<ul>\n<li><a href="../">../</a> parent folder</li>\n<li><a href="./loop/">loop/</a> folder</li>\n</ul>',
  ].join('\n');
  return generated(path, `Index of ${path}`, `Files in ${path}`, body);
}

function calendarPage(path: string, year: number, month: number): Page {
  const day = (date: Date): string => {
    const [y = '', m = ''] = date.toISOString().split('-');
    return `<a href="/docs/calendar/${y}/${m}">${MONTHS[Number(m) - 1]} ${y}</a>`;
  };
  const [before, after] = [-1, 1].map((step) => day(new Date(Date.UTC(year, month - 1 + step))));
  const [lastYear, nextYear] = [-1, 1].map((step) => day(new Date(Date.UTC(year + step, month - 1))));
  const blanks = (new Date(Date.UTC(year, month - 1)).getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const cells = Array.from({ length: 42 }, (_, at) => at - blanks + 1).map((date) =>
    date >= 1 && date <= length ? `<td>${date}</td>` : '<td></td>',
  );
  const weeks = [0, 7, 14, 21, 28, 35].map((from) => `<tr>${cells.slice(from, from + 7).join('')}</tr>`);
  const head = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => `<th>${name}</th>`).join('');
  const title = `Events in ${MONTHS[month - 1]} ${year}`;
  const body = [
    `<p>Earlier: ${before}, ${lastYear}. Later: ${after}, ${nextYear}.</p>`,
    `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${weeks.join('\n')}\n</tbody>\n</table>`,
    `<p>No community call is planned for ${MONTHS[month - 1]} ${year}.</p>`,
  ].join('\n');
  return generated(path, title, `Community events of Lantern in ${MONTHS[month - 1]} ${year}.`, body);
}

function hugePage(site: Site): Page {
  const bodies = [...site.pages.values()].filter(({ path }) => path.startsWith('/docs/reference/'));
  const body = bodies.map((page) => page.body).join('\n');
  const copies = Math.ceil(HUGE_BYTES / Buffer.byteLength(body));
  return generated(HUGE, 'The whole reference on one page', 'Every reference page, for printing.', body.repeat(copies));
}

function generated(path: string, title: string, description: string, body: string): Page {
  return { path, lang: 'en', title, description, modified: FIRST_DAY, body, facts: {} };
}

function render(site: Site, origin: string, page: Page): string {
  const labels = site.labels[page.lang] ?? {};
  const section = sectionOf(site, page);
  const values: Record<string, string> = {
    lang: page.lang,
    title: escapeHtml(page.title),
    description: escapeHtml(page.description),
    modified: page.modified,
    head: headOf(site, origin, page),
    sidebar: section
      .map((other) => `<li>${linkTo(other, other.path === page.path ? ' aria-current="page"' : '')}</li>`)
      .join('\n'),
    breadcrumbs: crumbsOf(site, page),
    pager: pagerOf(section, page),
    toc: [...page.body.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)]
      .map(([, id, text]) => `<li><a href="#${id}">${text}</a></li>`)
      .join('\n'),
    body: page.body
      .replace(
        /<(h[23]) id="([^"]+)">(.*?)<\/\1>/g,
        '<$1 id="$2">$3 <a class="headerlink" href="#$2" title="Permalink to this heading">¶</a></$1>',
      )
      .replace(
        /<pre>[\s\S]*?<\/pre>/g,
        '<div class="code-block"><button class="copy-button" type="button">Copy</button>$&</div>',
      ),
  };
  return site.template.replace(
    /\{\{(?:label\.)?(\w+)\}\}/g,
    (hole, name: string) => values[name] ?? labels[name] ?? hole,
  );
}

function headOf(site: Site, origin: string, { path, lang, modified, facts }: Page): string {
  const lines = [`<meta property="article:modified_time" content="${modified}">`];
  if (facts.keywords !== undefined) lines.push(`<meta name="keywords" content="${escapeHtml(facts.keywords)}">`);
  if (facts.robots !== undefined) lines.push(`<meta name="robots" content="${facts.robots}">`);
  if (facts.canonical !== 'none') lines.push(`<link rel="canonical" href="${origin}${path}">`);
  const rest = lang === 'en' ? path.slice('/docs/'.length) : path.slice(`/docs/${lang}/`.length);
  const versions = ['en', 'ko', 'ja']
    .map((other) => [other, other === 'en' ? `/docs/${rest}` : `/docs/${other}/${rest}`] as const)
    .filter(([, version]) => site.pages.has(version))
    .map(([other, version]) => [other, `${origin}${version}`] as const);
  if (facts.zh !== undefined) versions.push(['zh', facts.zh]);
  if (versions.length > 1) {
    lines.push(...versions.map(([other, href]) => `<link rel="alternate" hreflang="${other}" href="${href}">`));
  }
  return lines.join('\n');
}

/** The pages of the same folder that have a place in its navigation, in that order. */
function sectionOf(site: Site, page: Page): readonly Page[] {
  const folder = folderOf(page.path);
  const place = ({ facts }: Page): number => Number(facts.nav ?? 0);
  return [...site.pages.values()]
    .filter((other) => place(other) > 0 && folderOf(other.path) === folder)
    .sort((a, b) => place(a) - place(b));
}

function crumbsOf(site: Site, page: Page): string {
  const home = '<a href="/docs/">Docs</a>';
  const folder = site.pages.get(folderOf(page.path));
  const between = folder === undefined || folder === page || folder.path === '/docs/' ? '' : ` / ${linkTo(folder)}`;
  return `${home}${between} / <span>${escapeHtml(page.title)}</span>`;
}

function pagerOf(section: readonly Page[], page: Page): string {
  const at = section.indexOf(page);
  const before = at > 0 ? section[at - 1] : undefined;
  const after = at < 0 ? undefined : section[at + 1];
  return `${before === undefined ? '' : linkTo(before, ' rel="prev"')} ${after === undefined ? '' : linkTo(after, ' rel="next"')}`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function linkTo({ path, title }: Page, attributes = ''): string {
  return `<a href="${path}"${attributes}>${escapeHtml(title)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Sends the answer, or 304 when the client has it already; returns the status that was sent. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type, body = '', modified, headers }: Answer,
): number {
  let bytes = Buffer.from(body);
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  if (modified !== undefined) {
    const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
    const changed = new Date(modified);
    response
      .setHeader('ETag', etag)
      .setHeader('Last-Modified', changed.toUTCString())
      .setHeader('Vary', 'Accept-Encoding');
    if (isFresh(request, etag, changed)) {
      response.writeHead(304).end();
      return 304;
    }
  }
  if (type !== undefined) response.setHeader('Content-Type', type);
  if (
    /^text\/|xml/.test(type ?? '') &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))/.test(String(request.headers['accept-encoding'] ?? ''))
  ) {
    bytes = gzipSync(bytes);
    response.setHeader('Content-Encoding', 'gzip');
  }
  response.writeHead(status, { 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
  return status;
}

function isFresh({ headers }: IncomingMessage, etag: string, changed: Date): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return known.trim() === '*' || known.includes(etag.slice(2)); // weak comparison
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return changed.getTime() <= since; // never true of NaN
}
