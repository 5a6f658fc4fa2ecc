// Anchor texts: links by the key they lead to, gathered for each stored page.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type AnchorLink, detached } from '../../../core/search-entry.ts';
import type { AnchorText } from '../../../search/port.ts';
import { digestOf } from '../digest.ts';

/** At most this many different anchor texts of a page count. */
const MOST_ANCHOR_TEXTS = 32;
const MOST_REMEMBERED = 20_000;

const texts = {
  target: 'SELECT id FROM search_targets WHERE hash = ?',
  addTarget: 'INSERT INTO search_targets (hash) VALUES (?)',
  targetOfUrl: 'SELECT t.id FROM urls u JOIN search_targets t ON t.hash = u.hash WHERE u.id = ?',
  hashOfUrl: 'SELECT hash FROM urls WHERE id = ?',
  addLink: 'INSERT OR IGNORE INTO search_links (source, target, terms) VALUES (?, ?, ?)',
  staleFrom: 'INSERT OR IGNORE INTO search_stale (target) SELECT DISTINCT target FROM search_links WHERE source = ?',
  deleteLinks: 'DELETE FROM search_links WHERE source = ?',
  addStale: 'INSERT OR IGNORE INTO search_stale (target) VALUES (?)',
  stale: `SELECT s.target, ifnull(t.same, t.id) AS counted FROM search_stale s LEFT JOIN search_targets t ON t.id = s.target LIMIT ?`,
  fresh: 'DELETE FROM search_stale WHERE target = ?',
  join: 'UPDATE search_targets SET same = ?2 WHERE (id = ?1 OR same = ?1) AND id <> ?2',
  part: 'UPDATE search_targets SET same = NULL WHERE id = ? AND same IS NOT NULL',
  sameAs: 'SELECT same FROM search_targets WHERE id = ?',
  // CROSS JOIN keeps the order of the tables, and with it the index on provider and hash.
  pages: `SELECT u.id FROM search_targets t CROSS JOIN providers p CROSS JOIN urls u CROSS JOIN pages g
    WHERE t.id = ? AND u.provider = p.id AND u.hash = t.hash AND g.url = u.id`,
  inbound: `SELECT count(DISTINCT source) AS n FROM search_links
    WHERE target IN (SELECT ?1 UNION ALL SELECT id FROM search_targets WHERE same = ?1) AND source <> ?2`,
  anchorTexts: `SELECT terms, count(DISTINCT source) AS pages FROM search_links
    WHERE target IN (SELECT ?1 UNION ALL SELECT id FROM search_targets WHERE same = ?1) AND source <> ?2 AND terms <> ''
    GROUP BY terms ORDER BY pages DESC, terms LIMIT ${MOST_ANCHOR_TEXTS}`,
  deleteAnchorText: 'DELETE FROM search_anchor_text WHERE rowid = ?',
  addAnchorText: 'INSERT INTO search_anchor_text (rowid, terms) VALUES (?, ?)',
  putAnchors: `INSERT INTO search_anchors (page, inbound, texts) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET inbound = excluded.inbound, texts = excluded.texts`,
  putOutbound: `INSERT INTO search_anchors (page, outbound) VALUES (?, ?) ON CONFLICT DO UPDATE SET outbound = excluded.outbound`,
  forgetTargets: `DELETE FROM search_targets WHERE same IS NULL AND NOT EXISTS (SELECT 1 FROM search_links WHERE target = id)
    AND NOT EXISTS (SELECT 1 FROM search_targets joined WHERE joined.same = search_targets.id)`,
  deleteAnchors: 'DELETE FROM search_anchors WHERE page = ?',
} as const;

type Sql = Readonly<Record<keyof typeof texts, StatementSync>>;

/** The links of one data folder, for writing. */
export class SearchAnchors {
  readonly #sql: Sql;
  /** Numbers of keys that were used lately: pages of a site link to the same others. */
  readonly #targets = new Map<string, number>();

  constructor(db: DatabaseSync) {
    this.#sql = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Sql;
  }

  /** Replaces the texts of a page's links. */
  put(source: number, links: readonly AnchorLink[], outbound: number): void {
    this.#sql.staleFrom.run(source);
    this.#sql.deleteLinks.run(source);
    for (const { target, terms } of links) this.#sql.addLink.run(source, this.#targetOf(target), terms);
    if (links.length > 0) this.#sql.staleFrom.run(source);
    this.#sql.putOutbound.run(source, outbound);
  }

  /** Notes that a page is stored that may not have been before: links to it count. */
  appeared(page: number): void {
    const target = this.#sql.targetOfUrl.get(page)?.id;
    if (target === undefined) return;
    const same = this.#sql.sameAs.get(target)?.same;
    this.#sql.part.run(target);
    this.#sql.addStale.run(target);
    if (typeof same === 'number') this.#sql.addStale.run(same);
  }

  /** Removes the links of the page, and the texts of links to it. */
  remove(page: number): void {
    this.#sql.staleFrom.run(page);
    this.#sql.deleteLinks.run(page);
    this.#sql.deleteAnchorText.run(page);
    this.#sql.deleteAnchors.run(page);
  }

  /** Links to a URL count for another. */
  join(url: number, page: number): void {
    const from = this.#targetOfUrl(url);
    const to = this.#targetOfUrl(page);
    if (from === undefined || to === undefined || from === to) return;
    // Their links no longer count for their earlier targets.
    const before = [from, to].map((target) => this.#sql.sameAs.get(target)?.same);
    this.#sql.part.run(to);
    this.#sql.join.run(from, to);
    for (const target of [to, ...before]) if (typeof target === 'number') this.#sql.addStale.run(target);
  }

  /** Brings the anchor texts of at most `most` targets up to date; returns how many. */
  refresh(most: number): number {
    const stale = this.#sql.stale.all(most);
    const done = new Set<number>();
    for (const { target, counted } of stale) {
      this.#sql.fresh.run(target as number);
      if (typeof counted !== 'number' || done.has(counted)) continue;
      done.add(counted);
      for (const { id } of this.#sql.pages.all(counted)) this.#gather(counted, Number(id));
    }
    return stale.length;
  }

  /** Removes targets without links. */
  clean(): void {
    this.#sql.forgetTargets.run();
    this.#targets.clear();
  }

  forgetRemembered(): void {
    this.#targets.clear();
  }

  #gather(target: number, page: number): void {
    this.#sql.deleteAnchorText.run(page);
    const inbound = Number(this.#sql.inbound.get(target, page)?.n);
    const found = this.#sql.anchorTexts
      .all(target, page)
      .map(({ terms, pages }): AnchorText => ({ terms: String(terms), pages: Number(pages) }));
    this.#sql.putAnchors.run(page, inbound, JSON.stringify(found.map(({ terms, pages }) => [terms, pages])));
    if (found.length > 0) this.#sql.addAnchorText.run(page, found.map(({ terms }) => terms).join(' '));
  }

  #targetOf(key: string): number {
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const id = this.#targetOfHash(digestOf(key));
    if (this.#targets.size === MOST_REMEMBERED) this.#targets.clear();
    this.#targets.set(detached(key), id);
    return id;
  }

  #targetOfUrl(url: number): number | undefined {
    const hash = this.#sql.hashOfUrl.get(url)?.hash;
    return hash instanceof Uint8Array ? this.#targetOfHash(hash) : undefined;
  }

  #targetOfHash(hash: Uint8Array): number {
    return Number(this.#sql.target.get(hash)?.id ?? this.#sql.addTarget.run(hash).lastInsertRowid);
  }
}
