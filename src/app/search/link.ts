// Which place of a page a hit links to (C1): the id that bears the name of the query, else the chunk's own anchor.

import type { Query } from '../../search/analyse/query.ts';
import type { ChunkDetails } from '../../search/port.ts';

const filters = /(?:^|\s)(?:provider|path|lang):\S*/gi;
const longestName = 100;
const mostIds = 500;
/** A shorter id identifies no name. */
const leastEnding = 8;

/** Names a query may mean, as ids spell them: the whole of it, and each identifier in it. */
export function namesInQuery({ raw, terms, prefix }: Query): readonly string[] {
  const only = terms.length === 1 ? terms : [];
  const wholes = terms.filter(({ kind }) => kind === 'whole');
  const names = [raw.replaceAll(filters, ''), ...[...wholes, ...only].map(({ term }) => term), prefix?.text ?? ''];
  return [...new Set(names.map(spelled))].filter((name) => name.length > 1);
}

/** A chunk's address. Never throws: an address that cannot be read is returned as it is. */
export function linkTo(
  { url, anchor, ids }: Pick<ChunkDetails, 'url' | 'anchor' | 'ids'>,
  names: readonly string[],
): string {
  // A chunk at the top of a page may have no id before it; the first inside is the nearest.
  const place = idNamed(ids, names) ?? anchor ?? ids[0];
  const link = place === undefined || place === '' ? null : URL.parse(url);
  if (link === null) return url;
  link.hash = place as string;
  return link.href;
}

/** The id that is one of the names; else the shortest that ends with one, as `guc-work-mem` does for `work_mem`; else the longest that one ends with. */
function idNamed(ids: readonly string[], names: readonly string[]): string | undefined {
  const known = ids.slice(0, mostIds).map((id) => ({ id, name: spelled(id) }));
  for (const name of names) {
    const same = known.find((one) => one.name === name);
    if (same !== undefined) return same.id;
    const ending = known.filter((one) => one.name.endsWith(`-${name}`));
    const [shortest] = ending.toSorted((one, other) => one.name.length - other.name.length);
    if (shortest !== undefined) return shortest.id;
    // `sqlite_notice_recover_wal` has the id `notice_recover_wal`.
    const within = known.filter((one) => one.name.length >= leastEnding && name.endsWith(`-${one.name}`));
    const [longest] = within.toSorted((one, other) => other.name.length - one.name.length);
    if (longest !== undefined) return longest.id;
  }
  return undefined;
}

/** Letters and digits in small letters, all between them one dash. */
function spelled(name: string): string {
  return name
    .slice(0, longestName)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
