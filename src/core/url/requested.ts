// What is requested of a written URL: what identity ignores (U3) is not requested, not judged by robots, not stored, not shown.
import type { KeyPolicy } from './key.ts';
import { keptParams } from './query.ts';

/**
 * The URL without the parameters that the provider's query rule drops; the rest of it stays as it was written. A URL without a
 * query costs no parsing. Idempotent, never throws; the key stays the same.
 */
export function requestedUrl(url: string, { query = 'drop', keepQueryParams = [] }: KeyPolicy): string {
  const at = url.indexOf('?');
  const hash = url.indexOf('#');
  if (at < 0 || (hash >= 0 && hash < at) || query === 'keep') return url;
  const [start, fragment] = [url.slice(0, at), hash < 0 ? '' : url.slice(hash)];
  const kept = keptParams(url.slice(at + 1, hash < 0 ? undefined : hash), query, keepQueryParams);
  return kept === '' ? `${start}${fragment}` : `${start}?${kept}${fragment}`;
}
