// One request, one answer: a single hop over HTTP/1.1 with every bound of H6 and no redirects, cookies or credentials.

import type { Dispatcher } from 'undici';
import { DocentError } from '../core/errors.ts';
import { isMachineFault } from '../core/machine-fault.ts';
import { portOf } from '../core/url/host.ts';
import type { AddressGuard } from './address.ts';
import { createGuardedAgent, type GuardedAgent, type Lookup, refusal } from './connect.ts';
import { exchange } from './exchange.ts';
import { requestFailure } from './fail.ts';
import type { Http } from './port.ts';
import { createProxiedAgent, createProxyRoute, type ProxySettings } from './proxy.ts';

export type { Http, HttpHeaders, HttpReply, HttpRequest } from './port.ts';

export interface HttpOptions {
  readonly guard: AddressGuard;
  readonly lookup?: Lookup;
  /** Certificate authorities to trust instead of the built-in ones (PEM). */
  readonly ca?: string;
  /** Through which proxies to go; names are then resolved by the proxy, so that the guard sees names and literals only. */
  readonly proxy?: ProxySettings | undefined;
}

/** Left out of every request: H1 forbids cookies and credentials, the rest belongs to the connection. */
const withheld: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
]);

/** The connections of a client: which one leads to a target, by which way. */
export interface Connections {
  /** Throws DOC_ADDRESS for a target behind a proxy that the guard refuses. */
  dispatcherFor(target: URL, connectMs: number): Dispatcher;
  /** Ends all of them; requests in flight fail. */
  close(): Promise<void>;
}

/** Guarded connections, made on demand and kept until `close`. Throws DOC_CONFIG for a proxy that is no http(s) URL. */
export function createConnections(options: HttpOptions): Connections {
  const proxyOf = createProxyRoute(options.proxy ?? {});
  const agents = new Map<string, GuardedAgent>();
  return {
    dispatcherFor(target, connectMs) {
      const proxy = proxyOf(target);
      if (proxy !== undefined) checkName(options.guard, target);
      const key = `${connectMs} ${proxy ?? ''}`;
      const known = agents.get(key);
      if (known) return known.dispatcher;
      const made =
        proxy === undefined
          ? createGuardedAgent({ ...options, connectMs })
          : createProxiedAgent({ proxy, connectMs, ca: options.ca });
      agents.set(key, made);
      return made.dispatcher;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.close()));
      agents.clear();
    },
  };
}

/** The HTTP client; it owns its connections until `close`. Throws DOC_CONFIG for a proxy that is no http(s) URL. */
export function createHttp(options: HttpOptions): Http {
  const connections = createConnections(options);
  let closed = false;
  /** The first request loads the client's own parts, which needs files to be opened. */
  const dispatcherFor: Connections['dispatcherFor'] = (target, connectMs) => {
    try {
      return connections.dispatcherFor(target, connectMs);
    } catch (error) {
      throw isMachineFault(error) ? requestFailure(error, 'connect', target) : error;
    }
  };
  return {
    async get(url, request) {
      const target = parseTarget(url);
      request.signal?.throwIfAborted();
      if (closed) throw new DocentError('DOC_INTERNAL', 'the HTTP client was closed');
      const { credentials, ...rest } = request;
      const headers = { ...sentHeaders(request.headers), ...credentials?.headers };
      const reply = await exchange(dispatcherFor(target, request.connectMs), target, { ...rest, headers });
      return credentials === undefined ? reply : { ...reply, sentVariables: credentials.variables };
    },
    async close() {
      closed = true;
      await connections.close();
    },
  };
}

/** What can be judged before the proxy is used: literal addresses finally, names as far as a name goes. */
function checkName(guard: AddressGuard, target: URL): void {
  const verdict = guard.checkHost(target.hostname, portOf(target));
  if (!verdict.ok) throw requestFailure(refusal(verdict), 'connect', target);
}

function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new DocentError('DOC_URL', `"${withoutSecrets(text)}" is not a URL`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new DocentError('DOC_URL', `"${withoutSecrets(text)}" is not http: or https:`);
  }
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/** For text that is no http(s) URL, where the parser's idea of user, password and query cannot be relied on. */
function withoutSecrets(text: string): string {
  return text
    .replace(/[?#].*$/s, '')
    .replace(/\/\/[^/]*@/, '//')
    .slice(0, 200);
}

function sentHeaders(fields: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const lower = name.toLowerCase();
    if (!withheld.has(lower)) headers[lower] = value;
  }
  headers['accept-encoding'] ??= 'gzip, deflate, br';
  return headers;
}
