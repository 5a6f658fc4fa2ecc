// What searches need again and again, remembered as long as nothing is written: pages of chunks, counts of frequent terms.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numbersIn } from './numbers.ts';

const texts = {
  others: 'PRAGMA data_version',
  own: 'SELECT total_changes() AS changes',
  pages: `SELECT group_concat(row || ' ' || page, ' ') AS found FROM search_forward WHERE row IN (SELECT value FROM json_each(?))`,
  holding: 'SELECT doc FROM search_terms WHERE term = ?',
} as const;

/** Half a megabyte; two rows that share a slot only evict each other. */
const SLOTS = 32_768;
/** Counting a term takes the longer the more chunks hold it, and of such terms there are few. */
const FREQUENT = 200;
const MOST_TERMS = 4_000;

/** The memory of one connection; `begin` comes first in every search. */
export class Remembered {
  readonly #sql: Readonly<Record<keyof typeof texts, StatementSync>>;
  #version = '';
  readonly #rows: Float64Array = new Float64Array(SLOTS);
  readonly #pages: Float64Array = new Float64Array(SLOTS);
  readonly #holding = new Map<string, number>();

  constructor(db: DatabaseSync) {
    this.#sql = {
      others: db.prepare(texts.others),
      own: db.prepare(texts.own),
      pages: db.prepare(texts.pages),
      holding: db.prepare(texts.holding),
    };
  }

  /** Forgets everything if this or another connection has written since, and returns whether it did. */
  begin(): boolean {
    const version = `${this.#sql.others.get()?.data_version} ${this.#sql.own.get()?.changes}`;
    if (version === this.#version) return false;
    this.#version = version;
    this.#rows.fill(0);
    this.#holding.clear();
    return true;
  }

  /** How many chunks hold a term. */
  holding(term: string): number {
    const known = this.#holding.get(term);
    if (known !== undefined) return known;
    const count = Number(this.#sql.holding.get(term)?.doc ?? 0);
    if (count < FREQUENT) return count;
    if (this.#holding.size >= MOST_TERMS) this.#holding.clear();
    this.#holding.set(term, count);
    return count;
  }

  /** The page of each of these chunks; 0 for one that is in no page. */
  pagesOf(rows: readonly number[]): readonly number[] {
    const known = rows.map((row) => (this.#rows[row % SLOTS] === row ? (this.#pages[row % SLOTS] as number) : 0));
    const missing = rows.filter((_, nth) => known[nth] === 0);
    if (missing.length === 0) return known;
    const read = numbersIn(this.#sql.pages.get(JSON.stringify(missing))?.found);
    const others = new Map<number, number>();
    for (let at = 0; at < read.length; at += 2) {
      const row = read[at] as number;
      others.set(row, read[at + 1] as number);
      this.#rows[row % SLOTS] = row;
      this.#pages[row % SLOTS] = read[at + 1] as number;
    }
    return known.map((page, nth) => page || (others.get(rows[nth] as number) ?? 0));
  }
}
