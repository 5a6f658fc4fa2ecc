// C5: what would be forgotten, counted without changing anything, also beside a crawl.
import { isNamedIn } from '../../../forget/decide/to-forget.ts';
import type { ForgetPreview, Forgettable, ForgettablePlace } from '../../../forget/port.ts';
import { refuseDamaged } from '../check.ts';
import { guarded, openForReading } from '../open.ts';
import { judgedUrls } from './find.ts';
import { LanesKept, unusedRobots } from './hosts.ts';
import { mentionsOf } from './mentions.ts';
import { addCounts, nothingRemoved, removedSoFar } from './receipt.ts';

/** Counts what `forget` would remove, and lists the first of the URLs. Throws DOC_STORE for a folder that cannot be read, DOC_STORE_DAMAGED for one that is damaged. */
export function previewForget(folder: string, target: Forgettable, most: number): ForgetPreview {
  const db = openForReading(folder);
  try {
    // In damaged data what would be removed is unknown, and a list of its rows may have no end.
    refuseDamaged(db, folder);
    return guarded(folder, () => {
      db.exec('BEGIN');
      const [pages, chunks, versions] = [
        'SELECT count(*) AS n FROM pages WHERE url = ?',
        'SELECT count(*) AS n FROM chunks WHERE page = ?',
        'SELECT count(*) AS n FROM versions WHERE url = ?',
      ].map((text) => {
        const statement = db.prepare(text);
        return (id: number): number => Number(statement.get(id)?.n);
      }) as [Count, Count, Count];
      const lanes = new LanesKept();
      const removedIds = new Set<number>();
      const providers = new Set<number>();
      const urls: string[] = [];
      let removed = nothingRemoved;
      let copies = 0;
      for (const judged of judgedUrls(db, target))
        for (const { row, isMatch } of judged) {
          const id = Number(row.id);
          if (isMatch) {
            removedIds.add(id);
            providers.add(Number(row.provider));
            if (urls.length < most) urls.push(String(row.url));
            const counts = { urls: 1, pages: pages(id), chunks: chunks(id), versions: versions(id) };
            removed = addCounts(removed, { ...nothingRemoved, ...counts });
          } else {
            lanes.keep(row);
            if (row.by === 'content:duplicate' && isPlace(target) && isNamedIn(String(row.detail), target)) copies++;
          }
        }
      const { links, mentions } = isPlace(target)
        ? countEdits(mentionsOf(db, target, (url) => removedIds.has(url)))
        : { links: 0, mentions: 0 };
      const robots = removedIds.size === 0 ? 0 : unusedRobots(db, lanes.hosts(db)).length;
      const slug = db.prepare('SELECT slug FROM providers WHERE id = ?');
      return {
        removed: addCounts(removed, { ...nothingRemoved, links, robots }),
        urls,
        before: removedSoFar(db, target),
        providers: [...providers].map((id) => String(slug.get(id)?.slug)),
        mentions,
        copies,
      };
    });
  } finally {
    db.close();
  }
}

type Count = (id: number) => number;

function isPlace(target: Forgettable): target is ForgettablePlace {
  return target.kind !== 'provider';
}

/** The links of other pages, and how many kept answers and questions name it. */
function countEdits(edits: ReturnType<typeof mentionsOf>): { readonly links: number; readonly mentions: number } {
  let links = 0;
  let mentions = 0;
  for (const some of edits)
    for (const edit of some) {
      links += edit.links;
      if (edit.isKept) mentions++;
    }
  return { links, mentions };
}
