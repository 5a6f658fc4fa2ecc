// The run of a command: a crawl or a refresh of words, started here or passed to the process that crawls into the folder.
import type { Log } from '../../core/log.ts';
import { leftToContext7 } from '../channel/leave-out.ts';
import type { Place } from '../place.ts';
import type { Remark } from '../providers/remarks.ts';
import { type AnywhereRun, runAnywhere } from './run-anywhere.ts';
import type { RunRequest } from './run-request.ts';
import type { NamedBy } from './target-word.ts';
import { type CrawlOptions, crawlRequest, refreshRequest } from './word-request.ts';

export interface CommandRun extends CrawlOptions {
  readonly place: Place;
  readonly log: Log;
  /** As `DocentOptions.printsWhereLogged`. */
  readonly printsWhereLogged?: boolean | undefined;
  /** URLs and names of providers; a refresh without them is one of all that is stored. */
  readonly words: readonly string[];
  /** Who named them. */
  readonly caller: NamedBy;
  /** Looks at what is stored: at what is due, or at all of it. Left out: a crawl. */
  readonly refresh?: 'due' | 'all' | undefined;
  /** Starts the run for a process that stays; left out: `runAnywhere`. */
  readonly start?: ((request: RunRequest, remarks: readonly Remark[]) => AnywhereRun) | undefined;
}

export interface StartedCommand {
  readonly run: AnywhereRun;
  /** The providers of the run; none where all of them are left out. */
  readonly providers: readonly string[];
  /** Providers that are left out, each with the reason. */
  readonly leftOut: readonly Remark[];
}

/**
 * Starts it, without the providers that Context7 has (X1). Rejects as `Docent.crawl` and `Docent.refresh` throw, but never with
 * DOC_STORE_BUSY because of another process.
 */
export async function startCommand(command: CommandRun): Promise<StartedCommand> {
  const { place, log, printsWhereLogged, words, caller, refresh, start, ...options } = command;
  const announced = { log, isPrinted: printsWhereLogged ?? false };
  const { request, remarks } =
    refresh === undefined
      ? { request: crawlRequest(place.settings, words, caller, { byHand: true, ...options }), remarks: [] }
      : await refreshRequest(place, words, caller, { ...options, all: refresh === 'all' });
  const left = await leftToContext7(request.targets, { ...place, log });
  const targets = request.targets.filter(({ provider }) => !left.some((one) => one.provider === provider.provider_id));
  const leftOut = [...remarks, ...left];
  const begin = (): AnywhereRun => {
    const rest = { ...request, targets };
    return start?.(rest, leftOut) ?? runAnywhere(rest, { store: place.store, announced, remarks: leftOut });
  };
  const providers = targets.map(({ provider }) => provider.provider_id);
  const run = providers.length === 0 ? runOfNothing(leftOut) : begin();
  await run.begun;
  return { run, providers, leftOut };
}

/** A run whose providers are all left out. */
function runOfNothing(remarks: readonly Remark[]): AnywhereRun {
  return {
    begun: Promise.resolve(),
    where: { kind: 'here' },
    stop() {},
    leave() {},
    stopRun: async () => {},
    result: Promise.resolve({ exitCode: 0, providers: [] }),
    concluded: Promise.resolve([]),
    async *[Symbol.asyncIterator]() {
      for (const remark of remarks) yield { type: 'warning', ...remark };
    },
  };
}
