// A7: the library crawler for a handful of pages: no frontier, one pace, and that of a place where one is passed.
import { DocentError } from '../../core/errors.ts';
import { type Log, silentLog } from '../../core/log.ts';
import { compileLinear } from '../../core/pattern/linear-regexp.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import { holdOf } from '../../crawl/visit/answers.ts';
import { formOf } from '../../crawl/visit/page-outcome.ts';
import { createPageFetch, type PageReply } from '../../fetch/page.ts';
import { retryTable } from '../../fetch/retry.ts';
import { SiteClients } from '../../fetch/site-clients.ts';
import { dialects } from '../../robots/dialects.ts';
import type { RobotsChecker } from '../../robots/gate.ts';
import type { Place } from '../place.ts';
import { follow, type Way } from './follow.ts';
import { type Answered, HostClock, type RequestLimits, waitOf } from './host-clock.ts';
import { CallerPatience } from './host-clock-line.ts';
import { CrawlerFolder, type CrawlerLook } from './page-crawler-folder.ts';

export interface PageCrawling {
  /** Seconds a request may take. Default 30. */
  readonly timeout?: number | undefined;
  /** Most pages of one `crawlPages` call. Default 50. */
  readonly maxPages?: number | undefined;
  /** Seconds between two requests to one host. Default 1. The larger of it and Crawl-delay counts. */
  readonly delay?: number | undefined;
  /** Requests under way at once. Default 5. */
  readonly concurrency?: number | undefined;
  /** None means no checking, as before. */
  readonly robots?: RobotsChecker | undefined;
  readonly userAgent?: string | undefined;
  readonly allowPrivate?: readonly string[] | undefined;
  readonly log?: Log | undefined;
}

export interface CrawledPage {
  readonly url: string;
  /** Where redirects led. */
  readonly finalUrl: string;
  readonly status: number;
  readonly title: string;
  readonly language?: string | undefined;
  /** Its content. */
  readonly markdown: string;
  readonly words: number;
  readonly links: readonly string[];
  readonly bytes: number;
}

export interface PageCrawler {
  /** The page, or null when it is blocked, missing or not a page. A text that is no http(s) URL throws DOC_URL, a fault of this machine DOC_MACHINE. */
  crawlPage(url: string): Promise<CrawledPage | null>;
  /** The pages among these URLs, in their order; at most `maxPages`. */
  crawlPages(urls: readonly string[]): Promise<readonly CrawledPage[]>;
  /** The page's links that match the regular expression (RE2, found anywhere) and are allowed by robots. */
  crawlIndexPage(url: string, pattern?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A crawler of single pages, beside a place where one is passed. It keeps no state but the time of each host's last request. */
export function openPageCrawler(options: PageCrawling, place?: Place): PageCrawler {
  const { timeout = 30, maxPages = 50, delay = 1, concurrency = 5, robots, log = silentLog } = options;
  const agent = options.userAgent ?? dialects.assistant.agent;
  const clock = new HostClock();
  const folder = place === undefined ? undefined : new CrawlerFolder(place, log);
  const gap = (url: string): number => Math.max(delay, robots?.crawlDelay(url) ?? 0) * 1_000;
  const clients = new SiteClients({ allowPrivate: options.allowPrivate });

  return { crawlPage, crawlPages, crawlIndexPage, close: () => clients.close() };

  async function crawlPage(url: string): Promise<CrawledPage | null> {
    const target = validated(url);
    const view = await folder?.look();
    const mostMs = timeout * 1_000;
    try {
      const fetch = createPageFetch({ http: clients.for(target), agent, timeouts: { totalMs: mostMs } });
      const request = (at: string): Promise<PageReply> => {
        const paced = { url: at, gap: () => gap(at), mostMs, answered: answerOf, task: () => fetch.page(at) };
        return clock.request(paced, view?.limitsFor(at) ?? patient);
      };
      const end = await follow({ visited: [target], request, judge: (at) => judge(at, view) });
      const at = shownUrl(end.url);
      if (!end.ok) {
        if (end.redirect === undefined) log.info({ url: at }, `${end.refused.detail}: ${at}`);
        else log.warn({ url: at, by: end.refused.by, detail: end.refused.detail }, 'page.redirect');
        return null;
      }
      const { url: finalUrl, reply } = end;
      if (reply.kind !== 'page') {
        log.info({ url: at, status: reply.status }, 'page.none');
        return null;
      }
      const { body, charset, status, bytes } = reply;
      // A caller that only checks robots.txt loads no HTML reader.
      const { extractPage } = await import('../../extract/extract-page.ts');
      const page = await extractPage(body, { url: finalUrl, form: formOf(reply), charset });
      const { title, language, markdown, words, links } = page;
      const text = { title, language, markdown, words };
      return { url: target, finalUrl, status, ...text, links: links.map((link) => link.url), bytes };
    } catch (error) {
      const wait = waitOf(error);
      if (wait !== undefined) {
        log.warn({ url: shownUrl(target), by: wait.by, detail: wait.detail }, 'page.failed');
        return null;
      }
      if (!(error instanceof DocentError) || error.isOurs) throw error;
      log.warn({ url: shownUrl(target), code: error.code, detail: shownUrl(error.message) }, 'page.failed');
      return null;
    } finally {
      await view?.close();
    }
  }

  async function judge(url: string, view: CrawlerLook | undefined): ReturnType<Way['judge']> {
    const refused = view?.refused(url);
    if (refused !== undefined) return { ok: false, detail: `Blocked, ${refused}` };
    const isAllowed = robots === undefined || (await robots.isAllowed(url));
    return isAllowed ? { ok: true, url } : { ok: false, detail: 'Blocked by robots.txt' };
  }

  async function crawlPages(urls: readonly string[]): Promise<readonly CrawledPage[]> {
    const first = urls.slice(0, maxPages);
    for (const url of first) validated(url);
    const pages: (CrawledPage | null)[] = new Array(first.length).fill(null);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < first.length) {
        const at = next++;
        pages[at] = await crawlPage(first[at] as string);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, first.length) }, worker));
    return pages.filter((page) => page !== null);
  }

  async function crawlIndexPage(url: string, pattern = ''): Promise<readonly string[]> {
    const matcher = compile(pattern);
    const page = await crawlPage(url);
    const allowed: string[] = [];
    for (const link of page?.links ?? []) {
      if (matcher(link) && (robots === undefined || (await robots.isAllowed(link)))) allowed.push(link);
    }
    return allowed;
  }
}

function validated(url: string): string {
  if (parseHttpUrl(url) === undefined) throw new DocentError('DOC_URL', `"${shownUrl(url)}" is not an http(s) URL`);
  return withoutUserInfo(url);
}

function compile(pattern: string): (link: string) => boolean {
  if (pattern === '') return () => true;
  try {
    return compileLinear(pattern);
  } catch (cause) {
    throw new DocentError('DOC_PATTERN', `pattern "${pattern}" cannot be used: ${(cause as Error).message}`, { cause });
  }
}

const patient: RequestLimits = Object.freeze({ patience: new CallerPatience() });

/** H3: what the answer to a page reveals about its host. */
function answerOf(reply: PageReply): Answered {
  if (reply.kind !== 'status') return { error: false };
  const holdMs = holdOf(reply, { attempt: 0 }, { retries: retryTable });
  return { holdMs, error: reply.status >= 500 || reply.status === 429 };
}
