// Measures memory still in use, for tests of things that must not grow.
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Collects all garbage there is; a weak reference is only cleared between two tasks. */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await sleep(0);
    gc();
  }
}

/** Bytes in use once all garbage is collected. */
export async function heapInUse(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}
