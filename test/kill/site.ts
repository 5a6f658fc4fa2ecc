// A documentation site on loopback with a plan of the expected result: every path, its links and its end.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EndState } from '../../src/frontier/port.ts';
import { createRandom } from './random.ts';

/** The answer of a path. */
type Answer =
  | { readonly kind: 'page'; readonly title: string; readonly text: string; readonly canonical?: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'missing' }
  /** Forbidden by robots.txt: must never be requested. */
  | { readonly kind: 'private' };

interface Place {
  readonly answer: Answer;
  readonly links: readonly string[];
  /** How a crawl of the whole site ends for it. */
  readonly end: EndState;
}

/** The site as a plan; the same number of pages makes the same site. */
export interface SitePlan {
  readonly seed: string;
  readonly places: ReadonlyMap<string, Place>;
  /** Pages that only the sitemap names. */
  readonly listed: readonly string[];
}

const CHILDREN = 5;
const EXTRA_LINKS = 5;
const SECTIONS = ['guide', 'reference', 'tutorial', 'concepts', 'recipes', 'internals', 'changes'] as const;
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti', 'vo', 'zu'] as const;
const WORDS = 'index store queue token field value route table cache batch shard merge parse build query write'.split(
  ' ',
);

/** Digits would make all of them one path template (U8), so numbers are written in syllables. */
function nameOf(number: number): string {
  const low = SYLLABLES[number % SYLLABLES.length] as string;
  const rest = Math.floor(number / SYLLABLES.length);
  return rest === 0 ? low : nameOf(rest - 1) + low;
}

/**
 * Plans a site of this many pages: a tree of five children a page, so that 3,906 pages lie within five links of the
 * seed, with as many links across; among them redirects, missing pages, copies and what robots.txt forbids.
 */
export function planSite(pages: number): SitePlan {
  const places = new Map<string, Place>();
  const pathOf = (i: number): string => (i === 0 ? '/docs/' : `/docs/${SECTIONS[i % SECTIONS.length]}/${nameOf(i)}`);
  const add = (path: string, end: EndState, answer: Answer, links: readonly string[] = []): string => {
    places.set(path, { answer, end, links });
    return path;
  };
  const back = [pathOf(0)];
  const last = pages - 1;
  for (let i = 0; i < pages; i++) {
    const name = nameOf(i);
    const page: Answer = { kind: 'page', title: `About ${name}`, text: textOf(i) };
    const links: string[] = [];
    for (let child = i * CHILDREN + 1; child <= i * CHILDREN + CHILDREN && child < pages; child++)
      links.push(pathOf(child));
    for (let k = 1; k <= EXTRA_LINKS; k++) links.push(pathOf((i * 7919 + k * 104_729) % pages));
    // A page that was stored long before its old address is found.
    if (i > pages / 2 && i % 40 === 0)
      links.push(add(`/docs/old/${name}`, 'duplicate', { kind: 'redirect', to: pathOf(1 + (i % CHILDREN)) }));
    if (i % 60 === 7) {
      // Reached by one or two redirects and in no other way.
      const to = add(
        `/docs/new/${name}`,
        'indexed',
        { kind: 'page', title: `New ${name}`, text: textOf(pages + i) },
        back,
      );
      const hop = `/docs/newer/${name}`;
      links.push(add(`/docs/moved/${name}`, 'duplicate', { kind: 'redirect', to: i % 180 === 7 ? hop : to }));
      if (i % 180 === 7) add(hop, 'duplicate', { kind: 'redirect', to });
    }
    if (i % 75 === 3) links.push(add(`/docs/gone/${name}`, 'failed', { kind: 'missing' }));
    if (i % 100 === 9) links.push(add(`/docs/private/${name}`, 'blocked', { kind: 'private' }));
    if (i % 150 === 11) links.push(add(`/docs/print/${name}`, 'duplicate', { ...page, canonical: pathOf(i) }));
    if (i === last)
      links.push(add(`/docs/copy/${name}`, 'duplicate', { kind: 'page', title: 'About ce', text: textOf(1) }));
    add(pathOf(i), 'indexed', page, links);
  }
  const listed = Array.from({ length: Math.ceil(pages / 100) }, (_, k) =>
    add(
      `/docs/listed/${nameOf(k)}`,
      'indexed',
      { kind: 'page', title: `Listed ${k}`, text: textOf(2 * pages + k) },
      back,
    ),
  );
  return { seed: '/docs/', places, listed };
}

function textOf(number: number): string {
  const random = createRandom(number + 1);
  const words = Array.from({ length: 60 }, () => WORDS[Math.floor(random() * WORDS.length)]);
  return `This is ${nameOf(number)}, text number ${number}: ${words.join(' ')}.`;
}

/** A hop inside a chain of redirects is requested, but never becomes a URL of the ledger. */
export function isHop(path: string): boolean {
  return path.startsWith('/docs/newer/');
}

export interface Site extends AsyncDisposable {
  readonly plan: SitePlan;
  readonly origin: string;
  readonly seed: string;
  /** How often each path was requested. */
  readonly counts: Map<string, number>;
  /** Milliseconds until an answer; may be replaced at any time. */
  latency: () => number;
  /** Called when an answer has been passed to the network. */
  onAnswer: () => void;
  /** How many more answers it gives; requests beyond get none, ever. */
  answersLeft: number;
}

/** Serves a plan on a free port of 127.0.0.1. */
export async function startSite(plan: SitePlan): Promise<Site> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    site.counts.set(path, (site.counts.get(path) ?? 0) + 1);
    const wait = site.latency();
    const send = (): void => {
      if (--site.answersLeft < 0) return;
      response.on('finish', () => site.onAnswer());
      answer(site, path, response);
    };
    if (wait > 0) setTimeout(send, wait);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: Site = {
    plan,
    origin,
    seed: origin + plan.seed,
    counts: new Map(),
    latency: () => 0,
    onAnswer: () => {},
    answersLeft: Number.POSITIVE_INFINITY,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

function answer({ plan, origin }: Site, path: string, response: ServerResponse): void {
  if (path === '/robots.txt') {
    const lines = ['User-agent: *', 'Disallow: /docs/private/', '', `Sitemap: ${origin}/sitemap.xml`, ''];
    response.writeHead(200, { 'content-type': 'text/plain' }).end(lines.join('\n'));
    return;
  }
  if (path === '/sitemap.xml') {
    const entries = plan.listed.map((listed) => `<url><loc>${origin}${listed}</loc></url>`).join('\n');
    const xml = `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>\n`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
    return;
  }
  const place = plan.places.get(path);
  if (place === undefined || place.answer.kind === 'missing') {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here.</p>');
    return;
  }
  const { answer: what, links } = place;
  if (what.kind === 'redirect') {
    response.writeHead(301, { location: what.to }).end();
    return;
  }
  if (what.kind === 'private') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Private.</p>');
    return;
  }
  const canonical = what.canonical === undefined ? '' : `<link rel="canonical" href="${what.canonical}">`;
  const list = links.map((link) => `<a href="${link}"></a>`).join('\n');
  const html = `<!doctype html><html lang="en"><head><title>${what.title}</title>${canonical}</head>
<body><h1>${what.title}</h1><p>${what.text}</p>${list}</body></html>`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
