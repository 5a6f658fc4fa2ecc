// C5: which rows of a folder match what is to be forgotten; read in pieces, so that any folder fits.
import type { DatabaseSync } from 'node:sqlite';
import { isToForget } from '../../../forget/decide/to-forget.ts';
import type { Forgettable } from '../../../forget/port.ts';
import type { Row } from '../frontier/statements.ts';

/** This many URLs are looked at in one go. */
const LOOKED_AT = 1_000;

const URLS = `SELECT u.id, u.provider, u.hash, u.url, u.lane, u.hop_lane, u.depth, u.not_before, u.kind, u.state, u.by, u.detail,
  u.generation, g.final_url FROM urls u LEFT JOIN pages g ON g.url = u.id WHERE u.id > ? ORDER BY u.id LIMIT ${LOOKED_AT}`;

export interface JudgedUrl {
  readonly row: Row;
  readonly isMatch: boolean;
}

/** All URLs of a folder in pieces, each with whether it is to be forgotten; what is removed meanwhile disturbs nothing. */
export function* judgedUrls(db: DatabaseSync, target: Forgettable): Generator<readonly JudgedUrl[]> {
  const read = db.prepare(URLS);
  const provider = target.kind === 'provider' ? providerNumber(db, target.provider) : undefined;
  for (let after = 0; ; ) {
    const rows = read.all(after);
    if (rows.length === 0) return;
    after = Number(rows.at(-1)?.id);
    yield rows.map((row) => ({
      row,
      isMatch:
        target.kind === 'provider'
          ? row.provider === provider
          : isToForget(String(row.url), target) ||
            (row.final_url !== null && isToForget(String(row.final_url), target)),
    }));
  }
}

/** The number of a provider; undefined when nothing was crawled for it. */
export function providerNumber(db: DatabaseSync, slug: string): number | undefined {
  const row = db.prepare('SELECT id FROM providers WHERE slug = ?').get(slug);
  return row === undefined ? undefined : Number(row.id);
}
