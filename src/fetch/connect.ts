// Connections that only ever reach addresses the guard accepts: an undici agent with a wrapped connector (H7).

import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import { Agent, buildConnector, Client, type Dispatcher, Pool } from 'undici';
import { DocentError } from '../core/errors.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AddressGuard } from './address.ts';
import { hideContinue } from './interim.ts';

/** Resolves a name to all its addresses, asked once per connection. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface ConnectOptions {
  readonly guard: AddressGuard;
  /** Time for DNS, TCP and TLS together, in milliseconds. */
  readonly connectMs: number;
  readonly lookup?: Lookup;
  /** Certificate authorities to trust instead of the built-in ones (PEM). */
  readonly ca?: string;
}

export interface GuardedAgent {
  /** `onRequestStart` of a handler gets `{ remoteAddress }` of its connection as the context. */
  readonly dispatcher: Dispatcher;
  /** Ends every connection, also those still being made; requests in flight fail. */
  close(): Promise<void>;
}

/** Frozen so that no caller can loosen them; HTTP/2 stays off because its frames would escape these limits. */
const clientLimits = Object.freeze({
  pipelining: 1,
  maxHeaderSize: 64 * 1024,
  strictContentLength: true,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
  allowH2: false,
  // The caller holds one hard deadline per request; undici's own timers would only measure pauses.
  headersTimeout: 0,
  bodyTimeout: 0,
});

/** An agent with keep-alive pools per origin; connecting to a refused address fails with DOC_ADDRESS (cause: the verdict). */
export function createGuardedAgent(options: ConnectOptions): GuardedAgent {
  const connecting = new Set<Socket>();
  const dispatcher = new Agent({
    ...clientLimits,
    connect: createConnector(options, connecting),
    factory: (origin, poolOptions) => new Pool(origin, { ...poolOptions, factory: createClient }),
  });
  return {
    dispatcher,
    async close() {
      for (const socket of connecting) socket.destroy(coded('UND_ERR_DESTROYED', 'closed while connecting'));
      await dispatcher.destroy();
    },
  };
}

function createConnector(options: ConnectOptions, connecting: Set<Socket>): buildConnector.connector {
  const { guard, connectMs, lookup = resolveAll } = options;
  // One per port, because the guard judges ports and a connector holds the TLS sessions worth resuming.
  const connectors = new Map<number, buildConnector.connector>();

  function connectorFor(port: number): buildConnector.connector {
    const known = connectors.get(port);
    if (known) return known;
    const made = buildConnector({
      lookup: guardedLookup(guard, lookup, port),
      allowH2: false,
      // undici's connect timer is up to a second late; ours below is not.
      timeout: 0,
      // Stated, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn verification off.
      rejectUnauthorized: true,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    });
    connectors.set(port, made);
    return made;
  }

  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    // Node never calls lookup for a literal address, so literals are judged here.
    const verdict = guard.checkHost(target.hostname, port);
    if (!verdict.ok) return callback(refusal(verdict), null);

    const connect = connectorFor(port);
    const answer: buildConnector.Callback = (...result) => {
      clearTimeout(timer);
      connecting.delete(socket);
      callback(...result);
    };
    // The connector's type hides that it returns the socket, which is the only way to act before the TLS handshake.
    const socket = connect(target, answer) as unknown as Socket;
    connecting.add(socket);
    const timer = setTimeout(() => {
      socket.destroy(coded('UND_ERR_CONNECT_TIMEOUT', `no connection within ${connectMs} ms`));
    }, connectMs);
    // First in line, so that a refused peer gets no byte, not even a TLS ClientHello.
    socket.prependOnceListener('connect', () => {
      const peer = socket.remoteAddress;
      if (peer === undefined) return socket.destroy(coded('ECONNRESET', 'the connection was lost at once'));
      const checked = guard.checkAddress(peer, target.hostname, port);
      return checked.ok ? undefined : socket.destroy(refusal(checked));
    });
  };
}

/**
 * One refused address refuses the name: a name that answers with public and private addresses together is an attack or a
 * mistake, and picking the good ones would let it choose, try by try, which of them is used.
 */
function guardedLookup(guard: AddressGuard, lookup: Lookup, port: number): LookupFunction {
  return (hostname, { all }, callback) => {
    lookup(hostname)
      .then((found) => {
        const [first] = found;
        if (first === undefined) throw coded('ENOTFOUND', `${hostname} has no address`);
        for (const { address } of found) {
          const verdict = guard.checkAddress(address, hostname, port);
          if (!verdict.ok) throw refusal(verdict);
        }
        // Exactly what was checked goes to the socket: nothing is looked up a second time.
        return all ? ([[...found]] as const) : ([first.address, first.family] as const);
      })
      .then(
        (answer) => process.nextTick(callback, null, ...answer),
        (error: unknown) => process.nextTick(callback, error, []),
      );
  };
}

/** A client that tells each request's handler which address its connection leads to. */
function createClient(origin: URL, options: object): Client {
  const { connect } = options as { connect: buildConnector.connector };
  let socket: Socket | null = null;
  let expectHead = (): void => {};
  const client = new Client(origin, {
    ...options,
    connect: (target, callback) =>
      connect(target, (...result) => {
        socket = result[1];
        if (socket) expectHead = hideContinue(socket);
        callback(...result);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) =>
    dispatch(request, {
      ...handler,
      onRequestStart(controller) {
        expectHead();
        handler.onRequestStart?.(controller, { remoteAddress: socket?.remoteAddress ?? '' });
      },
    });
  return client;
}

const resolveAll: Lookup = (hostname) => systemLookup(hostname, { all: true });

function refusal(verdict: Verdict): DocentError {
  return new DocentError('DOC_ADDRESS', `refused by ${verdict.by}: ${verdict.detail}`, { cause: verdict });
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
