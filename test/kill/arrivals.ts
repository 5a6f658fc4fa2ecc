// Servers that note which requests came to them, and when: a test asks only whether they lay far enough apart.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Visits } from '../support/visits.ts';

export interface Arrival {
  readonly path: string;
  readonly status: () => number;
  /** Ends it where no answer does, because nobody waits for one any more. */
  end(): void;
}

/** Takes note of requests: `Visits`, or what a long program measures with. */
export interface Notes {
  /** A request begins; the function that is returned ends it. */
  begin(path: string): () => void;
}

export interface Host<N extends Notes = Visits> extends AsyncDisposable {
  readonly address: string;
  readonly origin: string;
  readonly arrivals: readonly Arrival[];
  readonly visits: N;
}

/** Answers a request; the arrivals so far do not hold this one yet. */
export type Answer = (request: IncomingMessage, response: ServerResponse, before: readonly Arrival[]) => void;

export function startHost(address: string, answer: Answer): Promise<Host>;
export function startHost<N extends Notes>(address: string, answer: Answer, visits: N): Promise<Host<N>>;
/** Starts a server of its own on a loopback address, on a free port. */
export async function startHost(address: string, answer: Answer, visits: Notes = new Visits()): Promise<Host<Notes>> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const end = visits.begin(path);
    const before = arrivals.slice();
    arrivals.push({ path, status: () => response.statusCode, end });
    endsAt(response, end);
    answer(request, response, before);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    address,
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    arrivals,
    visits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Calls `end` right before the answer goes: a busy machine reports that it has gone long after the client has read it. */
function endsAt(response: ServerResponse, end: () => void): void {
  const send = response.end.bind(response) as (...body: readonly unknown[]) => ServerResponse;
  response.end = (...body: readonly unknown[]) => {
    end();
    return send(...body);
  };
}

/** Starts hosts at 127.0.0.2 and the following addresses. */
export async function startHosts(count: number, answer: Answer): Promise<readonly Host[] & AsyncDisposable> {
  const hosts = await Promise.all(Array.from({ length: count }, (_, i) => startHost(`127.0.0.${i + 2}`, answer)));
  return Object.assign(hosts, {
    async [Symbol.asyncDispose]() {
      await Promise.all(hosts.map((host) => host[Symbol.asyncDispose]()));
    },
  });
}

/** A site of this many pages, all linked from the first, with this robots.txt. */
export function siteOf(pages: number, robots = ''): Answer {
  return (request, response) => {
    const path = request.url ?? '';
    if (path === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
      return;
    }
    const links =
      path === '/' ? Array.from({ length: pages - 1 }, (_, i) => `<a href="/page/${i + 1}">${i + 1}</a>`) : [];
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${path}</title><p>This is the page ${path} of ${request.headers.host}.</p>${links.join('')}`);
  };
}
