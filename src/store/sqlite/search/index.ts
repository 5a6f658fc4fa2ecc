// Writes the search index, inside the transaction that stores the page.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { anchorsOf, chunksOf, type PageIndex, wordIn } from '../../../core/search-entry.ts';
import { surfaceKeys } from '../../../search/decide/near-words.ts';
import { KnownLines } from '../frontier/known-lines.ts';
import type { Row } from '../frontier/statements.ts';
import { SearchAnchors } from './anchors.ts';
import { hashedKey } from './keys.ts';

const MOST_REMEMBERED = 65_535;
/** More words than one call brings up to date. */
const WORDS = 2 ** 20;
const KEYS_AT_ONCE = 16;

const texts = {
  addText: 'INSERT INTO search_text (rowid, title, headings, symbols, meta, body) VALUES (?, ?, ?, ?, ?, ?)',
  deleteText: 'DELETE FROM search_text WHERE rowid = ?',
  addForward: 'INSERT INTO search_forward (row, page, seq, forward) VALUES (?, ?, ?, ?)',
  rowsOf: 'SELECT row FROM search_forward WHERE page = ?',
  deleteForward: 'DELETE FROM search_forward WHERE page = ?',
  addWord: 'INSERT OR IGNORE INTO search_words (word, term) VALUES (?, ?)',
  newWords: 'SELECT id, word FROM search_words WHERE id > ? ORDER BY id LIMIT ?',
  addKeys: `INSERT OR IGNORE INTO search_word_keys (key, word) VALUES ${Array(KEYS_AT_ONCE).fill('(?, ?)').join(', ')}`,
  forgetWords: 'DELETE FROM search_words WHERE term NOT IN (SELECT term FROM search_terms)',
  forgetKeys: 'DELETE FROM search_word_keys WHERE word NOT IN (SELECT id FROM search_words)',
  // The numbers of forgotten words may be used again.
  forgetKeyed: `UPDATE search_meta SET value = min(value, (SELECT ifnull(max(id), 0) FROM search_words)) WHERE name = 'keyed'`,
  count: `INSERT INTO search_meta (name, value) VALUES ('chunks', ?1) ON CONFLICT DO UPDATE SET value = value + ?1`,
  setMeta: 'INSERT OR REPLACE INTO search_meta (name, value) VALUES (?, ?)',
  meta: 'SELECT value FROM search_meta WHERE name = ?',
  changes: 'SELECT total_changes() AS n',
} as const;

type Sql = Readonly<Record<keyof typeof texts, StatementSync>>;

/** A page as it is written, in place of what was there. */
interface PageEntry {
  /** The number of its URL. */
  readonly page: number;
  /** The chunks' rows, in the order of the entries. */
  readonly rows: readonly number[];
  readonly index: PageIndex;
}

/** The index of one data folder, for writing inside the transaction that stores the page. */
export class SearchIndex {
  readonly #db: DatabaseSync;
  readonly #sql: Sql;
  readonly #anchors: SearchAnchors;
  /** Words that are known to be in the table. */
  readonly #words = new KnownLines(MOST_REMEMBERED);

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Sql;
    this.#anchors = new SearchAnchors(db);
  }

  /** Replaces what the index holds of a page, and the texts of its links to others. */
  put(entry: PageEntry): void {
    const { page, index } = entry;
    if (this.#drop(page)) this.#sql.setMeta.run('dropped', 1);
    this.#write(entry);
    this.#anchors.put(page, anchorsOf(index), index.outbound);
    this.#anchors.appeared(page);
  }

  /**
   * Replaces the entries of a page that was cut anew and has the same links: a few terms stay behind that no page
   * has any more, until something else is cleaned up.
   */
  cut(entry: PageEntry): void {
    this.#drop(entry.page);
    this.#write(entry);
  }

  #write({ page, rows, index }: PageEntry): void {
    let seq = 0;
    for (const { columns, forward } of chunksOf(index)) {
      const row = rows[seq];
      if (row === undefined) throw new Error(`page ${page} has more entries than chunks`);
      const { title, headings, symbols, meta, body } = columns;
      this.#sql.addText.run(row, title, headings, symbols, meta, body);
      this.#sql.addForward.run(row, page, seq++, forward);
    }
    this.#sql.count.run(rows.length);
    // Nearly all of a page's words are in the table already.
    this.#words.eachNew(index.words, (line) => {
      const { word, term } = wordIn(line);
      this.#sql.addWord.run(word, term);
    });
  }

  /** Removes a page from the index. */
  remove(page: number): void {
    if (this.#drop(page)) this.#sql.setMeta.run('dropped', 1);
    this.#anchors.remove(page);
  }

  /** Links to the first URL count for the second from now on: a redirect, a canonical link, a copy of the same text. */
  join(url: number, page: number): void {
    this.#anchors.join(url, page);
  }

  /** Removes a page's rows; returns whether there were any. */
  #drop(page: number): boolean {
    const rows = this.#sql.rowsOf.all(page);
    if (rows.length === 0) return false;
    for (const { row } of rows) this.#sql.deleteText.run(row as number);
    this.#sql.deleteForward.run(page);
    this.#sql.count.run(-rows.length);
    return true;
  }

  /** Forgets the known words after a rollback, so that they are written again. */
  forgetRemembered(): void {
    this.#words.forget();
    this.#anchors.forgetRemembered();
  }

  /** Brings at most `most` anchor texts and words up to date, which settling a page leaves behind; returns how many were. */
  refresh(most: number, only?: 'words'): number {
    const anchors = only === 'words' ? 0 : this.#anchors.refresh(most);
    const words = this.#sql.newWords.all(this.#meta('keyed'), Math.min(WORDS, most - anchors));
    const keys: number[] = [];
    for (const [nth, { word }] of words.entries())
      for (const key of surfaceKeys(String(word))) keys.push(hashedKey(key) * WORDS + nth);
    // In the table's order: many times faster than one after the other.
    this.#addKeys(Float64Array.from(keys).sort(), words);
    if (words.length > 0) this.#sql.setMeta.run('keyed', Number(words.at(-1)?.id));
    return anchors + words.length;
  }

  #addKeys(keys: Float64Array, words: readonly Row[]): void {
    for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
      const row: number[] = [];
      for (let at = from; at < from + KEYS_AT_ONCE; at++) {
        // The last key fills the row: keys that exist are ignored.
        const both = keys[Math.min(at, keys.length - 1)] as number;
        const key = Math.floor(both / WORDS);
        row.push(key, Number(words[both - key * WORDS]?.id));
      }
      this.#sql.addKeys.run(...row);
    }
  }

  /** Leaves nothing of removed pages in the index's tables, in pieces of `most` pages of the file; returns whether that is done. */
  optimize(most: number): boolean {
    const stage = this.#meta('dropped');
    if (stage === 0) return true;
    if (stage === 1) {
      // A negative number begins to merge everything into one; what follows goes on with that.
      this.#merge(-most);
      this.#sql.setMeta.run('dropped', 2);
      return false;
    }
    if (this.#merge(most)) return false;
    this.#sql.forgetWords.run();
    this.#sql.forgetKeys.run();
    this.#sql.forgetKeyed.run();
    this.#anchors.clean();
    this.#words.forget();
    this.#sql.setMeta.run('dropped', 0);
    return true;
  }

  /** Merges this many pages of both full texts; returns whether there was anything to merge. */
  #merge(most: number): boolean {
    const merged = ['search_text', 'search_anchor_text'].map((table) => {
      const before = this.#changes();
      this.#db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ${Math.trunc(most)})`);
      // The statement itself may count as one change.
      return this.#changes() - before > 1;
    });
    return merged.includes(true);
  }

  #meta(name: string): number {
    return Number(this.#sql.meta.get(name)?.value ?? 0);
  }

  #changes(): number {
    return Number(this.#sql.changes.get()?.n);
  }
}
