// `docent mcp --http`: the handler on a port of this machine, until `docent serve` mounts it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DocentError } from '../../core/errors.ts';
import type { McpHttp } from './http.ts';

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** A call may take as long as a host's turn; a client that sends nothing may not. */
const HEADERS_MS = 10_000;
const BODY_MS = 30_000;
const GRACE_MS = 500;

/** Listens on loopback alone. Throws DOC_USAGE for a port that is taken. */
export async function listenOnLoopback(handler: McpHttp, port: number): Promise<Listening> {
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: BODY_MS }, (request, response) => {
    void answer(handler, request, response);
  });
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
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => closed(server),
  };
}

async function answer(handler: McpHttp, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path !== '/mcp' && path !== '/mcp/') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('docent answers at /mcp\n');
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const asked = webRequest(request, gone.signal);
    if (asked === undefined) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('the Host header is no host\n');
      return;
    }
    const reply = await handler.fetch(asked);
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    if (reply.body === null) response.end();
    else await pipeline(Readable.fromWeb(reply.body as import('node:stream/web').ReadableStream), response);
  } catch {
    // The client has gone, or sent what no request is; there is nobody to answer.
    response.destroy();
  }
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request | undefined {
  const url = URL.parse(`http://${request.headers.host ?? '127.0.0.1'}/mcp`);
  if (url === null) return undefined;
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
