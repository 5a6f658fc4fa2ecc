// What the crawl learnt about pages, for the ranker; remembered as long as nothing is written: searches find the same pages again and again.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeJson, isListOf, isNumber, isString } from '../../../core/decode.ts';
import type { AnchorText, PageSignals } from '../../../search/port.ts';
import type { Row } from '../frontier/statements.ts';

const SIGNALS = `SELECT p.url AS page, u.depth, p.fetched_at, p.fingerprint, p.words,
  ifnull(a.inbound, 0) AS inbound, ifnull(a.outbound, 0) AS outbound, a.texts
  FROM pages p JOIN urls u ON u.id = p.url LEFT JOIN search_anchors a ON a.page = p.url
  WHERE p.url IN (SELECT value FROM json_each(?))`;

/** Two megabytes or so; of the anchor texts, which a site may make as long as it likes, one million characters. */
const MOST_REMEMBERED = 2_000;
const MOST_CHARACTERS = 1_000_000;

interface Known extends Omit<PageSignals, 'found'> {
  /** All terms of its anchor texts: looked through at once, where most pages have none of the query's. */
  readonly anchorTerms: string;
}

/** Reads and remembers the signals of pages on one connection. */
export class SignalsReader {
  readonly #signals: StatementSync;
  /** The pages that were not needed for longest come first, as far as there was ever no room for all. */
  readonly #remembered = new Map<number, Known>();
  #characters = 0;

  constructor(db: DatabaseSync) {
    this.#signals = db.prepare(SIGNALS);
  }

  /** Forgets all signals, because something was written. */
  forget(): void {
    this.#remembered.clear();
    this.#characters = 0;
  }

  /**
   * The signals of these pages, where they are stored; `found`: how many chunks of each were found. Only pages whose anchor texts may
   * hold one of `terms` have them.
   */
  read(
    pages: ReadonlySet<number>,
    found: ReadonlyMap<number, number>,
    terms: readonly string[],
  ): ReadonlyMap<number, PageSignals> {
    this.#remember(pages);
    const signals = new Map<number, PageSignals>();
    for (const page of pages) {
      const known = this.#remembered.get(page);
      if (known === undefined) continue;
      const { depth, inbound, outbound, words, fingerprint, fetchedAt, anchors, anchorTerms } = known;
      signals.set(page, {
        ...{ page, depth, inbound, outbound, words, fingerprint, fetchedAt },
        found: found.get(page) ?? 0,
        anchors: terms.some((term) => anchorTerms.includes(term)) ? anchors : [],
      });
    }
    return signals;
  }

  #remember(pages: ReadonlySet<number>): void {
    const missing = [...pages].filter((page) => !this.#remembered.has(page));
    if (missing.length === 0) return;
    this.#makeRoom(pages, missing.length);
    for (const row of this.#signals.all(JSON.stringify(missing))) {
      const known = signalsOf(row);
      this.#remembered.set(known.page, known);
      this.#characters += known.anchorTerms.length;
    }
  }

  /** Forgets pages until these many more have room, those that are needed now last of all. */
  #makeRoom(needed: ReadonlySet<number>, more: number): void {
    const isFull = (): boolean => this.#remembered.size + more > MOST_REMEMBERED || this.#characters > MOST_CHARACTERS;
    if (!isFull()) return;
    for (const page of needed) {
      const known = this.#remembered.get(page);
      if (known !== undefined && this.#remembered.delete(page)) this.#remembered.set(page, known);
    }
    for (const [page, { anchorTerms }] of this.#remembered) {
      if (!isFull() || needed.has(page)) return;
      this.#remembered.delete(page);
      this.#characters -= anchorTerms.length;
    }
  }
}

function signalsOf(row: Row): Known {
  const anchors = typeof row.texts === 'string' ? anchorTexts(row.texts) : [];
  return {
    page: Number(row.page),
    depth: Number(row.depth),
    inbound: Number(row.inbound),
    outbound: Number(row.outbound),
    words: Number(row.words),
    anchors,
    anchorTerms: anchors.map(({ terms }) => terms).join(' '),
    fingerprint: String(row.fingerprint),
    fetchedAt: Number(row.fetched_at),
  };
}

const isPackedAnchors = isListOf(
  (value): value is readonly [terms: string, pages: number] =>
    Array.isArray(value) && isString(value[0]) && isNumber(value[1]),
);

function anchorTexts(packed: string): readonly AnchorText[] {
  return decodeJson(packed, 'the links to a page', isPackedAnchors).map(([terms, pages]) => ({ terms, pages }));
}
