// What an answer to a page request is: a page, a redirect, an unchanged page, a refusal, or a status to be judged.

import { isUtf8 } from 'node:buffer';
import { isReadKind, type ReadKind } from '../core/forms.ts';
import { type Refused, refuse } from '../core/verdict.ts';
import { charsetLabel, judgeContentType } from './content-type.ts';
import { conditionsOf, isEtag, isPageStatus, lastValue, type StoredCopy } from './page-request.ts';
import type { HttpHeaders, HttpReply } from './port.ts';
import { parseHttpDate, parseRetryAfter } from './retry.ts';
import { refuseContent, sniffContent } from './sniff.ts';

interface Answer {
  readonly status: number;
  readonly headers: HttpHeaders;
  /** Body bytes received. */
  readonly bytes: number;
  /** From the call to the last byte. */
  readonly ms: number;
  /** A proxy was used, so the proxy chose the address of the name (H7). */
  readonly viaProxy?: true;
  /** The environment variables whose values were sent with the request (H1). */
  readonly sentVariables?: readonly string[];
}

interface Validators {
  /** Undefined when it could not be sent back. */
  readonly etag?: string | undefined;
  /** As sent; left out when it is no date or lies in the future (FAULTS 34). */
  readonly lastModified?: string | undefined;
}

export interface PageAnswer extends Answer, Validators {
  readonly kind: 'page';
  readonly body: Uint8Array;
  readonly contentKind: ReadKind;
  /** The charset label of the header, as sent. */
  readonly charset?: string | undefined;
  /** The server sent more than it had announced (FAULTS 7). */
  readonly surplus?: true;
}

export type PageReply =
  | PageAnswer
  | (Answer & { readonly kind: 'redirect'; readonly location?: string | undefined })
  | (Answer & Validators & { readonly kind: 'not-modified' })
  /** Not a type that is kept (`content:type`), or nothing at all (`content:empty`). */
  | (Answer & { readonly kind: 'refused'; readonly verdict: Refused })
  /** Any other status; a 304 here was never requested. */
  | (Answer & { readonly kind: 'status'; readonly retryAfterMs?: number | undefined });

export interface SitemapReply extends Answer, Validators {
  /** The target of a redirect. */
  readonly location?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface Circumstances {
  readonly stored?: StoredCopy | undefined;
  /** Wall time. */
  readonly now: number;
  readonly ms: number;
}

/** Sorts an answer; never throws. */
export function readPageReply(reply: HttpReply, { stored, now, ms }: Circumstances): PageReply {
  const { status, headers, body } = reply;
  const answer = answerOf(reply, ms);
  if (redirects.has(status)) return { ...answer, kind: 'redirect', location: locationOf(headers) };
  if (status === 304 && Object.keys(conditionsOf(stored)).length > 0) {
    return { ...answer, ...validatorsOf(headers, now), kind: 'not-modified' };
  }
  if (!isPageStatus(status)) return { ...answer, kind: 'status', retryAfterMs: retryAfterOf(headers, now) };
  if (status === 204 || status === 205) {
    return { ...answer, kind: 'refused', verdict: refuse('content:empty', `status ${status} has no content`) };
  }
  const type = lastValue(headers, 'content-type');
  const declared = judgeContentType(type);
  if (!declared.ok) return { ...answer, kind: 'refused', verdict: declared };
  const charset = charsetLabel(type);
  const sniffed = sniffContent(body, declared.kind, charset);
  const verdict = refuseContent(body, sniffed);
  const { kind: contentKind } = sniffed;
  if (verdict !== undefined || !isReadKind(contentKind)) {
    return { ...answer, kind: 'refused', verdict: verdict ?? refuse('content:type', 'looks like binary data') };
  }
  return {
    ...answer,
    ...validatorsOf(headers, now),
    kind: 'page',
    body,
    contentKind,
    charset,
    ...(reply.surplus && { surplus: true }),
  };
}

/** H1: the meaning of a 401 or 403 for a request that carried a token; undefined for every other answer. */
export function refusedToken({ status, sentVariables }: Pick<Answer, 'status' | 'sentVariables'>): string | undefined {
  if ((status !== 401 && status !== 403) || sentVariables === undefined) return undefined;
  return `the site refused the token in ${sentVariables.join(', ')}`;
}

/** A status for people, with its meaning for a token that was sent. */
export function statusInWords(answer: Pick<Answer, 'status' | 'sentVariables'>): string {
  const refused = refusedToken(answer);
  return refused === undefined ? String(answer.status) : `${answer.status}: ${refused}`;
}

/** What a file is, judged as an answer of this content type; undefined is an answer that names none. */
export function readFileReply(
  body: Uint8Array,
  type: string | undefined,
  now: number,
): Extract<PageReply, { kind: 'page' | 'refused' }> {
  const headers = type === undefined ? {} : { 'content-type': type };
  const answer = { status: 200, headers, body, bytes: body.byteLength, cut: false, remoteAddress: '' };
  const reply = readPageReply(answer, { now, ms: 0 });
  if (reply.kind !== 'page' && reply.kind !== 'refused') throw new Error(`a file was read as ${reply.kind}`);
  return reply;
}

/** As `readPageReply`, for a body that was streamed; its reader reports what it was. */
export function readSitemapReply(reply: HttpReply, now: number, ms: number): SitemapReply {
  const { status, headers } = reply;
  return {
    ...answerOf(reply, ms),
    ...validatorsOf(headers, now),
    location: redirects.has(status) ? locationOf(headers) : undefined,
    retryAfterMs: retryAfterOf(headers, now),
  };
}

function answerOf({ status, headers, bytes, viaProxy, sentVariables }: HttpReply, ms: number): Answer {
  return { status, headers, bytes, ms, ...(viaProxy && { viaProxy }), ...(sentVariables && { sentVariables }) };
}

/** Servers send raw UTF-8 here, although headers are read as latin-1. */
function locationOf(headers: HttpHeaders): string | undefined {
  const value = headers.location;
  const sent = typeof value === 'string' ? value : value?.[0];
  if (sent === undefined) return undefined;
  const bytes = Buffer.from(sent, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : sent;
}

function validatorsOf(headers: HttpHeaders, now: number): Validators {
  const etag = lastValue(headers, 'etag')?.trim();
  const lastModified = lastValue(headers, 'last-modified')?.trim();
  const at = parseHttpDate(lastModified);
  return {
    etag: isEtag(etag) ? etag : undefined,
    lastModified: at !== undefined && at <= now ? lastModified : undefined,
  };
}

function retryAfterOf(headers: HttpHeaders, now: number): number | undefined {
  return parseRetryAfter(lastValue(headers, 'retry-after'), now);
}
