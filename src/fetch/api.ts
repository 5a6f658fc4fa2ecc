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
  readonly signal?: AbortSignal | undefined;
}

export interface Api {
  /**
   * Whatever the API answers, bodies of redirects included. Throws DOC_URL for another origin than that of `base`, and as `Http.get`:
   * no message contains the query of the URL.
   */
  get(url: string, request: ApiRequest): Promise<HttpReply>;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;

/** A client for one API; it owns its connections until `close`. Throws DOC_CONFIG for a proxy that is no http(s) URL. */
export function createApi({ base, agent, key, ...options }: ApiClientOptions): Api {
  const connections = createConnections(options);
  const { origin, protocol } = new URL(base);
  const isSafe = protocol === 'https:' || loopbackSite(base) !== undefined;
  const headers = {
    'user-agent': agent,
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate, br',
    ...(key !== undefined && isSafe && { authorization: `Bearer ${key}` }),
  };
  return {
    async get(url, { timeoutMs, maxBytes, signal }) {
      const target = new URL(url);
      if (target.origin !== origin) throw new DocentError('DOC_URL', `${target.origin} is not the API at ${origin}`);
      return exchange(connections.dispatcherFor(target, CONNECT_MS), target, {
        headers,
        maxBytes,
        onTooLarge: 'error',
        connectMs: Math.min(CONNECT_MS, timeoutMs),
        readMs: timeoutMs,
        totalMs: timeoutMs,
        wantRedirectBody: true,
        signal,
      });
    },
    close: () => connections.close(),
  };
}
