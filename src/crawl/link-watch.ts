// U3, U6: things about links that nobody should lose without knowing, counted while they go by.
import type { Log } from '../core/log.ts';
import { excerpt } from '../core/url/fetch-url.ts';
import { urlKey } from '../core/url/key.ts';
import type { Found } from '../frontier/port.ts';
import type { CrawlPolicy } from './policy.ts';

/** More distinct URLs than this are not told apart any more; the count is then a lower bound. */
const MOST_REMEMBERED = 50_000;

export class LinkWatch {
  readonly #log: Log;
  readonly #longByHost = new Map<string, number>();
  readonly #merged = new Map<string, Set<string>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Looks at an offer before it goes to the ledger. */
  note(found: Found, policy: CrawlPolicy): void {
    if (found.refused?.by === 'trap:length') this.#long(found);
    else if (found.refused === undefined && policy.key.query !== 'keep' && found.url.includes('?'))
      this.#query(found, policy);
  }

  /** How many URLs of a provider were taken for another because only their query differs. */
  mergedByQuery(provider: string): number {
    return this.#merged.get(provider)?.size ?? 0;
  }

  #long({ host, url }: Found): void {
    const count = (this.#longByHost.get(host) ?? 0) + 1;
    this.#longByHost.set(host, count);
    this.#log.error({ host, count, url: excerpt(url) }, 'url.too-long');
  }

  #query({ provider, url, key }: Found, policy: CrawlPolicy): void {
    // Tracking parameters are no loss; what else is dropped may have been a page of its own.
    const told = urlKey(url, { ...policy.key, query: 'tracking' });
    if (told === key) return;
    const merged = this.#merged.get(provider) ?? new Set<string>();
    if (merged.size < MOST_REMEMBERED) merged.add(told);
    this.#merged.set(provider, merged);
  }
}
