// The connections of a listener: how long each may be idle or stuck, how many there are, and which gives way to a new one.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../app/server/network-counts.ts';

/** How many connections a listener has at most. */
export interface ConnectionBounds {
  readonly all: number;
  /** Of one client: an IPv4 address, or a /64 network of IPv6. */
  readonly perClient: number;
}

export interface ConnectionRules {
  readonly bounds: ConnectionBounds;
  /** Whether an address is a trusted proxy's, which has the connections of many clients. */
  readonly isProxy: (address: string) => boolean;
}

/** What is connected to a listener. */
export interface OpenConnections {
  /** Whoever sent this request keeps its connection until the response has ended, however many others come. */
  hold(request: IncomingMessage, response: ServerResponse): void;
  /** Ends them all at once. */
  destroyAll(): void;
}

interface Entry {
  readonly socket: Socket;
  readonly client: string;
  /** Requests that have no whole response yet. */
  readonly answering: Set<ServerResponse>;
  /** Those of them whose sender keeps the connection. */
  readonly held: Set<ServerResponse>;
}

/** Requests of one connection that wait for a response. Clients send one at a time; who sends thousands keeps the server from all others. */
const MOST_PIPELINED = 16;

/**
 * Bounds the connections of a server that is about to listen, before TLS as after it. A new connection beyond a bound takes the place
 * of another: the one that is idle the longest, else the one whose request is being answered the longest. Where all are held, the
 * new one is closed. Beyond the bound of a client only its own connections give way.
 */
export function boundConnections(server: Server, { bounds, isProxy }: ConnectionRules): OpenConnections {
  /** Those that were idle first come first. */
  const all = new Set<Entry>();
  const clients = new Map<string, Set<Entry>>();
  const ports = new Map<string, Entry>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress: peer, remotePort } = socket;
    if (peer === undefined) {
      // It ended before it was accepted.
      socket.destroy();
      return;
    }
    const client = isProxy(peer) ? '' : networkOf(peer);
    const own = client === '' ? undefined : clients.get(client);
    if (!hasRoom(own, bounds.perClient) || !hasRoom(all, bounds.all)) {
      socket.destroy();
      return;
    }
    const entry: Entry = { socket, client, answering: new Set(), held: new Set() };
    const name = nameOf(peer, remotePort);
    ports.set(name, entry);
    add(entry);
    socket.once('close', () => {
      remove(entry);
      if (ports.get(name) === entry) ports.delete(name);
    });
  });
  // Before the handler of requests, which may hold it at once.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const entry = entryOf(request);
    if (entry === undefined) return;
    entry.answering.add(response);
    if (entry.answering.size > MOST_PIPELINED) request.socket.destroy();
    response.once('close', () => {
      entry.answering.delete(response);
      entry.held.delete(response);
      // Idle from now on.
      if (all.has(entry)) add(entry);
    });
  });
  server.on('timeout', (socket: Socket) => {
    const isWorkedOn = (ports.get(nameOf(socket.remoteAddress, socket.remotePort))?.answering.size ?? 0) > 0;
    // What takes its time here is not the client's fault; a client that reads nothing of its response is gone.
    if (!isWorkedOn || socket.writableLength > 0) socket.destroy();
  });

  /** Behind all others. */
  function add(entry: Entry): void {
    remove(entry);
    all.add(entry);
    if (entry.client === '') return;
    const own = clients.get(entry.client);
    if (own === undefined) clients.set(entry.client, new Set([entry]));
    else own.add(entry);
  }

  function remove(entry: Entry): void {
    all.delete(entry);
    const own = clients.get(entry.client);
    own?.delete(entry);
    if (own?.size === 0) clients.delete(entry.client);
  }

  function hasRoom(entries: ReadonlySet<Entry> | undefined, most: number): boolean {
    if (entries === undefined || entries.size < most) return true;
    const gone = leastMissed(entries);
    if (gone === undefined) return false;
    remove(gone);
    gone.socket.destroy();
    return true;
  }

  /** Over TLS a request has another socket than the one that was accepted, on the same port. */
  function entryOf({ socket }: IncomingMessage): Entry | undefined {
    return ports.get(nameOf(socket.remoteAddress, socket.remotePort));
  }

  return {
    hold(request, response) {
      const entry = entryOf(request);
      if (entry?.answering.has(response)) entry.held.add(response);
    },
    destroyAll() {
      for (const { socket } of ports.values()) socket.destroy();
    },
  };
}

function nameOf(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`;
}

function leastMissed(entries: Iterable<Entry>): Entry | undefined {
  let answering: Entry | undefined;
  for (const entry of entries) {
    if (entry.held.size > 0) continue;
    if (entry.answering.size === 0) return entry;
    answering ??= entry;
  }
  return answering;
}
