// U3, U6: counts links that are dropped or merged, so that the operator is warned.
import type { Log } from '../../core/log.ts';
import { excerpt } from '../../core/url/fetch-url.ts';
import type { FoundUrl } from '../../frontier/port.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { shortHash } from './spell-links.ts';

/** More distinct URLs than this are not distinguished any more; the count is then a lower bound. */
const MOST_REMEMBERED = 50_000;

export class LinkWatch {
  readonly #log: Log;
  readonly #longByHost = new Map<string, number>();
  readonly #queries = new Map<string, QueryMemory>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Counts an offer before it goes to the ledger; `forms` are the hashes of its dropped queries. */
  note(found: FoundUrl, policy: CrawlPolicy, forms?: readonly number[]): void {
    if (found.refused?.by === 'trap:length') this.#long(found);
    else if (found.refused === undefined && policy.key.query === 'drop') this.#query(found, forms);
  }

  /** How many URLs of a provider were taken for another because only their query differs. */
  mergedByQuery(provider: string): number {
    return this.#queries.get(provider)?.merged.size ?? 0;
  }

  #long({ host, url }: FoundUrl): void {
    const count = (this.#longByHost.get(host) ?? 0) + 1;
    this.#longByHost.set(host, count);
    this.#log.error({ host, count, url: excerpt(url) }, 'url.too-long');
  }

  #query({ provider, key }: FoundUrl, forms?: readonly number[]): void {
    const memory = this.#queries.get(provider) ?? { first: new Map<number, number>(), merged: new Set<number>() };
    this.#queries.set(provider, memory);
    const page = shortHash(key);
    for (const form of forms ?? [page]) {
      const first = memory.first.get(page);
      if (first === undefined && memory.first.size < MOST_REMEMBERED) memory.first.set(page, form);
      else if (first !== undefined && first !== form && memory.merged.size < MOST_REMEMBERED) memory.merged.add(form);
    }
  }
}

interface QueryMemory {
  /** The form of each page that was found first. */
  readonly first: Map<number, number>;
  /** Every other form of these pages. */
  readonly merged: Set<number>;
}
