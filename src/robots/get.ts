// R13, R22: requests the robots.txt of a host, following redirects as the dialect allows; `get` is passed in.
import { DocentError, type ErrorCode } from '../core/errors.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { RobotsAnswer } from './answer.ts';
import type { Dialect } from './dialect.ts';

/** The request passed to `get`: one hop, no redirect followed. `fetch` itself will do, without the limits. */
export interface RobotsRequest {
  readonly method: 'GET';
  readonly redirect: 'manual';
  readonly headers: Readonly<Record<string, string>>;
  /** The most octets that are read. */
  readonly maxBytes: number;
  readonly connectMs: number;
  readonly readMs: number;
  /** Fires when both time-outs have passed; what `fetch` listens to. */
  readonly signal: AbortSignal;
  /** The origin of the first request, wherever this hop leads. */
  readonly site: string;
}

/** What `get` returns; a web `Response` will do. No response at all is a throw. */
export interface RobotsReply {
  readonly status: number;
  readonly headers?: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array | null;
}

export type RobotsGet = (url: string, request: RobotsRequest) => Promise<RobotsReply | Response>;

export interface FetchedRobots {
  readonly answer: RobotsAnswer;
  readonly body: string | Uint8Array;
  readonly charset?: string;
  readonly retryAfter?: string;
  /** The error's code and text when there was no answer. */
  readonly code?: ErrorCode;
  readonly detail?: string;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests the file. Never throws: no answer is an answer of kind 'network'. */
export async function requestRobots(
  robotsUrl: string,
  dialect: Dialect,
  headers: Readonly<Record<string, string>>,
  get: RobotsGet,
): Promise<FetchedRobots> {
  const { max, sameHostOnly } = dialect.redirects;
  const request: Omit<RobotsRequest, 'signal'> = {
    method: 'GET',
    redirect: 'manual',
    headers,
    // One more than is read, so that a larger file is noticed.
    maxBytes: dialect.limits.maxBytes + 1,
    ...dialect.timeouts,
    site: new URL(robotsUrl).origin,
  };
  const visited = new Set<string>();
  let url = robotsUrl;
  try {
    for (let hop = 0; ; hop++) {
      visited.add(url);
      const signal = AbortSignal.timeout(Math.min(request.connectMs + request.readMs, LONGEST_TIMER_MS));
      const reply = await get(url, { ...request, signal });
      if (!REDIRECTS.has(reply.status)) return await read(reply, request.maxBytes);
      const stop = (detail: string): FetchedRobots => ({
        answer: { kind: 'redirects', status: reply.status, detail },
        body: '',
      });
      const next = URL.parse(header(reply, 'location') ?? '', url);
      await drop(reply);
      if (header(reply, 'location') === undefined || next === null) return stop('a redirect to nowhere');
      if (next.protocol !== 'http:' && next.protocol !== 'https:') return stop(`a redirect to ${next.protocol}`);
      next.hash = '';
      if (sameHostOnly && next.hostname !== new URL(robotsUrl).hostname)
        return stop(`a redirect to another host, ${next.hostname}`);
      if (visited.has(next.href)) return stop('a redirect loop');
      if (hop >= max) return stop(`more than ${max} redirects`);
      url = next.href;
    }
  } catch (error) {
    // Being stopped is no fact about the host.
    if (isNoAnswer(error)) throw error;
    const code = error instanceof DocentError ? error.code : undefined;
    const detail = error instanceof Error ? error.message : String(error);
    return { answer: { kind: 'network', detail }, body: '', detail, ...(code && { code }) };
  }
}

/** Thrown by `get` where the request must wait: no request was sent, nothing is learnt. */
export class RobotsPostponed extends Error {
  readonly wait: { readonly until: number; readonly by: ReasonName; readonly detail: string };

  constructor(wait: RobotsPostponed['wait']) {
    super(`robots.txt is not requested now: ${wait.detail}`);
    this.name = 'RobotsPostponed';
    this.wait = wait;
  }
}

/** Whether an error is no fact about the host: we were stopped, have sent no request, or the fault is this machine's. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof DocentError) return error.isOurs;
  return error instanceof RobotsPostponed || (error instanceof Error && error.name === 'AbortError');
}

/** What a timer can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

async function read(reply: RobotsReply | Response, maxBytes: number): Promise<FetchedRobots> {
  const cacheControl = header(reply, 'cache-control');
  const expires = header(reply, 'expires');
  const retryAfter = header(reply, 'retry-after');
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(header(reply, 'content-type') ?? '')?.[1];
  const body = isResponse(reply) ? await readUpTo(reply, maxBytes) : (reply.body ?? '');
  return {
    answer: {
      kind: 'status',
      status: reply.status,
      ...(cacheControl && { cacheControl }),
      ...(expires && { expires }),
    },
    body,
    ...(charset && { charset }),
    ...(retryAfter && { retryAfter }),
  };
}

// The body of a redirect is not used, so an error while it is read is ignored.
async function drop(reply: RobotsReply | Response): Promise<void> {
  if (isResponse(reply)) await reply.body?.cancel().catch(() => {});
}

function isResponse(reply: RobotsReply | Response): reply is Response {
  return 'arrayBuffer' in reply;
}

async function readUpTo(reply: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function header(reply: RobotsReply | Response, name: string): string | undefined {
  const { headers } = reply;
  if (headers === undefined) return undefined;
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return typeof value === 'string' ? value : value?.[0];
  }
  return undefined;
}
