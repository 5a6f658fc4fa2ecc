// A run that is started here, or passed to the process that crawls into the folder, and comes back when that one leaves it.
import { DocentError } from '../../core/errors.ts';
import type { CrawlEvent, RunResult } from '../../crawl/run/events.ts';
import type { RunRecord } from '../../watch/port.ts';
import { storeIn } from '../data-store.ts';
import type { Conclusion } from '../watch/report-run.ts';
import { type FollowEnd, followRun } from './follow-run.ts';
import type { RunRequest } from './run-request.ts';
import { type DocentRun, type RunPlace, startHere } from './start-run.ts';

/** Where the run is when it has to be stopped. */
export type RunWhere = { readonly kind: 'here' } | { readonly kind: 'elsewhere'; readonly pid: number | undefined };

/** A run, wherever it takes place. */
export interface AnywhereRun extends AsyncIterable<CrawlEvent> {
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

/** Starts the run. Throws as `startHere`, but never DOC_STORE_BUSY because of another process. */
export function runAnywhere(request: RunRequest, place: RunPlace): AnywhereRun {
  return new Anywhere(request, place);
}

class Anywhere implements AnywhereRun {
  readonly #request: RunRequest;
  readonly #place: RunPlace;
  readonly #result = Promise.withResolvers<RunResult>();
  readonly #concluded = Promise.withResolvers<readonly Conclusion[]>();
  /** What came to its end elsewhere, before the rest was left. */
  readonly #before: Pick<Extract<FollowEnd, { kind: 'left' }>, 'result' | 'runs'>[] = [];
  #here: DocentRun | undefined;
  #following: AbortController | undefined;
  #pid: number | undefined;
  #isStopped = false;

  constructor(request: RunRequest, place: RunPlace) {
    this.#request = request;
    this.#place = place;
    this.#here = this.#tryHere(request);
    for (const { promise } of [this.#result, this.#concluded]) promise.catch(() => {}); // the iterator throws it
  }

  get where(): RunWhere {
    return this.#here === undefined ? { kind: 'elsewhere', pid: this.#pid } : { kind: 'here' };
  }

  get result(): Promise<RunResult> {
    return this.#result.promise;
  }

  get concluded(): Promise<readonly Conclusion[]> {
    return this.#concluded.promise;
  }

  stop(): void {
    this.#isStopped = true;
    this.#here?.stop();
    this.#following?.abort();
  }

  leave(): void {
    this.#isStopped = true;
    this.#here?.leave();
    this.#following?.abort();
  }

  async stopRun(): Promise<void> {
    if (this.#here !== undefined) return this.#here.stop();
    const store = this.#store();
    const [watch, side] = [await store.openWatch(), await store.openSideWriter()];
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
      yield* this.#events();
    } catch (error) {
      this.#result.reject(error);
      this.#concluded.reject(error);
      throw error;
    }
  }

  async *#events(): AsyncGenerator<CrawlEvent, void> {
    for (let request = this.#request; ; ) {
      this.#here ??= this.#tryHere(request);
      if (this.#here !== undefined) {
        yield* this.#here;
        return this.#concludeHere(this.#here);
      }
      const end = yield* this.#elsewhere(request);
      if (end.kind !== 'left') return this.#conclude(end);
      this.#before.push(end);
      // Once begun, it is resumed; starting over a second time would lose what was stored meanwhile.
      if (end.hasBegun) request = { ...goingOn(request, end.providers), fresh: false };
      if (!this.#isStopped) yield { type: 'handed', providers: end.providers };
      if (this.#isStopped) return this.#conclude({ kind: 'unfollowed' });
    }
  }

  async *#elsewhere(request: RunRequest): AsyncGenerator<CrawlEvent, FollowEnd> {
    this.#following = new AbortController();
    if (this.#isStopped) this.#following.abort();
    const events = followRun(this.#store(), request, this.#following.signal);
    for (;;) {
      const { value, done } = await events.next();
      if (done) return value;
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
    return readConclusions(runs, this.#request.settings, this.#store());
  }

  /** undefined while another process crawls into the folder, or this one crawls one of the providers. */
  #tryHere(request: RunRequest): DocentRun | undefined {
    try {
      return startHere(request, this.#place);
    } catch (error) {
      // Memory is this process's own: there is no other process to pass it to.
      const isElsewhere = error instanceof DocentError && error.code === 'DOC_STORE_BUSY';
      if (!isElsewhere || request.settings.options.store === 'memory') throw error;
      return undefined;
    }
  }

  #store() {
    return storeIn(this.#place.folder, this.#request.settings.options.store);
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
