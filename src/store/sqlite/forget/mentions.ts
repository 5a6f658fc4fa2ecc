// C5: where other rows name what is forgotten: reasons, steps of visits, links of other pages, templates, questions, judged queries, answers of Context7, deliveries, lists.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { decodeOrNothing, isMap } from '../../../core/decode.ts';
import { packLinks, unpackLinks } from '../../../core/page-links.ts';
import { urlKey } from '../../../core/url/key.ts';
import { isNamedIn, isTemplateToForget, isToForget } from '../../../forget/decide/to-forget.ts';
import type { ForgettablePlace } from '../../../forget/port.ts';
import { digestOf } from '../digest.ts';
import type { Row } from '../frontier/statements.ts';
import { createTakeOut } from './queue.ts';

/** A change to one row, and how many links it takes out. */
export interface Edit {
  readonly links: number;
  /** Whether a kept answer of Context7, or a kept question, is removed. */
  readonly isKept: boolean;
  apply(): void;
}

/** A table that may name a forgotten URL: how it is read in pieces, and how a row is changed. */
interface Where {
  /** The query; its last parameters are the keys of the row to read from. */
  readonly read: string;
  readonly keys: readonly string[];
  edit(db: DatabaseSync, place: ForgettablePlace): (row: Row) => Edit | undefined;
}

const READ_AT_ONCE = 500;
/** Replaces a forgotten address in texts about other URLs. */
const FORGOTTEN = '(forgotten)';

const places: readonly Where[] = Object.freeze([
  {
    read: 'SELECT lane, template FROM templates WHERE (lane, template) > (?, ?) ORDER BY lane, template',
    keys: ['lane', 'template'],
    edit(db, place) {
      const hosts = new Map(
        db
          .prepare('SELECT l.id, h.name FROM lanes l JOIN hosts h ON h.id = l.host')
          .all()
          .map(({ id, name }) => [id, name]),
      );
      const remove = db.prepare('DELETE FROM templates WHERE lane = ? AND template = ?');
      return ({ lane, template }) =>
        hosts.get(lane as number) === place.host && isTemplateToForget(String(template), place)
          ? change(() => remove.run(Number(lane), String(template)))
          : undefined;
    },
  },
  {
    read: 'SELECT id, detail FROM urls WHERE id > ? ORDER BY id',
    keys: ['id'],
    edit(db, place) {
      const update = db.prepare('UPDATE urls SET detail = ? WHERE id = ?');
      return ({ id, detail }) =>
        isNamedIn(String(detail), place) ? change(() => update.run(FORGOTTEN, Number(id))) : undefined;
    },
  },
  {
    // A URL whose redirects led there begins again at its own address.
    read: 'SELECT id, lane, hop_lane, depth, not_before, hops FROM urls WHERE id > ? AND hops IS NOT NULL ORDER BY id',
    keys: ['id'],
    edit(db, place) {
      const takeOut = createTakeOut(db);
      const oneMore = db.prepare('UPDATE lanes SET queued = queued + 1 WHERE id = ?');
      const enqueue = db.prepare('INSERT INTO queue (lane, depth, url) VALUES (?, ?, ?)');
      const update = db.prepare(
        `UPDATE urls SET render = 0, hops = NULL, hop_lane = NULL, not_before = 0, by = 'frontier:queued', detail = '' WHERE id = ?`,
      );
      return (row) =>
        isNamedIn(String(row.hops), place)
          ? change(() => {
              const [id, lane] = [Number(row.id), Number(row.lane)];
              const rank = takeOut(row);
              update.run(id);
              // A URL that a fresh crawl has left behind has no place.
              if (rank === undefined) return;
              enqueue.run(lane, rank, id);
              oneMore.run(lane);
            })
          : undefined;
    },
  },
  {
    read: 'SELECT url, seq, steps FROM visits WHERE (url, seq) > (?, ?) ORDER BY url, seq',
    keys: ['url', 'seq'],
    edit(db, place) {
      const update = db.prepare('UPDATE visits SET steps = ? WHERE url = ? AND seq = ?');
      return ({ url, seq, steps }) =>
        isNamedIn(String(steps), place)
          ? change(() => update.run(withoutNames(String(steps), place), Number(url), Number(seq)))
          : undefined;
    },
  },
  {
    read: 'SELECT url, seq, detail FROM spellings WHERE (url, seq) > (?, ?) ORDER BY url, seq',
    keys: ['url', 'seq'],
    edit(db, place) {
      const update = db.prepare('UPDATE spellings SET detail = ? WHERE url = ? AND seq = ?');
      return ({ url, seq, detail }) =>
        isNamedIn(String(detail), place) ? change(() => update.run(FORGOTTEN, Number(url), Number(seq))) : undefined;
    },
  },
  {
    read: 'SELECT run, url, detail FROM changes WHERE (run, url) > (?, ?) ORDER BY run, url',
    keys: ['run', 'url'],
    edit(db, place) {
      const update = db.prepare('UPDATE changes SET detail = ? WHERE run = ? AND url = ?');
      return ({ run, url, detail }) =>
        isNamedIn(String(detail), place) ? change(() => update.run(FORGOTTEN, Number(run), Number(url))) : undefined;
    },
  },
  {
    read: `SELECT url, facts ->> 'canonical' AS canonical FROM pages WHERE url > ? ORDER BY url`,
    keys: ['url'],
    edit(db, place) {
      const update = db.prepare(`UPDATE pages SET facts = json_remove(facts, '$.canonical') WHERE url = ?`);
      return ({ url, canonical }) =>
        canonical !== null && isToForget(String(canonical), place) ? change(() => update.run(Number(url))) : undefined;
    },
  },
  { read: 'SELECT url, links FROM page_links WHERE url > ? ORDER BY url', keys: ['url'], edit: editLinks },
  {
    read: `SELECT pattern, by FROM blocklist WHERE pattern > ? ORDER BY pattern`,
    keys: ['pattern'],
    edit(db, place) {
      const remove = db.prepare('DELETE FROM blocklist WHERE pattern = ?');
      // The operator's own entries stay.
      return ({ pattern, by }) =>
        by === 'crawler' && isToForget(`https://${pattern}`, place)
          ? change(() => remove.run(String(pattern)))
          : undefined;
    },
  },
  {
    read: `SELECT id, url FROM inbox WHERE id > ? AND kind = 'seed' ORDER BY id`,
    keys: ['id'],
    edit(db, place) {
      const remove = db.prepare('DELETE FROM inbox WHERE id = ?');
      return ({ id, url }) => (isToForget(String(url), place) ? change(() => remove.run(Number(id))) : undefined);
    },
  },
  {
    read: 'SELECT id, text FROM questions WHERE id > ? ORDER BY id',
    keys: ['id'],
    edit(db, place) {
      const remove = db.prepare('DELETE FROM questions WHERE id = ?');
      return ({ id, text }) =>
        isNamedIn(String(text), place) ? { ...change(() => remove.run(Number(id))), isKept: true } : undefined;
    },
  },
  {
    read: 'SELECT id, query, url FROM judged WHERE id > ? ORDER BY id',
    keys: ['id'],
    edit(db, place) {
      const remove = db.prepare('DELETE FROM judged WHERE id = ?');
      return ({ id, query, url }) =>
        isToForget(String(url), place) || isNamedIn(String(query), place)
          ? { ...change(() => remove.run(Number(id))), isKept: true }
          : undefined;
    },
  },
  {
    read: 'SELECT rowid AS id, answer FROM channel_answers WHERE rowid > ? ORDER BY rowid',
    keys: ['id'],
    edit(db, place) {
      const remove = db.prepare('DELETE FROM channel_answers WHERE rowid = ?');
      return ({ id, answer }) =>
        isNamedIn(String(answer), place) ? { ...change(() => remove.run(Number(id))), isKept: true } : undefined;
    },
  },
  {
    read: 'SELECT seq, body FROM outbox WHERE seq > ? ORDER BY seq',
    keys: ['seq'],
    edit(db, place) {
      const update = db.prepare('UPDATE outbox SET body = ? WHERE seq = ?');
      const remove = db.prepare('DELETE FROM outbox WHERE seq = ?');
      return ({ seq, body }) => {
        const left = withoutPages(String(body), place);
        if (left === undefined) return change(() => remove.run(Number(seq)));
        return left === body ? undefined : change(() => update.run(left, Number(seq)));
      };
    },
  },
]);

/** The edits of other rows that name it, in pieces; each edit is applied inside a transaction, or not at all. */
export function* mentionsOf(
  db: DatabaseSync,
  place: ForgettablePlace,
  isGone: (url: number) => boolean = () => false,
): Generator<readonly Edit[]> {
  const tables = new Set(
    db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .all()
      .map(({ name }) => String(name)),
  );
  for (const { read, keys, edit } of places) {
    // A preview may read a folder of an earlier version.
    if (!tables.has(/ FROM (\w+)/.exec(read)?.[1] ?? '')) continue;
    const statement = db.prepare(`${read} LIMIT ${READ_AT_ONCE}`);
    const editOf = edit(db, place);
    let after: SQLInputValue[] = keys.map((key) => (key === 'template' || key === 'pattern' ? '' : 0));
    for (;;) {
      const rows = statement.all(...after);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = keys.map((key) => last[key] as SQLInputValue);
      const edits = rows
        .filter((row) => !('links' in row && isGone(Number(row.url))))
        .flatMap((row) => editOf(row) ?? []);
      if (edits.length > 0) yield edits;
    }
  }
}

function change(apply: () => unknown, links = 0): Edit {
  return { links, isKept: false, apply };
}

/** Removes links to a forgotten URL from their pages, and the texts of the links from the index. */
function editLinks(db: DatabaseSync, place: ForgettablePlace): (row: Row) => Edit | undefined {
  const update = db.prepare('UPDATE page_links SET links = ? WHERE url = ?');
  const read = db.prepare(`UPDATE pages SET index_hash = '' WHERE url = ?`);
  const unsay = db.prepare(
    'DELETE FROM search_links WHERE source = ? AND target = (SELECT id FROM search_targets WHERE hash = ?)',
  );
  return ({ url, links }) => {
    const all = unpackLinks(links as Uint8Array);
    const led = new Set(all.filter((link) => link.url.includes(place.host) && isToForget(link.url, place)));
    if (led.size === 0) return undefined;
    return change(() => {
      const source = Number(url);
      update.run(packLinks(all.filter((link) => !led.has(link))), source);
      read.run(source);
      for (const key of new Set([...led].flatMap((link) => keysOf(link.url)))) unsay.run(source, digestOf(key));
    }, led.size);
  };
}

function keysOf(url: string): readonly string[] {
  const policies = (['drop', 'tracking', 'keep'] as const).flatMap((query) =>
    [true, false].map((stripWww) => ({ query, stripWww })),
  );
  return policies.map((policy) => urlKey(url, policy));
}

/** The body of a delivery without the pages it names; undefined where it names one elsewhere, or cannot be read. */
function withoutPages(json: string, place: ForgettablePlace): string | undefined {
  if (!json.includes(place.host.replace(/^folder:/, ''))) return json;
  const body = decodeOrNothing(json, isMap);
  if (body === undefined) return undefined;
  const { pages } = body;
  const left = Array.isArray(pages)
    ? pages.filter((page) => !isMap(page) || !isToForget(String(page.url), place))
    : pages;
  const text = JSON.stringify({ ...body, pages: left });
  return isNamedIn(text, place) ? undefined : text;
}

/** Steps of a visit without the addresses they name; steps that cannot be read are removed. */
function withoutNames(json: string, place: ForgettablePlace): string {
  try {
    const steps: unknown = JSON.parse(json);
    if (!Array.isArray(steps)) return '[]';
    const clean = (value: unknown): unknown =>
      typeof value === 'string' && isNamedIn(value, place) ? FORGOTTEN : value;
    return JSON.stringify(
      steps.map((step: object) =>
        Object.fromEntries(Object.entries(step).map(([name, value]) => [name, clean(value)])),
      ),
    );
  } catch {
    return '[]';
  }
}
