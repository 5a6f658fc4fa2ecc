// What an assistant may start where it may write: a crawl of a new source, a refresh of a known one; one at a time.

import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { hostKey, loopbackSite } from '../../core/url/host.ts';
import type { RunResult } from '../../crawl/run/events.ts';
import type { Settings } from '../../settings.ts';
import { checkedText } from '../../watch/report/change-report.ts';
import type { RunState } from '../../watch/states/run-state.ts';
import type { AnywhereRun } from '../crawl/run-anywhere.ts';
import { type CommandRun, startCommand } from '../crawl/start-command.ts';
import { resolveTargets } from '../crawl/targets.ts';
import type { Place } from '../place.ts';
import type { Conclusion } from '../watch/report-run.ts';

export interface StartedRun {
  readonly what: string;
  /** While it goes on, check_freshness shows what has come of it. */
  readonly state: RunState;
  readonly detail: string;
}

export interface AssistantSources {
  /**
   * Starts a crawl of a URL or of a configured provider, here or in the process that crawls into the folder, and returns while it runs.
   * Throws as a crawl does.
   */
  add(what: string, options?: { readonly library?: string | undefined }): Promise<StartedRun>;
  /** As `add`, for a refresh of what is stored. */
  refresh(what: readonly string[]): Promise<StartedRun>;
  /** Stops what runs, unless a process has it that stays; nothing of it is lost. */
  close(): Promise<void>;
}

/** What the operator types may lie on this machine; what an assistant was talked into may not, unless it is listed. */
function checkNotLoopback(url: string, { options }: Settings): void {
  const site = loopbackSite(url);
  if (site !== undefined && !options.allow_private.includes(site.host))
    throw new DocentError('DOC_ADDRESS', `${hostKey(url)} is on this machine, and is not crawled for an assistant`);
}

/** A run that ends this soon is reported with its end. */
const SOON_MS = 2_000;

/** What sources need. */
export interface SourcesOptions {
  /** Those of now, at each call. */
  readonly place: () => Place;
  readonly log: Log;
  /** As `CommandRun.start`: the runs belong to a process that stays, and go on when the assistants have left. */
  readonly start?: CommandRun['start'];
  /** Of a server: judges what is named, beside the rule for assistants. */
  readonly addresses?: { check(words: readonly string[]): Promise<void> } | undefined;
}

interface Current {
  readonly what: string;
  run?: AnywhereRun;
  state: StartedRun;
}

/** Runs into the settings' folder. */
export function createSources({ place, log, start, addresses }: SourcesOptions): AssistantSources {
  let current: Current | undefined;
  let isClosed = false;

  async function begin(words: readonly string[], how: Pick<CommandRun, 'refresh' | 'library'>): Promise<StartedRun> {
    if (current !== undefined && isUnderWay(current.state))
      throw new DocentError(
        'DOC_STORE_BUSY',
        `${current.what} is being crawled by this server; try again when it is done`,
      );
    const what = words.join(', ');
    const one: Current = { what, state: { what, state: 'queued', detail: 'another process is to begin it' } };
    current = one;
    try {
      const { run, providers, leftOut } = await startCommand({
        place: place(),
        log,
        words,
        caller: 'writer',
        start,
        ...how,
      });
      one.run = run;
      if (isClosed) run.stop();
      // X1: nothing of it is crawled, because Context7 has all of it.
      if (providers.length === 0) {
        one.state = { what, state: 'complete', detail: leftOut.map(({ detail }) => detail).join('; ') };
        return one.state;
      }
      await Promise.race([follow(one, run), new Promise((resolve) => setTimeout(resolve, SOON_MS).unref())]);
      return one.state;
    } catch (error) {
      current = undefined;
      throw error;
    }
  }

  /** Waits for its end, and keeps how it ended; never rejects. */
  async function follow(one: Current, run: AnywhereRun): Promise<void> {
    const { what } = one;
    try {
      // Its events have no listener here, and must not pile up.
      for await (const _ of run)
        if (one.state.state === 'queued') one.state = { what, state: 'running', detail: 'started' };
      one.state = endOf(what, await run.result, await run.concluded, place().settings.timeZone);
    } catch (error) {
      log.error({ what }, `the run of ${what} failed: ${error instanceof Error ? error.message : String(error)}`);
      one.state = { what, state: 'failed', detail: error instanceof DocentError ? error.message : 'see the log' };
    }
  }

  return {
    async add(what, { library } = {}) {
      const now = place().settings;
      // What cannot be crawled at all is reported before anything else.
      const [target] = resolveTargets([what], now, { library }, 'writer');
      for (const seed of target?.plain ? target.provider.seed_urls : []) checkNotLoopback(seed, now);
      return begin([what], { library });
    },
    async refresh(what) {
      await addresses?.check(what);
      return begin(what, { refresh: 'due' });
    },
    async close() {
      if (start !== undefined) return;
      isClosed = true;
      current?.run?.stop();
      await current?.run?.result.catch(() => {});
    },
  };
}

function endOf(what: string, { providers }: RunResult, concluded: readonly Conclusion[], timeZone: string): StartedRun {
  const counts = providers.map(
    ({ provider, counts: { indexed, unchanged, discovered } }) =>
      `${provider}: ${counted(indexed + unchanged, 'page')} stored of ${counted(discovered, 'URL')}`,
  );
  const state = worst.find((one) => providers.some((run) => run.state === one)) ?? 'complete';
  const whys = providers.flatMap(({ why }) => why ?? []);
  const looked = concluded.flatMap(({ report }) => checkedText(report, timeZone) ?? []);
  return { what, state, detail: [...counts, ...whys, ...looked].join('; ') };
}

/** Of several runs the state that says most. */
const worst: readonly RunState[] = ['failed', 'stopped', 'paused', 'incomplete', 'complete'];

function isUnderWay({ state }: Pick<StartedRun, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
