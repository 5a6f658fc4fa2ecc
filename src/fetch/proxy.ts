// The way through a proxy (H7, `proxy: env`): which requests take it, and the agent that does.

import { DocentError } from '../core/errors.ts';
import { isLoopbackHost } from '../core/url/host.ts';
import { inRange, parseAddress, parseRange } from './address-ranges.ts';
import { clientLimits, createProxiedPool } from './client.ts';
import type { GuardedAgent } from './connect.ts';
import { undici } from './undici.ts';

export interface ProxySettings {
  /** URL of the proxy for https: requests; without it they go directly. */
  readonly httpsProxy?: string | undefined;
  /** URL of the proxy for http: requests; without it they go directly. */
  readonly httpProxy?: string | undefined;
  /** Hosts requested directly, separated by commas or spaces: names with their subdomains, addresses, ranges, `host:port`, `*`. */
  readonly noProxy?: string | undefined;
}

/** The settings in environment variables; the lower-case names come first, as everywhere. */
export function proxyFromEnv(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  const read = (name: string): string | undefined => (env[name] ?? env[name.toUpperCase()])?.trim() || undefined;
  return { httpsProxy: read('https_proxy'), httpProxy: read('http_proxy'), noProxy: read('no_proxy') };
}

/**
 * Returns the proxy for each URL, undefined for none. Loopback never goes through one: the proxy's loopback is not
 * ours. Throws DOC_CONFIG when a proxy is not an http(s) URL.
 */
export function createProxyRoute(settings: ProxySettings): (url: URL) => string | undefined {
  const proxies: Readonly<Record<string, string | undefined>> = {
    'https:': readProxy('https_proxy', settings.httpsProxy),
    'http:': readProxy('http_proxy', settings.httpProxy),
  };
  const exceptions = (settings.noProxy ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const matchers = exceptions.map(readException);
  return (url) => {
    const proxy = proxies[url.protocol];
    if (proxy === undefined || isLoopbackHost(url.hostname)) return undefined;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    const port = url.port || (url.protocol === 'https:' ? '443' : '80');
    return matchers.some((matches) => matches(host, port)) ? undefined : proxy;
  };
}

export interface ProxiedAgentOptions {
  readonly proxy: string;
  readonly connectMs: number;
  readonly ca?: string | undefined;
}

/** An agent that forwards http: requests and tunnels https: ones; the caller has judged the host it requests. */
export function createProxiedAgent({ proxy, connectMs, ca }: ProxiedAgentOptions): GuardedAgent {
  const tls = {
    allowH2: false,
    timeout: connectMs,
    // Stated, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn verification off.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  };
  const { Pool, ProxyAgent } = undici();
  const dispatcher = new ProxyAgent({
    ...clientLimits,
    uri: proxy,
    proxyTls: tls,
    requestTls: tls,
    factory: createProxiedPool,
    // The exchange ends at its own deadline; this one only ends an abandoned CONNECT.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMs, allowH2: false }),
  });
  return { dispatcher, close: () => dispatcher.destroy() };
}

/** A bare `host:port` means http, as for every other program that reads these variables. */
function readProxy(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  // Not the value: it may hold a password.
  throw new DocentError('DOC_CONFIG', `${name} is not the URL of an HTTP proxy (http://proxy.example:3128)`);
}

function readException(entry: string): (host: string, port: string) => boolean {
  if (entry === '*') return () => true;
  const range = parseRange(entry);
  if (range !== undefined) {
    return (host) => {
      const address = parseAddress(host);
      return address !== undefined && inRange(address, range);
    };
  }
  // A bare IPv6 address ends like a host with a port.
  const [, host = entry, port] = (parseAddress(entry) ? null : /^(.*):(\d+)$/.exec(entry)) ?? [];
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^\*?\./, '')
    .replace(/\.$/, '');
  const suffix = parseAddress(name)?.toString() ?? name;
  return (target, targetPort) =>
    (port === undefined || port === targetPort) && (target === suffix || target.endsWith(`.${suffix}`));
}
