// Answers queries from the search index: candidates for the ranker, with what the crawl learnt about their pages.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { nearTo, surfaceKeys } from '../../../search/decide/near-words.ts';
import type {
  Candidate,
  CandidateFilter,
  CandidateOptions,
  CandidateQuery,
  CandidateSet,
  ChunkDetails,
  LinkingPage,
  PagePlace,
  SurfaceCount,
} from '../../../search/port.ts';
import { DetailsReader } from './details.ts';
import { hashedKey } from './keys.ts';
import { matchExpression, quoted } from './match.ts';
import { numbersIn } from './numbers.ts';
import { Remembered } from './remembered.ts';
import { SignalsReader } from './signals.ts';

// The plus keeps SQLite from querying the full text once for each chunk of these pages, which takes seconds.
const FILTER = `AND +search_text.rowid IN (SELECT f.row FROM pages p LEFT JOIN providers o ON o.id = p.provider
  CROSS JOIN search_forward f ON f.page = p.url WHERE
  (?3 = '[]' OR o.slug IN (SELECT value FROM json_each(?3)) OR lower(o.slug) IN
    (SELECT lower(value) FROM json_each(?3) WHERE value GLOB '????????-????-????-????-????????????')) AND
  (?4 = '[]' OR EXISTS (SELECT 1 FROM json_each(?4) WHERE instr(lower(p.final_url), value) > 0)) AND
  (?5 = '[]' OR EXISTS (SELECT 1 FROM json_each(?5) WHERE lower(p.language) = value OR lower(p.language) LIKE value || '-%')))`;

// The engine's own order only decides which chunks become candidates. Rows come as one text, in the order of the inner query.
const ranked = (filter: string): string => `SELECT group_concat(row, ' ') AS found FROM (
    SELECT rowid AS row, bm25(search_text, 3, 4, 4, 1, 1) AS score FROM search_text WHERE search_text MATCH ?1 ${filter}
    ORDER BY score, rowid LIMIT ?2)`;

const texts = {
  chunks: `SELECT value FROM search_meta WHERE name = 'chunks'`,
  // Pages that are not in the index have version 0.
  version: 'SELECT min(analyser) AS oldest FROM pages WHERE analyser > 0',
  stale: 'SELECT 1 FROM pages WHERE analyser > 0 AND analyser <> ? LIMIT 1',
  completions: 'SELECT term, doc FROM search_terms WHERE term >= ?1 AND term < ?2 LIMIT 2000',
  ranked: ranked(''),
  filtered: ranked(FILTER),
  anchored: `SELECT group_concat((SELECT min(row) FROM search_forward WHERE page = a.page), ' ') AS found FROM (
    SELECT rowid AS page, bm25(search_anchor_text) AS score FROM search_anchor_text WHERE search_anchor_text MATCH ?
    ORDER BY score, rowid LIMIT ?) a`,
  pagesWith: `SELECT group_concat(DISTINCT f.page) AS found FROM search_text t JOIN search_forward f ON f.row = t.rowid WHERE search_text MATCH ?`,
  // One piece for all: a hundred small ones take longer to free than to read.
  forward: `SELECT group_concat(row || ' ' || page || ' ' || seq || ' ' || length(forward), ' ') AS found,
    CAST(group_concat(forward, '') AS BLOB) AS forwards FROM json_each(?) CROSS JOIN search_forward ON row = value`,
  keyed: `SELECT DISTINCT w.word, w.term FROM search_word_keys k JOIN search_words w ON w.id = k.word
    WHERE k.key IN (SELECT value FROM json_each(?)) ORDER BY w.word LIMIT 2000`,
  wordsFrom: 'SELECT word, term FROM search_words WHERE word >= ? AND word < ? LIMIT 2000',
  places: `SELECT g.url AS page, o.slug, g.final_url, g.language FROM pages g JOIN providers o ON o.id = g.provider
    WHERE g.url IN (SELECT value FROM json_each(?))`,
  linkedFrom: `WITH counted (id) AS (SELECT ifnull(t.same, t.id) FROM urls u JOIN search_targets t ON t.hash = u.hash WHERE u.id = ?1)
    SELECT DISTINCT l.source AS page, o.slug, g.final_url, g.title FROM search_links l
    JOIN pages g ON g.url = l.source JOIN providers o ON o.id = g.provider
    WHERE l.target IN (SELECT id FROM counted UNION SELECT id FROM search_targets WHERE same IN counted)
    AND l.source <> ?1 AND l.source > ?2 ORDER BY l.source LIMIT ?3`,
} as const;

type Sql = Readonly<Record<keyof typeof texts, StatementSync>>;

type Four = [number, number, number, number];

/** Chunks of one page among the candidates, so that a long page does not fill them. */
const MOST_OF_PAGE = 2;
/** This many times the candidates are looked through for pages; where phrases are checked afterwards, more. */
const DEEP = 3;
const DEEP_PHRASE = 10;
/** Further candidates: chunks that define what is searched for. */
const MOST_NAMED = 40;
/** Pages whose anchor texts match. */
const MOST_ANCHORED = 20;
const MOST_COMPLETIONS = 8;
/** Words that are counted to complete another. */
const MOST_COUNTED = 100;

/** The index of one data folder, for searching. */
export class SearchReader {
  readonly #sql: Sql;
  readonly #details: DetailsReader;
  readonly #remembered: Remembered;
  readonly #signals: SignalsReader;

  constructor(db: DatabaseSync) {
    this.#details = new DetailsReader(db);
    this.#remembered = new Remembered(db);
    this.#signals = new SignalsReader(db);
    this.#sql = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, db.prepare(text)])) as Sql;
  }

  analyserVersion(): number | undefined {
    const oldest = this.#sql.version.get()?.oldest;
    return typeof oldest === 'number' ? oldest : undefined;
  }

  isStale(version: number): boolean {
    return this.#sql.stale.get(version) !== undefined;
  }

  details(rows: readonly number[]): readonly ChunkDetails[] {
    this.#begin();
    return this.#details.details(rows);
  }

  wordsNear(word: string): readonly SurfaceCount[] {
    this.#begin();
    const isNear = nearTo(word);
    const keyed = this.#sql.keyed.all(JSON.stringify(surfaceKeys(word).map(hashedKey)));
    // Counting takes the most time.
    return keyed
      .filter((row) => isNear(String(row.word)))
      .map((row) => ({ word: String(row.word), chunks: this.#remembered.holding(String(row.term)) }))
      .filter(({ chunks }) => chunks > 0);
  }

  wordsFrom(prefix: string, most: number): readonly SurfaceCount[] {
    if (this.#remembered.begin()) this.#signals.forget();
    const words = this.#sql.wordsFrom.all(prefix, `${prefix}\u{10ffff}`);
    // Of a short beginning there are many, and counting each takes long: those of the most frequent terms are enough.
    const frequent = words.length > MOST_COUNTED ? new Set(this.#completions(prefix, new Map())) : undefined;
    return words
      .filter(({ term }) => frequent?.has(String(term)) ?? true)
      .map(({ word, term }) => ({ word: String(word), chunks: this.#remembered.holding(String(term)) }))
      .filter(({ chunks }) => chunks > 0)
      .toSorted((one, other) => other.chunks - one.chunks || one.word.length - other.word.length)
      .slice(0, most);
  }

  places(pages: readonly number[]): readonly PagePlace[] {
    return this.#sql.places.all(JSON.stringify(pages)).map(({ page, slug, final_url: url, language }) => ({
      ...{ page: Number(page), provider: String(slug), url: shownUrl(String(url)) },
      ...(language !== null && { language: String(language) }),
    }));
  }

  linkedFrom(url: number, { limit, after = 0 }: { limit: number; after?: number | undefined }): readonly LinkingPage[] {
    return this.#sql.linkedFrom.all(url, after, limit).map(({ page, slug, final_url: at, title }) => ({
      ...{ page: Number(page), provider: String(slug), url: String(at), title: String(title) },
    }));
  }

  candidates(query: CandidateQuery, { limit, perPage = MOST_OF_PAGE, anchors = true }: CandidateOptions): CandidateSet {
    this.#begin();
    const holding = new Map<string, number>();
    for (const term of [...query.any, ...(query.also ?? [])])
      if (!holding.has(term)) holding.set(term, this.#remembered.holding(term));
    const completions = this.#completions(query.prefix, holding);
    const known = [...new Set([...query.any, ...completions])].filter((term) => (holding.get(term) as number) > 0);
    const excluded = this.#pagesWith(query.not);
    const rows = new Set<number>();
    const found = new Map<number, number>();
    const expression = matchExpression(query, known, holding);
    if (expression !== undefined) {
      const deep = (query.phrases.length > 0 ? DEEP_PHRASE : DEEP) * limit;
      const room = query.phrases.length > 0 ? deep : limit;
      let results = this.#ranked(expression, deep, query.filter);
      const everywhere = matchExpression(query, known, holding, 'anywhere') as string;
      if (results.length < limit / 4 && everywhere !== expression)
        results = this.#ranked(everywhere, deep, query.filter);
      const pages = this.#remembered.pagesOf(results);
      for (let at = 0; at < results.length; at++) {
        const page = pages[at] as number;
        if (page === 0 || excluded.has(page)) continue;
        const nth = (found.get(page) ?? 0) + 1;
        found.set(page, nth);
        if (rows.size < room && (nth <= perPage || query.phrases.length > 0)) rows.add(results[at] as number);
      }
      for (const row of this.#named(query, holding)) rows.add(row);
    }
    // Also by words that only links to a page use.
    if (anchors && isPlain(query)) for (const row of this.#anchored([...query.any, ...completions])) rows.add(row);
    const candidates = this.#candidates([...rows].sort((one, other) => one - other)).filter(
      ({ page }) => !excluded.has(page),
    );
    const chunks = Number(this.#sql.chunks.get()?.value ?? 0);
    const terms = anchors ? [...holding.keys()] : [];
    const pages = this.#signals.read(new Set(candidates.map(({ page }) => page)), found, terms);
    return { candidates, pages, chunks, holding, completions };
  }

  #begin(): void {
    if (!this.#remembered.begin()) return;
    this.#signals.forget();
    this.#details.forget();
  }

  /** S1: a page with an excluded word is left out whole, wherever the word is. */
  #pagesWith(not: CandidateQuery['not']): ReadonlySet<number> {
    const terms = not.filter(({ length }) => length === 1).map(([term]) => quoted(term as string));
    if (terms.length === 0) return new Set();
    return new Set(numbersIn(this.#sql.pagesWith.get(terms.join(' OR '))?.found));
  }

  #ranked(expression: string, most: number, filter: CandidateFilter | undefined): readonly number[] {
    if (filter === undefined || isEmpty(filter)) return numbersIn(this.#sql.ranked.get(expression, most)?.found);
    const lists = [filter.providers, filter.paths, filter.languages].map((list, nth) =>
      JSON.stringify(nth === 0 ? list : list.map((word) => word.toLowerCase())),
    );
    return numbersIn(this.#sql.filtered.get(expression, most, ...lists)?.found);
  }

  /** S1: a search for an identifier finds the chunks that define it, however often others mention it. */
  #named(query: CandidateQuery, holding: ReadonlyMap<string, number>): readonly number[] {
    const names = (query.names ?? []).filter((term) => (holding.get(term) as number) > 0);
    if (names.length === 0) return [];
    const expression = matchExpression({ ...query, any: names }, names, holding, 'symbols');
    return expression === undefined ? [] : this.#ranked(expression, MOST_NAMED, query.filter);
  }

  #anchored(terms: readonly string[]): readonly number[] {
    if (terms.length === 0) return [];
    return numbersIn(this.#sql.anchored.get([...new Set(terms)].map(quoted).join(' OR '), MOST_ANCHORED)?.found);
  }

  #completions(prefix: string | undefined, holding: Map<string, number>): readonly string[] {
    if (prefix === undefined || prefix === '') return [];
    const found = this.#sql.completions
      .all(prefix, `${prefix}\u{10ffff}`)
      .map(({ term, doc }) => ({ term: String(term), chunks: Number(doc) }))
      .toSorted((one, other) => other.chunks - one.chunks)
      .slice(0, MOST_COMPLETIONS);
    for (const { term, chunks } of found) holding.set(term, chunks);
    return found.map(({ term }) => term);
  }

  #candidates(rows: readonly number[]): readonly Candidate[] {
    const read = this.#sql.forward.get(JSON.stringify(rows));
    const numbers = numbersIn(read?.found);
    const forwards = read?.forwards as Uint8Array<ArrayBuffer>;
    const candidates: Candidate[] = [];
    let from = 0;
    for (let at = 0; at < numbers.length; at += 4) {
      const [row, page, seq, size] = [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]] as Four;
      candidates.push({ row, page, seq, forward: forwards.subarray(from, from + size) });
      from += size;
    }
    return candidates;
  }
}

function isPlain({ phrases, not, filter }: CandidateQuery): boolean {
  return phrases.length === 0 && not.length === 0 && (filter === undefined || isEmpty(filter));
}

function isEmpty({ providers, paths, languages }: CandidateFilter): boolean {
  return providers.length + paths.length + languages.length === 0;
}
