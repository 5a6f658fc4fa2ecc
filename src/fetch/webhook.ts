// Posts to a webhook: one POST of JSON behind the address guard, tried again a few times, its address never in a message.
import { DocentError } from '../core/errors.ts';
import { exchange } from './exchange.ts';
import { createConnections, type HttpOptions } from './http.ts';
import type { HttpReply } from './port.ts';
import { parseRetryAfter } from './retry.ts';

export interface WebhookOptions extends HttpOptions {
  /** Secret: it is all that is needed to post there. */
  readonly url: string;
  readonly agent: string;
  /** Waits before another try; default the table's. */
  readonly delays?: readonly number[] | undefined;
  /** How long one try may take in all. */
  readonly timeoutMs?: number | undefined;
  /** Ends a try under way and the waiting between two. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a delivery. */
export type Delivery =
  | { readonly ok: true; readonly tries: number }
  | { readonly ok: false; readonly tries: number; readonly problem: string };

/** Retries, and the longest pause that an answer may request; a run does not stay open for a slow webhook. */
export const webhookLimits = Object.freeze({
  delays: Object.freeze([1_000, 3_000, 9_000]),
  retryAfterMs: 30_000,
  timeoutMs: 10_000,
  connectMs: 5_000,
  answerBytes: 4_096,
});

/** Codes of failures that another try may end differently. */
const passing: ReadonlySet<string> = new Set(['DOC_DNS', 'DOC_CONNECT', 'DOC_TIMEOUT', 'DOC_TRUNCATED']);

/**
 * Posts a message. A network failure, 429 and 5xx are tried again; a refused address, a redirect and every other status are final.
 * Never throws: problems are reported without the webhook's path. Throws DOC_CONFIG for a proxy that is no http(s) URL.
 */
export async function postWebhook(message: object, options: WebhookOptions): Promise<Delivery> {
  const { delays = webhookLimits.delays, signal } = options;
  const target = URL.parse(options.url);
  if (target === null || !/^https?:$/.test(target.protocol))
    return { ok: false, tries: 0, problem: 'the webhook is not an http(s) URL' };
  const connections = createConnections(options);
  try {
    for (let tries = 1; ; tries++) {
      const end = await tryOnce(target, JSON.stringify(message), options, connections);
      if (end.ok) return { ok: true, tries };
      const delay = delays[tries - 1];
      if (!end.again || delay === undefined || signal?.aborted) return { ok: false, tries, problem: end.problem };
      await pause(end.waitMs ?? delay, signal);
      if (signal?.aborted) return { ok: false, tries, problem: `${end.problem}; stopped before another try` };
    }
  } finally {
    await connections.close();
  }
}

type TryEnd =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly again: boolean; readonly waitMs?: number | undefined };

async function tryOnce(
  target: URL,
  content: string,
  { agent, timeoutMs = webhookLimits.timeoutMs, signal }: WebhookOptions,
  connections: ReturnType<typeof createConnections>,
): Promise<TryEnd> {
  try {
    const reply = await exchange(connections.dispatcherFor(target, webhookLimits.connectMs), target, {
      method: 'POST',
      headers: { 'user-agent': agent, 'content-type': 'application/json; charset=utf-8', accept: '*/*' },
      content,
      maxBytes: webhookLimits.answerBytes,
      onTooLarge: 'cut',
      connectMs: Math.min(webhookLimits.connectMs, timeoutMs),
      readMs: timeoutMs,
      totalMs: timeoutMs,
      signal,
    });
    return endOf(reply, target);
  } catch (error) {
    if (signal?.aborted) return { ok: false, again: false, problem: `${target.host}: stopped` };
    if (!(error instanceof DocentError)) throw error;
    return { ok: false, again: passing.has(error.code), problem: withoutPath(error.message, target) };
  }
}

function endOf({ status, headers }: HttpReply, { host }: URL): TryEnd {
  if (status >= 200 && status < 300) return { ok: true };
  const problem = `${host} answered with status ${status}`;
  if (status === 429 || status === 503) {
    const retryAfter = headers['retry-after'];
    const waitMs = parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, Date.now());
    return { ok: false, problem, again: true, waitMs: waitMs && Math.min(waitMs, webhookLimits.retryAfterMs) };
  }
  if (status >= 300 && status < 400)
    return { ok: false, problem: `${problem}: redirects are not followed`, again: false };
  return { ok: false, problem, again: status >= 500 };
}

/** The path of a webhook is its password; a message about it names the host only. */
function withoutPath(message: string, { origin, host, pathname, search }: URL): string {
  const [, rest = message] = message.split(`${origin}${pathname}${search === '' ? '' : '?…'}: `);
  const secret = pathname.length > 1 ? rest.replaceAll(pathname, '/***') : rest;
  return `${host}: ${search === '' ? secret : secret.replaceAll(search, '?***')}`;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
