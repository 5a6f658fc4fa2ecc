// `docent mcp --http`: the handlers on a port of this machine, until `docent serve` mounts them.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocentError } from '../../core/errors.ts';

/** What is mounted: `mcp` at /mcp, `api` below /api/. Neither throws. */
export interface Mounted {
  readonly mcp: Handler;
  readonly api: Handler;
}

interface Handler {
  fetch(request: Request): Promise<Response>;
}

export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

/** A call may take as long as a host's turn; a client that sends nothing may not. */
const HEADERS_MS = 10_000;
const BODY_MS = 30_000;
const GRACE_MS = 500;

/** Listens on loopback alone. Throws DOC_USAGE for a port that is taken. */
export async function listenOnLoopback(mounted: Mounted, port: number): Promise<Listening> {
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: BODY_MS }, (request, response) => {
    void answer(mounted, request, response);
  });
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new DocentError(
          'DOC_USAGE',
          `port ${port} cannot be used: ${error.code === 'EADDRINUSE' ? 'another process listens on it' : error.message}`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  };
}

async function answer(mounted: Mounted, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const disconnected = new AbortController();
    response.once('close', () => disconnected.abort());
    const received = webRequest(request, disconnected.signal);
    if (received === undefined) {
      send(response, 400, 'validation_error', 'the Host header is no host, or the target no path');
      return;
    }
    const path = new URL(received.url).pathname;
    const handler =
      path === '/mcp' || path === '/mcp/' ? mounted.mcp : path.startsWith('/api/') ? mounted.api : undefined;
    if (handler === undefined) {
      send(response, 404, 'not_found', 'docent serves MCP at /mcp and the API of Context7 below /api/');
      return;
    }
    const reply = await handler.fetch(received);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    if (reply.body === null) response.end();
    else await pipeline(Readable.fromWeb(reply.body as import('node:stream/web').ReadableStream), response);
  } catch {
    // The client has left, or sent what is no request; there is no client to respond to.
    response.destroy();
  }
}

/** Clients show the message of an error, and make one up where it has none. */
function errorBody(error: string, message: string): string {
  return `${JSON.stringify({ error, message })}\n`;
}

function send(response: ServerResponse, status: number, error: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(errorBody(error, message));
}

const UNREAD = Object.freeze({
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers and query together have at most 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request took too long to arrive'],
} as const);

/** Responds to an incomplete or invalid request. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] = UNREAD[error.code as keyof typeof UNREAD] ?? ['400 Bad Request', 'this is no HTTP request'];
  const body = errorBody('validation_error', message);
  const headers = ['content-type: application/json', `content-length: ${body.length}`, 'connection: close'];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** The request with single slashes in its path: a base URL that ends with a slash leads to two. */
function webRequest(request: IncomingMessage, signal: AbortSignal): Request | undefined {
  const target = request.url ?? '/';
  const [path = '/'] = target.split('?', 1);
  const url = URL.parse(`http://${request.headers.host ?? '127.0.0.1'}`);
  if (url === null || url.pathname !== '/' || !path.startsWith('/')) return undefined;
  url.pathname = path.replace(/\/{2,}/g, '/');
  url.search = target.slice(path.length);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, {
    ...{ method, headers, signal },
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' }),
  } as RequestInit);
}

async function closed(server: Server): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  await ended;
}
