// The listener: a port of this machine, with or without TLS, bounded in time and size.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { DocentError } from '../../core/errors.ts';
import { boundConnections, type ConnectionBounds, type ConnectionRules, type OpenConnections } from './connections.ts';

/** Responds to one request; never throws. `env` has the connection. */
export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export interface ListenOptions {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  /** Files of a certificate and its key. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  readonly isProxy?: ConnectionRules['isProxy'] | undefined;
  readonly bounds?: ConnectionBounds | undefined;
  readonly times?: Partial<ListenTimes> | undefined;
}

/** How long a client may take, in milliseconds. */
export interface ListenTimes {
  /** From the connection on, with TLS. */
  readonly handshake: number;
  readonly headers: number;
  /** The whole request. */
  readonly request: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** Without reading anything of a response. */
  readonly stall: number;
  /** To read why it was refused. */
  readonly linger: number;
  /** How often the times of requests are looked at. */
  readonly check: number;
}

export interface Listening {
  /** `http://127.0.0.1:7411` */
  readonly origin: string;
  readonly at: { readonly address: string; readonly port: number };
  /** No new connections; what is under way has half a second to end. */
  close(): Promise<void>;
}

/** A call may take as long as a host's turn; a client that sends or reads nothing may not. */
const TIMES: ListenTimes = Object.freeze({
  ...{ handshake: 5_000, headers: 10_000, request: 30_000, keepAlive: 10_000, stall: 30_000, linger: 1_000 },
  // Node looks twice a minute by itself.
  check: 1_000,
});
const GRACE_MS = 500;
const BOUNDS: ConnectionBounds = Object.freeze({ all: 2_000, perClient: 500 });

/** Listens. Throws DOC_USAGE for an address or port that cannot be used, DOC_FILE for TLS files that cannot be read or used. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const { address: host, port, tls, isProxy = () => false, bounds = BOUNDS } = options;
  const times = { ...TIMES, ...options.times };
  const serverOptions = {
    ...{ headersTimeout: times.headers, requestTimeout: times.request, keepAliveTimeout: times.keepAlive },
    connectionsCheckingInterval: times.check,
  };
  const server = createAdaptorServer({
    // What is left of what was read from a connection that was ended meanwhile is not answered.
    fetch: (request, env) =>
      (env as HttpBindings).incoming.socket.destroyed ? new Response() : fetch(request, { ...env, connections }),
    // It would replace Request and Response of the whole process.
    overrideGlobalObjects: false,
    hostname: host,
    ...(tls === undefined
      ? { serverOptions }
      : {
          createServer: createTlsServer,
          serverOptions: { ...serverOptions, handshakeTimeout: times.handshake, ...certificateOf(tls) },
        }),
  }) as Server;
  server.timeout = times.stall;
  const connections = boundConnections(server, { bounds, isProxy });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket, times.linger));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notListening(host, port, error)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  const origin = `${tls === undefined ? 'http' : 'https'}://${name}:${bound}`;
  return { origin, at: { address, port: bound }, close: () => closed(server, connections) };
}

function certificateOf(tls: NonNullable<ListenOptions['tls']>): { readonly cert: Buffer; readonly key: Buffer } {
  const files = { cert: fileOf(tls.cert), key: fileOf(tls.key) };
  try {
    createSecureContext(files);
    return files;
  } catch (error) {
    const { cert, key } = tls;
    throw new DocentError(
      'DOC_FILE',
      `${cert} and ${key} are no certificate and its key, both in PEM: ${(error as Error).message}`,
    );
  }
}

function fileOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new DocentError('DOC_FILE', `${path} cannot be read: ${(error as Error).message}`);
  }
}

const NOT_LISTENING: Readonly<Record<string, string>> = Object.freeze({
  EADDRINUSE: 'another process listens on it; take another port',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'ports below 1024 need more rights; use one above, behind a proxy',
});

function notListening(host: string, port: number, error: NodeJS.ErrnoException): DocentError {
  const why = NOT_LISTENING[error.code ?? ''] ?? error.message;
  return new DocentError('DOC_USAGE', `cannot listen on ${host}:${port}: ${why}`);
}

const UNREAD = Object.freeze({
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers and query together have at most 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
} as const);

/** Responds to an incomplete or invalid request, and ends its connection whatever the client does. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number): void {
  // More of what was refused already.
  if (socket.writableEnded) return;
  const known = UNREAD[error.code as keyof typeof UNREAD];
  // Without a request, a failed handshake for example, there is nobody to talk to: what is written would wait for good.
  if (!socket.writable || !(known !== undefined || error.code?.startsWith('HPE_'))) {
    socket.destroy();
    return;
  }
  const [status, message] = known ?? ['400 Bad Request', 'this is no HTTP request'];
  const [code, ...title] = status.split(' ');
  // RFC 9457, with the names that clients of Context7 look for.
  const problem = { title: title.join(' '), status: Number(code), detail: message };
  const body = `${JSON.stringify({ ...problem, error: 'validation_error', message })}\n`;
  const headers = [
    'content-type: application/problem+json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  // At once the client would lose the response, where it is still sending.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

async function closed(server: Server, connections: OpenConnections): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  // Those without a request too, of which the server itself does not know.
  const timer = setTimeout(() => connections.destroyAll(), GRACE_MS).unref();
  await ended;
  clearTimeout(timer);
}
