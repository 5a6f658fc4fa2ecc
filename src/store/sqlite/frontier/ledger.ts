// The embedded ledger: SQLite in one folder, one writer, every act one transaction.
import { hostname } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { type PageLink, unpackLinks } from '../../../core/page-links.ts';
import type { ReasonName } from '../../../core/reasons.ts';
import { Signal } from '../../../core/signal.ts';
import type { KeyPolicy } from '../../../core/url/key.ts';
import { decideSpend } from '../../../frontier/decide/spend.ts';
import { decideTurn } from '../../../frontier/decide/turn.ts';
import type {
  Accounting,
  BeginAnswer,
  BeginOptions,
  Blocklist,
  CrawlLimits,
  EndState,
  FoundUrl,
  HostNews,
  HostState,
  IndexEntry,
  LastCrawl,
  Lease,
  Ledger,
  OfferAnswer,
  PageToIndex,
  SeedCounts,
  SettleAnswer,
  Settlement,
  Turn,
  TurnAnswer,
  TurnWish,
} from '../../../frontier/port.ts';
import type { CutPage, EdgePage, PageToCut } from '../../../frontier/port-chrome.ts';
import type { Inbox } from '../../../frontier/port-inbox.ts';
import type { CountedRequests, SpendBounds, Wait } from '../../../frontier/port-requests.ts';
import { LEASE_MS, type LeaseOptions, type RunWish } from '../../../frontier/port-runs.ts';
import type { ListedUrl, SameOptions } from '../../../frontier/port-supplied.ts';
import { refuseDamaged, refuseDamagedIndex } from '../check.ts';
import { BUSY_MS, guarded, openForWriting, storeError } from '../open.ts';
import { claim, type Owner } from '../owner.ts';
import { SearchIndex } from '../search/index.ts';
import { putStored, toIndex } from '../search/put-index.ts';
import { Transactions } from '../transaction.ts';
import { begin, recover } from './begin.ts';
import { createBlocklist } from './blocklist.ts';
import { cutStored, joinTwins, pageEdges, toCut } from './chrome.ts';
import { type Context, hostFor, noteNews, providerOf } from './context.ts';
import { endLane } from './end-lane.ts';
import { createInbox } from './inbox.ts';
import { keepListed } from './keep-same.ts';
import { anyOpen, expire, giveBack, leaseNext, nextDue, renewAll } from './lease.ts';
import { keepLogShort } from './log-length.ts';
import { settleMoves } from './moves.ts';
import { offerFound } from './offer.ts';
import { dropLost, lookAtOthers, newOthers, recoverTurns } from './others.ts';
import { respellSome } from './respell.ts';
import { endRun } from './run-record.ts';
import { wishIn } from './run-state.ts';
import { seedsOf } from './seeds.ts';
import { settle } from './settle.ts';
import { answersOf, type LaneState, type ProviderState, tallyOf } from './state.ts';
import { prepareAll } from './statements.ts';
import { TurnRows } from './turns.ts';
import { forgetOf, retryAtHosts } from './unanswered.ts';

const DAY_MS = 24 * 3_600_000;
/** Pages of the file that are merged in one act where the index is cleaned up: a few milliseconds. */
const MERGED_AT_ONCE = 500;

/**
 * Opens the ledger of a folder for crawling, making it when there is none. Throws DOC_STORE_BUSY when another process
 * crawls into it, or keeps a transaction open for `busyMs`, DOC_STORE_VERSION when a newer docent wrote it, DOC_STORE or DOC_STORE_FULL
 * when it cannot be used.
 */
export function openLedger(folder: string, clock: () => number = Date.now, busyMs = BUSY_MS): SqliteLedger {
  const db = openForWriting(folder);
  let owner: Owner | undefined;
  try {
    db.exec(`PRAGMA busy_timeout = ${busyMs}`);
    owner = claim(db, folder);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    refuseDamaged(db, folder);
    return new SqliteLedger(db, folder, owner, clock);
  } catch (error) {
    try {
      owner?.release();
    } finally {
      db.close();
    }
    throw storeError(folder, error);
  }
}

/** The ledger of one folder; every failure to read or write is a DocentError and leaves everything as it was. */
export class SqliteLedger implements Ledger {
  readonly blocklist: Blocklist;
  readonly inbox: Inbox;
  readonly #db: DatabaseSync;
  readonly #folder: string;
  readonly #owner: Owner;
  readonly #ctx: Context;
  /** Turns of this ledger that were not ended yet. */
  readonly #turns = new Set<string>();
  readonly #leaveLog: () => void;
  /** Whether anything was in the folder when it was opened. */
  readonly #hadData: boolean;
  readonly #signal = new Signal();
  readonly #clock: () => number;

  constructor(db: DatabaseSync, folder: string, owner: Owner, clock: () => number) {
    this.#db = db;
    this.#folder = folder;
    this.#owner = owner;
    this.#clock = clock;
    const now = clock();
    this.#hadData = db.prepare('SELECT 1 FROM pages LIMIT 1').get() !== undefined;
    this.blocklist = createBlocklist(db, folder);
    this.inbox = createInbox(db, folder);
    const sql = prepareAll(db);
    const tx = new Transactions(db, sql, owner, folder);
    const token = Number(sql.counter.get('token')?.value ?? 0);
    const maps = { providers: new Map(), hosts: new Map(), lanes: new Map() };
    const counters = { token, served: 0, firstExpiry: Infinity };
    tx.run(() => {
      recover(sql, now);
      recoverTurns(sql, owner.incarnation, now);
      sql.forgetRequests.run(now - DAY_MS);
    });
    const { incarnation } = owner;
    const turns = new TurnRows(db, { incarnation, pid: process.pid, machine: hostname() });
    const beside = { others: newOthers(sql), turns, owner: incarnation };
    this.#ctx = { sql, tx, index: new SearchIndex(db), ...maps, counters, leasedAt: new Map(), ...beside };
    this.#leaveLog = keepLogShort(db, folder);
  }

  async lastCrawl(provider: string): Promise<LastCrawl | undefined> {
    const row = guarded(this.#folder, () => this.#ctx.sql.provider.get(provider));
    if (row === undefined) return undefined;
    const { indexed, unchanged } = tallyOf(row);
    const generation = Number(row.generation);
    const run = guarded(this.#folder, () => this.#ctx.sql.runOf.get(Number(row.id), generation));
    const kind = run?.kind === 'refresh' ? 'refresh' : 'crawl';
    return { generation, ended: row.ended === 1, stored: indexed + unchanged, kind };
  }

  async begin(lane: CrawlLimits, options: BeginOptions): Promise<BeginAnswer> {
    return this.#run(() => begin(this.#ctx, lane, options, this.#clock()));
  }

  async respell(provider: string, policy: KeyPolicy, after: number): Promise<number | undefined> {
    return this.#run(() => respellSome(this.#ctx, providerOf(this.#ctx, provider).id, policy, after));
  }

  async offer(found: readonly FoundUrl[]): Promise<readonly OfferAnswer[]> {
    const answers = this.#run(() => offerFound(this.#ctx, found, this.#clock()));
    if (answers.includes('added')) this.#signal.wake();
    return answers;
  }

  async keepSame(slug: string, listed: readonly ListedUrl[], options: SameOptions): Promise<readonly boolean[]> {
    return this.#run(() => keepListed(this.#ctx, providerOf(this.#ctx, slug), listed, options, this.#clock()));
  }

  async lease(count: number, options?: LeaseOptions): Promise<readonly Lease[]> {
    const now = this.#clock();
    for (const run of options?.runs ?? []) this.#ctx.leasedAt.set(run, now);
    return anyOpen(this.#ctx, now) ? this.#run(() => leaseNext(this.#ctx, count, now, options)) : [];
  }

  async renew(leases: readonly Lease[], lifetimeMs = LEASE_MS): Promise<readonly Lease[]> {
    return this.#run(() => renewAll(this.#ctx, leases, this.#clock() + lifetimeMs));
  }

  async wishOf(run: number): Promise<RunWish> {
    const wish = wishIn(guarded(this.#folder, () => this.#ctx.sql.wishOf.get(run)));
    this.#noteWish(run, wish);
    return wish;
  }

  async setWish(run: number, wish: RunWish): Promise<void> {
    this.#run(() => void this.#ctx.sql.setWish.run(wish, run));
    this.#noteWish(run, wish);
  }

  waitForWork(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#signal.wait(ms, signal);
  }

  async settle(lease: Lease, settlement: Settlement): Promise<SettleAnswer> {
    const answer = this.#run(() => settle(this.#ctx, lease, settlement, this.#clock()));
    this.#signal.wake();
    return answer;
  }

  async release(lease: Lease, host?: HostNews): Promise<void> {
    this.#run(() => giveBack(this.#ctx, lease, host));
    this.#signal.wake();
  }

  async holdHost(name: string, until: number, by: string): Promise<void> {
    const { sql, tx } = this.#ctx;
    this.#run(() => {
      const host = hostFor(this.#ctx, name);
      sql.park.run(until, by, host.id);
      tx.set(host, 'parkedUntil', until);
      tx.set(host, 'parkedBy', by);
    });
  }

  async forgetUnanswered(names: readonly string[]): Promise<void> {
    this.#run(() => {
      lookAtOthers(this.#ctx);
      const known = names.filter((name) => this.#ctx.sql.hostOf.get(name) !== undefined);
      for (const name of known) forgetOf(this.#ctx, hostFor(this.#ctx, name));
    });
    this.#signal.wake();
  }

  async retryUnanswered(slug: string, hosts: readonly string[]): Promise<number> {
    const provider = providerOf(this.#ctx, slug);
    return this.#run(() => retryAtHosts(this.#ctx, provider, hosts, this.#clock()));
  }

  async takeTurn(name: string, wish: TurnWish): Promise<TurnAnswer> {
    const { tx, turns, others } = this.#ctx;
    const now = this.#clock();
    return this.#run(() => {
      lookAtOthers(this.#ctx);
      dropLost(this.#ctx, now);
      expire(this.#ctx, now);
      const host = hostFor(this.#ctx, name);
      const since = (time: number, of?: string) => others.requests.since(time, of);
      const wait = decideTurn(name, { clock: host, underWay: turns.underWayAt(name), since }, wish, now);
      if (wait !== undefined) return { wait };
      if (wish.bounds !== undefined) this.#count(name, now);
      const turn = turns.add(name, wish, now);
      tx.set(host, 'busy', host.busy + 1);
      tx.afterCommit(() => this.#turns.add(turn.token));
      return { turn };
    });
  }

  async endTurn(turn: Turn, news: HostNews): Promise<void> {
    const { tx, sql } = this.#ctx;
    this.#run(() => {
      const host = hostFor(this.#ctx, turn.host);
      sql.endTurn.run(turn.token);
      if (this.#turns.has(turn.token)) tx.set(host, 'busy', host.busy - 1);
      tx.afterCommit(() => this.#turns.delete(turn.token));
      noteNews(this.#ctx, host, news);
    });
  }

  async linksOf(id: number): Promise<readonly PageLink[]> {
    const row = guarded(this.#folder, () => this.#ctx.sql.linksOf.get(id));
    return row === undefined ? [] : unpackLinks(row.links as Uint8Array);
  }

  async refreshIndex(most: number, only?: 'words'): Promise<number> {
    const { index, tx } = this.#ctx;
    return this.#run(() => {
      tx.onRollback(() => index.forgetRemembered());
      return index.refresh(most, only);
    });
  }

  async cleanIndex(): Promise<boolean> {
    const isDone = this.#run(() => this.#ctx.index.optimize(MERGED_AT_ONCE));
    // What this process wrote itself is as it wrote it.
    if (isDone && this.#hadData) guarded(this.#folder, () => refuseDamagedIndex(this.#db, this.#folder));
    return isDone;
  }

  async behindIndex(analyser: number): Promise<{ readonly withText: number; readonly withoutText: number }> {
    const row = guarded(this.#folder, () => this.#ctx.sql.behindIndex.get(analyser));
    const withText = Number(row?.whole);
    return { withText, withoutText: Number(row?.n) - withText };
  }

  async toIndex(analyser: number, after: number, limit: number): Promise<readonly PageToIndex[]> {
    return guarded(this.#folder, () => toIndex(this.#ctx, analyser, after, limit));
  }

  async putIndex(entries: readonly IndexEntry[]): Promise<number> {
    return this.#run(() => entries.filter((entry) => putStored(this.#ctx, entry)).length);
  }

  async chrome(provider: string): Promise<string> {
    const { id } = providerOf(this.#ctx, provider);
    return guarded(this.#folder, () => String(this.#ctx.sql.chrome.get(id)?.chrome ?? ''));
  }

  async keepChrome(provider: string, learnt: string): Promise<void> {
    this.#run(() => void this.#ctx.sql.keepChrome.run(learnt, providerOf(this.#ctx, provider).id));
  }

  async pageEdges(provider: string, after: number, limit: number): Promise<readonly EdgePage[]> {
    return guarded(this.#folder, () => pageEdges(this.#ctx, providerOf(this.#ctx, provider), after, limit));
  }

  async toCut(id: number): Promise<PageToCut | undefined> {
    return guarded(this.#folder, () => toCut(this.#ctx, id));
  }

  async cut(provider: string, id: number, page: CutPage): Promise<boolean> {
    return this.#run(() => cutStored(this.#ctx, providerOf(this.#ctx, provider), id, page, this.#clock()));
  }

  async joinTwins(provider: string): Promise<number> {
    return this.#run(() => joinTwins(this.#ctx, providerOf(this.#ctx, provider), this.#clock()));
  }

  async askAgain(ids: readonly number[]): Promise<void> {
    this.#run(() => {
      for (const id of ids) this.#ctx.sql.askAgain.run(id);
    });
  }

  async nextDue(options?: Pick<LeaseOptions, 'runs'>): Promise<number | undefined> {
    return nextDue(this.#ctx, this.#clock(), options);
  }

  async spend(host: string, bounds: SpendBounds = {}): Promise<Wait | undefined> {
    const { others } = this.#ctx;
    const at = this.#clock();
    return this.#run(() => {
      lookAtOthers(this.#ctx);
      const wait = decideSpend((since, of) => others.requests.since(since, of), bounds, host, at);
      if (wait === undefined) this.#count(host, at);
      return wait;
    });
  }

  async requestsSince(since: number, host?: string): Promise<CountedRequests> {
    guarded(this.#folder, () => lookAtOthers(this.#ctx));
    return this.#ctx.others.requests.since(since, host);
  }

  async counts(provider: string): Promise<Accounting> {
    const { tally } = providerOf(this.#ctx, provider);
    return { ...tally, discovered: Object.values(tally).reduce((sum, n) => sum + n, 0) };
  }

  async hosts(provider: string, { top }: { readonly top?: number | undefined } = {}): Promise<readonly HostState[]> {
    const lanes = [...providerOf(this.#ctx, provider).lanes.values()];
    return topLanes(lanes, top).map(({ host, queued, delayed, busy }) => ({
      host: host.name,
      nextAt: host.nextAt,
      gapMs: host.gapMs,
      waiting: queued + delayed + busy,
      parkedUntil: host.parkedUntil || undefined,
      parkedBy: host.parkedBy || undefined,
      closing: host.closing,
      ...answersOf(host),
    }));
  }

  async endWaiting(
    provider: string,
    host: string,
    end: { readonly state: EndState; readonly by: string; readonly detail: string },
  ): Promise<number> {
    const lane = providerOf(this.#ctx, provider).lanes.get(host);
    return lane === undefined ? 0 : this.#run(() => endLane(this.#ctx, lane, end, this.#clock()));
  }

  async seeds(slug: string): Promise<SeedCounts> {
    return guarded(this.#folder, () => seedsOf(this.#ctx, providerOf(this.#ctx, slug)));
  }

  async settleMoves(slug: string): Promise<number> {
    const provider = providerOf(this.#ctx, slug);
    return hasWaiting(provider) ? 0 : this.#run(() => settleMoves(this.#ctx, provider, this.#clock()));
  }

  async finish(slug: string, by?: ReasonName): Promise<boolean> {
    const { sql, tx } = this.#ctx;
    const now = this.#clock();
    const provider = providerOf(this.#ctx, slug);
    const waits = hasWaiting(provider);
    this.#run(() => {
      const { all, failed } = seedsOf(this.#ctx, provider);
      sql.noteSeeds.run(all, failed, provider.run.id);
      endRun(this.#ctx, provider, { complete: !waits, at: now, by });
      if (waits || provider.ended) return;
      sql.endProvider.run(now, provider.id);
      tx.set(provider, 'ended', true);
    });
    return !waits;
  }

  /** Saves what is known of an origin's robots.txt, so that a restart does not request it again. */
  saveRobots(origin: string, saved: string, body: Uint8Array): void {
    this.#run(() => void this.#ctx.sql.saveRobots.run(origin, saved, body));
  }

  /** What was saved of an origin's robots.txt. */
  loadRobots(origin: string): { readonly saved: string; readonly body: Uint8Array } | undefined {
    const row = guarded(this.#folder, () => this.#ctx.sql.loadRobots.get(origin));
    return row === undefined ? undefined : { saved: String(row.saved), body: row.body as Uint8Array };
  }

  async close(): Promise<void> {
    if (!this.#db.isOpen) return;
    this.#leaveLog();
    try {
      guarded(this.#folder, () => {
        if (this.#turns.size > 0) this.#ctx.turns.endAll(this.#clock());
        this.#owner.release();
        this.#db.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
      });
    } finally {
      this.#db.close();
    }
  }

  #noteWish(run: number, wish: RunWish): void {
    for (const { run: own } of this.#ctx.providers.values()) {
      if (own.id !== run || own.wish === wish) continue;
      own.wish = wish;
      this.#signal.wake();
    }
  }

  /** Counts a request, within an act that has read those of other processes. */
  #count(host: string, at: number): void {
    const { sql, tx, others } = this.#ctx;
    const { lastInsertRowid } = sql.addRequest.run(at, host);
    sql.forgetRequests.run(at - DAY_MS);
    tx.afterCommit(() => {
      others.requests.add(host, at);
      others.lastRequest = Number(lastInsertRowid);
    });
  }

  #run<T>(act: () => T): T {
    return this.#ctx.tx.run(act);
  }
}

/** Whether a URL waits, or is under way. */
function hasWaiting({ lanes }: ProviderState): boolean {
  return lanes.values().some(({ queued, delayed, busy }) => queued + delayed + busy > 0);
}

/** All lanes in their order, or the `top` ones by how much waits in them. */
function topLanes(lanes: readonly LaneState[], top: number | undefined): readonly LaneState[] {
  if (top === undefined) return lanes;
  const waiting = ({ queued, delayed, busy }: LaneState): number => queued + delayed + busy;
  return lanes.toSorted((a, b) => waiting(b) - waiting(a)).slice(0, top);
}
