// A manual on a real server, which breaks in one of five ways, and what each way has to raise (M1, M2).
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, startServer } from '../support/local-server.ts';

/** What each breakage raises in a refresh of a source with bounds: one alert, for this cause, which these bounds show. */
export const breakages = {
  selector: { cause: 'selector', shows: ['selector_hits'] },
  errors: { cause: 'broken', shows: ['success_rate', 'error_rate', 'retry_rate'] },
  empty: { cause: 'empty', shows: ['empty_content'] },
  twice: { cause: 'grown', shows: ['stored_change'] },
  slow: { cause: 'slow', shows: ['response_time'] },
} as const satisfies Readonly<Record<string, { readonly cause: string; readonly shows: readonly string[] }>>;

export type Breakage = keyof typeof breakages;

export interface Manual {
  /** HTML by path; the first is where a crawl begins, and each is linked from one before it. */
  readonly pages: ReadonlyMap<string, string>;
  /** How many of them there are until there are twice as many. */
  readonly served: number;
  /** What marks the content in the HTML of a page, and what it is called after a redesign. */
  readonly mark: readonly [before: string, after: string];
}

/** A slow answer takes at least this long; a bound below it is passed on any machine. */
export const SLOW_MS = 40;
export const SLOW_BOUND_MS = 20;

export interface BrokenSite extends AsyncDisposable {
  readonly start: string;
  /** The paths of the pages that a breakage is about. */
  affected(how: Breakage): readonly string[];
  /** How it breaks from now on; undefined: not at all. */
  break(how: Breakage | undefined): void;
}

/** Serves a manual with ETags; links to what it does not serve are taken out of it. */
export async function serveManual({ pages, served, mark }: Manual): Promise<BrokenSite> {
  const paths = [...pages.keys()];
  const [first = '/'] = paths;
  let how: Breakage | undefined;
  const isHitBy = (of: Breakage, path: string): boolean =>
    (of !== 'errors' && of !== 'empty') || paths.indexOf(path) % 2 === 1;
  const server: LocalServer = await startServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const html = pages.get(path);
    const known = new Set(paths.slice(0, how === 'twice' ? served * 2 : served));
    if (html === undefined || !known.has(path)) return void response.writeHead(404).end();
    if (how === 'slow') await sleep(SLOW_MS);
    if (how === 'errors' && isHitBy(how, path)) return void response.writeHead(500).end();
    const body =
      how === 'empty' && isHitBy(how, path)
        ? '<title>Manual</title><body></body>'
        : linkedWithin(how === 'selector' ? html.replaceAll(...mark) : html, path, known);
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(body);
  });
  return {
    start: `${server.origin}${first}`,
    affected: (of) =>
      of === 'twice' ? paths.slice(served, served * 2) : paths.slice(0, served).filter((path) => isHitBy(of, path)),
    break: (next) => {
      how = next;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function linkedWithin(html: string, path: string, known: ReadonlySet<string>): string {
  return html.replace(/(<[^>]*?\shref=)("[^"]*"|'[^']*'|[^\s>]+)/gi, (link, before: string, quoted: string) =>
    known.has(linkedPath(quoted, path)) ? link : `${before}"#"`,
  );
}

/** The path a link of a page leads to; empty where it leads to another host. */
export function linkedPath(quoted: string, path: string): string {
  const href = quoted.replace(/^["']|["']$/g, '').replaceAll('&amp;', '&');
  if (!URL.canParse(href, `http://site${path}`)) return '';
  const url = new URL(href, `http://site${path}`);
  return url.host === 'site' && url.protocol === 'http:' ? decodeURIComponent(url.pathname) : '';
}
