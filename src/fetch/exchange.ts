// The life of one request on undici: connect, head, body, each with its own failures, and nothing left behind.

import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { counted } from '../core/counted.ts';
import { DocentError } from '../core/errors.ts';
import type { RequestContext } from './client.ts';
import { readContentEncoding } from './codings.ts';
import { decodeBody, tooLarge } from './decode-body.ts';
import { type Phase, requestFailure } from './fail.ts';
import type { HttpReply, HttpRequest } from './port.ts';
import { watchRate } from './rate.ts';

/** More header lines than any honest answer has (FAULTS 15); their size is bounded by the agent. */
const maxHeaderLines = 512;

/**
 * What is read before the head of the answer: more interim answers (FAULTS 19) than any honest server sends. The size of
 * one head is bounded by the agent.
 */
const maxHeadBytes = 1024 * 1024;

/** What is read for a body of at most `maxBytes`, with all that wraps it: chunks of a few bytes each double it. */
const maxRawBytes = (maxBytes: number): number => maxHeadBytes + 2 * maxBytes;

/** What is read of an unneeded body before the connection is closed instead of kept for reuse. */
const maxDiscarded = 64 * 1024;

/** How long such a body may take, in milliseconds. */
const maxDiscardMs = 1000;

/** Answers that have no body, and those whose body means nothing to a crawl. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A request that may also have a body; page requests have none. */
export type SentRequest = Omit<HttpRequest, 'method'> & {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly content?: string;
  /** Reads the body of a redirect; pages do not need it. */
  readonly wantRedirectBody?: boolean;
};

/** Sends one request and settles exactly once; when it settles the timer, the listeners and a failed connection are cleaned up. */
export function exchange(dispatcher: Dispatcher, url: URL, request: SentRequest): Promise<HttpReply> {
  const { signal, method = 'GET' } = request;
  let phase: Phase = 'connect';
  let control: Dispatcher.DispatchController | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let stopRate = (): void => {};
  let context: RequestContext | undefined;
  let head: Head | undefined;
  let wire: Readable | undefined;
  let last: Uint8Array | undefined;
  let bytes = 0;
  let bodyRefused = false;
  let surplus = false;
  /** The body has a Content-Length, and its last byte is here. */
  let isMeasured = false;
  let stopped: Error | undefined;
  const started = performance.now();

  const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();

  /** Ends the request from our side; before there is a connection the answer cannot wait for it. */
  function stop(reason: Error): void {
    stopped ??= reason;
    wire?.destroy(stopped);
    if (control) control.abort(stopped);
    else fail(stopped);
  }

  function fail(error: unknown): void {
    reject(signal?.aborted ? signal.reason : requestFailure(stopped ?? error, phase, url));
  }

  /** Nothing comes of the request when `ms` pass, or the total deadline if that is sooner. */
  function limit(ms: number): void {
    const left = (request.totalMs ?? Number.POSITIVE_INFINITY) - (performance.now() - started);
    const most = ms <= left ? ms : (request.totalMs ?? ms);
    clearTimeout(deadline);
    deadline = setTimeout(
      () => stop(new DocentError('DOC_TIMEOUT', `not complete within ${most} ms`)),
      Math.max(0, Math.min(ms, left)),
    );
  }

  /** H6: what a server sends around a body (chunk extensions, interim answers) is bounded like the body itself. */
  function boundBytes(received: number): boolean {
    if (received <= (phase === 'head' ? maxHeadBytes : maxRawBytes(request.maxBytes))) return true;
    if (phase === 'head')
      stop(new DocentError('DOC_HEADERS', `more than ${counted(maxHeadBytes, 'byte')} before the answer`));
    // Only the head of such an answer is needed.
    else if (!wire) control?.abort(tooLarge(request.maxBytes));
    else
      stop(
        new DocentError(
          'DOC_TOO_LARGE',
          `more than ${counted(received, 'byte')} for a body of at most ${counted(request.maxBytes, 'byte')}`,
        ),
      );
    return false;
  }

  /** A short rest of an unneeded body is cheaper than a new connection. */
  function discard(controller: Dispatcher.DispatchController): void {
    bodyRefused = true;
    const drop = (): void => controller.abort(new Error('the body is not needed'));
    clearTimeout(deadline);
    if (Number(head?.headers['content-length'] ?? 0) > maxDiscarded) drop();
    else deadline = setTimeout(drop, maxDiscardMs);
  }

  function succeed(body: Uint8Array, cut: boolean): void {
    if (!head) return;
    const reply: HttpReply = {
      ...head,
      body,
      cut,
      bytes,
      remoteAddress: context?.remoteAddress ?? '',
      ...(bodyRefused && { bodyRefused }),
      ...(surplus && { surplus }),
      ...(context?.viaProxy && { viaProxy: true }),
    };
    // undici frees the connection one turn of the event loop later; a caller that goes on at once should find it free.
    setImmediate(() => resolve(isMeasured && context?.reads?.hasLateSurplus() ? { ...reply, surplus: true } : reply));
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller, started: RequestContext) {
      control = controller;
      if (stopped) return controller.abort(stopped);
      phase = 'head';
      context = started;
      started.reads?.start(boundBytes);
      limit(request.readMs);
    },
    onResponseStart(controller, status, headers) {
      if (status >= 100 && status < 200 && status !== 101) return;
      let codings: readonly string[];
      try {
        head = readHead(status, headers, controller.rawHeaders);
        phase = 'body';
        if (method === 'HEAD' || bodiless.has(status) || (redirects.has(status) && !request.wantRedirectBody)) return;
        if (request.wantBody?.(status, head.headers) === false) return discard(controller);
        codings = readContentEncoding(head.headers['content-encoding']);
        checkDeclared(head, codings, request);
      } catch (error) {
        return stop(error as Error);
      }
      wire = new Readable({ read: () => controller.resume() });
      if (request.minBytesPerSec) stopRate = watchRate(request.minBytesPerSec, () => bytes, stop);
      decodeBody(wire, codings, request).then(
        ({ body, cut }) => {
          // The rest of a cut body is not needed, and the server should stop sending it.
          if (cut) controller.abort(tooLarge(request.maxBytes));
          succeed(body, cut);
        },
        (error: Error) => {
          controller.abort(error);
          fail(error);
        },
      );
    },
    onResponseData(controller, chunk) {
      bytes += chunk.length;
      last = chunk;
      if (wire) {
        if (!wire.push(chunk)) controller.pause();
      } else if (bytes > maxDiscarded) {
        controller.abort(tooLarge(maxDiscarded));
      }
    },
    onResponseEnd() {
      if (last && head?.headers['content-length'] !== undefined) {
        isMeasured = true;
        surplus = context?.reads?.hasSurplus(last) ?? false;
      }
      if (wire) wire.push(null);
      // undici is not yet past this answer: one more turn than `succeed` waits.
      else setImmediate(() => succeed(new Uint8Array(), false));
    },
    onResponseError(_controller, error) {
      if (wire) wire.destroy(error);
      // The head is all there is to such an answer, so a body that breaks changes nothing; a deadline or abort does.
      else if (head && !stopped) succeed(new Uint8Array(), false);
      else fail(error);
    },
  };

  const onAbort = (): void => stop(new Error('aborted', { cause: signal?.reason }));
  signal?.addEventListener('abort', onAbort, { once: true });
  const path = `${url.pathname}${url.search}`;
  limit(request.connectMs);
  try {
    const { headers, content } = request;
    const body = content === undefined ? {} : { body: content };
    dispatcher.dispatch({ origin: url.origin, path, method, headers, ...body }, handler);
  } catch (error) {
    fail(error);
  }
  return promise.finally(() => {
    clearTimeout(deadline);
    stopRate();
    signal?.removeEventListener('abort', onAbort);
  });
}

type Head = Pick<HttpReply, 'status' | 'headers'>;

/** The checked head; throws DOC_PROTOCOL for a status outside 200–599 and DOC_HEADERS for too many lines. */
function readHead(status: number, lines: IncomingHttpHeaders, raw: unknown): Head {
  if (status < 200 || status > 599)
    throw new DocentError('DOC_PROTOCOL', `status ${status} was not requested or has no meaning`);
  if (Array.isArray(raw) && raw.length / 2 > maxHeaderLines) {
    throw new DocentError('DOC_HEADERS', `more than ${maxHeaderLines} header lines`);
  }
  // No prototype, so that a header named "constructor" or "__proto__" is only a header.
  const headers: Record<string, string | readonly string[]> = Object.create(null);
  for (const [name, value] of Object.entries(lines)) if (value !== undefined) headers[name] = value;
  return { status, headers: Object.freeze(headers) };
}

/** Throws before a byte of the body is read when the head already shows that it is not acceptable. */
function checkDeclared({ headers }: Head, codings: readonly string[], { maxBytes, onTooLarge }: SentRequest): void {
  const declared = Number(headers['content-length'] ?? 0);
  if (onTooLarge === 'error' && codings.length === 0 && declared > maxBytes) throw tooLarge(maxBytes);
  // Never requested (no TE header); passed on, its compressed bytes would be read as text.
  if (/gzip|deflate|compress/i.test(String(headers['transfer-encoding'] ?? ''))) {
    throw new DocentError('DOC_ENCODING', 'a compressed transfer encoding');
  }
}
