// How an engine reads what it keeps of deletions as JSON.
import { decodeJson, isCounts } from '../core/decode.ts';
import type { Receipt } from './port.ts';

const nothingRemoved: Receipt['removed'] = { urls: 0, pages: 0, chunks: 0, versions: 0, links: 0, robots: 0 };

/** What a deletion removed. Counts that are missing are 0: a missing number must not lose the receipt. Throws DamagedValue. */
export function decodeRemoved(json: unknown): Receipt['removed'] {
  const counts = decodeJson(json, 'a receipt', isCounts);
  return { ...nothingRemoved, ...counts };
}
