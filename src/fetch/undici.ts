// The parts of the HTTP client that are used, loaded by the first process that makes a request: the whole takes twice the memory and time.
import { createRequire } from 'node:module';

type Undici = typeof import('undici');

const require = createRequire(import.meta.url);

/** undici's dispatchers, each loaded once. Its version is pinned: these are its files, not its exports. */
export const undici = Object.freeze({
  agent: (): Undici['Agent'] => require('undici/lib/dispatcher/agent.js'),
  pool: (): Undici['Pool'] => require('undici/lib/dispatcher/pool.js'),
  client: (): Undici['Client'] => require('undici/lib/dispatcher/client.js'),
  // It needs methods that only the whole gives to all dispatchers.
  proxyAgent: (): Undici['ProxyAgent'] => require('undici').ProxyAgent,
  buildConnector: (): Undici['buildConnector'] => require('undici/lib/core/connect.js'),
});
