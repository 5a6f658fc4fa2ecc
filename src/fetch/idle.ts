// Connections kept open between two requests: as many as the limit of open files leaves room for, the oldest closed first.
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** More are of no use: a host's gap is longer than the time a connection is kept where this many hosts take turns. */
const MOST_IDLE = 128;

/** Where the limit of open files is unknown, as many as the smallest common limit (256) leaves room for. */
const ASSUMED_LIMIT = 256;

/** Files that are not connections: the program, its threads, the data folder. */
const RESERVED = 64;

/** How many connections may be idle where `limit` files may be open: a quarter of what is left, the rest is for requests. */
export function mostIdle(limit: number): number {
  return Math.max(1, Math.min(MOST_IDLE, Math.floor((limit - RESERVED) / 4)));
}

/** The idle connections of this process; open files are counted per process, so there is one list. */
export class IdleConnections {
  readonly #sockets = new Set<Socket>();
  readonly #most: () => number;
  #known: number | undefined;

  constructor(most: () => number) {
    this.#most = most;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** A request is over: its connection may be kept, and the longest idle is closed where there are too many. */
  add(socket: Socket): void {
    if (socket.destroyed) return;
    this.#sockets.add(socket);
    this.#known ??= this.#most();
    for (const oldest of this.#sockets) {
      if (this.#sockets.size <= this.#known) break;
      this.#close(oldest);
    }
  }

  /** The connection is in use again, or closed. */
  remove(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  closeAll(): void {
    for (const socket of this.#sockets) this.#close(socket);
  }

  #close(socket: Socket): void {
    this.#sockets.delete(socket);
    socket.destroy();
  }
}

export const idleConnections = new IdleConnections(() => mostIdle(openFileLimit() ?? ASSUMED_LIMIT));

/** How many files this process may have open; undefined where the system does not report it. */
function openFileLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
