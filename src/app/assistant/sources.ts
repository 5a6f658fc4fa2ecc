// What an assistant may start where it may write: a crawl of a new source, a refresh of a known one; one at a time.
import { resolve } from 'node:path';
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { hostKey, loopbackSite } from '../../core/url/host.ts';
import type { Settings } from '../../settings.ts';
import { leftToContext7 } from '../channel/leave-out.ts';
import { configuredProvider, resolveTargets } from '../crawl/targets.ts';
import { type DocentRun, openDocent } from '../docent.ts';
import { isFolderWord } from '../folder/folder-target.ts';

export interface StartedRun {
  readonly what: string;
  /** `running` while it goes on; check_freshness shows what has come of it. */
  readonly state: 'running' | 'complete' | 'stopped' | 'failed';
  readonly detail: string;
}

export interface AssistantSources {
  /** Starts a crawl of a URL or of a configured provider, and returns while it runs. Throws as a crawl does. */
  add(what: string, options?: { readonly library?: string | undefined }): Promise<StartedRun>;
  /** As `add`, for a refresh of what is stored. */
  refresh(what: readonly string[]): Promise<StartedRun>;
  /** Stops what runs; nothing of it is lost. */
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

/** Runs into the settings' folder. */
export function createSources(settings: Settings, log: Log): AssistantSources {
  let current: { readonly what: string; readonly run: DocentRun; state: StartedRun } | undefined;

  /** X1: why nothing of it is crawled, where Context7 has all of it. */
  async function leftOut(words: readonly string[]): Promise<StartedRun | undefined> {
    const targets = words.flatMap((word) => configuredProvider(word, settings) ?? []);
    const known = targets.map((provider) => ({ provider, plain: false }));
    const left = await leftToContext7(known, { settings, folder: resolve(settings.options.data), log });
    if (left.length === 0 || left.length < words.length) return undefined;
    return { what: words.join(', '), state: 'complete', detail: left.map(({ detail }) => detail).join('; ') };
  }

  async function start(what: string, begin: () => DocentRun): Promise<StartedRun> {
    if (current?.state.state === 'running')
      throw new DocentError(
        'DOC_STORE_BUSY',
        `${current.what} is being crawled by this server; try again when it is done`,
      );
    const run = begin();
    const one = { what, run, state: { what, state: 'running', detail: 'started' } as StartedRun };
    current = one;
    // Its events have no listener here, and must not pile up.
    void (async () => {
      try {
        for await (const _ of run);
      } catch {
        // `result` rejects with the same.
      }
    })();
    const ended = run.result.then(
      ({ providers, exitCode }) => {
        const complete = providers.every((provider) => provider.complete);
        const counts = providers.map(
          ({ provider, counts: { indexed, unchanged, discovered } }) =>
            `${provider}: ${counted(indexed + unchanged, 'page')} stored of ${counted(discovered, 'URL')}`,
        );
        const state = exitCode === 1 ? 'failed' : complete ? 'complete' : 'stopped';
        one.state = { what, state, detail: counts.join('; ') };
      },
      (error: unknown) => {
        log.error({ what }, `the run of ${what} failed: ${error instanceof Error ? error.message : String(error)}`);
        one.state = { what, state: 'failed', detail: error instanceof DocentError ? error.message : 'see the log' };
      },
    );
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, SOON_MS).unref())]);
    return one.state;
  }

  return {
    async add(what, { library } = {}) {
      refuseFolders([what], settings);
      // What cannot be crawled at all is reported before anything else.
      const [target] = resolveTargets([what], settings, { library });
      for (const seed of target?.plain ? target.provider.seed_urls : []) checkNotLoopback(seed, settings);
      return (await leftOut([what])) ?? start(what, () => openDocent({ settings, log }).crawl(what, { library }));
    },
    async refresh(what) {
      refuseFolders(what, settings);
      return (await leftOut(what)) ?? start(what.join(', '), () => openDocent({ settings, log }).refresh(what));
    },
    async close() {
      current?.run.stop();
      await current?.run.result.catch(() => {});
    },
  };
}

/** An assistant may be talked into naming any place of this machine: only the operator chooses which folders are read. */
function refuseFolders(words: readonly string[], settings: Settings): void {
  const folder = words.find((word) => isFolderWord(word, settings));
  if (folder !== undefined)
    throw new DocentError(
      'DOC_USAGE',
      `"${folder}" is a folder of this machine: the operator adds it, by "docent providers add" or "docent crawl"`,
    );
}
