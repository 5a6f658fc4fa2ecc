// Which providers a folder knows, and what their crawls began with.
import { guarded, openForReading } from './open.ts';

export interface KnownProvider {
  readonly provider: string;
  /** Pages that were met first, on no other page, in the order of their discovery. */
  readonly seeds: readonly string[];
  /** What its last crawl was told, where it was of a plain URL. */
  readonly given?: string | undefined;
}

const KNOWN = `SELECT p.slug, p.given, u.url FROM providers p LEFT JOIN urls u ON u.provider = p.id AND u.depth = 0 AND u.kind = 'page'
  AND u.parent IS NULL ORDER BY p.slug, u.id`;

/** Every provider of a folder, by name. Throws DOC_STORE when there is no crawl in it. */
export function knownSeeds(folder: string): readonly KnownProvider[] {
  const db = openForReading(folder);
  try {
    const rows = guarded(folder, () => db.prepare(KNOWN).all());
    return [...Map.groupBy(rows, ({ slug }) => String(slug))].map(([provider, found]) => ({
      provider,
      ...(typeof found[0]?.given === 'string' && { given: found[0].given }),
      seeds: found.flatMap(({ url }) => (url === null ? [] : [String(url)])),
    }));
  } finally {
    db.close();
  }
}
