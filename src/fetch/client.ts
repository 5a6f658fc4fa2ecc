// One undici client per connection, with our limits, that passes its connection to each request's handler.

import type { Socket } from 'node:net';
import type { buildConnector, Client, Pool } from 'undici';
import { idleConnections } from './idle.ts';
import { hideContinue } from './interim.ts';
import { type ReadWatch, watchReads } from './surplus.ts';
import { undici } from './undici.ts';

/** What `onRequestStart` of a handler receives about the connection of its request. */
export interface RequestContext {
  readonly remoteAddress: string;
  readonly viaProxy: boolean;
  /** Counts the bytes read from it. */
  readonly reads?: ReadWatch | undefined;
}

/** Frozen so that no caller can loosen them; HTTP/2 stays off because its frames would escape these limits. */
export const clientLimits = Object.freeze({
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

/** The pool of one origin, for undici's `factory` option. */
export function createPool(origin: string | URL, options: object): Pool {
  return poolOf(origin, options, false);
}

/** The pool of an origin that is reached through a proxy. */
export function createProxiedPool(origin: string | URL, options: object): Pool {
  return poolOf(origin, options, true);
}

function poolOf(origin: string | URL, options: object, viaProxy: boolean): Pool {
  const factory = (one: URL, clientOptions: object): Client => createClient(one, clientOptions, viaProxy);
  // Repeated, because undici's proxy agent passes on only its connector.
  return new (undici().Pool)(origin, { ...options, ...clientLimits, factory });
}

function createClient(origin: URL, options: object, viaProxy: boolean): Client {
  const { connect } = options as { connect: buildConnector.connector };
  let socket: Socket | null = null;
  let expectHead = (): void => {};
  let reads: ReadWatch | undefined;
  const client = new (undici().Client)(origin, {
    ...options,
    connect: (target, callback) =>
      connect(target, (...result) => {
        socket = result[1];
        if (socket) {
          const made = socket;
          made.once('close', () => idleConnections.remove(made));
          expectHead = hideContinue(socket);
          reads = watchReads(socket);
        }
        callback(...result);
      }),
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) =>
    dispatch(request, {
      ...handler,
      onRequestStart(controller) {
        if (socket) idleConnections.remove(socket);
        expectHead();
        const context: RequestContext = { remoteAddress: socket?.remoteAddress ?? '', viaProxy, reads };
        handler.onRequestStart?.(controller, context);
      },
      onResponseEnd(controller, trailers) {
        if (socket) idleConnections.add(socket);
        handler.onResponseEnd?.(controller, trailers);
      },
    });
  return client;
}
