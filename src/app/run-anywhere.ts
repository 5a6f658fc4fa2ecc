// A run that is started here, or handed to the process that crawls into the folder, and comes back when that one leaves it.
import { DocentError } from '../core/errors.ts';
import type { CrawlEvent, RunResult } from '../crawl/events.ts';
import type { RunRecord } from '../watch/port.ts';
import { storeIn } from './data-store.ts';
import { type FollowEnd, followRun } from './follow-run.ts';
import type { RunRequest } from './run-request.ts';
import { type DocentRun, type RunPlace, startHere } from './start-run.ts';
import type { Conclusion } from './watch/report-run.ts';

/** Where the run is when it has to be stopped. */
export type RunWhere = { readonly kind: 'here' } | { readonly kind: 'elsewhere'; readonly pid: number | undefined };

/** A run, wherever it takes place. */
export interface AnywhereRun extends AsyncIterable<CrawlEvent> {
  readonly where: RunWhere;
  /** Here: as `Run.stop`. Elsewhere: stops following it. */
  stop(): void;
  /** Here: as `Run.leave`. Elsewhere: stops following it. */
  leave(): void;
  /** What was wanted of the run itself, wherever it is: it lets what is in flight land, and ends. */
  stopRun(): Promise<void>;
  /** There once the events have ended. */
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
  #here: DocentRun | undefined;
  #following: AbortController | undefined;
  #pid: number | undefined;
  #isStopped = false;

  constructor(request: RunRequest, place: RunPlace) {
    this.#request = request;
    this.#place = place;
    this.#here = this.#tryHere(request);
    for (const { promise } of [this.#result, this.#concluded]) promise.catch(() => {}); // whoever iterates hears of a fault there
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
    // Begun once, it is gone on with; starting over a second time would lose what was stored meanwhile.
    for (let request = this.#request; ; request = { ...request, fresh: false }) {
      this.#here ??= this.#tryHere(request);
      if (this.#here !== undefined) {
        yield* this.#here;
        this.#result.resolve(this.#here.result);
        this.#concluded.resolve(this.#here.concluded);
        return;
      }
      const end = yield* this.#elsewhere(request);
      if (end.kind !== 'left' || this.#isStopped) return this.#conclude(end);
      yield { type: 'handed', providers: request.targets.map(({ provider }) => provider.provider_id) };
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

  async #conclude(end: FollowEnd): Promise<void> {
    if (end.kind === 'ended') {
      this.#result.resolve(end.result);
      this.#concluded.resolve(await this.#reports(end.runs));
      return;
    }
    this.#result.resolve({ exitCode: 130, providers: [] });
    this.#concluded.resolve([]);
  }

  async #reports(runs: readonly RunRecord[]): Promise<readonly Conclusion[]> {
    const { readConclusions } = await import('./watch/report-run.ts');
    return readConclusions(runs, this.#request.settings, this.#store());
  }

  /** undefined while another process crawls into the folder, or this one crawls one of the providers. */
  #tryHere(request: RunRequest): DocentRun | undefined {
    try {
      return startHere(request, this.#place);
    } catch (error) {
      // Memory is this process's own: there is nobody else to hand it to.
      const isElsewhere = error instanceof DocentError && error.code === 'DOC_STORE_BUSY';
      if (!isElsewhere || request.settings.options.store === 'memory') throw error;
      return undefined;
    }
  }

  #store() {
    return storeIn(this.#place.folder, this.#request.settings.options.store);
  }
}
