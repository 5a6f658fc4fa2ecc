// F10, U11: a site of 51 pages whose pages redirect, once or in several refreshes: what is stored afterwards, page by page.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlace } from '../../src/app/place.ts';
import { openReading } from '../../src/app/read/reading.ts';
import type { Conclusion } from '../../src/app/watch/report-run.ts';
import { openDocent } from '../../src/doors/library/docent.ts';
import { loadSettings, type Settings } from '../../src/settings.ts';
import { more } from '../support/how-long.ts';
import { type LocalServer, startServer } from '../support/local-server.ts';

interface Answer {
  readonly status?: number;
  readonly to?: string;
  readonly text?: string;
  readonly head?: string;
  readonly title?: string;
}
/** How a site answers: its pages first, then whatever else it is asked for. */
type Site = (path: string) => Answer;

const pages = Array.from({ length: 50 }, (_, n) => `/p${String(n + 1).padStart(2, '0')}`);
const isPage = (path: string): boolean => pages.includes(path);
const textOf = (path: string): string => `Text of ${path} and more of it. `.repeat(12);
const well: Site = (path) => (path === '/' || isPage(path) ? { text: textOf(path) } : { status: 404 });
const noindex = '<meta name="robots" content="noindex">';
const notice = 'The documentation is being worked on, and will be back in the evening. '.repeat(3);

/** The pages of a site redirect; all other addresses answer by themselves. */
function led(to: (path: string) => string, rest: Site, status = 301): Site {
  return (path) => (isPage(path) ? { status, to: to(path) } : rest(path));
}

let folder: string;
let server: LocalServer;
let other: LocalServer;
let site: Site;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  site = well;
  const start = (host: string) =>
    startServer((request, response) => {
      const path = request.url ?? '';
      if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /closed');
      const { status = 200, to, text = '', head = '', title = path } = site(host + path);
      if (to !== undefined) return void response.writeHead(status, { location: to }).end();
      const links = host + path === '/' ? pages.map((page) => `See <a href="${page}">${page}</a>.`).join(' ') : '';
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(`<title>${title}</title>${head}<main><h1>${title}</h1><p>${text} ${links}</p></main>`);
    });
  [server, other] = await Promise.all([start(''), start('other:')]);
});
afterEach(async () => {
  await Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  rmSync(folder, { recursive: true, force: true });
});

function settings(isOtherOurs = false): Settings {
  const seeds = isOtherOurs ? `[${server.origin}/, ${other.origin}/]` : `[${server.origin}/]`;
  writeFileSync(
    join(folder, 'docent.yml'),
    `providers:\n  - provider_id: mine\n    seed_urls: ${seeds}\n    allowed_path_patterns: [/**]\n    own_site: true\n`,
  );
  return loadSettings({
    cwd: folder,
    env: { DOCENT_REQUEST_DELAY_MS: '0', DOCENT_RETRY_BASE_MS: '1' },
  });
}

/** Crawls the well site, and refreshes it once for each of these; returns what the last refresh came to. */
async function refreshed(sites: readonly Site[], isOtherOurs = false): Promise<Conclusion | undefined> {
  const own = settings(isOtherOurs);
  await openDocent({ settings: own, cwd: folder }).crawl('mine').result;
  let last: readonly Conclusion[] = [];
  for (site of sites) last = await openDocent({ settings: own, cwd: folder }).refresh('mine', { all: true }).concluded;
  return last[0];
}

/** The path of every stored page; those of the other host begin with `other:`. */
async function stored(): Promise<readonly string[]> {
  const reading = await openReading(openPlace(settings()));
  const records = await reading.urls({ provider: 'mine', limit: 500 });
  await reading.close();
  return records
    .filter(({ page }) => page !== undefined)
    .map(({ url }) => (url.startsWith(other.origin) ? `other:${new URL(url).pathname}` : new URL(url).pathname))
    .sort();
}

const all = ['/', ...pages];
const found = (...paths: readonly string[]): readonly string[] => paths.toSorted();
const toNotice = led(
  () => '/notice',
  (path) => (path === '/notice' ? { title: 'Closed', text: notice } : well(path)),
);
const movedTo = (path: string): string => `/new${path}`;
const moved = led(movedTo, (path) => (path.startsWith('/new/p') ? { text: textOf(path) } : well(path)));
const movedAsItWas = led(movedTo, (path) => (path.startsWith('/new') ? { text: textOf(path.slice(4)) } : well(path)));

/** What a garden is, its refreshes, what is stored after them, and how many pages left the store other than by 404 in the last. */
type Garden = readonly [name: string, sites: readonly Site[], stored: readonly string[], left: number];

const gardens: readonly Garden[] = [
  ['301 to the home page', [led(() => '/', well)], all, 0],
  ['308 to the home page', [led(() => '/', well, 308)], all, 0],
  ['301 to a notice', [toNotice], found(...all, '/notice'), 0],
  ['301 to a notice, refresh after refresh', [toNotice, toNotice, toNotice], found(...all, '/notice'), 0],
  ['301 to a notice, and back', [toNotice, well], all, 0],
  ['302 to a notice', [led(() => '/notice', toNotice, 302)], found(...all, '/notice'), 0],
  [
    'the first five to a notice',
    [(path) => (pages.indexOf(path) < 5 ? toNotice(path) : well(path))],
    found(...all, '/notice'),
    0,
  ],
  [
    'more of them in each refresh',
    [5, 20, 50].map(
      (most): Site =>
        (path) =>
          pages.indexOf(path) < most ? toNotice(path) : well(path),
    ),
    found(...all, '/notice'),
    0,
  ],
  [
    'to a notice that asks not to be indexed',
    [
      led(
        () => '/notice',
        (path) => (path === '/notice' ? { title: 'Closed', text: notice, head: noindex } : well(path)),
      ),
    ],
    all,
    0,
  ],
  [
    'to a notice without text',
    [
      led(
        () => '/notice',
        (path) => (path === '/notice' ? { title: '' } : well(path)),
      ),
    ],
    all,
    0,
  ],
  [
    'to addresses of their own that all have one text',
    [
      led(
        (path) => `/m${path}`,
        (path) => (path.startsWith('/m/') ? { title: 'Closed', text: notice } : well(path)),
      ),
    ],
    found(...all, '/m/p01'),
    0,
  ],
  [
    'to notices of their own that name the page',
    [
      led(
        (path) => `/m${path}`,
        (path) =>
          path.startsWith('/m/') ? { title: 'Closed', text: `${notice} You asked for ${path.slice(2)}.` } : well(path),
      ),
    ],
    found(...all, ...pages.map((path) => `/m${path}`)),
    0,
  ],
  [
    'to notices of their own with a number of an incident, by 308',
    [
      led(
        (path) => `/sorry?ref=${path.slice(1)}`,
        (path) =>
          path.startsWith('/sorry') ? { title: 'Sorry', text: `${notice} Incident ${path.slice(-2)}.` } : well(path),
        308,
      ),
      well,
    ],
    all,
    0,
  ],
  [
    'to a few words each, which name the page',
    [
      led(
        (path) => `/later${path}`,
        (path) =>
          path.startsWith('/later/') ? { title: 'Later', text: `Come back for ${path.slice(6)}` } : well(path),
      ),
    ],
    found(...all, ...pages.map((path) => `/later${path}`)),
    0,
  ],
  [
    'one to one, and then each to a notice that names it',
    [
      moved,
      (path) =>
        path.startsWith('/new/')
          ? { status: 301, to: `/m${path}` }
          : path.startsWith('/m/')
            ? { title: 'Closed', text: `${notice} You asked for ${path.slice(2)}.` }
            : moved(path),
    ],
    found('/', ...pages.map(movedTo), ...pages.map((path) => `/m/new${path}`)),
    0,
  ],
  [
    'by way of addresses of their own to a notice',
    [
      led(
        (path) => `/by${path}`,
        (path) => (path.startsWith('/by/') ? { status: 301, to: '/notice' } : toNotice(path)),
      ),
    ],
    found(...all, '/notice'),
    0,
  ],
  [
    'to one page, spelled in as many ways',
    [
      led(
        (path) => ['/notice?from=', '/notice/?from=', '//notice?from='][path.length % 2] + path,
        (path) => (path.startsWith('/notice') ? { title: 'Closed', text: notice } : well(path)),
      ),
    ],
    found(...all, '/notice'),
    0,
  ],
  [
    'to a notice, some by 301, some for now, some by a canonical link',
    [
      (path) => {
        if (!isPage(path)) return toNotice(path);
        const nth = pages.indexOf(path) % 3;
        if (nth === 2) return { title: 'Closed', text: notice, head: '<link rel="canonical" href="/notice">' };
        return { status: nth === 0 ? 301 : 302, to: '/notice' };
      },
    ],
    found(...all, '/notice'),
    0,
  ],
  ['one to one, as they were', [movedAsItWas], found('/', ...pages.map(movedTo)), 50],
  ['one to one, with other texts', [moved], found('/', ...pages.map(movedTo)), 50],
  ['one to one by 308', [led(movedTo, moved, 308)], found('/', ...pages.map(movedTo)), 50],
  [
    'one to one in two hops',
    [
      led(
        (path) => `/by${path}`,
        (path) => (path.startsWith('/by/') ? { status: 301, to: `/new${path.slice(3)}` } : moved(path)),
      ),
    ],
    found('/', ...pages.map(movedTo)),
    50,
  ],
  [
    'every other one to one, the rest as they were',
    [(path) => (pages.indexOf(path) % 2 === 0 ? moved(path) : (path.startsWith('/new') ? moved : well)(path))],
    found('/', ...pages.map((path, nth) => (nth % 2 === 0 ? movedTo(path) : path))),
    25,
  ],
  [
    'one to one, but for two that lead to one',
    [led((path) => movedTo(path === '/p02' ? '/p01' : path), moved)],
    found('/', '/p01', '/p02', '/new/p01', ...pages.slice(2).map(movedTo)),
    48,
  ],
  [
    'in pairs to one of their own',
    [
      led(
        (path) => `/pair/${Math.floor(pages.indexOf(path) / 2)}`,
        (path) => (path.startsWith('/pair') ? { text: textOf(path) } : well(path)),
      ),
    ],
    found(...all, ...Array.from({ length: 25 }, (_, n) => `/pair/${n}`)),
    0,
  ],
  [
    'the first half each to one of the second, which stays',
    [
      (path) =>
        pages.indexOf(path) < 25 && isPage(path)
          ? { status: 301, to: pages[pages.indexOf(path) + 25] as string }
          : well(path),
    ],
    all,
    0,
  ],
  ['each to the next, in a ring', [led((path) => pages[(pages.indexOf(path) + 1) % 50] as string, well)], all, 0],
  ['each to its neighbour, which leads back', [led((path) => pages[pages.indexOf(path) ^ 1] as string, well)], all, 0],
  [
    'one to one, and back again',
    [moved, (path) => (path.startsWith('/new/') ? { status: 301, to: path.slice(4) } : well(path))],
    all,
    50,
  ],
  [
    'one to one, and then all of the new ones to a notice',
    [moved, (path) => (path.startsWith('/new/') ? { status: 301, to: '/notice' } : toNotice(path))],
    found('/', '/notice', ...pages.map(movedTo)),
    0,
  ],
  ['each to an address that is not there (404)', [led((path) => `/gone${path}`, well)], ['/'], 0],
  ['each through a 404 and back again', [led((path) => `/gone${path}`, well), well], all, 0],
  [
    'a 404, and later a redirect to a new address',
    [(path) => (isPage(path) ? { status: 404 } : well(path)), moved],
    found('/', ...pages.map(movedTo)),
    0,
  ],
  ['to what robots.txt closes', [led((path) => `/closed${path}`, well)], all, 0],
  ['to a file that is not read', [led(() => '/docs.zip', well)], all, 0],
  [
    'to a page that needs a login',
    [
      led(
        () => '/in',
        (path) => (path === '/in' ? { status: 401 } : well(path)),
      ),
    ],
    all,
    0,
  ],
  [
    'to an error of the server',
    [
      led(
        () => '/in',
        (path) => (path === '/in' ? { status: 500 } : well(path)),
      ),
    ],
    all,
    0,
  ],
];

/** The gardens of every run of the tests. */
const inShort: ReadonlySet<string> = new Set([
  '301 to the home page',
  'the first five to a notice',
  'to addresses of their own that all have one text',
  'to notices of their own that name the page',
  'one to one, but for two that lead to one',
  'one to one, and back again',
  'each to an address that is not there (404)',
]);

describe('F10, U11: what is stored of a site of 51 pages that redirect', () => {
  async function expectGarden(_: string, sites: readonly Site[], kept: readonly string[], left: number): Promise<void> {
    const conclusion = await refreshed(sites);
    expect(await stored()).toEqual(kept);
    expect(conclusion?.report.left).toBe(left);
  }
  it.each(gardens.filter(([name]) => inShort.has(name)))('F10: %s', expectGarden);
  it.each(gardens.filter(([name]) => !inShort.has(name)))('F10: %s', more, expectGarden);

  it.each([
    ['out of the scope, one to one', (path: string) => path, false, all],
    ['out of the scope, to one', () => '/', false, all],
    ['in the scope, one to one', movedTo, true, found('/', 'other:/', ...pages.map((path) => `other:/new${path}`))],
    ['in the scope, to one', () => '/notice', true, found(...all, 'other:/', 'other:/notice')],
  ] as const)('F10: to another host, %s', async (_, to, isOtherOurs, kept) => {
    const others: Site = (path) => (path.startsWith('other:') ? { text: textOf(path) } : well(path));
    site = others;
    await refreshed([led((path) => other.origin + to(path), others)], isOtherOurs);
    expect(await stored()).toEqual(kept);
  });
});

describe('F10: what a redirect of all pages leaves', () => {
  it.each([
    ['to a notice', [toNotice], found(...all, '/notice')],
    ['one to one', [moved], found('/', ...pages.map(movedTo))],
    ['one to one, and back again', [moved, well], all],
  ] as const)('F10: %s', async (_, sites, kept) => {
    await refreshed(sites);
    expect(await stored()).toEqual(kept);
  });
});

describe('a site of which another page answers for many', () => {
  it('M1, M3, F10: the report lists them as excluded, none as gone, and an alert begins; it ends with them', async () => {
    const conclusion = await refreshed([toNotice]);
    const { counts, left } = conclusion?.report ?? {};
    expect([counts, left]).toMatchObject([{ total: 52, new: 1, deleted: 0, excluded: 50 }, 0]);
    const [alert, ...more] = conclusion?.alerts.raised ?? [];
    expect([alert?.bound, alert?.text, more]).toEqual([
      'replaced_pages',
      expect.stringMatching(/98\.0 %, bound at most 5 %.*docent urls mine --state skipped/),
      [],
    ]);
    site = well;
    const [next] = await openDocent({ settings: settings(), cwd: folder }).refresh('mine', { all: true }).concluded;
    expect(next?.alerts.ended.map(({ alert: { bound } }) => bound)).toEqual(
      ['replaced_pages', 'error_rate'].slice(0, 1),
    );
  });

  it('M3: pages that moved are counted as having left the store, and begin no alert', async () => {
    const conclusion = await refreshed([moved]);
    expect(conclusion?.report).toMatchObject({ left: 50, counts: { total: 51, new: 50, deleted: 0, excluded: 50 } });
    expect(conclusion?.text).toContain('  - New: 50, Updated: 0, Deleted: 0\n');
    expect(conclusion?.text).toContain('  - Left: 50');
    expect(conclusion?.alerts.raised).toEqual([]);
  });
});
