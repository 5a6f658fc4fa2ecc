// One request, one answer: a single hop over HTTP/1.1 with every bound of H6 and no redirects, cookies or credentials.

import { DocentError } from '../core/errors.ts';
import type { AddressGuard } from './address.ts';
import { createGuardedAgent, type GuardedAgent, type Lookup } from './connect.ts';
import { exchange } from './exchange.ts';
import type { Http } from './port.ts';

export type { Http, HttpReply, HttpRequest } from './port.ts';

export interface HttpOptions {
  readonly guard: AddressGuard;
  readonly lookup?: Lookup;
  /** Certificate authorities to trust instead of the built-in ones (PEM). */
  readonly ca?: string;
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

/** The HTTP client; it owns its connections until `close`. */
export function createHttp(options: HttpOptions): Http {
  const agents = new Map<number, GuardedAgent>();
  let closed = false;

  function agentFor(connectMs: number): GuardedAgent {
    const known = agents.get(connectMs);
    if (known) return known;
    const made = createGuardedAgent({ ...options, connectMs });
    agents.set(connectMs, made);
    return made;
  }

  return {
    async get(url, request) {
      const target = parseTarget(url);
      request.signal?.throwIfAborted();
      if (closed) throw new DocentError('DOC_INTERNAL', 'the HTTP client was closed');
      const headers = sentHeaders(request.headers);
      return exchange(agentFor(request.connectMs).dispatcher, target, { ...request, headers });
    },
    async close() {
      closed = true;
      await Promise.all([...agents.values()].map((agent) => agent.close()));
      agents.clear();
    },
  };
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

function sentHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!withheld.has(lower)) headers[lower] = value;
  }
  headers['accept-encoding'] ??= 'gzip, deflate, br';
  return headers;
}
