// The settings of a process that stays: an edited configuration file is taken over as a whole, or refused and the old settings kept.
import { createHash } from 'node:crypto';
import { ConfigError } from '../../core/errors.ts';
import { hideSecrets, type Log } from '../../core/log.ts';
import type { OptionName } from '../../core/options/table.ts';
import { loadSettings, type Settings, type SettingsInput } from '../../settings.ts';
import { openProviderList, type ProviderList } from '../providers/config-file-providers.ts';
import { policyProblems } from '../providers/policy-problems.ts';
import {
  type ConfigSource,
  type FoundConfig,
  findConfig,
  findConfigAgain,
  isPipe,
  isSameConfig,
  watchConfig,
} from './found-config.ts';
import { changedNames, keepFixed } from './settings-changes.ts';

export interface SettingsState {
  /** The file in force, as it is named; undefined where there is none. */
  readonly path: string | undefined;
  /** SHA-256 of its text. */
  readonly hash: string | undefined;
  /** When the settings in force were read. */
  readonly loadedAt: number;
  /** What the file's last edit changed: options, `providers.<id>`, `dialects.<name>`, `webhooks`. */
  readonly changed: readonly string[];
  /** Options whose new value takes effect at the next start. */
  readonly atNextStart: readonly OptionName[];
  /** Why the file as it is now is not in force; no secret is in it. */
  readonly problems?: readonly string[] | undefined;
  readonly refusedAt?: number | undefined;
}

export type SettingsListener = (settings: Settings, changed: readonly string[]) => void;

export interface LiveSettings {
  /** The settings in force; those that cannot change while the process runs are as they were at its start. */
  readonly current: Settings;
  readonly state: SettingsState;
  /**
   * With it `loadSettings` returns the settings in force, whatever the file holds by then: plain data, for threads. Of the options that
   * cannot change, those of the data folder and the store are as at the start.
   */
  readonly input: SettingsInput;
  /** Called after each change of a value, and never for a change that was refused. The returned function ends it. */
  onChange(listener: SettingsListener): () => void;
  /**
   * Looks at the file now, for a change that docent itself has made. Resolves when what is there is in force or refused: at once,
   * unless it looks half-written. Never rejects.
   */
  check(): Promise<void>;
  /** Ends the watch; the settings stay as they are. */
  close(): void;
}

/** In milliseconds. */
export interface LiveTiming {
  /** How often the file is looked at where the system reports no changes. */
  readonly everyMs: number;
  /** An edited file is read after it was the same for so long. */
  readonly stillMs: number;
  /** One that is wrong, empty or missing is refused after it was the same for so long: it may be half-written. */
  readonly doubtMs: number;
  /** A file that never stays the same is judged after this. */
  readonly mostMs: number;
}

const usual: LiveTiming = Object.freeze({ everyMs: 2_000, stillMs: 200, doubtMs: 1_500, mostMs: 15_000 });

/** The name of a file that is empty because there is none. */
const NO_FILE = 'docent.yml';

type Verdict =
  | { readonly ok: true; readonly settings: Settings; readonly isDoubtful: boolean }
  | { readonly ok: false; readonly problems: readonly string[]; readonly isDoubtful: true };

/** What a look found that differs from what was judged last, and is not judged yet. */
interface Waiting {
  readonly found: FoundConfig;
  /** Since when it is the same. */
  readonly since: number;
  /** Since when the file differs from what was judged last. */
  readonly firstAt: number;
  verdict?: Verdict;
}

/**
 * Reads the settings and watches their file. Throws as `loadSettings`, and a ConfigError for policies that every crawl would refuse.
 * A configuration that comes through a pipe, or whose text was passed, is read once and not watched.
 */
export function openLiveSettings(input: SettingsInput, log: Log, timing: Partial<LiveTiming> = {}): LiveSettings {
  const { cwd = process.cwd(), env = process.env } = input;
  return new WatchedSettings({ ...input, cwd, env: { ...env } }, log, { ...usual, ...timing });
}

/**
 * The input with the text of a configuration that comes through a pipe: whoever reads that a second time finds nothing, or waits. All
 * else is as it was. Throws DOC_FILE.
 */
export function readPipeOnce(input: SettingsInput): SettingsInput {
  const source = { ...input, cwd: input.cwd ?? process.cwd() };
  if (input.text !== undefined || !isPipe(source)) return input;
  const found = findConfig(source);
  if (found.kind === 'unreadable') throw found.error;
  return found.kind === 'text' ? { ...input, text: found.text } : input;
}

class WatchedSettings implements LiveSettings {
  readonly #source: ConfigSource;
  readonly #log: Log;
  readonly #timing: LiveTiming;
  readonly #atStart: Settings;
  readonly #listeners = new Set<{ readonly call: SettingsListener }>();
  /** Ends the watch; undefined where there is none. */
  #unwatch: (() => void) | undefined;
  #current: Settings;
  #state: SettingsState;
  /** The text that the settings in force were read from. */
  #inForce: FoundConfig;
  #judged: FoundConfig;
  #waiting: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checks: (() => void)[] = [];

  constructor(source: ConfigSource, log: Log, timing: LiveTiming) {
    this.#source = source;
    this.#log = log;
    this.#timing = timing;
    const isWatched = source.text === undefined && !isPipe(source);
    const found = findConfig(source);
    this.#atStart = settingsOf(source, found);
    this.#current = this.#atStart;
    this.#inForce = found;
    this.#judged = found;
    this.#state = { ...factsOf(found), changed: [], atNextStart: [] };
    if (!isWatched) return;
    this.#unwatch = watchConfig(source, timing.everyMs, log, () => this.#look(false));
    // It may have been edited between the reading and the watch.
    this.#lookIn(0);
  }

  get current(): Settings {
    return this.#current;
  }

  get state(): SettingsState {
    return this.#state;
  }

  get input(): SettingsInput {
    const found = this.#inForce;
    const file = found.kind === 'text' ? { config: found.path, text: found.text } : { config: NO_FILE, text: '' };
    // Both or none: either of them may say what the other is.
    const isMoved = (['data', 'store'] as const).some((name) => this.#state.atNextStart.includes(name));
    const { data, store } = this.#current.options;
    const flags = isMoved ? { data, store } : {};
    return { ...this.#source, ...file, flags: { ...this.#source.flags, ...flags } };
  }

  onChange(listener: SettingsListener): () => void {
    const one = { call: listener };
    this.#listeners.add(one);
    return () => void this.#listeners.delete(one);
  }

  async check(): Promise<void> {
    this.#look(true);
    if (this.#waiting !== undefined) await new Promise<void>((resolve) => this.#checks.push(resolve));
  }

  close(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#listeners.clear();
    this.#endWait();
  }

  /** `isOwn`: docent has written the file, at once, so what is there is whole if it can be used. */
  #look(isOwn: boolean): void {
    if (this.#unwatch === undefined) return;
    const found = findConfigAgain(this.#source);
    if (isSameConfig(found, this.#judged)) {
      this.#endWait();
      return;
    }
    const now = performance.now();
    const before = this.#waiting;
    const waiting: Waiting =
      before !== undefined && isSameConfig(found, before.found)
        ? before
        : { found, since: now, firstAt: before?.firstAt ?? now };
    this.#waiting = waiting;
    const { stillMs, doubtMs, mostMs } = this.#timing;
    const stillFor = now - waiting.since;
    const isLate = now - waiting.firstAt >= mostMs;
    if (!isOwn && !isLate && stillFor < stillMs) {
      this.#lookIn(stillMs - stillFor);
      return;
    }
    waiting.verdict ??= this.#judge(found);
    if (waiting.verdict.isDoubtful && !isLate && stillFor < doubtMs) this.#lookIn(doubtMs - stillFor);
    else this.#conclude(found, waiting.verdict);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(false), ms).unref();
  }

  #endWait(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
    for (const resolve of this.#checks.splice(0)) resolve();
  }

  #judge(found: FoundConfig): Verdict {
    const before = this.#inForce;
    if (found.kind === 'missing' && before.kind === 'text')
      return {
        ok: false,
        problems: [`${before.path} does not exist any more: put it back, or start docent again to run without it`],
        isDoubtful: true,
      };
    try {
      const settings = settingsOf(this.#source, found);
      // An editor may have emptied it, to write it.
      const isDoubtful = isEmpty(found) && !isEmpty(before);
      return { ok: true, settings, isDoubtful };
    } catch (error) {
      const problems = error instanceof ConfigError ? error.problems : [(error as Error).message];
      return { ok: false, problems, isDoubtful: true };
    }
  }

  #conclude(found: FoundConfig, verdict: Verdict): void {
    this.#judged = found;
    if (verdict.ok) this.#takeOver(found, verdict.settings);
    else {
      const problems = verdict.problems.map(hideSecrets);
      this.#state = { ...this.#state, problems, refusedAt: Date.now() };
      const file = found.kind === 'text' ? found.path : this.#state.path;
      this.#log.warn({ file, problems }, 'settings.refused');
    }
    this.#endWait();
  }

  #takeOver(found: FoundConfig, next: Settings): void {
    const { settings, atNextStart } = keepFixed(this.#atStart, next);
    const changed = changedNames(this.#current, settings);
    const late = atNextStart.filter((name) => !this.#state.atNextStart.includes(name));
    this.#inForce = found;
    this.#current = settings;
    this.#state = { ...factsOf(found), changed, atNextStart };
    const { path: file } = this.#state;
    this.#log.info({ file, changed }, 'settings.loaded');
    if (late.length > 0) this.#log.warn({ file }, `${late.join(', ')}: takes effect at the next start`);
    for (const warning of settings.warnings ?? []) this.#log.warn({ file }, warning);
    if (changed.length > 0) this.#announce(changed);
  }

  /** A listener that throws does not keep the others from the news. */
  #announce(changed: readonly string[]): void {
    for (const { call } of [...this.#listeners]) {
      try {
        call(this.#current, changed);
      } catch (error) {
        this.#log.error({ err: error }, 'settings.listener');
      }
    }
  }
}

function factsOf(found: FoundConfig): Pick<SettingsState, 'path' | 'hash' | 'loadedAt'> {
  const file = found.kind === 'text' ? found : undefined;
  const hash = file === undefined ? undefined : createHash('sha256').update(file.text).digest('hex');
  return { path: file?.path, hash, loadedAt: Date.now() };
}

function isEmpty(found: FoundConfig): boolean {
  return found.kind !== 'text' || found.text.trim() === '';
}

/** The settings with what was found as their file. Throws a ConfigError with every problem, DOC_FILE for a file that cannot be read. */
function settingsOf(source: ConfigSource, found: FoundConfig): Settings {
  if (found.kind === 'unreadable') throw found.error;
  // Where the missing file was named, this reports it.
  if (found.kind === 'missing') return loadSettings(source);
  const { path, text } = found;
  const settings = loadSettings({ ...source, config: path, text });
  let list: ProviderList | undefined;
  const problems = settings.providers.flatMap((provider) =>
    policyProblems(provider, (at) => {
      list ??= openProviderList(path, text);
      return placeIn(list, provider.provider_id, at) ?? path;
    }),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return settings;
}

/** The line of a provider's field; undefined for a policy that is written as an alias. */
function placeIn(list: ProviderList, id: string, at: readonly (string | number)[]): string | undefined {
  try {
    return list.where(id, at);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
