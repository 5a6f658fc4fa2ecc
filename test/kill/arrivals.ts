// Servers that record when requests arrived and when they were answered, on a clock that never jumps.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  readonly path: string;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
  /** When the answer had been passed to the network; Infinity until then. */
  endedAt: number;
  readonly status: () => number;
}

export interface Host extends AsyncDisposable {
  readonly address: string;
  readonly origin: string;
  readonly arrivals: readonly Arrival[];
}

/** Answers a request; the arrivals so far do not hold this one yet. */
export type Answer = (request: IncomingMessage, response: ServerResponse, before: readonly Arrival[]) => void;

/** Starts a server of its own on a loopback address, on a free port. */
export async function startHost(address: string, answer: Answer): Promise<Host> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    const before = arrivals.slice();
    const arrival: Arrival = { path: request.url ?? '', at, endedAt: Infinity, status: () => response.statusCode };
    arrivals.push(arrival);
    response.on('finish', () => {
      arrival.endedAt = performance.now();
    });
    answer(request, response, before);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    address,
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    arrivals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
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

/** F4: the shortest time from the end of an answer to the next arrival, over all of these hosts. */
export function shortestGap(hosts: readonly Host[]): number {
  return Math.min(...hosts.flatMap(({ arrivals }) => gapsOf(arrivals)));
}

/** Milliseconds from the end of each answer to the next arrival; negative when they overlapped. */
export function gapsOf(arrivals: readonly Arrival[]): readonly number[] {
  return arrivals.slice(1).map(({ at }, i) => at - (arrivals[i] as Arrival).endedAt);
}

/** Milliseconds from the first arrival at any of the hosts to the last. */
export function spanOf(hosts: readonly Host[]): number {
  const times = hosts.flatMap(({ arrivals }) => arrivals.map(({ at }) => at));
  return Math.max(...times) - Math.min(...times);
}
