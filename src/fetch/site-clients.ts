// HTTP clients for requests to sites without a list of seeds: a loopback site has a client of its own (H7).
import { type LoopbackSite, loopbackSite } from '../core/url/host.ts';
import { type AddressGuard, createAddressGuard } from './address.ts';
import { createHttp, type Http } from './http.ts';

export interface SiteClientsOptions {
  /** Hosts, addresses or ranges that may be requested although they are not public. */
  readonly allowPrivate?: readonly string[] | undefined;
  /** false: a loopback site is refused too, unless `allowPrivate` lists it. Default: true. */
  readonly allowLoopback?: boolean | undefined;
}

/** Loopback sites that keep a client; more than a handful is not expected. */
const LOOPBACK_SITES = 64;

/** The clients; a client opens the loopback site it was made for, and nothing a redirect or a name leads to. */
export class SiteClients {
  readonly #options: SiteClientsOptions;
  readonly #guard: AddressGuard;
  #public: Http | undefined;
  readonly #loopback = new Map<string, Http>();

  /** Throws DOC_CONFIG for an entry of `allowPrivate` that cannot be read. */
  constructor(options: SiteClientsOptions = {}) {
    this.#options = options;
    this.#guard = this.#guardFor([]);
  }

  /** The client for requests that begin at this URL. */
  for(url: string): Http {
    const site = this.#options.allowLoopback === false ? undefined : loopbackSite(url);
    if (site === undefined) {
      this.#public ??= createHttp({ guard: this.#guard });
      return this.#public;
    }
    const name = `${site.host} ${site.port}`;
    const known = this.#loopback.get(name);
    if (known !== undefined) return known;
    for (const [oldest, client] of this.#loopback) {
      if (this.#loopback.size < LOOPBACK_SITES) break;
      this.#loopback.delete(oldest);
      void client.close();
    }
    const made = createHttp({ guard: this.#guardFor([site]) });
    this.#loopback.set(name, made);
    return made;
  }

  /** Closes all clients; a later request gets a new one. */
  async close(): Promise<void> {
    const clients = [this.#public, ...this.#loopback.values()];
    this.#public = undefined;
    this.#loopback.clear();
    await Promise.all(clients.map((client) => client?.close()));
  }

  #guardFor(open: readonly LoopbackSite[]): AddressGuard {
    const { allowPrivate } = this.#options;
    return createAddressGuard({ ...(allowPrivate && { allowPrivate }), open });
  }
}
