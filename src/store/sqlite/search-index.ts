// Writes the search index, inside the transaction that stores the page.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AnchorLink, AnchorText, IndexWriter, PageEntry } from '../../search/port.ts';

/** So many different anchor texts of a page count. */
const MOST_ANCHOR_TEXTS = 32;
const MOST_REMEMBERED = 200_000;

const texts = {
  addText: 'INSERT INTO search_text (rowid, title, headings, symbols, meta, body) VALUES (?, ?, ?, ?, ?, ?)',
  deleteText: 'DELETE FROM search_text WHERE rowid = ?',
  addForward: 'INSERT INTO search_forward (row, page, seq, forward) VALUES (?, ?, ?, ?)',
  rowsOf: 'SELECT row FROM search_forward WHERE page = ?',
  deleteForward: 'DELETE FROM search_forward WHERE page = ?',
  addLink: 'INSERT OR IGNORE INTO search_links (source, target, terms) VALUES (?, ?, ?)',
  staleFrom: 'INSERT OR IGNORE INTO search_stale (page) SELECT DISTINCT target FROM search_links WHERE source = ?',
  deleteLinks: 'DELETE FROM search_links WHERE source = ?',
  stale: 'SELECT page FROM search_stale LIMIT ?',
  fresh: 'DELETE FROM search_stale WHERE page = ?',
  inbound: 'SELECT count(DISTINCT source) AS n FROM search_links WHERE target = ?',
  anchorTexts: `SELECT terms, count(*) AS pages FROM search_links WHERE target = ?1 AND terms <> ''
    GROUP BY terms ORDER BY pages DESC, terms LIMIT ${MOST_ANCHOR_TEXTS}`,
  deleteAnchorText: 'DELETE FROM search_anchor_text WHERE rowid = ?',
  addAnchorText: 'INSERT INTO search_anchor_text (rowid, terms) VALUES (?, ?)',
  putAnchors: `INSERT INTO search_anchors (page, inbound, texts) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET inbound = excluded.inbound, texts = excluded.texts`,
  putOutbound: `INSERT INTO search_anchors (page, outbound) VALUES (?, ?) ON CONFLICT DO UPDATE SET outbound = excluded.outbound`,
  deleteAnchors: 'DELETE FROM search_anchors WHERE page = ?',
  addWord: 'INSERT OR IGNORE INTO search_words (word, term) VALUES (?, ?)',
  addNewWord: 'INSERT OR IGNORE INTO search_new_words (word) VALUES (?)',
  newWords: 'SELECT word FROM search_new_words ORDER BY word LIMIT ?',
  wordIsOld: 'DELETE FROM search_new_words WHERE word = ?',
  addKey: 'INSERT OR IGNORE INTO search_word_keys (key, word) VALUES (?, ?)',
  forgetWords: 'DELETE FROM search_words WHERE term NOT IN (SELECT term FROM search_terms)',
  forgetKeys: 'DELETE FROM search_word_keys WHERE word NOT IN (SELECT word FROM search_words)',
  forgetNewWords: 'DELETE FROM search_new_words WHERE word NOT IN (SELECT word FROM search_words)',
  count: `INSERT INTO search_meta (name, value) VALUES ('chunks', ?1) ON CONFLICT DO UPDATE SET value = value + ?1`,
  version: `INSERT OR REPLACE INTO search_meta (name, value) VALUES ('analyser', ?)`,
  optimizeText: `INSERT INTO search_text (search_text) VALUES ('optimize')`,
  optimizeAnchors: `INSERT INTO search_anchor_text (search_anchor_text) VALUES ('optimize')`,
} as const;

type Sql = Readonly<Record<keyof typeof texts, StatementSync>>;

/** What the index is told by the search room. */
export interface IndexRules {
  readonly analyserVersion: number;
  /** The term a word becomes. */
  readonly termOf: (word: string) => string;
  /** The keys a word is found by when it is mistyped. */
  readonly keysOf: (word: string) => readonly string[];
}

/** The index of one data folder, for the one who writes it. */
export class SearchIndex implements IndexWriter {
  readonly #sql: Sql;
  readonly #rules: IndexRules;
  /** Words that are known to be there. */
  readonly #words = new Set<string>();
  #isVersioned = false;

  constructor(db: DatabaseSync, rules: IndexRules) {
    this.#sql = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Sql;
    this.#rules = rules;
  }

  put({ page, chunks, words }: PageEntry): void {
    this.#drop(page);
    if (!this.#isVersioned) this.#sql.version.run(this.#rules.analyserVersion);
    this.#isVersioned = true;
    for (const [seq, { row, entry }] of chunks.entries()) {
      const { title, headings, symbols, meta, body } = entry.columns;
      this.#sql.addText.run(row, title, headings, symbols, meta, body);
      this.#sql.addForward.run(row, page, seq, entry.forward);
    }
    this.#sql.count.run(chunks.length);
    for (const word of words) this.#addWord(word);
  }

  remove(page: number): void {
    this.#drop(page);
    this.putLinks(page, []);
    this.#sql.deleteAnchorText.run(page);
    this.#sql.deleteAnchors.run(page);
    this.#sql.fresh.run(page);
  }

  #drop(page: number): void {
    const rows = this.#sql.rowsOf.all(page);
    for (const { row } of rows) this.#sql.deleteText.run(row as number);
    if (rows.length > 0) {
      this.#sql.deleteForward.run(page);
      this.#sql.count.run(-rows.length);
    }
  }

  #addWord(word: string): void {
    if (this.#words.has(word)) return;
    if (this.#words.size === MOST_REMEMBERED) this.#words.clear();
    this.#words.add(word);
    const added = this.#sql.addWord.run(word, this.#rules.termOf(word));
    if (Number(added.changes) > 0) this.#sql.addNewWord.run(word);
  }

  /** What a rolled-back transaction wrote is to be written again. */
  forgetRemembered(): void {
    this.#words.clear();
    this.#isVersioned = false;
  }

  putLinks(source: number, links: readonly AnchorLink[]): void {
    this.#sql.staleFrom.run(source);
    this.#sql.deleteLinks.run(source);
    for (const { target, terms } of links) if (target !== source) this.#sql.addLink.run(source, target, terms);
    if (links.length === 0) return;
    this.#sql.staleFrom.run(source);
    this.#sql.putOutbound.run(source, links.length);
  }

  refresh(most: number): number {
    const stale = this.#sql.stale.all(most);
    for (const { page } of stale) this.#refreshAnchors(page as number);
    const words = this.#sql.newWords.all(most - stale.length).map(({ word }) => String(word));
    const keys = words.flatMap((word) => this.#rules.keysOf(word).map((key) => [key, word] as const));
    // In the table's order: many times faster than one after the other.
    keys.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    for (const [key, word] of keys) this.#sql.addKey.run(key, word);
    for (const word of words) this.#sql.wordIsOld.run(word);
    return stale.length + words.length;
  }

  #refreshAnchors(page: number): void {
    this.#sql.fresh.run(page);
    this.#sql.deleteAnchorText.run(page);
    const inbound = Number(this.#sql.inbound.get(page)?.n);
    const found = this.#sql.anchorTexts
      .all(page)
      .map(({ terms, pages }): AnchorText => ({ terms: String(terms), pages: Number(pages) }));
    this.#sql.putAnchors.run(page, inbound, JSON.stringify(found.map(({ terms, pages }) => [terms, pages])));
    if (found.length > 0) this.#sql.addAnchorText.run(page, found.map(({ terms }) => terms).join(' '));
  }

  optimize(): void {
    this.#sql.optimizeText.run();
    this.#sql.optimizeAnchors.run();
    this.#sql.forgetWords.run();
    this.#sql.forgetNewWords.run();
    this.#sql.forgetKeys.run();
    this.#words.clear();
  }
}
