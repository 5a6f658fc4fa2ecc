// Where a request comes from and under which name it reached the server, as far as its connection and trusted proxies report it.
import type { TLSSocket } from 'node:tls';
import type { HttpBindings } from '@hono/node-server';
import { addressList } from '../../core/address-list.ts';
import { parseHostName } from '../../core/listen-address.ts';
import { isLoopbackHost } from '../../core/url/host.ts';
import type { OpenConnections } from './connections.ts';
import { HttpProblem } from './problem.ts';

/** The connection of a request. */
export interface Connection {
  /** The address of the other end. */
  readonly peer: string;
  /** The address of this end. */
  readonly own: string;
  readonly isTls: boolean;
  /** Keeps it until the request has its response, however many others come. */
  readonly hold?: (() => void) | undefined;
}

/** The connection of a request, as @hono/node-server and the listener pass it. */
export function connectionOf(env: unknown): Connection {
  const { incoming, outgoing, connections } = env as Partial<HttpBindings> & { readonly connections?: OpenConnections };
  const { remoteAddress = '', localAddress = '', encrypted } = (incoming?.socket ?? {}) as Partial<TLSSocket>;
  const isWhole = incoming !== undefined && outgoing !== undefined;
  const hold = isWhole ? () => connections?.hold(incoming, outgoing) : undefined;
  return { peer: remoteAddress, own: localAddress, isTls: encrypted === true, hold };
}

/** What the server answers to, and whom it believes. */
export interface CallerRules {
  /** The address it listens on. */
  readonly bound: { readonly address: string; readonly isLoopback: boolean };
  /** The option `server_hosts`. */
  readonly hosts: readonly string[];
  /** The option `trusted_proxy`. */
  readonly proxies: readonly string[];
}

/** Who sends a request. */
export interface Caller {
  /** The client's address: behind a trusted proxy what it reports, else the connection's. */
  readonly address: string;
  /** The server's origin as the client sees it: `https://docs.example`. */
  readonly origin: string;
  readonly isSecure: boolean;
  /** A program of this machine, connected to a server that listens for this machine alone, and not through a proxy. */
  readonly isLocal: boolean;
}

/** Headers that only a proxy sets; those that end in a dash are beginnings. */
const FORWARDED = Object.freeze([
  ...['forwarded', 'via', 'cdn-loop', 'x-forwarded', 'x-forwarded-', 'x-original-', 'x-real-ip', 'cf-'],
  ...['x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'fastly-client-ip', 'x-envoy-', 'tailscale-'],
]);
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

/** Returns who sends requests, by rules that are compiled once. What it returns throws wrong_host for a name that is not the server's. */
export function callers(rules: CallerRules): (headers: Headers, connection: Connection) => Caller {
  const isTrusted = addressList(rules.proxies);
  const names = new Set([...LOOPBACK_NAMES, rules.bound.address, ...rules.hosts.map((host) => parseHostName(host))]);
  return (headers, connection) => {
    const isProxied = isTrusted(connection.peer);
    const reported = (name: string): string | undefined => (isProxied ? last(headers.get(name)) : undefined);
    const scheme = reported('x-forwarded-proto')?.toLowerCase() ?? (connection.isTls ? 'https' : 'http');
    const host = reported('x-forwarded-host') ?? headers.get('host') ?? '';
    const own = unmapped(connection.own);
    const { name, origin } = namedBy(host, scheme);
    if (name === undefined || !(names.has(name) || name === own))
      throw new HttpProblem(
        'wrong_host',
        host === '' ? 'the request names no host' : `the request is for ${host.slice(0, 200)}`,
      );
    const isForwarded = isProxied || isForwardedBy(headers);
    return {
      address: isProxied ? clientOf(headers.get('x-forwarded-for'), connection.peer, isTrusted) : connection.peer,
      origin,
      isSecure: scheme === 'https',
      isLocal: rules.bound.isLoopback && isLoopbackHost(unmapped(connection.peer)) && !isForwarded,
    };
  };
}

/** Whoever wrote such a header, the request is no longer one of this machine alone. */
function isForwardedBy(headers: Headers): boolean {
  return [...headers.keys()].some((name) =>
    FORWARDED.some((one) => (one.endsWith('-') ? name.startsWith(one) : name === one)),
  );
}

function namedBy(host: string, scheme: string): { readonly name: string | undefined; readonly origin: string } {
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(host) ?? [];
  const known = parseHostName(name);
  const url = URL.parse(`${scheme}://${known?.includes(':') ? `[${known}]` : known}:${port}`);
  return url === null || known === undefined || !/^https?$/.test(scheme)
    ? { name: undefined, origin: '' }
    : { name: known, origin: url.origin };
}

/** The last address that no trusted proxy has. Each proxy adds the one it was connected to; what a client writes itself comes first. */
function clientOf(forwardedFor: string | null, peer: string, isTrusted: (address: string) => boolean): string {
  const addresses = (forwardedFor ?? '').split(',').map(withoutPort).filter(Boolean);
  return addresses.findLast((address) => !isTrusted(address)) ?? addresses[0] ?? peer;
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` are what some proxies write. */
function withoutPort(text: string): string {
  return text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
}

/** The value of the nearest proxy, where several have added one. */
function last(value: string | null): string | undefined {
  return value?.split(',').at(-1)?.trim() || undefined;
}

/** An IPv4 address as such, also where the socket is one of IPv6. */
function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
