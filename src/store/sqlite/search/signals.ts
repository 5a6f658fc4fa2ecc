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

/** Reads and remembers the signals of pages on one connection. */
export class SignalsReader {
  readonly #signals: StatementSync;
  readonly #remembered = new Map<number, Omit<PageSignals, 'found'>>();
  #characters = 0;

  constructor(db: DatabaseSync) {
    this.#signals = db.prepare(SIGNALS);
  }

  /** Forgets all signals, because something was written. */
  forget(): void {
    this.#remembered.clear();
    this.#characters = 0;
  }

  /** The signals of these pages, where they are stored; `found`: how many chunks of each were found. */
  read(
    pages: ReadonlySet<number>,
    found: ReadonlyMap<number, number>,
    anchors: boolean,
  ): ReadonlyMap<number, PageSignals> {
    this.#remember(pages);
    const signals = new Map<number, PageSignals>();
    for (const page of pages) {
      const known = this.#remembered.get(page);
      if (known === undefined) continue;
      const { depth, inbound, outbound, words, fingerprint, fetchedAt } = known;
      signals.set(page, {
        ...{ page, depth, inbound, outbound, words, fingerprint, fetchedAt },
        found: found.get(page) ?? 0,
        anchors: anchors ? known.anchors : [],
      });
    }
    return signals;
  }

  #remember(pages: ReadonlySet<number>): void {
    let missing = [...pages].filter((page) => !this.#remembered.has(page));
    if (missing.length === 0) return;
    if (this.#remembered.size + missing.length > MOST_REMEMBERED || this.#characters > MOST_CHARACTERS) {
      this.forget();
      missing = [...pages];
    }
    for (const row of this.#signals.all(JSON.stringify(missing))) {
      this.#remembered.set(Number(row.page), signalsOf(row));
      this.#characters += String(row.texts ?? '').length;
    }
  }
}

function signalsOf(row: Row): Omit<PageSignals, 'found'> {
  return {
    page: Number(row.page),
    depth: Number(row.depth),
    inbound: Number(row.inbound),
    outbound: Number(row.outbound),
    words: Number(row.words),
    anchors: typeof row.texts === 'string' ? anchorTexts(row.texts) : [],
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
