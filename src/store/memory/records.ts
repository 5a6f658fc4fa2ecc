// What the in-memory ledger remembers: plain objects, found by looking at all of them.
import type { PageIndex } from '../../core/search-entry.ts';
import type { SpellingRecord } from '../../core/spelling.ts';
import type {
  BlockEntry,
  ChunkRecord,
  GoneAnswer,
  InboxItem,
  LaneOptions,
  PageRecord,
  RunKind,
  Step,
  UrlKind,
  UrlState,
} from '../../frontier/port.ts';

export interface UrlEntry {
  readonly id: number;
  readonly provider: string;
  readonly key: string;
  url: string;
  kind: UrlKind;
  host: string;
  /** Where redirects have led so far, while it waits there. */
  hop: { readonly host: string; readonly hops: readonly string[] } | undefined;
  depth: number;
  from: number | undefined;
  generation: number;
  state: UrlState;
  by: string;
  detail: string;
  attempt: number;
  notBefore: number;
  lease: { readonly token: number; readonly gapMs: number } | undefined;
  page: PageRecord | undefined;
  chunks: readonly ChunkRecord[];
  /** Packed. */
  links: Uint8Array | undefined;
  /** What the search index would keep of it. */
  index: PageIndex | undefined;
  /** E2: the page as it was read, packed, and the generation it was read in. */
  draft: Uint8Array | undefined;
  readIn: number;
  asksAgain: boolean;
  /** The hash of what was stored before, where this generation has stored another text. */
  textBefore: string | undefined;
  rhythm: PageRhythm | undefined;
  /** U13: other spellings of the key in this generation. */
  spellings: readonly (SpellingRecord & { readonly host: string })[];
  /** How often it answered that it is gone, since it last answered otherwise. */
  gone: readonly GoneAnswer[];
  readonly steps: Step[];
}

/** When a stored page was last asked for, and what is known about when to do so again. */
export interface PageRhythm {
  readonly checkedAt: number;
  readonly intervalMs: number | undefined;
  readonly lastmod: { readonly at: number; readonly generation: number } | undefined;
  readonly lastmodWrong: boolean;
}

export interface ProviderEntry {
  readonly slug: string;
  generation: number;
  ended: boolean;
  fresh: boolean;
  /** What this generation's run is. */
  run: RunKind;
  /** In a refresh until its sitemaps have had their turn: one request at a time. */
  sitemapsFirst: boolean;
  /** E2: what was learnt of its pages. */
  chrome: string;
  /** URLs per host and path template in this generation. */
  templates: Map<string, number>;
}

export interface HostEntry {
  readonly name: string;
  nextAt: number;
  gapMs: number | undefined;
  parkedUntil: number;
  parkedBy: string;
  recent: boolean[];
  /** Whether a request that belongs to no URL is under way. */
  turn: boolean;
}

/** What outlives a ledger object, as a data folder outlives a process. */
export interface MemoryData {
  token: number;
  readonly urls: UrlEntry[];
  readonly providers: Map<string, ProviderEntry>;
  readonly hosts: Map<string, HostEntry>;
  /** Every provider at every host it ever queued a URL for, in order of appearance. */
  readonly lanes: { readonly provider: string; readonly host: string }[];
  requests: { at: number; readonly host: string }[];
  readonly blocked: BlockEntry[];
  readonly inbox: InboxItem[];
}

/** A provider at a host, as one ledger object sees it. */
export interface Lane {
  readonly limits: LaneOptions;
  readonly host: HostEntry;
  served: number;
}

/** Nothing yet. */
export function newMemoryData(): MemoryData {
  return {
    token: 0,
    urls: [],
    providers: new Map(),
    hosts: new Map(),
    lanes: [],
    requests: [],
    blocked: [],
    inbox: [],
  };
}

/** Where a URL waits or is under way: its own host, or the one redirects have led to. */
export function hostNow({ host, hop }: UrlEntry): string {
  return hop?.host ?? host;
}

/** Pages that count as stored in a generation. */
export function isStored(entry: UrlEntry, generation: number): boolean {
  return entry.generation === generation && (entry.state === 'indexed' || entry.state === 'unchanged');
}
