// Posts to a webhook: one POST of JSON behind the address guard, or a few tries of it; its address is in no message.
import { DocentError, type ErrorCode } from '../core/errors.ts';
import { parseHttpUrl } from '../core/url/host.ts';
import { exchange } from './exchange.ts';
import { createConnections, type HttpOptions } from './http.ts';
import type { HttpReply } from './port.ts';
import { parseRetryAfter } from './retry.ts';

/** Where a webhook is, and how it is reached. */
export interface WebhookPlace extends HttpOptions {
  /** Secret: it is all that is needed to post there. */
  readonly url: string;
  readonly agent: string;
}

/** How one try is made. */
export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long the try may take in all. */
  readonly timeoutMs?: number | undefined;
  /** Ends the try. */
  readonly signal?: AbortSignal | undefined;
}

/** How one try ended: with a status, with the code of a failure, or, where it was stopped, with neither. Never with the path. */
export type PostEnd =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly status?: number | undefined;
      readonly code?: ErrorCode | undefined;
      /** The pause that the answer requests. */
      readonly retryAfterMs?: number | undefined;
    };

/** Posts to one webhook, over connections that are kept until `close`. */
export interface WebhookClient {
  /** One POST of JSON; a redirect is not followed, and the body of the answer is not kept. Never throws for what the network does. */
  post(content: string, options?: PostOptions): Promise<PostEnd>;
  close(): Promise<void>;
}

export interface WebhookOptions extends WebhookPlace, Omit<PostOptions, 'headers'> {
  /** Waits before another try; default the table's. */
  readonly delays?: readonly number[] | undefined;
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

/** Throws DOC_URL for what is no http(s) URL, DOC_CONFIG for a proxy that is none. */
export function openWebhook(place: WebhookPlace): WebhookClient {
  const target = parseHttpUrl(place.url);
  if (target === undefined) throw new DocentError('DOC_URL', 'the webhook is not an http(s) URL');
  const connections = createConnections(place);
  return {
    post: (content, options = {}) => postOnce(target, content, { ...options, agent: place.agent }, connections),
    close: () => connections.close(),
  };
}

/**
 * Posts a message. A network failure, 429 and 5xx are tried again; a refused address, a redirect and every other status are final.
 * Problems are reported without the webhook's path. Throws as `openWebhook`.
 */
export async function postWebhook(message: object, options: WebhookOptions): Promise<Delivery> {
  const { delays = webhookLimits.delays, signal, timeoutMs } = options;
  const webhook = openWebhook(options);
  try {
    for (let tries = 1; ; tries++) {
      const end = await webhook.post(JSON.stringify(message), { timeoutMs, signal });
      if (end.ok) return { ok: true, tries };
      const delay = delays[tries - 1];
      if (!mayEndDifferently(end) || delay === undefined || signal?.aborted)
        return { ok: false, tries, problem: end.problem };
      const requested = end.retryAfterMs && Math.min(end.retryAfterMs, webhookLimits.retryAfterMs);
      await pause(requested ?? delay, signal);
      if (signal?.aborted) return { ok: false, tries, problem: `${end.problem}; stopped before another try` };
    }
  } finally {
    await webhook.close();
  }
}

function mayEndDifferently({ status, code }: Extract<PostEnd, { ok: false }>): boolean {
  if (status !== undefined) return status === 429 || status >= 500;
  return code !== undefined && passing.has(code);
}

async function postOnce(
  target: URL,
  content: string,
  { agent, headers = {}, timeoutMs = webhookLimits.timeoutMs, signal }: PostOptions & Pick<WebhookPlace, 'agent'>,
  connections: ReturnType<typeof createConnections>,
): Promise<PostEnd> {
  try {
    const reply = await exchange(connections.dispatcherFor(target, webhookLimits.connectMs), target, {
      method: 'POST',
      headers: { ...headers, 'user-agent': agent, 'content-type': 'application/json; charset=utf-8', accept: '*/*' },
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
    if (signal?.aborted) return { ok: false, problem: `${target.host}: stopped` };
    if (!(error instanceof DocentError)) throw error;
    return { ok: false, code: error.code, problem: withoutPath(error.message, target) };
  }
}

function endOf({ status, headers }: HttpReply, { host }: URL): PostEnd {
  if (status >= 200 && status < 300) return { ok: true };
  const problem = `${host} answered with status ${status}`;
  if (status >= 300 && status < 400) return { ok: false, status, problem: `${problem}: redirects are not followed` };
  if (status !== 429 && status !== 503) return { ok: false, status, problem };
  const retryAfter = headers['retry-after'];
  const retryAfterMs = parseRetryAfter(typeof retryAfter === 'string' ? retryAfter : undefined, Date.now());
  return { ok: false, status, problem, retryAfterMs };
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
