// The headers of a page request (H2): each header group and rule is a wrapper around `http.get`.

import { forms } from '../core/forms.ts';
import { judgeContentType } from './content-type.ts';
import type { HttpHeaders, HttpReply, HttpRequest } from './port.ts';
import { parseHttpDate } from './retry.ts';

/** What is kept of an earlier answer; `fetchedAt` is wall time in milliseconds. */
export interface StoredCopy {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly fetchedAt: number;
}

/** A request with what its wrappers need to know. */
export interface PageRequest extends HttpRequest {
  /** The page that held the link. */
  readonly referrer?: string | undefined;
  readonly stored?: StoredCopy | undefined;
}

export type Send = (url: string, request: PageRequest) => Promise<HttpReply>;

export type Wrapper = (next: Send) => Send;

export interface AgentIdentity {
  /** The User-Agent sent. */
  readonly agent: string;
  /** Mail address for the From header. */
  readonly contact?: string | undefined;
  /** Default: `en-US,en;q=0.9,ko;q=0.8`. */
  readonly acceptLanguage?: string | undefined;
  /** Default: HTML first, XML, then anything. */
  readonly accept?: string | undefined;
}

const { html, xhtml } = forms.html.types;
const htmlFirst = [...html, ...xhtml, 'application/xml;q=0.9', '*/*;q=0.8'].join(', ');

/** H2: the headers that are the same for every request. */
export function withHeaders({ agent, contact, acceptLanguage, accept }: AgentIdentity): Wrapper {
  const fixed: Readonly<Record<string, string>> = Object.freeze({
    'user-agent': agent,
    ...(contact !== undefined && { from: contact }),
    accept: accept ?? htmlFirst,
    'accept-language': acceptLanguage ?? 'en-US,en;q=0.9,ko;q=0.8',
    'accept-encoding': 'gzip, deflate, br',
  });
  return (next) => (url, request) => next(url, { ...request, headers: { ...fixed, ...request.headers } });
}

/** H2: Referer is the page that held the link, unless sending it would leak a secret. */
export function withReferrer(next: Send): Send {
  return (url, request) => {
    const referer = refererFor(url, request.referrer);
    return next(url, referer === undefined ? request : { ...request, headers: { ...request.headers, referer } });
  };
}

/** H2: makes the request conditional on the stored copy. */
export function withConditions(next: Send): Send {
  return (url, request) => next(url, { ...request, headers: { ...request.headers, ...conditionsOf(request.stored) } });
}

/** H4: only bodies of kept types are read, and only those of answers that are pages. */
export function withTypes(next: Send): Send {
  const wantBody = (status: number, headers: HttpHeaders): boolean =>
    isPageStatus(status) && judgeContentType(lastValue(headers, 'content-type')).ok;
  return (url, request) => next(url, { ...request, wantBody });
}

/** The conditional headers for a stored copy; none when it has no usable validator. */
export function conditionsOf(stored: StoredCopy | undefined): Readonly<Record<string, string>> {
  if (stored === undefined) return {};
  const since =
    parseHttpDate(stored.lastModified) === undefined ? httpDateOf(stored.fetchedAt) : stored.lastModified?.trim();
  return {
    ...(isEtag(stored.etag) && { 'if-none-match': stored.etag }),
    ...(since !== undefined && { 'if-modified-since': since }),
  };
}

/** The URL of the referring page as it may be sent: no user, password or fragment, and nothing from https to http. */
export function refererFor(url: string, referrer: string | undefined): string | undefined {
  const page = URL.parse(referrer ?? '');
  if (page === null || (page.protocol !== 'https:' && page.protocol !== 'http:')) return undefined;
  if (page.protocol === 'https:' && URL.parse(url)?.protocol !== 'https:') return undefined;
  page.username = '';
  page.password = '';
  page.hash = '';
  return page.href;
}

/** H3: 2xx is a page, except 206, which was not requested and is only a part. */
export function isPageStatus(status: number): boolean {
  return status >= 200 && status <= 299 && status !== 206;
}

/** An ETag that can be sent back: what is empty, endless or not ASCII would break the request, not the page. */
export function isEtag(value: string | undefined): value is string {
  return value !== undefined && /^[\x21-\x7e][\x20-\x7e]{0,510}$/.test(value);
}

/** A header's value, the last one when it was sent several times. */
export function lastValue(headers: HttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.at(-1);
}

function httpDateOf(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toUTCString();
}
