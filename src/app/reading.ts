// Reading a data folder beside a crawl, and the small writes that are allowed there.
import { resolve } from 'node:path';
import { blockPatternOf, urlKey } from '../core/url/key.ts';
import type { Accounting, BlockEntry, LedgerReader, UrlFilter, UrlRecord } from '../frontier/port.ts';
import type { Settings } from '../settings.ts';
import { openReader, openSideWriter } from '../store/sqlite/reader.ts';

export interface Reading {
  readonly folder: string;
  /** Everything known about a URL, one record per provider that met it. */
  why(url: string): Promise<readonly UrlRecord[]>;
  urls(filter: UrlFilter): Promise<readonly UrlRecord[]>;
  providers(): ReturnType<LedgerReader['providers']>;
  counts(provider: string): Promise<Accounting>;
  reasons(provider: string): ReturnType<LedgerReader['reasons']>;
  blocklist(): Promise<readonly BlockEntry[]>;
  close(): Promise<void>;
}

/** Opens a folder for reading. Throws DOC_STORE when nothing was crawled into it yet. */
export function openReading(settings: Settings, cwd: string = process.cwd()): Reading {
  const folder = resolve(cwd, settings.options.data);
  const reader = openReader(folder);
  return {
    folder,
    async why(url) {
      // The key depends on the provider's query policy, so each way of reading the query is tried.
      const keys = new Set(
        (['drop', 'tracking', 'keep'] as const).map((query) =>
          urlKey(url, { query, stripWww: settings.options.strip_www }),
        ),
      );
      const found = await Promise.all([...keys].map((key) => reader.find(key)));
      return [...new Map(found.flat().map((record) => [record.id, record])).values()];
    },
    urls: (filter) => reader.list(filter),
    providers: () => reader.providers(),
    counts: (provider) => reader.counts(provider),
    reasons: (provider) => reader.reasons(provider),
    blocklist: () => reader.blocklist.list(),
    close: () => reader.close(),
  };
}

export interface SideDoor {
  block(pattern: string, reason: string): Promise<boolean>;
  unblock(pattern: string): Promise<boolean>;
  addSeed(provider: string, url: string): Promise<void>;
  close(): Promise<void>;
}

/** Small writes beside a running crawl; it sees them within seconds. */
export function openSideDoor(settings: Settings, cwd: string = process.cwd()): SideDoor {
  const writer = openSideWriter(resolve(cwd, settings.options.data));
  return {
    block: (pattern, reason) => writer.blocklist.add({ pattern, reason, by: 'operator', at: Date.now() }),
    unblock: (pattern) => writer.blocklist.remove(pattern),
    addSeed: (provider, url) => writer.addSeed(provider, url),
    close: () => writer.close(),
  };
}

/** How a URL or a host stands in the blocklist: its key without the scheme. */
export function blockPattern(url: string): string {
  return blockPatternOf(urlKey(url));
}
