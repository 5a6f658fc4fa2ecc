// Contract: random crawls with random deaths lose nothing, store nothing twice and always add up.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inAll, scaled } from '../../test/support/how-long.ts';
import { endStates } from '../core/end-states.ts';
import type { CrawlLimits, FoundUrl, Lease, Outcome, UrlState } from './port.ts';
import { type Act, anyAct } from './port-acts.contract.ts';
import {
  begun,
  found,
  keyOf,
  lane,
  nameOf,
  type OpenLedger,
  page,
  refused,
  settlement,
  storedNow,
  T,
  type TimedLedger,
  urlOf,
} from './port-words.contract.ts';

const DAYS = 48 * 3_600_000;

export function describeModel(open: OpenLedger): void {
  describe('a random crawl', () => {
    it('F5, F6: loses nothing, stores nothing twice and adds up after every act', scaled, async () => {
      const maxPages = fc.constantFrom(4, 1_000);
      await fc.assert(
        fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 60 }), maxPages, async (acts, maxPages) => {
          const limits = lane({ perHost: 2, perProvider: 4, maxPages });
          const { ledger, reopen } = await begun(open, limits);
          await play(ledger, reopen, limits, acts);
        }),
        { numRuns: inAll(10, 80) },
      );
    });
  });
}

async function play(
  first: TimedLedger,
  reopen: (now: number) => Promise<TimedLedger>,
  limits: CrawlLimits,
  acts: readonly Act[],
): Promise<void> {
  const model = new Model();
  const spent: Lease[] = [];
  let ledger = first;
  let now = T;
  let token = 0;
  const take = (which: number): Lease | undefined => {
    const [lease] = model.leases.splice(which % Math.max(model.leases.length, 1), 1);
    if (lease !== undefined) spent.push(lease);
    return lease;
  };
  for (const act of acts) {
    switch (act.do) {
      case 'offer': {
        const { by, depth, names, slash } = act;
        const items = names.map((one) => {
          const facts = { depth, url: `${urlOf(one)}${slash}` };
          return by ? refused(one, by, facts) : found(one, facts);
        });
        expect(await ledger.offer(items, now)).toEqual(items.map((item) => model.offer(item)));
        break;
      }
      case 'lease': {
        const due = await ledger.nextDue(now);
        const got = await ledger.lease(act.count, now);
        expect(got.length > 0).toBe(due === now);
        for (const lease of got) {
          expect(lease.token).toBeGreaterThan(token);
          token = lease.token;
          expect(model.waitingAt(lease.host)).toContain(keyFrom(lease));
          model.leases.push(lease);
        }
        const atHosts = Object.values(Object.groupBy(model.leases, ({ host }) => host));
        expect(Math.max(0, ...atHosts.map((leases) => leases?.length ?? 0))).toBeLessThanOrEqual(limits.perHost);
        expect(model.leases.length).toBeLessThanOrEqual(limits.perProvider);
        if (got.length > 0) expect(model.leases.length + model.stored().length).toBeLessThanOrEqual(limits.maxPages);
        break;
      }
      case 'settle': {
        const lease = take(act.which);
        if (lease === undefined) break;
        const answer = await ledger.settle(lease, settlement(act.outcome, { nextAt: now + act.hold, gapMs: 0 }));
        const reported = answer === 'stale' ? 'waiting' : answer.state;
        expect(answer).toMatchObject({ state: model.settle(lease, act.outcome, reported) });
        break;
      }
      case 'release': {
        const lease = take(act.which);
        if (lease !== undefined) await ledger.release(lease);
        break;
      }
      case 'repeat': {
        const lease = spent[act.which % Math.max(spent.length, 1)];
        if (lease !== undefined) expect(await ledger.settle(lease, settlement(page('late')))).toBe('stale');
        break;
      }
      case 'hold':
        await ledger.holdHost(act.host, now + act.ms, 'host:parked');
        break;
      case 'pass':
        now += act.ms;
        break;
      case 'give-up': {
        const end = { state: 'blocked', by: 'terms:forbidden', detail: '' } as const;
        expect(await ledger.endWaiting('docs', act.host, end, now)).toBe(model.giveUp(act.host));
        break;
      }
      case 'kill':
        spent.push(...model.leases.splice(0));
        ledger = await reopen(now);
        await ledger.begin(limits, { fresh: false, now });
        break;
      case 'finish': {
        const complete = await ledger.finish('docs', now);
        expect(complete).toBe(model.in('waiting').length === 0);
        if (!complete) break;
        await ledger.begin(limits, { fresh: false, now });
        model.refresh();
        break;
      }
      case 'fresh':
        await ledger.begin(limits, { fresh: true, now });
        spent.push(...model.leases.splice(0));
        model.forget();
        break;
    }
    const states = ['waiting', ...endStates] as const;
    const expected = Object.fromEntries(states.map((state) => [state, model.in(state).length]));
    expect(await ledger.counts('docs')).toEqual({ ...expected, discovered: model.urls.size });
    expect(await storedNow(ledger)).toBe(model.stored().length);
    const texts = model.stored().map((key) => model.pages.get(key));
    expect(new Set(texts).size).toBe(texts.length);
  }
  const last = await reopen(now);
  await last.begin(lane({ perHost: 99, perProvider: 99 }), { fresh: false, now });
  const left = await last.lease(99, now + DAYS);
  expect(left.map(keyFrom).toSorted()).toEqual(model.in('waiting').toSorted());
  await last.close();
}

function keyFrom({ firstUrl }: Lease): string {
  return keyOf(nameOf(firstUrl));
}

interface ModelUrl {
  readonly state: UrlState;
  /** The host at which it waits. */
  readonly host: string;
  readonly tooDeep: boolean;
  /** U13: ended for a reason of its spelling; `door`: refused before it was requested. */
  readonly open?: 'door' | 'answer' | undefined;
}

/** U13: how a key is spelled, and how else it was found in this generation. */
interface ModelSpelling {
  url: string;
  readonly others: { url: string; waits: boolean; wasRefused?: boolean }[];
}

/** A model of the ledger without time, order or storage. */
class Model {
  /** The URLs of this generation, by key. */
  readonly urls = new Map<string, ModelUrl>();
  /** Text by key, of every generation. */
  readonly pages = new Map<string, string>();
  readonly leases: Lease[] = [];
  /** The host a key is requested from. */
  readonly #homes = new Map<string, string>();
  readonly #spellings = new Map<string, ModelSpelling>();

  in(state: UrlState): readonly string[] {
    return [...this.urls].filter(([, url]) => url.state === state).map(([key]) => key);
  }

  stored(): readonly string[] {
    return [...this.in('indexed'), ...this.in('unchanged')];
  }

  waitingAt(host: string): readonly string[] {
    const leased = this.leases.map(keyFrom);
    return this.in('waiting').filter((key) => this.urls.get(key)?.host === host && !leased.includes(key));
  }

  offer({ key, url, host, refused: no }: FoundUrl): 'added' | 'known' | 'refused' {
    const known = this.urls.get(key);
    if (known !== undefined && !(known.tooDeep && no === undefined) && (no || !this.isRespelled(key, known, url)))
      return 'known';
    if (no === undefined) this.#homes.set(key, host);
    this.enter(key, url);
    const open = no && no.by !== 'scope:depth' ? 'door' : undefined;
    this.urls.set(key, { state: no ? 'skipped' : 'waiting', host, tooDeep: no?.by === 'scope:depth', open });
    return no ? 'refused' : 'added';
  }

  private enter(key: string, url: string): void {
    this.#spellings.set(key, { url, others: this.#spellings.get(key)?.others ?? [] });
  }

  /** Whether this spelling opens the key again; one of a key that waits is kept for later. */
  private isRespelled(key: string, { state, open }: ModelUrl, url: string): boolean {
    const own = this.#spellings.get(key) as ModelSpelling;
    if (own.url === url && open !== 'door') return false;
    const isNew = own.others.every((other) => other.url !== url || other.wasRefused === true);
    if (own.others.length + 1 >= 3 || !isNew) return false;
    if (state === 'waiting') {
      own.others.push({ url, waits: true });
      return false;
    }
    if (open === undefined || this.pages.has(key)) return false;
    own.others.push({ url: own.url, waits: false, wasRefused: open === 'door' });
    return true;
  }

  /** Whether another spelling waits for its turn, and takes it. */
  private nextSpelling(key: string, hops: readonly string[]): boolean {
    const own = this.#spellings.get(key) as ModelSpelling;
    const next = own.others.find(({ url, waits }) => waits && !hops.includes(url));
    if (next === undefined) return false;
    [own.url, next.url, next.waits] = [next.url, own.url, false];
    this.urls.set(key, { state: 'waiting', host: this.#homes.get(key) as string, tooDeep: false });
    return true;
  }

  giveUp(host: string): number {
    const keys = this.waitingAt(host);
    for (const key of keys) this.end(key, 'blocked');
    return keys.length;
  }

  refresh(): void {
    const left = [...this.in('failed'), ...this.in('blocked')];
    const again = new Set([...this.pages.keys(), ...left]);
    this.forget();
    for (const key of again)
      this.urls.set(key, { state: 'waiting', host: this.#homes.get(key) as string, tooDeep: false });
  }

  /** Begins a new generation, which knows nothing of the last. */
  forget(): void {
    this.urls.clear();
    for (const { others } of this.#spellings.values()) others.length = 0;
  }

  /** `reported` decides only which of two pages with one text is the first, which is a matter of depth and order. */
  settle(lease: Lease, outcome: Outcome, reported: UrlState): UrlState {
    const { host, hops } = lease;
    const key = keyFrom(lease);
    switch (outcome.kind) {
      case 'again':
        return 'waiting';
      case 'redirect':
        if (outcome.temporary && outcome.key !== key && this.pages.has(key)) {
          this.offer({ ...found('a/x'), key: outcome.key, url: outcome.to, host: outcome.host });
          return this.end(key, 'skipped');
        }
        if (outcome.key !== key && this.stored().includes(outcome.key))
          return this.differs(key, this.pages.get(outcome.key)) ? this.end(key, 'skipped') : this.duplicate(key);
        this.urls.set(key, { state: 'waiting', host: outcome.host, tooDeep: false });
        return 'waiting';
      case 'unchanged':
        if (!this.pages.has(key)) return this.end(key, 'failed');
        return this.givesWay(key, this.pages.get(key), reported) ? this.duplicate(key) : this.end(key, 'unchanged');
      case 'ended':
        return this.ended(key, outcome, hops);
      case 'page':
        return this.page(key, outcome, host, reported);
      case 'list':
        return this.end(key, 'indexed');
    }
  }

  private ended(key: string, { state, by }: Extract<Outcome, { kind: 'ended' }>, hops: readonly string[]): UrlState {
    const open = by === 'http:500' ? undefined : 'answer';
    // F10: a copy is looked for by another spelling only after a 404 or 410.
    const isLookedFor = open !== undefined && (state === 'gone' || !this.pages.has(key));
    if (isLookedFor && this.nextSpelling(key, hops)) return 'waiting';
    const end = state !== 'gone' ? state : this.pages.delete(key) ? 'deleted' : 'failed';
    this.urls.set(key, { state: end, host: '', tooDeep: false, open });
    return end;
  }

  private page(
    own: string,
    { page: { hash }, identity, noindex, links }: Extract<Outcome, { kind: 'page' }>,
    host: string,
    reported: UrlState,
  ): UrlState {
    let key = own;
    const stays = noindex?.keepStored === true && this.pages.has(own);
    if (identity !== undefined && identity.key !== own && !stays && !this.isMistaken(identity, hash)) {
      key = identity.key;
      const isStored = this.stored().includes(key);
      if (isStored && identity.by === 'canonical' && this.differs(own, hash)) return this.end(own, 'skipped');
      const isLeased = this.leases.some((lease) => keyFrom(lease) === key);
      if (this.pages.has(own) && (isLeased || this.differs(own, hash))) this.end(own, 'skipped');
      else this.duplicate(own);
      if (isLeased || isStored) return this.urls.get(own)?.state as UrlState;
      if (this.urls.get(key)?.state !== 'waiting') {
        this.#homes.set(key, host);
        this.enter(key, identity.url);
      }
    }
    if (noindex !== undefined) {
      if (!noindex.keepStored) this.pages.delete(key);
      this.end(key, 'skipped');
    } else {
      if (this.differs(key, hash) && this.twinOf(key, hash) !== undefined) return this.end(key, 'skipped');
      if (this.givesWay(key, hash, reported)) return this.duplicate(key);
      this.end(key, this.pages.get(key) === hash ? 'unchanged' : 'indexed');
      this.pages.set(key, hash);
    }
    for (const link of links) this.offer(link);
    return this.urls.get(key)?.state as UrlState;
  }

  private isMistaken({ key, by }: { readonly key: string; readonly by: string }, hash: string): boolean {
    const target = this.urls.get(key);
    if (by !== 'canonical' || target === undefined) return false;
    if (this.stored().includes(key)) return this.pages.get(key) !== hash;
    return target.state !== 'waiting' && !target.tooDeep;
  }

  /** Whether another page with this text stays; if not, the other gives way. */
  private givesWay(key: string, hash: string | undefined, reported: UrlState): boolean {
    const twin = this.twinOf(key, hash);
    if (twin === undefined || reported === 'duplicate') return twin !== undefined;
    this.duplicate(twin);
    return false;
  }

  private twinOf(key: string, hash: string | undefined): string | undefined {
    return this.stored().find((other) => other !== key && this.pages.get(other) === hash);
  }

  /** Whether another text of the key is stored. */
  private differs(key: string, hash: string | undefined): boolean {
    return this.pages.has(key) && this.pages.get(key) !== hash;
  }

  private duplicate(key: string): UrlState {
    this.pages.delete(key);
    return this.end(key, 'duplicate');
  }

  private end(key: string, state: UrlState): UrlState {
    this.urls.set(key, { state, host: '', tooDeep: false });
    return state;
  }
}
