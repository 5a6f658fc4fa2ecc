// The HTTP client, loaded by the first request of a process: commands that make none start faster and need less memory.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** undici by its public exports, loaded once. */
export function undici(): typeof import('undici') {
  return require('undici') as typeof import('undici');
}
