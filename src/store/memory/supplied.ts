// Supplied URLs in memory: unchanged ones end without a visit.
import type { Settlement } from '../../frontier/port.ts';
import type { ListedUrl, SameOptions } from '../../frontier/port-supplied.ts';
import type { MemoryData, ProviderEntry, UrlEntry } from './records.ts';

/** Ends unchanged URLs; returns for each listed URL whether it ended. */
export function keepSame(
  { urls }: MemoryData,
  provider: ProviderEntry,
  listed: readonly ListedUrl[],
  { by, isWhole }: SameOptions,
  now: number,
): readonly boolean[] {
  const { slug, generation, fresh } = provider;
  if (fresh) return listed.map(() => false);
  const own = new Map(urls.filter((url) => url.provider === slug).map((url) => [url.key, url]));
  const same = listed.map(({ key, stamp }) => {
    const url = own.get(key);
    return url?.stamp === stamp ? url : undefined;
  });
  const ended = same.map((url) => url?.row.state === 'waiting' && endSame(url, generation, by, now));
  // A duplicate is read again where the page it repeats may have changed.
  const isQuiet = !own.values().some(({ row, stored }) => stored !== undefined && row.state === 'waiting');
  const kept = same.map((url, nth) => ended[nth] === true || (url !== undefined && carry(url, generation, isQuiet)));
  if (isWhole && kept.includes(true)) {
    const toVisit = new Set(listed.filter((_, nth) => !kept[nth]).map(({ key }) => key));
    for (const url of own.values())
      if (url.row.kind === 'page' && url.stamp === undefined && !toVisit.has(url.key)) carry(url, generation);
  }
  return kept;
}

function endSame(url: UrlEntry, generation: number, by: string, now: number): boolean {
  const { row, stored, place } = url;
  if (stored === undefined || stored.asksAgain || place === undefined || row.generation !== generation) return false;
  url.place = undefined;
  url.stored = { ...stored, checkedAt: now };
  url.row = { ...row, state: 'unchanged', by, detail: '', notBefore: 0, changedAt: now };
  return true;
}

function carry({ row }: UrlEntry, generation: number, isQuiet = true): boolean {
  const { state } = row;
  if (state === 'waiting') return false;
  if (row.generation === generation) return true;
  if (row.generation !== generation - 1 || state === 'deleted' || (state === 'duplicate' && !isQuiet)) return false;
  row.generation = generation;
  return true;
}

/** Keeps the stamp of a settled URL, or none where the rules keep none. */
export function keepStamp(
  { urls }: MemoryData,
  { slug }: ProviderEntry,
  settlement: Pick<Settlement, 'stamp'>,
  stamp: string | undefined,
): void {
  const url = urls.find(({ provider, key }) => provider === slug && key === settlement.stamp?.key);
  if (url !== undefined) url.stamp = stamp;
}
