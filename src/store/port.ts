// The store port: everything docent keeps, in parts that are opened one by one; the rooms' own ports state what each part promises.
import type { ChannelMemory } from '../channel/port.ts';
import type { StoreAddress } from '../core/store-address.ts';
import type { Forgetting } from '../forget/port.ts';
import type { Copies } from '../forget/port-copies.ts';
import type { Ledger, LedgerReader } from '../frontier/port.ts';
import type { SideWriter, SideWriterOptions } from '../frontier/port-beside.ts';
import type { PageFilter, StoredPages } from '../frontier/port-pages.ts';
import type { KnownProvider, StoredSums } from '../frontier/port-providers.ts';
import type { FiledRequests } from '../requests/port.ts';
import type { RobotsMemory } from '../robots/port.ts';
import type { OpenIndexReader } from '../search/port.ts';
import type { Watch } from '../watch/port.ts';
import type { JudgedQueries } from '../watch/port-judged.ts';
import type { KeptQuestions } from '../watch/port-questions.ts';
import type { Backup, Restore } from './port-backup.ts';
import type { Neighbours } from './port-neighbours.ts';

/**
 * All that is kept in one place. Each part has a connection of its own, made when the part is opened or first used, and is closed by
 * the caller that opened it. Opening throws DOC_STORE for data that cannot be used, DOC_STORE_VERSION for data of a newer docent,
 * DOC_STORE_FULL where there is no space; a part that only reads makes nothing, and blocks no crawl. Where nothing was crawled yet, parts
 * that read are empty, and may stay so until they are opened again.
 */
export interface Store {
  /** By it another thread opens the same store. */
  readonly address: StoreAddress;
  /** How messages call it. */
  readonly name: string;
  /**
   * A name for the present data: data that replaces it later has another name. Undefined where nothing was crawled yet. Opens nothing,
   * and loads nothing of the engine.
   */
  identity(): Promise<string | undefined>;
  /**
   * Opens the store for crawling, by one ledger at a time; makes the store where there is none. Throws DOC_STORE_BUSY while another one is open.
   */
  openLedger(clock?: () => number): Promise<CrawlLedger>;
  /** Opens a reader; with `checked` throws DOC_STORE_DAMAGED before anything is read. */
  openReader(options?: ReaderChoice): Promise<LedgerReader>;
  /** Opens a writer beside a crawl; makes the store where there is none. */
  openSideWriter(options?: SideWriterOptions): Promise<SideWriter>;
  openWatch(): Promise<Watch>;
  /** Opens the index for search threads. */
  openSearch(): Promise<OpenIndexReader>;
  /** Opens the requests that people file; nothing is read or made before one of its acts. */
  openRequests(): Promise<FiledRequests>;
  /** Opens the lists of exports and backups; nothing is read or made before one of its acts. */
  openCopies(): Promise<Copies>;
  openQuestions(): Promise<KeptQuestions>;
  openJudged(): Promise<JudgedQueries>;
  /** With `make` its writes make the store where there is none, and bring an older one up to date; else they reject with DOC_STORE. */
  openChannel(options?: { readonly make?: boolean | undefined }): Promise<ChannelMemory>;
  /** Opens all stored pages. */
  openPages(filter?: PageFilter): Promise<StoredPages>;
  /** Every provider, by name. */
  knownProviders(): Promise<readonly KnownProvider[]>;
  /** Every provider with a stored page, by name. */
  storedSums(): Promise<readonly StoredSums[]>;
  /** The processes beside this one. */
  readonly neighbours: Neighbours;
  /** How much is kept, and how much more has a place; also where nothing was crawled yet. Opens and loads nothing, and never rejects. */
  health(): Promise<StoreHealth>;
  /** Looks through all of it, `deep` also whether indexes agree with their tables; undefined where there is nothing. */
  check(depth: 'quick' | 'deep'): Promise<StoreCheck | undefined>;
  openBackup(): Promise<Backup>;
  openRestore(): Promise<Restore>;
  openForgetting(): Promise<Forgetting>;
}

export interface ReaderChoice {
  /** The data is looked through for damage first, where it is not too large for that. Default: false. */
  readonly checked?: boolean | undefined;
}

/** The ledger and the robots memory of a crawl; closing the ledger closes both. */
export interface CrawlLedger {
  readonly ledger: Ledger;
  readonly robots: RobotsMemory;
}

export interface StoreHealth {
  /** What a copy of it takes, at most. */
  readonly bytes: number;
  /** What is free where it is kept; undefined where that is not known. */
  readonly freeBytes?: number | undefined;
}

export interface StoreCheck {
  /** The first problem; undefined for sound data. */
  readonly problem?: unknown;
  /** The path of data that a restore replaced, if it was killed before it could move it beside the store. */
  readonly unsettled?: string | undefined;
}
