// F4: turns that only this process knows of: where there is no data folder, or one that cannot be written.
import { randomUUID } from 'node:crypto';
import { RequestTimes } from '../../core/request-times.ts';
import { windowStarts } from '../../frontier/decide/spend.ts';
import { decideTurn, type TurnFacts } from '../../frontier/decide/turn.ts';
import type { HostNews, HostTimes, LedgerReader, Turn, TurnAnswer, Turns, TurnWish } from '../../frontier/port.ts';
import type { CountedRequests } from '../../frontier/port-requests.ts';
import { TURN_LIFETIME_MS } from '../../frontier/port-turns.ts';

interface PrivateHost extends HostTimes {
  readonly nextAt: number;
  readonly turns: readonly (Turn & { readonly gapMs: number })[];
}

/** A folder that can only be read. */
export type ReadFolder = Pick<LedgerReader, 'hostTurn' | 'requestsSince'>;

const MOST_HOSTS = 1_000;

export class PrivateTurns implements Turns {
  readonly #now: () => number;
  /** Ordered by last request, the latest last. */
  readonly #hosts = new Map<string, PrivateHost>();
  readonly #requests = new RequestTimes();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** How many hosts are remembered. */
  get size(): number {
    return this.#hosts.size;
  }

  /** What the folder holds counts as well. */
  async takeTurn(name: string, wish: TurnWish, folder?: ReadFolder): Promise<TurnAnswer> {
    const theirs = await folder?.hostTurn(name);
    const counted = await countedIn(folder, name, wish, this.#now());
    // Nothing is awaited from here on: no other caller takes the turn in between.
    const now = this.#now();
    const own = this.#hostOf(name, now);
    const facts: TurnFacts = {
      clock: later(own, theirs),
      underWay: [...own.turns.map(({ gapMs }) => gapMs), ...(theirs?.underWay ?? [])],
      since: (time, of) => sum(this.#requests.since(time, of), counted(time, of)),
    };
    const wait = decideTurn(name, facts, wish, now);
    if (wait !== undefined) return { wait };
    if (wish.bounds !== undefined) this.#requests.add(name, now);
    const { gapMs, lifetimeMs = TURN_LIFETIME_MS } = wish;
    const turn = { host: name, token: randomUUID(), until: now + lifetimeMs };
    this.#put(name, { ...own, turns: [...own.turns, { ...turn, gapMs }] });
    return { turn };
  }

  async endTurn({ host: name, token }: Turn, { nextAt, gapMs }: HostNews): Promise<void> {
    const own = this.#hostOf(name, this.#now());
    const turns = own.turns.filter((turn) => turn.token !== token);
    this.#put(name, { nextAt: Math.max(own.nextAt, nextAt), gapMs, turns });
  }

  /** A turn whose time is over is void, and the gap runs from now. */
  #hostOf(name: string, now: number): PrivateHost {
    const { turns, ...clock } = this.#hosts.get(name) ?? { nextAt: 0, turns: [] };
    const lost = turns.filter(({ until }) => until <= now);
    const nextAt = Math.max(clock.nextAt, ...lost.map(({ gapMs }) => now + gapMs));
    return { ...clock, nextAt, turns: turns.filter((turn) => !lost.includes(turn)) };
  }

  #put(name: string, host: PrivateHost): void {
    this.#hosts.delete(name);
    this.#hosts.set(name, host);
    if (this.#hosts.size <= MOST_HOSTS) return;
    const free = this.#hosts.entries().find(([, { turns, nextAt }]) => turns.length === 0 && nextAt <= this.#now());
    if (free !== undefined) this.#hosts.delete(free[0]);
  }
}

function later(own: HostTimes, theirs: HostTimes | undefined): HostTimes {
  if (theirs === undefined) return own;
  const gapMs = Math.max(own.gapMs ?? 0, theirs.gapMs ?? 0);
  return { ...theirs, nextAt: Math.max(own.nextAt, theirs.nextAt), gapMs };
}

/** The requests that a folder has counted, in the windows of a bound. */
async function countedIn(
  folder: ReadFolder | undefined,
  host: string,
  { bounds }: TurnWish,
  now: number,
): Promise<TurnFacts['since']> {
  const known = new Map<string, CountedRequests>();
  if (folder !== undefined && bounds?.budget !== undefined) {
    const { hour, day } = windowStarts(now);
    for (const [window, time] of Object.entries({ hour, day }))
      for (const at of [undefined, host]) known.set(`${window} ${at ?? ''}`, await folder.requestsSince(time, at));
  }
  const { hour } = windowStarts(now);
  return (time, of) => known.get(`${time >= hour ? 'hour' : 'day'} ${of ?? ''}`) ?? { count: 0, oldest: undefined };
}

function sum(one: CountedRequests, other: CountedRequests): CountedRequests {
  const oldest = Math.min(one.oldest ?? Number.POSITIVE_INFINITY, other.oldest ?? Number.POSITIVE_INFINITY);
  return { count: one.count + other.count, oldest: Number.isFinite(oldest) ? oldest : undefined };
}
