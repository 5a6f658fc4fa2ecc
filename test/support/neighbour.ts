// Another process on a store, for tests of how processes find each other: it does what it is told, and can be killed at any moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Store } from '../../src/store/port.ts';
import type { NeighbourAct, NeighbourOrder, NeighbourReply } from './neighbour-program.ts';
import { pinnedNode, root } from './repository.ts';
import { HANG_MS } from './until.ts';

export interface Neighbour extends AsyncDisposable {
  readonly pid: number;
  /** Resolves when it is done, with whether there is something to show for it; rejects with the message of its error. */
  does(act: NeighbourAct, word?: string): Promise<boolean>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

/** Starts a process on the same store. */
export function startNeighbour({ address }: Pick<Store, 'address'>): Neighbour {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(pinnedNode, [join(root, 'test/support/neighbour-program.ts'), JSON.stringify(address)], {
    env: { PATH, HOME },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // One that hangs is ended, or it would outlive its test.
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit');
  const waiting = new Map<number, (reply: NeighbourReply) => void>();
  let count = 0;
  child.on('message', (reply: NeighbourReply) => waiting.get(reply.id)?.(reply));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    async does(act, word = '') {
      const { promise, resolve } = Promise.withResolvers<NeighbourReply>();
      const order: NeighbourOrder = { id: count++, act, word };
      waiting.set(order.id, resolve);
      child.send(order);
      const { isDone, error } = await promise;
      if (error !== undefined) throw new Error(error);
      return isDone === true;
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
