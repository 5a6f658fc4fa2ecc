// The rows an act works on: loaded by the engine, changed by the rules, and the differences in the end are the act's effects.
import type { PageChangeKind } from '../../core/page-change.ts';
import type { ChunkFact } from '../../core/sections.ts';
import type { UrlState } from '../port.ts';
import type { ChangeEffect, CopyEffect, Effects, PlaceChange, QueuePlace } from './effects.ts';
import {
  type Copy,
  type CrawlFacts,
  isStored,
  type NotedChange,
  type RowFacts,
  type Spelling,
  type UrlRow,
} from './rows.ts';

/** A URL within an act. Rules read it, and change it through the overlay. */
export interface Entry {
  readonly id: number;
  readonly row: Readonly<UrlRow>;
  readonly copy: Copy | undefined;
  readonly isLeased: boolean;
  readonly change: NotedChange | undefined;
  readonly spellings: readonly Spelling[];
}

/** An entry as rules change it during an act. */
interface OpenEntry {
  readonly id: number;
  readonly row: UrlRow;
  copy: Copy | undefined;
  isLeased: boolean;
  change: NotedChange | undefined;
  spellings: readonly Spelling[];
  /** The row as it was loaded, once it differs; `undefined` for a new or unchanged row. */
  before: Readonly<UrlRow> | undefined;
  readonly added: { readonly key: string; readonly foundAt: number } | undefined;
}

/**
 * Holds the rows of one provider for one act. An engine loads everything the act may look at, one of the rules decides, and the
 * engine writes `effects()`. To look at a key or text that was not loaded is a fault of the engine, and throws.
 */
export class Overlay {
  readonly crawl: CrawlFacts;
  readonly #byId = new Map<number, OpenEntry>();
  /** New and changed rows. */
  readonly #touched: OpenEntry[] = [];
  readonly #hosts = new Set<string>();
  readonly #byKey = new Map<string, OpenEntry | undefined>();
  readonly #texts = new Map<string, readonly OpenEntry[]>();
  readonly #chunks = new Map<number, readonly ChunkFact[]>();
  readonly #templates = new Map<
    string,
    { readonly host: string; readonly template: string; n: number; more: number }
  >();
  readonly #blocked: Effects['blocked'][number][] = [];
  readonly #places = new Map<number, PlaceChange>();
  readonly #spellings: Effects['spellings'][number][] = [];
  readonly #copies: CopyEffect[] = [];
  readonly #changes = new Map<number, ChangeEffect>();
  readonly #counts = new Map<PageChangeKind | 'unchanged', number>();
  #reopens = false;
  #lastNew = 0;

  constructor(crawl: CrawlFacts) {
    this.crawl = crawl;
  }

  // Loading, by an engine.

  /** Adds a row, under its key where that is known; loading it again changes nothing. The overlay takes the object over. */
  load({ row, ...facts }: RowFacts, key?: string): void {
    let entry = this.#byId.get(row.id);
    if (entry === undefined) {
      entry = { id: row.id, row, ...facts, before: undefined, added: undefined };
      this.#byId.set(row.id, entry);
    }
    if (key !== undefined) this.#byKey.set(key, entry);
  }

  /** Notes that there is no row of this key. */
  loadMissing(key: string): void {
    this.#byKey.set(key, undefined);
  }

  /** Whether a key was loaded, with or without a row. */
  hasLoaded(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Adds the rows stored in this generation with this text as read; the first two by depth and id are enough. */
  loadText(readHash: string, rows: readonly RowFacts[]): void {
    for (const row of rows) this.load(row);
    this.#texts.set(
      readHash,
      rows.map(({ row }) => this.#entry(row.id)),
    );
  }

  /** Adds the chunks of a stored page whose text will change. */
  loadChunks(id: number, chunks: readonly ChunkFact[]): void {
    this.#chunks.set(id, chunks);
  }

  loadTemplate(host: string, template: string, n: number): void {
    this.#templates.set(`${host} ${template}`, { host, template, n, more: 0 });
  }

  hasTemplate(host: string, template: string): boolean {
    return this.#templates.has(`${host} ${template}`);
  }

  // Reading, by rules.

  /** The row of this number. */
  entry(id: number): Entry {
    return this.#entry(id);
  }

  /** Whether there is a row of this number. */
  has(id: number): boolean {
    return this.#byId.has(id);
  }

  /** The row of a key, of any generation. */
  of(key: string): Entry | undefined {
    if (!this.#byKey.has(key)) throw new Error(`the row of ${key} was not loaded`);
    return this.#byKey.get(key);
  }

  /** E6: the first row but this one that is stored in this generation with this text. */
  twinOf(id: number, readHash: string): Entry | undefined {
    const rows = this.#texts.get(readHash);
    if (rows === undefined) throw new Error(`rows with the text ${readHash} were not loaded`);
    return rows.find((one) => one.id !== id && one.copy !== undefined && isStored(one.row, this.crawl.generation));
  }

  chunksOf(id: number): readonly ChunkFact[] {
    const chunks = this.#chunks.get(id);
    if (chunks === undefined) throw new Error(`the chunks of page ${id} were not loaded`);
    return chunks;
  }

  // Changing, by rules.

  /** Adds a row; the engine assigns its number. */
  add(key: string, row: Omit<UrlRow, 'id'>, foundAt: number): Entry {
    const id = --this.#lastNew;
    const added = { key, foundAt };
    const none = { copy: undefined, isLeased: false, change: undefined, spellings: [], before: undefined };
    const entry: OpenEntry = { id, row: { id, ...row }, ...none, added };
    this.#byId.set(id, entry);
    this.#byKey.set(key, entry);
    this.#touched.push(entry);
    this.#meetHosts(row);
    return entry;
  }

  change(id: number, fields: Partial<Omit<UrlRow, 'id'>>): void {
    const entry = this.#entry(id);
    if (entry.added === undefined && entry.before === undefined) {
      entry.before = { ...entry.row };
      this.#touched.push(entry);
    }
    Object.assign(entry.row, fields);
    this.#meetHosts(fields);
  }

  /** Lets a URL wait at a place. */
  put(id: number, place: QueuePlace): void {
    this.#places.set(id, { ...this.#places.get(id), id, in: place });
  }

  /** Takes a URL out of its place; if this act put it there, both changes cancel out. */
  takeOut(id: number, place: QueuePlace): void {
    const pending = this.#places.get(id);
    if (pending?.in === undefined) this.#places.set(id, { id, out: place });
    else if (pending.out === undefined) this.#places.delete(id);
    else this.#places.set(id, { id, out: pending.out });
  }

  /** Moves a URL that waits to another rank. */
  rerank(id: number, from: QueuePlace, rank: number): void {
    const pending = this.#places.get(id);
    if (pending?.in !== undefined) this.#places.set(id, { ...pending, in: { ...pending.in, rank } });
    else this.#places.set(id, { id, out: pending?.out ?? from, rank });
  }

  /** Adds a spelling beside a row, or replaces that of its number. */
  spell(id: number, spelling: Omit<Spelling, 'seq'>, seq?: number): void {
    const entry = this.#entry(id);
    const kept: Spelling = { ...spelling, seq: seq ?? (entry.spellings.at(-1)?.seq ?? 0) + 1 };
    if (seq === undefined) {
      entry.spellings = [...entry.spellings, kept];
      this.change(id, { spellings: entry.row.spellings + 1 });
    } else entry.spellings = entry.spellings.map((one) => (one.seq === seq ? kept : one));
    this.#spellings.push({ id, spelling: kept });
  }

  /** U8: how many URLs of a template there are at a host, and counts one more, up to one more than `most`. */
  countTemplate(host: string, template: string, most: number): number {
    const known = this.#templates.get(`${host} ${template}`);
    if (known === undefined) throw new Error(`the count of ${template} at ${host} was not loaded`);
    const n = known.n + known.more;
    if (n <= most) known.more++;
    return n;
  }

  block(pattern: string, reason: string, at: number): void {
    this.#blocked.push({ pattern, reason, at });
  }

  /** Changes what is stored of a URL; `copy` is what is stored then. */
  copy(effect: CopyEffect, copy?: Copy | undefined): void {
    this.#copies.push(effect);
    if (effect.kind === 'join' || effect.kind === 'keepVersion' || effect.kind === 'dropVersion') return;
    this.#entry(effect.id).copy = copy;
  }

  /** M3: notes what this run did to a page. */
  note(effect: ChangeEffect): void {
    this.#changes.set(effect.id, effect);
    this.#entry(effect.id).change = effect.put;
  }

  count(kind: PageChangeKind | 'unchanged', n: 1 | -1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + n);
  }

  reopen(): void {
    if (this.crawl.ended) this.#reopens = true;
  }

  /** The differences from what was loaded. */
  effects(): Effects {
    return {
      ...{
        hosts: [...this.#hosts],
        rows: this.#touched,
        places: [...this.#places.values()],
        spellings: this.#spellings,
        blocked: this.#blocked,
      },
      templates: [...this.#templates.values()].filter(({ more }) => more > 0),
      ...{ copies: this.#copies, changes: [...this.#changes.values()], counts: this.#counts, reopens: this.#reopens },
      tally: this.#tally(),
    };
  }

  /** Sitemaps are no pages and are not counted, nor is what an earlier generation left behind. */
  #tally(): ReadonlyMap<UrlState, number> {
    const tally = new Map<UrlState, number>();
    const count = ({ kind, generation, state }: Readonly<UrlRow>, n: number): void => {
      if (kind === 'page' && generation === this.crawl.generation) tally.set(state, (tally.get(state) ?? 0) + n);
    };
    for (const { before, row } of this.#touched) {
      if (before !== undefined) count(before, -1);
      count(row, 1);
    }
    return tally;
  }

  #meetHosts({ host, hop }: Partial<Omit<UrlRow, 'id'>>): void {
    if (host !== undefined) this.#hosts.add(host);
    if (hop !== undefined) this.#hosts.add(hop.host);
  }

  #entry(id: number): OpenEntry {
    const entry = this.#byId.get(id);
    if (entry === undefined) throw new Error(`the row ${id} was not loaded`);
    return entry;
  }
}
