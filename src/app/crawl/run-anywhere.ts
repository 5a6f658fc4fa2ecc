// A run that is started here, or passed to a server or to the process that crawls into the folder, and comes back when that one leaves it.
import { DocentError } from '../../core/errors.ts';
import type { CrawlEvent, RunResult } from '../../crawl/run/events.ts';
import type { Store } from '../../store/port.ts';
import type { ServerBeside } from '../../store/port-neighbours.ts';
import type { RunRecord } from '../../watch/port.ts';
import { checkForbidden } from '../forbidden.ts';
import { checkOwnHeaders } from '../own-headers.ts';
import type { Conclusion } from '../watch/report-run.ts';
import { withWatch } from '../with-watch.ts';
import { type FollowEnd, followRun, type Taker } from './follow-run.ts';
import type { RunRequest } from './run-request.ts';
import { type DocentRun, type RunPlace, startHere } from './start-run.ts';

/** Where the run is when it has to be stopped. */
export type RunWhere = { readonly kind: 'here' } | { readonly kind: 'elsewhere'; readonly pid: number | undefined };

/** A run, wherever it takes place. */
export interface AnywhereRun extends AsyncIterable<CrawlEvent> {
  /** Resolves when it is known where the run takes place; rejects, as the result and the events do, with what no process would start. */
  readonly begun: Promise<void>;
  /** Until that is known: here. */
  readonly where: RunWhere;
  /** Here: as `Run.stop`. Elsewhere: stops following it. */
  stop(): void;
  /** Here: as `Run.leave`. Elsewhere: stops following it. */
  leave(): void;
  /** Stops the run itself, wherever it is: what is in flight ends first. */
  stopRun(): Promise<void>;
  /** Resolves once the events have ended. */
  readonly result: Promise<RunResult>;
  /** As `DocentRun.concluded`; of a run elsewhere its report, without its alerts: those are announced there. */
  readonly concluded: Promise<readonly Conclusion[]>;
}

/** A run that can leave the folder for a moment. */
export interface MovingRun extends AnywhereRun {
  /** Here: lets what is in flight land, leaves the folder, and goes on once `room` of its place is over. Elsewhere nothing happens. */
  makeRoom(): void;
}

/** Where a run takes place, and when it must not take place here. */
export interface MovingPlace extends RunPlace {
  /** Pending while this process leaves the folder to another task. */
  readonly room?: (() => Promise<void> | undefined) | undefined;
}

/** A server that does not hear of a run within this is passed over, and one that heard of it and does not take it up within that. */
const HEARD_MS = 3_000;
const TAKEN_UP_MS = 15_000;

/**
 * Starts the run: in a server that serves the folder, else here, or in the process that crawls into the folder. It fails as `startHere`
 * throws, but with DOC_STORE_BUSY only for a guest.
 */
export function runAnywhere(request: RunRequest, place: MovingPlace): MovingRun {
  return new Anywhere(request, place);
}

class Anywhere implements MovingRun {
  readonly #request: RunRequest;
  readonly #place: MovingPlace;
  readonly #store: Store;
  readonly #result = Promise.withResolvers<RunResult>();
  readonly #concluded = Promise.withResolvers<readonly Conclusion[]>();
  /** What came to its end elsewhere, before the rest was left. */
  readonly #before: Pick<Extract<FollowEnd, { kind: 'left' }>, 'result' | 'runs'>[] = [];
  readonly #begun: Promise<void>;
  #isBegun = false;
  #here: DocentRun | undefined;
  #following: AbortController | undefined;
  #pid: number | undefined;
  readonly #stopping = new AbortController();
  /** Whether it ends as `leave` ends it. */
  #isLeft = false;
  /** Whether the run here was left to come back. */
  #makesRoom = false;
  /** A server that did not take the run up. */
  #passedOver: number | undefined;

  constructor(request: RunRequest, place: MovingPlace) {
    this.#request = request;
    this.#place = place;
    this.#store = place.store;
    this.#begun = this.#begin(request);
    // The iterator throws it.
    for (const promise of [this.#begun, this.#result.promise, this.#concluded.promise]) promise.catch(() => {});
  }

  get begun(): Promise<void> {
    return this.#begun;
  }

  get where(): RunWhere {
    return this.#isBegun && this.#here === undefined ? { kind: 'elsewhere', pid: this.#pid } : { kind: 'here' };
  }

  get result(): Promise<RunResult> {
    return this.#result.promise;
  }

  get concluded(): Promise<readonly Conclusion[]> {
    return this.#concluded.promise;
  }

  stop(): void {
    this.#stopping.abort();
    this.#here?.stop();
    this.#following?.abort();
  }

  leave(): void {
    this.#isLeft = true;
    this.#stopping.abort();
    this.#here?.leave();
    this.#following?.abort();
  }

  makeRoom(): void {
    if (this.#here === undefined || this.#isStopped) return;
    this.#makesRoom = true;
    this.#here.leave();
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async stopRun(): Promise<void> {
    if (this.#here !== undefined) return this.#here.stop();
    const [watch, side] = [await this.#store.openWatch(), await this.#store.openSideWriter()];
    try {
      for (const { provider } of this.#request.targets) {
        const [run] = await watch.reader.runs({ provider: provider.provider_id, limit: 1 });
        if (run !== undefined && run.endedAt === undefined) await side.setWish(run.id, 'stop');
      }
    } finally {
      await Promise.allSettled([watch.close(), side.close()]);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CrawlEvent, void> {
    try {
      await this.#begun;
      yield* this.#events();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    this.#result.reject(error);
    this.#concluded.reject(error);
  }

  async *#events(): AsyncGenerator<CrawlEvent, void> {
    for (let request = this.#request; ; ) {
      if (this.#here === undefined) {
        await this.#mayBegin();
        await this.#tryHere(request);
      }
      if (this.#here === undefined && this.#isStopped) return this.#conclude({ kind: 'unfollowed' });
      // Left at this very moment: it begins afterwards.
      if (this.#here === undefined && this.#place.room?.() !== undefined) continue;
      if (this.#here !== undefined) {
        const rest = yield* this.#runHere(this.#here, request);
        if (rest === undefined) return;
        request = rest;
        continue;
      }
      const end = yield* this.#elsewhere(request);
      if (end.kind !== 'left') return this.#conclude(end);
      this.#before.push(end);
      // Once begun, it is resumed; starting over a second time would lose what was stored meanwhile.
      if (end.hasBegun) request = { ...goingOn(request, end.providers), fresh: false };
      // A server that left the folder for a moment comes back to it.
      if (!this.#isStopped && (await this.#server()) === undefined) yield { type: 'handed', providers: end.providers };
    }
  }

  /** The events of the run here. Returns what goes on after it made room; undefined when it has come to its end. */
  async *#runHere(run: DocentRun, request: RunRequest): AsyncGenerator<CrawlEvent, RunRequest | undefined> {
    const begun = new Set<string>();
    for await (const event of run) {
      if (event.type === 'started') begun.add(event.provider);
      yield event;
    }
    const isLeft = this.#makesRoom && !this.#isStopped && (await run.result).providers.length === 0;
    this.#makesRoom = false;
    if (!isLeft) {
      await this.#concludeHere(run);
      return undefined;
    }
    this.#here = undefined;
    const providers = await this.#goingOn(request, begun);
    if (providers.length > 0) return { ...goingOn(request, providers), fresh: begun.size === 0 && request.fresh };
    await this.#conclude({ kind: 'unfollowed' });
    return undefined;
  }

  /** Providers that had not begun, and those whose runs are open and neither paused nor stopped. */
  async #goingOn({ targets }: RunRequest, begun: ReadonlySet<string>): Promise<readonly string[]> {
    const ids = targets.map(({ provider }) => provider.provider_id);
    return withWatch(this.#store, async ({ reader }) => {
      const open = await Promise.all(ids.map(async (provider) => (await reader.runs({ provider, limit: 1 }))[0]));
      return ids.filter((id, i) => !begun.has(id) || (open[i]?.wish === 'go' && open[i].endedAt === undefined));
    });
  }

  /** Waits while this process, or a server that has the run, leaves the folder to another task. */
  async #mayBegin(): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    for await (const _ of this.#store.neighbours.changes(this.#stopping.signal)) {
      for (let room = this.#place.room?.(); room !== undefined && !this.#isStopped; room = this.#place.room?.())
        await Promise.race([room, stopped]);
      if (!(await this.#server())?.isAway) return;
    }
  }

  async *#elsewhere(request: RunRequest): AsyncGenerator<CrawlEvent, FollowEnd> {
    this.#following = new AbortController();
    if (this.#isStopped) this.#following.abort();
    const server = await this.#server();
    const events = followRun(this.#store, request, this.#following.signal, this.#taker());
    for (;;) {
      const { value, done } = await events.next();
      if (done) {
        if (value.kind === 'left' && !value.hasBegun) this.#passedOver = server?.pid;
        return value;
      }
      if (value.type === 'handed') this.#pid = value.pid;
      yield value;
    }
  }

  async #conclude(end: Exclude<FollowEnd, { kind: 'left' }>): Promise<void> {
    if (end.kind === 'ended') {
      this.#result.resolve(joined([...this.#before, end]));
      this.#concluded.resolve(await this.#reports([...this.#before, end].flatMap(({ runs }) => runs)));
      return;
    }
    this.#result.resolve({ exitCode: 130, providers: [] });
    this.#concluded.resolve([]);
  }

  async #concludeHere({ result, concluded }: DocentRun): Promise<void> {
    this.#result.resolve(joined([...this.#before, { result: await result }]));
    const before = await this.#reports(this.#before.flatMap(({ runs }) => runs));
    this.#concluded.resolve([...before, ...(await concluded)]);
  }

  async #reports(runs: readonly RunRecord[]): Promise<readonly Conclusion[]> {
    if (runs.length === 0) return [];
    const { readConclusions } = await import('../watch/report-run.ts');
    return readConclusions(runs, this.#request.settings, this.#store);
  }

  /** Begins here, where that is possible now. Rejects with what no later try would change. */
  async #begin(request: RunRequest): Promise<void> {
    try {
      await this.#tryHere(request);
      if (this.#here === undefined) this.#checkLater(request);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    this.#isBegun = true;
  }

  /** Throws what keeps a run from beginning anywhere, and a guest from waiting. */
  #checkLater({ targets, settings }: RunRequest): void {
    const { isGuest, store } = this.#place;
    if (isGuest) throw new DocentError('DOC_STORE_BUSY', `${store.name} is in use by another task`);
    checkForbidden(targets, settings);
    checkOwnHeaders(targets);
  }

  /**
   * Starts it here; not where a server is to do it, while another process crawls into the folder, while this one crawls one of the
   * providers or has left the folder to a task, and where it is stopped.
   */
  async #tryHere(request: RunRequest): Promise<void> {
    const isForServer = (await this.#server()) !== undefined;
    if (isForServer || this.#isStopped || this.#place.room?.() !== undefined) return;
    try {
      this.#here = await startHere(request, this.#place);
    } catch (error) {
      if (error instanceof DocentError && error.code === 'DOC_STORE_BUSY') return;
      throw error;
    }
    // Stopped, left or in the way of a task while the store was being opened.
    if (this.#isLeft) this.#here.leave();
    else if (this.#isStopped) this.#here.stop();
    else if (this.#place.room?.() !== undefined) this.makeRoom();
  }

  /** The server that is to do it, in another process; none for what was requested of this one, and none that was passed over. */
  async #server(): Promise<ServerBeside | undefined> {
    if (this.#place.isGuest) return undefined;
    const server = await this.#store.neighbours.server();
    return server?.pid === this.#passedOver ? undefined : server;
  }

  #taker(): Taker {
    let rings = 0;
    let isHeard = false;
    return {
      ring: async () => {
        if ((await this.#server()) === undefined) return;
        // A second ring has a place once the first was heard.
        if ((await this.#store.neighbours.ring()) && rings > 0) isHeard = true;
        rings++;
      },
      mayTakeUp: async (waitedMs) => {
        const server = await this.#server();
        return server !== undefined && (server.isAway || waitedMs < (isHeard ? TAKEN_UP_MS : HEARD_MS));
      },
    };
  }
}

/** The request for only these providers. */
function goingOn(request: RunRequest, providers: readonly string[]): RunRequest {
  return { ...request, targets: request.targets.filter(({ provider }) => providers.includes(provider.provider_id)) };
}

/** F5: by the exit code, the worst first. */
const exitCodes = [130, 1, 3, 0] as const satisfies readonly RunResult['exitCode'][];

/** One result of what ended in several places. */
function joined(ends: readonly { readonly result: RunResult }[]): RunResult {
  const exitCode = exitCodes.find((code) => ends.some(({ result }) => result.exitCode === code)) ?? 0;
  return { exitCode, providers: ends.flatMap(({ result }) => result.providers) };
}
