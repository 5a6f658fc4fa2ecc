// A real HTTP server on loopback for tests, with a list of its requests.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** `METHOD /path` of every request so far. */
  readonly requestLines: string[];
  readonly requests: IncomingMessage[];
  /** Replaces the server's listener. */
  answer(listener: RequestListener): void;
}

/** Starts a server on a port of 127.0.0.1, a free one where none is named; it ends with `await using` or `[Symbol.asyncDispose]`. */
export async function startServer(listener: RequestListener, host = '127.0.0.1', at = 0): Promise<LocalServer> {
  let current = listener;
  const requestLines: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requestLines.push(`${request.method} ${request.url}`);
    requests.push(request);
    current(request, response);
  });
  await new Promise<void>((resolve) => server.listen(at, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    requestLines,
    requests,
    answer(next) {
      current = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A listener that always answers the same. */
export function always(status: number, body = '', headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}
