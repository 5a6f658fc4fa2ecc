// The HTTP client, loaded by the first process that makes a request: searching and reporting never do, and it takes 27 MB.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** undici, loaded once. */
export function undici(): typeof import('undici') {
  return require('undici');
}
