// Sums of what is stored of each provider, in one query: called before every question.
import type { StoredSums } from '../../../frontier/port-providers.ts';
import { guarded, openForReading } from '../open.ts';

/** Whether a page has a text costs as much as reading it: of 5,000 pages 50 ms, of a few nothing. */
const LOOKED_AT = 5;
/**
 * Columns before the text of a page, and an index that holds all that is counted: no other text is read. The pages in the order they lie
 * in: in that of an index of theirs it takes three times as long.
 */
const SUMS = `SELECT p.slug, p.given, s.*,
    EXISTS (SELECT 1 FROM (SELECT markdown FROM pages WHERE provider = p.id LIMIT ${LOOKED_AT}) WHERE markdown IS NOT NULL) AS whole,
    (SELECT ifnull(r.ended_at, r.at) FROM runs r WHERE r.provider = p.id ORDER BY r.generation DESC LIMIT 1) AS ran,
    (SELECT u.url FROM urls u WHERE u.provider = p.id AND u.depth = 0 AND u.kind = 'page' AND u.parent IS NULL
      ORDER BY u.id LIMIT 1) AS seed
  FROM (SELECT g.provider, count(*) AS pages, max(g.fetched_at) AS fetched,
      min(g.verified_at) AS verified, sum((SELECT count(*) FROM chunks c WHERE c.page = g.url)) AS chunks
    FROM pages g NOT INDEXED GROUP BY g.provider) s JOIN providers p ON p.id = s.provider ORDER BY p.slug`;

/** Every provider with a stored page, by name. Throws as `openForReading`. */
export function storedSums(folder: string): readonly StoredSums[] {
  const db = openForReading(folder);
  try {
    const rows = guarded(folder, () => db.prepare(SUMS).all());
    return rows.map((row) => ({
      provider: String(row.slug),
      pages: Number(row.pages),
      chunks: Number(row.chunks),
      whole: row.whole === 1,
      fetchedAt: Number(row.fetched),
      verifiedAt: Number(row.verified),
      ...(row.ran !== null && { lastRunAt: Number(row.ran) }),
      ...(row.seed !== null && { seed: String(row.seed) }),
      ...(row.given !== null && { remembered: String(row.given) }),
    }));
  } finally {
    db.close();
  }
}
