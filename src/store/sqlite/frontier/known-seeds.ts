// Which providers a folder knows, and what their crawls began with.
import { reasonHas } from '../../../core/reasons.ts';
import type { KnownProvider } from '../../../frontier/port-providers.ts';
import { guarded, openForReading } from '../open.ts';

const KNOWN = `SELECT p.slug, p.given, EXISTS (SELECT 1 FROM pages WHERE provider = p.id) AS stored, u.url, u.by FROM providers p LEFT JOIN urls u ON u.provider = p.id AND u.depth = 0 AND u.kind = 'page'
  AND u.parent IS NULL ORDER BY p.slug, u.id`;

/** Every provider of a folder, by name. Throws as `openForReading`. */
export function knownSeeds(folder: string): readonly KnownProvider[] {
  const db = openForReading(folder);
  try {
    const rows = guarded(folder, () => db.prepare(KNOWN).all());
    return [...Map.groupBy(rows, ({ slug }) => String(slug))].map(([provider, found]) => ({
      provider,
      ...(typeof found[0]?.given === 'string' && { remembered: found[0].given }),
      isStored: found[0]?.stored === 1,
      seeds: found.flatMap(({ url, by }) => (url === null || reasonHas(String(by), 'ofNoSeed') ? [] : [String(url)])),
    }));
  } finally {
    db.close();
  }
}
