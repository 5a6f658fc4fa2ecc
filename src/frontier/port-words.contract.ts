// The words the contract of the ledger is written in: short ways to write what is found, requested and answered.
import type { ReasonName } from '../core/reasons.ts';
import { packIndex } from '../core/search-entry.contract.ts';
import type { PageIndex } from '../core/search-entry.ts';
import type {
  BeginOptions,
  ChunkRecord,
  CrawlLimits,
  FoundUrl,
  Lease,
  Ledger,
  Outcome,
  PageRecord,
  SettleAnswer,
  Settlement,
  TurnWish,
} from './port.ts';
import type { SideWriter } from './port-beside.ts';
import type { CutPage } from './port-chrome.ts';
import type { LeaseOptions } from './port-runs.ts';

/** The acts whose time is the clock's, with that time as their last argument. */
interface TimedActs {
  begin(lane: CrawlLimits, options: BeginOptions & { readonly now: number }): ReturnType<Ledger['begin']>;
  offer(found: readonly FoundUrl[], now: number): ReturnType<Ledger['offer']>;
  lease(count: number, now: number, options?: LeaseOptions): ReturnType<Ledger['lease']>;
  takeTurn(host: string, now: number, wish: TurnWish): ReturnType<Ledger['takeTurn']>;
  nextDue(now: number, options?: Pick<LeaseOptions, 'runs'>): ReturnType<Ledger['nextDue']>;
  endWaiting(
    provider: string,
    host: string,
    end: Parameters<Ledger['endWaiting']>[2],
    now: number,
  ): ReturnType<Ledger['endWaiting']>;
  finish(provider: string, now: number, by?: ReasonName): ReturnType<Ledger['finish']>;
  cut(provider: string, id: number, page: CutPage, now: number): ReturnType<Ledger['cut']>;
  joinTwins(provider: string, now: number): ReturnType<Ledger['joinTwins']>;
  settleMoves(provider: string, now: number): ReturnType<Ledger['settleMoves']>;
  noteRequest(host: string, now: number): Promise<void>;
}

/** A ledger whose clock each act of a test sets: that makes promises about time easier to read. */
export type TimedLedger = Omit<Ledger, keyof TimedActs> & TimedActs;

/** A clock that a test sets. */
export interface TestClock {
  now: number;
}

/** A ledger that was opened with this clock. */
export function timed(ledger: Ledger, clock: TestClock): TimedLedger {
  const at = (now: number): Ledger => {
    clock.now = now;
    return ledger;
  };
  const acts: TimedActs = {
    begin: (lane, { now, ...options }) => at(now).begin(lane, options),
    offer: (found, now) => at(now).offer(found),
    lease: (count, now, options) => at(now).lease(count, options),
    takeTurn: (host, now, wish) => at(now).takeTurn(host, wish),
    nextDue: (now, options) => at(now).nextDue(options),
    endWaiting: (provider, host, end, now) => at(now).endWaiting(provider, host, end),
    finish: (provider, now, by) => at(now).finish(provider, by),
    cut: (provider, id, page, now) => at(now).cut(provider, id, page),
    joinTwins: (provider, now) => at(now).joinTwins(provider),
    settleMoves: (provider, now) => at(now).settleMoves(provider),
    async noteRequest(host, now) {
      await at(now).spend(host);
    },
  };
  return new Proxy(ledger, {
    get(target, name) {
      if (name in acts) return acts[name as keyof TimedActs];
      const member = Reflect.get(target, name) as unknown;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  }) as unknown as TimedLedger;
}

/** Opens a ledger with a clock of its own that each act sets. */
export async function openTimed(
  open: (clock: () => number) => Promise<{ readonly ledger: Ledger }>,
  now: number,
): Promise<TimedLedger> {
  const clock = { now };
  return timed((await open(() => clock.now)).ledger, clock);
}

/** A ledger under test and what happens around it. */
export interface LedgerUnderTest {
  readonly ledger: TimedLedger;
  /** Another ledger on the same data, as after kill -9: the first is never closed. */
  reopen(now: number): Promise<TimedLedger>;
  /** Another process's writer, with the ledger's clock. */
  beside(): Promise<SideWriter>;
  readonly clock: TestClock;
}

/** Opens an empty ledger. */
export type OpenLedger = (now: number) => Promise<LedgerUnderTest>;

/** When the tests take place. */
export const T = 1_700_000_000_000;
export const HOUR = 3_600_000;

/** A provider without limits, by default. */
export function lane(limits: Partial<CrawlLimits> = {}): CrawlLimits {
  return {
    ...{ provider: 'docs', perProvider: 100, perHost: 100, gapMs: 0, maxPages: 1_000, maxPerTemplate: 1_000 },
    ...limits,
  };
}

/** `a/x` is the page /x of the host a.test. */
export function found(name: string, facts: Partial<FoundUrl> = {}): FoundUrl {
  const host = `${name.split('/', 1)[0]}.test`;
  const key = keyOf(name);
  return { provider: 'docs', key, url: urlOf(name), host, depth: 0, kind: 'page', ...facts };
}

export function keyOf(name: string): string {
  return name.replace('/', '.test/');
}

export function urlOf(name: string): string {
  return `https://${keyOf(name)}`;
}

/** What a URL of the tests is called, whatever its spelling. */
export function nameOf(url: string): string {
  return url.replace('https://', '').replace('.test/', '/').replace(/\/+$/, '');
}

/** A link that a rule refuses. */
export function refused(name: string, by: ReasonName, facts: Partial<FoundUrl> = {}): FoundUrl {
  return found(name, { refused: { ok: false, by, detail: 'no' }, ...facts });
}

/** A page whose text has this hash. */
export function page(
  hash: string,
  more: Partial<Extract<Outcome, { kind: 'page' }>> & { record?: Partial<PageRecord> } = {},
): Outcome {
  const { record, ...rest } = more;
  const body = { title: hash, words: 3, bytes: 30, status: 200, contentType: 'text/html' };
  const facts = { outline: [], form: 'html', rule: 'article', fidelity: 1, tokens: 3 } as const;
  const read = { hash, fetchedAt: T, fingerprint: '', extractor: 1, facts };
  return { kind: 'page', page: { finalUrl: '', ...body, ...read, ...record }, chunks: [], links: [], ...rest };
}

/** Chunks of these words, each with its entry in the search index, and links by the names of pages. */
export function indexed(
  bodies: readonly string[],
  links: Readonly<Record<string, string>> = {},
  analyser = 1,
): { readonly chunks: readonly ChunkRecord[]; readonly index: PageIndex } {
  const common = { headings: [], ids: [], symbols: [], tokens: 1, code: 0, tables: 0 };
  return {
    chunks: bodies.map((text) => ({ ...common, id: text, hash: text, preview: text, text })),
    index: packIndex({
      analyser,
      chunks: bodies.map((body) => ({
        columns: { title: '', headings: '', symbols: '', meta: '', body },
        forward: new TextEncoder().encode(body),
      })),
      words: [...new Set(bodies.flatMap((body) => body.split(' ')))].map((word) => ({ word, term: word })),
      anchors: Object.entries(links).map(([name, terms]) => ({ target: keyOf(name), terms })),
      outbound: Object.keys(links).length,
    }),
  };
}

/** A page stored under another key than it was found by. */
export function identity(name: string, by: 'redirect' | 'canonical') {
  return { key: keyOf(name), url: urlOf(name), by } as const;
}

export function redirect(name: string, temporary = false): Outcome {
  return { kind: 'redirect', to: urlOf(name), key: keyOf(name), host: `${name.split('/', 1)[0]}.test`, temporary };
}

export function ended(state: 'skipped' | 'blocked' | 'failed' | 'gone', by: ReasonName = 'http:500'): Outcome {
  return { kind: 'ended', state, by, detail: '' };
}

export function again(notBefore: number, retry = true): Outcome {
  return { kind: 'again', notBefore, retry, by: 'http:503', detail: '' };
}

export function settlement(outcome: Outcome, host?: Settlement['host']): Settlement {
  return { outcome, steps: [{ at: T, step: outcome.kind }], host };
}

/** An empty ledger with one provider begun. */
export async function begun(open: OpenLedger, limits: Partial<CrawlLimits> = {}): Promise<LedgerUnderTest> {
  const opened = await open(T);
  await opened.ledger.begin(lane(limits), { fresh: false, now: T });
  return opened;
}

/** Offers pages at depth 0. */
export function offerPages(ledger: TimedLedger, ...names: readonly string[]) {
  return ledger.offer(
    names.map((name) => found(name)),
    T,
  );
}

/** Leases one URL, which must be due. */
export async function leaseOne(ledger: TimedLedger, now = T): Promise<Lease> {
  const [lease] = await ledger.lease(1, now);
  if (lease === undefined) throw new Error('nothing is due');
  return lease;
}

/** The names of what is leased. */
export async function leaseNames(ledger: TimedLedger, count: number, now = T): Promise<readonly string[]> {
  return (await ledger.lease(count, now)).map(({ url }) => nameOf(url));
}

/** Leases the URL of this name, releasing whatever comes before it, and settles it. */
export async function visit(ledger: TimedLedger, name: string, outcome: Outcome, now = T): Promise<SettleAnswer> {
  const leases = await ledger.lease(100, now);
  const own = leases.find(({ url }) => nameOf(url) === name);
  for (const lease of leases) if (lease !== own) await ledger.release(lease);
  if (own === undefined) throw new Error(`${name} is not due`);
  return ledger.settle(own, settlement(outcome));
}

/** How many pages of the provider are stored in this generation. */
export async function storedNow(ledger: Pick<Ledger, 'lastCrawl'>, provider = 'docs'): Promise<number | undefined> {
  return (await ledger.lastCrawl(provider))?.stored;
}

/** The state counts that are not zero. */
export async function countedStates(
  ledger: Pick<Ledger, 'counts'>,
  provider = 'docs',
): Promise<Readonly<Record<string, number>>> {
  const { discovered, ...states } = await ledger.counts(provider);
  const sum = Object.values(states).reduce((total, n) => total + n, 0);
  if (sum !== discovered) throw new Error(`F5: ${discovered} discovered, but the states add up to ${sum}`);
  return Object.fromEntries(Object.entries(states).filter(([, n]) => n !== 0));
}
