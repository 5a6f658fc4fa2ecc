// C5: which rows of a folder match what is to be forgotten; read in pieces, so that any folder fits.
import type { DatabaseSync } from 'node:sqlite';
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
          : target.matches(String(row.url)) || (row.final_url !== null && target.matches(String(row.final_url))),
    }));
  }
}

/** The number of a provider; undefined when nothing was crawled for it. */
export function providerNumber(db: DatabaseSync, slug: string): number | undefined {
  const row = db.prepare('SELECT id FROM providers WHERE slug = ?').get(slug);
  return row === undefined ? undefined : Number(row.id);
}

const ADDRESS = /https?:\/\/[^\s"'<>\\`]+/g;
const AFTER_ADDRESS = /[.,;:!?)\]}]{1,9}$/;

/** Whether a text names a URL that is to be forgotten. */
export function isNamedIn(text: string, target: Extract<Forgettable, { kind: 'url' | 'path' }>): boolean {
  if (!text.includes(target.host)) return false;
  return (text.match(ADDRESS) ?? []).some(
    (url) => target.matches(url) || target.matches(url.replace(AFTER_ADDRESS, '')),
  );
}
