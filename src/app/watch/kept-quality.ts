// M2: the quality of a provider's chunks and how its pages were read, as of now; walked once and kept until something of the provider changes.

import type { LedgerReader } from '../../frontier/port.ts';
import type { Store } from '../../store/port.ts';
import type { AlertBounds } from '../../watch/alerts/bounds.ts';
import { chunkQuality, type Quality } from '../../watch/metrics/quality.ts';
import type { RunRecord, WatchReader } from '../../watch/port.ts';
import type { PageReading, ReadingsPart, RuleReadings } from '../../watch/port-readings.ts';
import { keptWalks, type Walked } from '../kept-walks.ts';

/** What quality is read with. */
export interface QualityReaders {
  readonly store: Store;
  readonly reader: WatchReader;
  readonly ledger: Pick<LedgerReader, 'counts'>;
}

/** Which pages are listed, by how they were read. */
export interface ReadingsCall {
  readonly provider: string;
  readonly part: ReadingsPart;
  readonly limit: number;
  readonly after?: number | undefined;
}

/** 25,000 pages take 67 ms to walk for their chunks, and 300 ms for how they were read; an overview is looked at often. */
const qualities = keptWalks<Quality>();
const readings = keptWalks<readonly RuleReadings[]>();
const lists = keptWalks<readonly PageReading[]>();

/** The quality of what is stored of a provider; `latest` is its last run. */
export async function qualityNow(readers: QualityReaders, latest: RunRecord, bounds: AlertBounds): Promise<Quality> {
  const { provider, selector } = latest;
  return qualities(await walked(readers, latest, bounds), () =>
    chunkQuality({ pages: readers.reader.pageChunks(provider), selector }, bounds),
  );
}

/** How the stored pages of a provider were read; `latest` is its last run. */
export async function readingsNow(readers: QualityReaders, latest: RunRecord): Promise<readonly RuleReadings[]> {
  return readings(await walked(readers, latest, {}), () => readers.reader.readings(latest.provider));
}

/** A list of pages that were read in one way; `latest` is the last run of their provider. */
export async function pagesReadNow(
  readers: QualityReaders,
  latest: RunRecord,
  call: ReadingsCall,
): Promise<readonly PageReading[]> {
  const { provider, part, limit, after } = call;
  return lists(await walked(readers, latest, call), () => readers.reader.pagesRead(provider, part, { limit, after }));
}

async function walked({ store, ledger }: QualityReaders, latest: RunRecord, how: object): Promise<Walked> {
  const { provider, id, endedAt, changes, counters, selector } = latest;
  // Pages change with runs, which count them, and by removal, which takes them out of the accounting.
  const counts = await ledger.counts(provider);
  return {
    name: JSON.stringify([store.name, provider, how]),
    state: JSON.stringify([id, endedAt, changes, counters.requests, counters.read, counts, selector]),
    isUnderWay: endedAt === undefined,
  };
}
