// Answers queries from the search index: candidates for the ranker, with what the crawl learnt about their pages.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  AnchorText,
  Candidate,
  CandidateFilter,
  CandidateOptions,
  CandidateQuery,
  CandidateSet,
  ChunkDetails,
  IndexReader,
  PageSignals,
} from '../../search/port.ts';
import { hashedKey } from './search-keys.ts';
import { matchExpression, quoted } from './search-match.ts';
import type { Row } from './statements.ts';

const FILTER = `AND row IN (SELECT f.row FROM search_forward f JOIN pages p ON p.url = f.page
  LEFT JOIN providers o ON o.id = p.provider WHERE
  (?3 = '[]' OR o.slug IN (SELECT value FROM json_each(?3))) AND
  (?4 = '[]' OR EXISTS (SELECT 1 FROM json_each(?4) WHERE instr(lower(p.final_url), value) > 0)) AND
  (?5 = '[]' OR EXISTS (SELECT 1 FROM json_each(?5) WHERE lower(p.language) = value OR lower(p.language) LIKE value || '-%')))`;

// The engine's own order only decides who becomes a candidate.
const ranked = (filter: string): string => `SELECT found.row, f.page FROM (
    SELECT rowid AS row, bm25(search_text, 3, 4, 4, 1, 1) AS score FROM search_text WHERE search_text MATCH ?1 ${filter}
    ORDER BY score LIMIT ?2) found JOIN search_forward f ON f.row = found.row ORDER BY found.score, found.row`;

const texts = {
  chunks: `SELECT value FROM search_meta WHERE name = 'chunks'`,
  // Pages that are not in the index are told apart by 0.
  version: 'SELECT min(analyser) AS oldest FROM pages WHERE analyser > 0',
  stale: 'SELECT 1 FROM pages WHERE analyser > 0 AND analyser <> ? LIMIT 1',
  details: `SELECT c.row, c.page, c.id, c.hash, c.headings, c.anchor, c.ids, c.tokens, c.preview, c.text, p.final_url, p.title, p.language,
    p.fetched_at, p.verified_at, p.facts ->> 'noarchive' AS noarchive, p.facts ->> 'nosnippet' AS nosnippet, o.slug
    FROM chunks c JOIN pages p ON p.url = c.page LEFT JOIN providers o ON o.id = p.provider WHERE c.row = ?`,
  holding: 'SELECT doc FROM search_terms WHERE term = ?',
  completions: 'SELECT term, doc FROM search_terms WHERE term >= ?1 AND term < ?2 LIMIT 2000',
  ranked: ranked(''),
  filtered: ranked(FILTER.replace('row IN', 'search_text.rowid IN')),
  anchored: 'SELECT rowid AS page FROM search_anchor_text WHERE search_anchor_text MATCH ? ORDER BY rank LIMIT ?',
  pagesWith: `SELECT DISTINCT f.page FROM search_text t JOIN search_forward f ON f.row = t.rowid WHERE search_text MATCH ?`,
  firstOf: 'SELECT row FROM search_forward WHERE page = ? ORDER BY row LIMIT 1',
  forward: 'SELECT row, page, seq, forward FROM search_forward WHERE row IN (SELECT value FROM json_each(?))',
  signals: `SELECT p.url AS page, u.depth, p.fetched_at, p.fingerprint, p.words,
    ifnull(a.inbound, 0) AS inbound, ifnull(a.outbound, 0) AS outbound, a.texts
    FROM pages p JOIN urls u ON u.id = p.url LEFT JOIN search_anchors a ON a.page = p.url
    WHERE p.url IN (SELECT value FROM json_each(?))`,
  wordsLike: `SELECT DISTINCT w.word, w.term FROM search_word_keys k JOIN search_words w ON w.id = k.word
    WHERE k.key IN (SELECT value FROM json_each(?)) ORDER BY w.word LIMIT 2000`,
} as const;

type Sql = Readonly<Record<keyof typeof texts, StatementSync>>;

/** Chunks of one page among the candidates, so that a long page does not fill them. */
const MOST_OF_PAGE = 2;
/** So many times the candidates are looked through for pages; where phrases are checked afterwards, more. */
const DEEP = 3;
const DEEP_PHRASE = 10;
/** Chunks that name what is asked for, beyond those. */
const MOST_NAMED = 40;
/** Pages that others call so. */
const MOST_ANCHORED = 20;
const MOST_COMPLETIONS = 8;

/** The index of one data folder, for those who ask. */
export class SearchReader implements IndexReader {
  readonly #sql: Sql;

  constructor(db: DatabaseSync) {
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
    return rows.flatMap((row) => {
      const found = this.#sql.details.get(row);
      return found === undefined ? [] : [detailsOf(found)];
    });
  }

  wordsLike(
    keys: readonly string[],
    isNear: (word: string) => boolean = () => true,
  ): readonly { readonly word: string; readonly chunks: number }[] {
    // Counting is what takes time.
    return this.#sql.wordsLike
      .all(JSON.stringify(keys.map(hashedKey)))
      .filter(({ word }) => isNear(String(word)))
      .map(({ word, term }) => ({ word: String(word), chunks: this.#holding(String(term)) }))
      .filter(({ chunks }) => chunks > 0);
  }

  #holding(term: string): number {
    return Number(this.#sql.holding.get(term)?.doc ?? 0);
  }

  candidates(query: CandidateQuery, { limit, anchors = true }: CandidateOptions): CandidateSet {
    const holding = new Map<string, number>();
    for (const term of [...query.any, ...(query.also ?? [])])
      if (!holding.has(term)) holding.set(term, this.#holding(term));
    const completions = this.#completions(query.prefix, holding);
    const known = [...new Set([...query.any, ...completions])].filter((term) => (holding.get(term) as number) > 0);
    const unwanted = this.#pagesWith(query.not);
    const rows = new Set<number>();
    const found = new Map<number, number>();
    const expression = matchExpression(query, known, holding);
    if (expression !== undefined) {
      const deep = (query.phrases.length > 0 ? DEEP_PHRASE : DEEP) * limit;
      const room = query.phrases.length > 0 ? deep : limit;
      let answers = this.#ranked(expression, deep, query.filter);
      const everywhere = matchExpression(query, known, holding, 'anywhere') as string;
      if (answers.length < limit / 4 && everywhere !== expression)
        answers = this.#ranked(everywhere, deep, query.filter);
      for (const { row, page } of answers) {
        if (unwanted.has(Number(page))) continue;
        const nth = (found.get(Number(page)) ?? 0) + 1;
        found.set(Number(page), nth);
        if (rows.size < room && (nth <= MOST_OF_PAGE || query.phrases.length > 0)) rows.add(Number(row));
      }
      for (const { row } of this.#named(query, holding)) rows.add(Number(row));
    }
    // Also by words that no page says of itself.
    if (anchors && isPlain(query)) for (const row of this.#anchored([...query.any, ...completions])) rows.add(row);
    const candidates = this.#candidates([...rows]).filter(({ page }) => !unwanted.has(page));
    const chunks = Number(this.#sql.chunks.get()?.value ?? 0);
    return { candidates, pages: this.#signals(candidates, found, anchors), chunks, holding, completions };
  }

  /** S1: a page that says what is not wanted is left out whole, wherever it says so. */
  #pagesWith(not: CandidateQuery['not']): ReadonlySet<number> {
    const terms = not.filter(({ length }) => length === 1).map(([term]) => quoted(term as string));
    if (terms.length === 0) return new Set();
    return new Set(this.#sql.pagesWith.all(terms.join(' OR ')).map(({ page }) => Number(page)));
  }

  #ranked(expression: string, most: number, filter: CandidateFilter | undefined): ReturnType<StatementSync['all']> {
    if (filter === undefined || isEmpty(filter)) return this.#sql.ranked.all(expression, most);
    const lists = [filter.providers, filter.paths, filter.languages].map((list, nth) =>
      JSON.stringify(nth === 0 ? list : list.map((word) => word.toLowerCase())),
    );
    return this.#sql.filtered.all(expression, most, ...lists);
  }

  /** S1: whoever asks for an identifier gets the chunks that define it, however often others mention it. */
  #named(query: CandidateQuery, holding: ReadonlyMap<string, number>): ReturnType<StatementSync['all']> {
    const names = (query.names ?? []).filter((term) => (holding.get(term) as number) > 0);
    if (names.length === 0) return [];
    const expression = matchExpression({ ...query, any: names }, names, holding, 'symbols');
    return expression === undefined ? [] : this.#ranked(expression, MOST_NAMED, query.filter);
  }

  #anchored(terms: readonly string[]): readonly number[] {
    if (terms.length === 0) return [];
    const pages = this.#sql.anchored.all([...new Set(terms)].map(quoted).join(' OR '), MOST_ANCHORED);
    const rows = pages.map(({ page }) => this.#sql.firstOf.get(page as number)?.row);
    return rows.filter((row) => row !== undefined).map(Number);
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
    return this.#sql.forward.all(JSON.stringify(rows)).map(
      ({ row, page, seq, forward }): Candidate => ({
        row: Number(row),
        page: Number(page),
        seq: Number(seq),
        forward: forward as Uint8Array,
      }),
    );
  }

  #signals(
    candidates: readonly Candidate[],
    found: ReadonlyMap<number, number>,
    anchors: boolean,
  ): ReadonlyMap<number, PageSignals> {
    const pages = [...new Set(candidates.map(({ page }) => page))];
    const signals = new Map<number, PageSignals>();
    for (const row of this.#sql.signals.all(JSON.stringify(pages)))
      signals.set(Number(row.page), {
        page: Number(row.page),
        depth: Number(row.depth),
        inbound: Number(row.inbound),
        outbound: Number(row.outbound),
        words: Number(row.words),
        found: found.get(Number(row.page)) ?? 0,
        anchors: anchors && typeof row.texts === 'string' ? anchorTexts(row.texts) : [],
        fingerprint: String(row.fingerprint),
        fetchedAt: Number(row.fetched_at),
      });
    return signals;
  }
}

function detailsOf(row: Row): ChunkDetails {
  return {
    row: Number(row.row),
    page: Number(row.page),
    id: String(row.id),
    hash: String(row.hash),
    url: String(row.final_url),
    title: String(row.title),
    headings: JSON.parse(String(row.headings)) as string[],
    anchor: row.anchor === null ? undefined : String(row.anchor),
    ids: JSON.parse(String(row.ids)) as string[],
    tokens: Number(row.tokens),
    preview: String(row.preview),
    text: row.text === null ? undefined : String(row.text),
    provider: String(row.slug ?? ''),
    language: row.language === null ? undefined : String(row.language),
    fetchedAt: Number(row.fetched_at),
    verifiedAt: Number(row.verified_at),
    noarchive: row.noarchive === 1,
    nosnippet: row.nosnippet === 1,
  };
}

function isPlain({ phrases, not, filter }: CandidateQuery): boolean {
  return phrases.length === 0 && not.length === 0 && (filter === undefined || isEmpty(filter));
}

function isEmpty({ providers, paths, languages }: CandidateFilter): boolean {
  return providers.length + paths.length + languages.length === 0;
}

function anchorTexts(packed: string): readonly AnchorText[] {
  return (JSON.parse(packed) as [string, number][]).map(([terms, pages]) => ({ terms, pages }));
}
