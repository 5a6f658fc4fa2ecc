// The listener: a port of this machine, with or without TLS, bounded in time and size.
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext } from 'node:tls';
import { createAdaptorServer } from '@hono/node-server';
import { DocentError } from '../../core/errors.ts';

/** Responds to one request; never throws. `env` has the connection. */
export type Fetch = (request: Request, env: unknown) => Response | Promise<Response>;

export interface ListenOptions {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  /** Files of a certificate and its key. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface Listening {
  /** `http://127.0.0.1:7411` */
  readonly origin: string;
  readonly at: { readonly address: string; readonly port: number };
  /** No new connections; what is under way has half a second to end. */
  close(): Promise<void>;
}

/** A call may take as long as a host's turn; a client that sends nothing may not. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 10_000;
/** Node looks at these times twice a minute by itself. */
const CHECK_MS = 1_000;
const GRACE_MS = 500;
const MOST_CONNECTIONS = 2_000;

/** Listens. Throws DOC_USAGE for an address or port that cannot be used, DOC_FILE for TLS files that cannot be read or used. */
export async function listen(fetch: Fetch, { address: host, port, tls }: ListenOptions): Promise<Listening> {
  const times = {
    ...{ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    connectionsCheckingInterval: CHECK_MS,
  };
  const server = createAdaptorServer({
    fetch,
    // It would replace Request and Response of the whole process.
    overrideGlobalObjects: false,
    hostname: host,
    ...(tls === undefined
      ? { serverOptions: times }
      : { createServer: createTlsServer, serverOptions: { ...times, ...certificateOf(tls) } }),
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(notListening(host, port, error)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  const name = family === 'IPv6' ? `[${address}]` : address;
  const origin = `${tls === undefined ? 'http' : 'https'}://${name}:${bound}`;
  return { origin, at: { address, port: bound }, close: () => closed(server) };
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
  EADDRINUSE: 'another process listens on it; --listen takes another port',
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

/** Responds to an incomplete or invalid request. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] = UNREAD[error.code as keyof typeof UNREAD] ?? ['400 Bad Request', 'this is no HTTP request'];
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
}

async function closed(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  await ended;
}
