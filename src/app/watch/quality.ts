// M1, M2: how good what is stored of each source is, held against the bounds, and how its pages were read.

import type { Settings } from '../../settings.ts';
import { type BoundName, boundTable } from '../../watch/alerts/bounds.ts';
import type { Quality } from '../../watch/metrics/quality.ts';
import { type PageReading, type RuleReadings, readingLimits } from '../../watch/port-readings.ts';
import type { Advice } from '../../watch/report/advice.ts';
import type { Place } from '../place.ts';
import { adviceOn, type Judgement, judgementsOf } from './judgements.ts';
import { pagesReadNow, qualityNow, type ReadingsCall, readingsNow } from './kept-quality.ts';
import { listedIn } from './listed.ts';
import { withReaders } from './report.ts';
import { boundsFor } from './source-bounds.ts';

export type { PageReading, ReadingsPart, RuleReadings } from '../../watch/port-readings.ts';
export type { Judgement } from './judgements.ts';
export type { ReadingsCall } from './kept-quality.ts';

/** Stored pages in all, and those worth a look. */
export interface ReadingSums {
  readonly pages: number;
  readonly empty: number;
  readonly short: number;
  readonly losses: number;
  /** E3: how much of the pages is kept, 0 to 1; undefined where nothing was read. */
  readonly fidelity: number | undefined;
}

export interface SourceQuality {
  readonly provider: string;
  readonly quality: Quality;
  readonly judgements: readonly Judgement[];
  /** M2: what could be better, where that raises no alert. */
  readonly advice: readonly Advice[];
  /** By the rule that found their content, the most frequent first. */
  readonly rules: readonly RuleReadings[];
  readonly sums: ReadingSums;
  /** URLs that have the text of another. */
  readonly duplicates: number;
}

/** Which pages count as short, and as read with losses. */
export const worthALook = readingLimits;

/** The quality of a part of the sources that were crawled, by name; of one source with `provider`. */
export function readSourceQuality(
  place: Place,
  part: { readonly provider?: string | undefined; readonly offset: number; readonly limit: number },
): Promise<readonly SourceQuality[]> {
  const { settings } = place;
  return withReaders(place, false, async (readers) => {
    const { reader, ledger } = readers;
    const isListed = await listedIn(reader, settings);
    const known = (await reader.providers()).filter((one) =>
      part.provider === undefined ? isListed(one) : one === part.provider,
    );
    const found: SourceQuality[] = [];
    for (const provider of known.slice(part.offset, part.offset + part.limit)) {
      const [latest] = await reader.runs({ provider, limit: 1 });
      if (latest === undefined) continue;
      const own = boundsFor(provider, settings);
      const quality = await qualityNow(readers, latest, own.bounds);
      const rules = await readingsNow(readers, latest);
      const { duplicate: duplicates } = await ledger.counts(provider);
      found.push({
        ...{ provider, quality, rules, sums: sumsOf(rules), duplicates },
        judgements: judgementsOf(quality, own),
        advice: adviceOn(quality, latest, settings),
      });
    }
    return found;
  });
}

function sumsOf(rules: readonly RuleReadings[]): ReadingSums {
  const sum = (of: (one: RuleReadings) => number, some = rules): number => some.reduce((all, one) => all + of(one), 0);
  const read = rules.filter(({ rule }) => rule !== '' && rule !== 'links-only');
  const pages = sum((one) => one.pages, read);
  return {
    pages: sum((one) => one.pages),
    empty: sum((one) => one.empty),
    short: sum((one) => one.short),
    losses: sum((one) => one.losses),
    fidelity: pages === 0 ? undefined : sum((one) => one.fidelity * one.pages, read) / pages,
  };
}

/** Pages of a source that were read in this way, in the order of their numbers. */
export function readReadings(place: Place, call: ReadingsCall): Promise<readonly PageReading[]> {
  return withReaders(place, false, async (readers) => {
    const [latest] = await readers.reader.runs({ provider: call.provider, limit: 1 });
    return latest === undefined ? [] : pagesReadNow(readers, latest, call);
  });
}

/** A bound as it is in force. */
export interface BoundRow {
  readonly bound: BoundName;
  readonly limit: number;
  readonly isDefault: boolean;
}

/** Every bound of alerts, with the limits that are in force. */
export function boundsInForce({ bounds }: Pick<Settings, 'bounds'>): readonly BoundRow[] {
  return (Object.keys(boundTable) as BoundName[]).map((bound) => ({
    ...{ bound, limit: bounds[bound], isDefault: bounds[bound] === boundTable[bound].bound },
  }));
}
