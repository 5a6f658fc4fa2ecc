// Connections that only ever reach addresses the guard accepts: an undici agent with a wrapped connector (H7).

import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction, Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { DocentError } from '../core/errors.ts';
import { isMachineFault, isOutOfFiles } from '../core/machine-fault.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AddressGuard } from './address.ts';
import { clientLimits, createPool } from './client.ts';
import { idleConnections } from './idle.ts';
import { undici } from './undici.ts';

/** Resolves a name to all its addresses, queried once per connection. */
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** How long a connection that found too many files open waits before its second attempt. */
const TRY_AGAIN_MS = 50;

export interface ConnectOptions {
  readonly guard: AddressGuard;
  /** Time for DNS, TCP and TLS together, in milliseconds. */
  readonly connectMs: number;
  readonly lookup?: Lookup;
  /** Certificate authorities to trust instead of the built-in ones (PEM). */
  readonly ca?: string;
}

export interface GuardedAgent {
  /** `onRequestStart` of a handler gets a `RequestContext`. */
  readonly dispatcher: Dispatcher;
  /** Ends every connection, also those still being made; requests in flight fail. */
  close(): Promise<void>;
}

/** An agent with keep-alive pools per origin; connecting to a refused address fails with DOC_ADDRESS (cause: the verdict). */
export function createGuardedAgent(options: ConnectOptions): GuardedAgent {
  const connecting = new Set<Socket>();
  const dispatcher = new (undici().Agent)({
    ...clientLimits,
    connect: createConnector(options, connecting),
    factory: createPool,
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
    const made = undici().buildConnector({
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

    const deadline = performance.now() + connectMs;
    attempt(target, port, connectMs, (...result) => {
      const [error] = result;
      const left = deadline - performance.now() - TRY_AGAIN_MS;
      if (error === null || left <= 0 || !isMachineFault(error)) return callback(...result);
      // Too many files are open: those of idle connections can be closed, and closing takes a moment.
      idleConnections.closeAll();
      setTimeout(() => attempt(target, port, left, callback), TRY_AGAIN_MS);
    });
  };

  function attempt(target: buildConnector.Options, port: number, ms: number, callback: buildConnector.Callback): void {
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
    }, ms);
    // First in line, so that a refused peer gets no byte, not even a TLS ClientHello.
    socket.prependOnceListener('connect', () => {
      const peer = socket.remoteAddress;
      if (peer === undefined) return socket.destroy(coded('ECONNRESET', 'the connection was lost at once'));
      const checked = guard.checkAddress(peer, target.hostname, port);
      return checked.ok ? undefined : socket.destroy(refusal(checked));
    });
  }
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
        // The socket gets exactly the addresses that were checked: nothing is looked up a second time.
        return all ? ([[...found]] as const) : ([first.address, first.family] as const);
      })
      .then(
        (answer) => process.nextTick(callback, null, ...answer),
        (error: unknown) => process.nextTick(callback, error, []),
      );
  };
}

const resolveAll: Lookup = async (hostname) => {
  try {
    return await systemLookup(hostname, { all: true });
  } catch (error) {
    // The resolver reports "try again" where it could open no socket of its own.
    throw isOutOfFiles() ? coded('EMFILE', `no file can be opened to look up ${hostname}`) : error;
  }
};

/** The error for a refused address; its cause is the verdict. */
export function refusal(verdict: Verdict): DocentError {
  return new DocentError('DOC_ADDRESS', `refused by ${verdict.by}: ${verdict.detail}`, { cause: verdict });
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
