// The data of the in-memory ledger: rows as the rules know them (frontier/decide), found by scanning all of them.
import type { ChannelDecision, KeptAnswer, ServiceState } from '../../channel/port.ts';
import { reasonHas, reasonOf } from '../../core/reasons.ts';
import type { PageIndex } from '../../core/search-entry.ts';
import type { QueuePlace } from '../../frontier/decide/effects.ts';
import { answersIn, type RecentAnswers } from '../../frontier/decide/host-memory.ts';
import {
  type Copy,
  type NotedChange,
  type RowFacts,
  rankOf,
  type Spelling,
  type UrlRow,
} from '../../frontier/decide/rows.ts';
import type { VisitRecord } from '../../frontier/decide/settle.ts';
import type {
  BlockEntry,
  ChunkRecord,
  CrawlLimits,
  HostAnswers,
  HostClosing,
  HostState,
  PageRecord,
  PageVersion,
  RunKind,
  SeedCounts,
} from '../../frontier/port.ts';
import type { RunWish } from '../../frontier/port-runs.ts';

export interface UrlEntry {
  readonly provider: string;
  readonly key: string;
  readonly foundAt: number;
  row: UrlRow;
  /** Its place in the queue; undefined when it does not wait, or is under way. */
  place: QueuePlace | undefined;
  lease:
    | { readonly token: number; readonly gapMs: number; readonly until: number; readonly place: QueuePlace }
    | undefined;
  stored: MemoryPage | undefined;
  /** C3: what is left of earlier versions, the latest first. */
  versions: readonly PageVersion[];
  spellings: readonly Spelling[];
  /** M3: what the run of a generation did to its page. */
  change: (NotedChange & { readonly generation: number }) | undefined;
  /** Its visits, the latest first. */
  visits: readonly VisitRecord[];
  /** The supplier's stamp when it was last settled. */
  stamp: string | undefined;
}

export interface MemoryPage {
  readonly page: PageRecord;
  readonly chunks: readonly ChunkRecord[];
  /** The page's links, packed. */
  readonly links: Uint8Array | undefined;
  /** E2: the page as it was read, packed, and the generation it was read in. */
  readonly draft: Uint8Array | undefined;
  readonly readIn: number;
  readonly asksAgain: boolean;
  /** The entries that a search index would keep. */
  readonly index: PageIndex | undefined;
  /** When the page was last requested. */
  readonly checkedAt: number;
  /** The facts of the page that the rules read. */
  readonly copy: Copy;
}

export interface ProviderEntry {
  readonly slug: string;
  generation: number;
  ended: boolean;
  fresh: boolean;
  /** What this generation's run is, its number, and the operator's wish for it. */
  run: RunKind;
  runId: number;
  wish: RunWish;
  /** Whether the run has stopped; what waits is for the next one. */
  finished: boolean;
  /** F3: new pages of this generation that were stored before its run was last opened, where that had stopped and goes on. */
  newBefore: number;
  /** In a refresh until its sitemaps have had their turn: one request at a time. */
  sitemapsFirst: boolean;
  /** E2: what was learnt of its pages. */
  chrome: string;
  /** The options of its last crawl, where it was of a plain URL. */
  remembered: string | undefined;
  /** URLs per host and path template in this generation. */
  templates: Map<string, number>;
}

export interface HostEntry {
  readonly name: string;
  nextAt: number;
  gapMs: number | undefined;
  parkedUntil: number;
  parkedBy: string;
  closing: HostClosing | undefined;
  recent: RecentAnswers;
  /** Requests under way that belong to no URL. */
  turns: readonly OpenTurn[];
  /** Until when others wait for a turn, and how many turns they have had (frontier/decide/turn.ts). */
  wantedUntil: number;
  othersServed: number;
}

export interface OpenTurn {
  readonly token: string;
  readonly gapMs: number;
  readonly until: number;
  /** Whether the turn is of the ledger, or of a writer beside it. */
  readonly isLedgers: boolean;
}

/** Data that outlives a ledger object, as a data folder outlives a process. */
export interface MemoryData {
  /** The incarnation of the ledger that crawls into it, until that is closed. */
  owner: string | undefined;
  /** When a crawl last wrote into it. */
  heardAt: number;
  token: number;
  /** The last run's number. */
  runs: number;
  /** All URLs, by number from 1. */
  readonly urls: UrlEntry[];
  readonly providers: Map<string, ProviderEntry>;
  readonly hosts: Map<string, HostEntry>;
  /** Every provider at every host it ever queued a URL for, in order of appearance. */
  readonly lanes: { readonly provider: string; readonly host: string }[];
  requests: { at: number; readonly host: string }[];
  readonly blocked: BlockEntry[];
  readonly inbox: {
    last: number;
    readonly items: Map<
      number,
      { readonly kind: 'seed' | 'wanted' | 'run' | 'refused'; readonly provider: string; readonly text: string }
    >;
  };
  /** What was saved of each origin's robots.txt. */
  readonly robots: Map<string, { readonly saved: string; readonly body: Uint8Array }>;
  /** What is known of Context7. */
  readonly channel: {
    service: ServiceState | undefined;
    readonly decisions: Map<string, ChannelDecision>;
    readonly aliases: Map<string, string>;
    readonly answers: Map<string, KeptAnswer>;
  };
}

/** A provider at a host, as one ledger object sees it. */
export interface Lane {
  readonly limits: CrawlLimits;
  readonly host: HostEntry;
  served: number;
}

/** Empty data, before the first crawl. */
export function newMemoryData(): MemoryData {
  return {
    owner: undefined,
    heardAt: 0,
    token: 0,
    runs: 0,
    urls: [],
    providers: new Map(),
    hosts: new Map(),
    lanes: [],
    requests: [],
    blocked: [],
    inbox: { last: 0, items: new Map() },
    robots: new Map(),
    channel: { service: undefined, decisions: new Map(), aliases: new Map(), answers: new Map() },
  };
}

/** The URL of this number. */
export function urlEntryOf({ urls }: MemoryData, id: number): UrlEntry | undefined {
  return urls[id - 1];
}

/** F3: pages that a provider's run has newly stored since it was opened; one of them may have turned out to be another's duplicate. */
export function newPagesOf(data: MemoryData, provider: ProviderEntry): number {
  return Math.max(0, newInGeneration(data, provider) - provider.newBefore);
}

/** M3: pages that are stored and were not when the provider's generation began. */
export function newInGeneration({ urls }: MemoryData, { slug, generation }: ProviderEntry): number {
  const isNew = ({ provider, change }: UrlEntry): boolean =>
    provider === slug && change?.generation === generation && change.kind === 'new';
  return urls.filter(isNew).length;
}

/** F8: how a host has answered lately. */
export function answersOf({ recent }: HostEntry): HostAnswers {
  return answersIn(recent);
}

/** Hosts with how many of these URLs wait for each; the `top` ones by that. */
export function hostStates(
  hosts: readonly HostEntry[],
  waiting: readonly UrlEntry[],
  top: number | undefined,
): readonly HostState[] {
  const states = hosts.map((host) => hostStateOf(host, waiting.filter((url) => hostNow(url) === host.name).length));
  return top === undefined ? states : states.toSorted((a, b) => b.waiting - a.waiting).slice(0, top);
}

/** A host as others see it, with how many URLs wait for it. */
function hostStateOf(host: HostEntry, waiting: number): HostState {
  const { name, nextAt, gapMs, parkedUntil, parkedBy, closing } = host;
  const parked = { parkedUntil: parkedUntil || undefined, parkedBy: parkedBy || undefined };
  return { host: name, nextAt, gapMs, waiting, ...parked, closing, ...answersOf(host) };
}

/** The facts of a URL, as objects that the rules may change. */
export function factsOfEntry({ row, stored, lease, change, spellings }: UrlEntry, generation: number): RowFacts {
  return {
    row: { ...row },
    copy: stored?.copy,
    isLeased: lease !== undefined,
    change: change?.generation === generation ? change : undefined,
    spellings,
  };
}

/** Whether a skipped seed counts as fine: the page forbids storing it, or leads to other pages. */
function isFineSeed(by: string, isBare: boolean): boolean {
  const fine = reasonOf(by)?.asSeed;
  return fine === 'fine' || (fine === 'fine-with-pages' && !isBare);
}

/** Whether a URL had failed, was refused or still waited when the last crawl ended; the operator's blocklist excepted. */
function wasLeftOver({ kind, host, state, by }: UrlRow): boolean {
  if (kind !== 'page' || host === undefined) return false;
  return state === 'failed' || state === 'waiting' || (state === 'blocked' && !reasonHas(by, 'staysBlocked'));
}

/** Begins a provider's crawl anew: what is stored, and what was left over, waits again, unless it starts over. */
export function beginAnew(
  data: MemoryData,
  provider: ProviderEntry,
  { fresh, run }: Pick<ProviderEntry, 'fresh' | 'run'>,
  now: number,
): void {
  const own = data.urls.filter((url) => url.provider === provider.slug);
  for (const url of own) {
    Object.assign(url, { place: undefined, lease: undefined, spellings: [] });
    url.row.spellings = 0;
  }
  Object.assign(provider, { generation: provider.generation + 1, ended: false, fresh, run, templates: new Map() });
  provider.runId = ++data.runs;
  const { generation } = provider;
  if (fresh) return;
  const again = own.filter(
    ({ row, stored }) => stored !== undefined || (row.generation === generation - 1 && wasLeftOver(row)),
  );
  for (const url of again) requeue(url, generation, run, now);
}

/** Lets a URL wait again, as a crawl that begins anew does. */
function requeue(url: UrlEntry, generation: number, run: RunKind, now: number): void {
  const anew = { attempt: 0, mode: 'plain', notBefore: 0, hop: undefined, changedAt: now };
  Object.assign(url.row, { generation, state: 'waiting', by: 'frontier:refresh', detail: '', ...anew });
  const { host = '', depth, kind } = url.row;
  url.place = { host, rank: rankOf(run, { kind, depth, isStored: url.stored !== undefined }), notBefore: 0 };
}

/** Where a URL waits or is under way. */
export function hostNow({ place, lease }: UrlEntry): string | undefined {
  return place?.host ?? lease?.place.host;
}

/** A provider's seeds among its pages of this generation, and how many of them have failed. */
export function seedsIn(urls: readonly UrlEntry[]): SeedCounts {
  const pages = urls.map(({ row }) => row);
  const isBare = !pages.some(({ state }) => state === 'indexed' || state === 'unchanged' || state === 'waiting');
  const seeds = pages.filter(({ depth }) => depth === 0);
  const failed = seeds.filter(
    ({ state, by }) => state === 'failed' || state === 'blocked' || (state === 'skipped' && !isFineSeed(by, isBare)),
  );
  return { all: seeds.length, failed: failed.length };
}

/** Ends a URL that waits. */
export function endUrl(url: UrlEntry, end: Pick<UrlRow, 'state' | 'by' | 'detail'>, now: number): void {
  url.place = undefined;
  Object.assign(url.row, end, { mode: 'plain', hop: undefined, notBefore: 0, changedAt: now });
}
