// Pages and sitemaps over one hop: by whom (H2), for what (H4), how much and how long (H6).

import { type Clock, systemClock } from '../core/clock.ts';
import { type PageReply, readPageReply, readSitemapReply, type SitemapReply } from './page-reply.ts';
import {
  type AgentIdentity,
  isPageStatus,
  type Send,
  type StoredCopy,
  withConditions,
  withHeaders,
  withReferrer,
  withTypes,
} from './page-request.ts';
import type { Http, HttpRequest } from './port.ts';

export type { PageAnswer, PageReply, SitemapReply } from './page-reply.ts';
export type { StoredCopy } from './page-request.ts';

export interface PageTimeouts {
  /** DNS, TCP and TLS. Default: 10 s. */
  readonly connectMs?: number | undefined;
  /** A page from the call to its last byte. Default: 30 s. */
  readonly totalMs?: number | undefined;
  /** The whole request of a sitemap. Default: 120 s. */
  readonly sitemapMs?: number | undefined;
}

export interface PageFetchOptions extends AgentIdentity {
  readonly http: Pick<Http, 'get'>;
  readonly timeouts?: PageTimeouts | undefined;
  readonly clock?: Clock | undefined;
}

export interface PageFetchRequest {
  /** The page that held the link. */
  readonly referrer?: string | undefined;
  /** What is kept of it; the answer may then be `not-modified`. */
  readonly stored?: StoredCopy | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SitemapFetchRequest extends PageFetchRequest {
  /** Gets the decoded text as it arrives, also when the file is gzipped; only for answers that are sitemaps. */
  readonly onData: (chunk: Uint8Array) => void;
}

/** Both methods throw a DocentError when there is no complete, acceptable answer, and the signal's reason when it was aborted. */
export interface PageFetch {
  /** Requests one page, follows nothing. */
  page(url: string, request?: PageFetchRequest): Promise<PageReply>;
  /** Requests one sitemap and streams it; a failure may come after a part was delivered. */
  sitemap(url: string, request: SitemapFetchRequest): Promise<SitemapReply>;
}

/** Most bytes of a decoded page. */
export const maxPageBytes = 5_000_000;

/** Most bytes of a decoded sitemap: what sitemaps.org allows. */
export const maxSitemapBytes = 50 * 1024 * 1024;

/** A sitemap has minutes, so that it also has a lowest speed: 50 MB at this rate would take days. */
const minSitemapRate = 100;

/** The fetch of pages on a client; it holds nothing that needs closing. */
export function createPageFetch(options: PageFetchOptions): PageFetch {
  const { http, timeouts = {}, clock = systemClock } = options;
  const send: Send = (url, request) => http.get(url, request);
  const headed = withHeaders(options);

  const getPage = headed(withReferrer(withConditions(withTypes(send))));
  const getSitemap = headed(withReferrer(withConditions(withoutErrorPages(send))));

  const pageRequest = requestOf(maxPageBytes, timeouts.connectMs, timeouts.totalMs ?? 30_000);
  const sitemapRequest = {
    ...requestOf(maxSitemapBytes, timeouts.connectMs, timeouts.sitemapMs ?? 120_000),
    minBytesPerSec: minSitemapRate,
    openGzip: true,
  };

  return {
    async page(url, { referrer, stored, signal } = {}) {
      const started = clock.mono();
      const reply = await getPage(url, { ...pageRequest, referrer, stored, signal });
      return readPageReply(reply, { stored, now: clock.wall(), ms: clock.mono() - started });
    },
    async sitemap(url, { referrer, stored, signal, onData }) {
      const started = clock.mono();
      const reply = await getSitemap(url, { ...sitemapRequest, referrer, stored, signal, onData });
      return readSitemapReply(reply, clock.wall(), clock.mono() - started);
    },
  };
}

/** The body of a 404 is no sitemap. */
function withoutErrorPages(next: Send): Send {
  return (url, request) => next(url, { ...request, wantBody: isPageStatus });
}

function requestOf(maxBytes: number, connectMs = 10_000, totalMs: number): HttpRequest {
  return {
    headers: {},
    maxBytes,
    onTooLarge: 'error',
    connectMs: Math.min(connectMs, totalMs),
    readMs: totalMs,
    totalMs,
  };
}
