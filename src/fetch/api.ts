// Requests an API with a key: one GET behind the address guard, no redirect followed, the key sent to the API's own origin alone.
import { DocentError } from '../core/errors.ts';
import { loopbackSite } from '../core/url/host.ts';
import { exchange } from './exchange.ts';
import { createConnections, type HttpOptions } from './http.ts';
import type { HttpReply } from './port.ts';

export interface ApiClientOptions extends HttpOptions {
  /** Where the API is; nothing else is requested. */
  readonly base: string;
  readonly agent: string;
  /** Secret: sent as a bearer token to `base` over https, or to this machine; never in a message. */
  readonly key?: string | undefined;
}

export interface ApiRequest {
  /** How long the request may take in all. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Beside those that every request has, or in their place; a credential is none of them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Takes the body of a 200 as it arrives, opened where it is a gzip file; bodies of other answers are not read then. */
  readonly onData?: ((piece: Uint8Array) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Api {
  /**
   * Whatever the API answers, bodies of redirects included. Throws DOC_URL for another origin than that of `base`, and as `Http.get`:
   * no message contains the query of the URL.
   */
  get(url: string, request: ApiRequest): Promise<HttpReply>;
  /** The same for a URL of any other origin that the API names, behind the same guard; the key is not sent. */
  getElsewhere(url: string, request: ApiRequest): Promise<HttpReply>;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;

/** A client for one API; it owns its connections until `close`. Throws DOC_CONFIG for a proxy that is no http(s) URL. */
export function createApi({ base, agent, key, ...options }: ApiClientOptions): Api {
  const connections = createConnections(options);
  const { origin, protocol } = new URL(base);
  const isSafe = protocol === 'https:' || loopbackSite(base) !== undefined;
  const usual = { 'user-agent': agent, accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' };
  const credentials = key !== undefined && isSafe ? { authorization: `Bearer ${key}` } : {};
  const send = (target: URL, own: Readonly<Record<string, string>>, request: ApiRequest): Promise<HttpReply> => {
    const { timeoutMs, maxBytes, headers, onData, signal } = request;
    return exchange(connections.dispatcherFor(target, CONNECT_MS), target, {
      headers: { ...usual, ...headers, ...own },
      maxBytes,
      onTooLarge: 'error',
      connectMs: Math.min(CONNECT_MS, timeoutMs),
      readMs: timeoutMs,
      totalMs: timeoutMs,
      ...(onData === undefined
        ? { wantRedirectBody: true }
        : { onData, openGzip: true, wantBody: (status: number) => status === 200 }),
      signal,
    });
  };
  return {
    async get(url, request) {
      const target = new URL(url);
      if (target.origin !== origin) throw new DocentError('DOC_URL', `${target.origin} is not the API at ${origin}`);
      return send(target, credentials, request);
    },
    getElsewhere: async (url, request) => send(new URL(url), {}, request),
    close: () => connections.close(),
  };
}
