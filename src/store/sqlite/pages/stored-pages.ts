// Every stored page of a folder in the order of its address, one at a time, as it was when it was opened.
import type { DatabaseSync } from 'node:sqlite';
import type { PageFilter, StoredPage, StoredPages } from '../../../frontier/port-pages.ts';
import { refuseDamaged } from '../check.ts';
import type { Row } from '../frontier/statements.ts';
import { guarded, openForReading } from '../open.ts';
import { chunkOf, pageOf } from './put-page.ts';

const FITS = `(:paths = '[]' OR EXISTS (SELECT 1 FROM json_each(:paths) WHERE instr(lower(g.final_url), value) > 0))`;
/** The part after the root, up to its first slash: '' for pages in the root itself. */
const SECTION = `substr(substr(g.final_url, :from), 1, instr(substr(g.final_url, :from), '/'))`;

const texts = {
  known: 'SELECT slug FROM providers ORDER BY slug',
  providers: `SELECT o.slug, count(*) AS pages, max(g.verified_at) AS verified, min(g.final_url) AS first, max(g.final_url) AS last,
    (SELECT s.url FROM pages s JOIN urls u ON u.id = s.url WHERE s.provider = o.id AND u.depth = 0 ORDER BY s.url LIMIT 1) AS seed
    FROM pages g JOIN providers o ON o.id = g.provider
    WHERE (:providers = '[]' OR o.slug IN (SELECT value FROM json_each(:providers))) AND ${FITS} GROUP BY o.id ORDER BY o.slug`,
  // Only ids and sort keys are sorted; the pages themselves are read one by one.
  ids: `SELECT g.url AS id FROM pages g WHERE g.provider = (SELECT id FROM providers WHERE slug = :provider) AND ${FITS}
    ORDER BY CASE WHEN :from = 0 THEN '' ELSE ${SECTION} END, g.final_url, g.url`,
  page: 'SELECT g.*, o.slug FROM pages g JOIN providers o ON o.id = g.provider WHERE g.url = ?',
  chunks: 'SELECT * FROM chunks WHERE page = ? ORDER BY seq',
} as const;

/** Opens a folder for reading all of it. Throws as `openForReading`, and DOC_STORE_DAMAGED. */
export function openStoredPages(folder: string, filter: PageFilter = {}): StoredPages {
  const db = openForReading(folder);
  try {
    return guarded(folder, () => {
      refuseDamaged(db, folder);
      return snapshotOf(db, folder, filter);
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function snapshotOf(db: DatabaseSync, folder: string, filter: PageFilter): StoredPages {
  // Everything is read once, and a large sort goes to the disk: memory does not grow with the number of pages.
  db.exec('PRAGMA cache_size = -4000; PRAGMA temp_store = FILE; BEGIN');
  const sql = {
    known: db.prepare(texts.known),
    providers: db.prepare(texts.providers),
    page: db.prepare(texts.page),
    chunks: db.prepare(texts.chunks),
  };
  const paths = JSON.stringify((filter.paths ?? []).map((path) => path.toLowerCase()));
  const pageAt = (id: number): StoredPage => {
    const row = sql.page.get(id) as Row;
    return { id, provider: String(row.slug), page: pageOf(row), verifiedAt: Number(row.verified_at) };
  };
  return {
    known: async () => guarded(folder, () => sql.known.all().map(({ slug }) => String(slug))),
    providers: async () =>
      guarded(folder, () =>
        sql.providers.all({ providers: JSON.stringify(filter.providers ?? []), paths }).map((row) => ({
          provider: String(row.slug),
          pages: Number(row.pages),
          lastVerifiedAt: Number(row.verified),
          root: commonFolder(String(row.first), String(row.last)),
          ...(row.seed !== null && { seed: Number(row.seed) }),
        })),
      ),
    async *pages(provider, root) {
      // SQLite counts characters where JavaScript counts halves of them.
      const from = root === undefined ? 0 : [...root].length + 1;
      // A statement of its own: two that are read at the same time would end each other.
      const ids = guarded(folder, () => db.prepare(texts.ids).iterate({ provider, from, paths }));
      for (;;) {
        const next = guarded(folder, () => ids.next());
        if (next.done) return;
        yield guarded(folder, () => pageAt(Number((next.value as Row).id)));
      }
    },
    page: async (id) => guarded(folder, () => pageAt(id)),
    chunks: async (id) => guarded(folder, () => sql.chunks.all(id).map(chunkOf)),
    async close() {
      if (db.isOpen) db.close();
    },
  };
}

/** The folder that all addresses share: in sorted order, what the first and the last share all others do. */
function commonFolder(first: string, last: string): string {
  let shared = 0;
  while (shared < first.length && first[shared] === last[shared]) shared++;
  return first.slice(0, first.lastIndexOf('/', shared - 1) + 1);
}
