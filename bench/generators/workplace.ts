// Where one generator builds: a folder of its own, its commands under one deadline.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Dialect, kitFolder, kitPages } from './kit.ts';

export class Workplace {
  /** Sources and settings. */
  readonly folder: string;
  /** The pages that were built. */
  readonly out: string;
  readonly #until: number;
  readonly #bin: readonly string[];

  constructor(options: {
    folder: string;
    out: string;
    deadlineMs: number;
    modules?: string | undefined;
    settings?: string | undefined;
  }) {
    this.folder = options.folder;
    this.out = options.out;
    this.#until = Date.now() + options.deadlineMs;
    this.#bin = options.modules === undefined ? [] : [join(options.modules, 'node_modules/.bin')];
    for (const one of [this.folder, this.out]) {
      rmSync(one, { recursive: true, force: true });
      mkdirSync(one, { recursive: true });
    }
    if (options.settings !== undefined) this.#copySettings(options.settings);
  }

  #copySettings(settings: string): void {
    for (const name of readdirSync(settings))
      if (!name.startsWith('package')) cpSync(join(settings, name), join(this.folder, name), { recursive: true });
  }

  write(path: string, text: string): void {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  /** A file or folder of the kit. */
  copy(from: string, to: string): void {
    cpSync(join(kitFolder, from), join(this.folder, to), { recursive: true });
  }

  /** The kit's pages in a dialect, and their image; `rename` returns where each goes. */
  pages(dialect: Dialect, into: string, rename = (name: string) => name): void {
    for (const [name, text] of kitPages(dialect)) this.write(join(into, rename(name)), text);
    this.copy('images', join(into, 'images'));
  }

  /** A folder that the generator filled, as the pages that were built. */
  take(folder: string): void {
    cpSync(join(this.folder, folder), this.out, { recursive: true });
  }

  /** Runs a command in the folder. Throws with the end of its output when it fails or takes too long. */
  run(command: string, ...args: readonly string[]): string {
    const left = this.#until - Date.now();
    // Debian's own Python and Ruby before what a version manager puts in front.
    const path = [...this.#bin, dirname(process.execPath), '/usr/bin', process.env.PATH].join(delimiter);
    const result = spawnSync(command, args, {
      cwd: this.folder,
      encoding: 'utf8',
      timeout: Math.max(1, left),
      killSignal: 'SIGKILL',
      maxBuffer: 64e6,
      env: { ...process.env, PATH: path, CI: '1', LC_ALL: 'C.UTF-8', NODE_ENV: 'production', ...quiet },
    });
    if (result.error !== undefined) throw new Error(`${command}: ${result.error.message}`);
    if (result.status !== 0)
      throw new Error(`${command} ended with ${result.status}: ${(result.stderr || result.stdout).trim().slice(-600)}`);
    return result.stdout;
  }
}

/** Generators that would report to their makers do not. */
const quiet = {
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  REDOCLY_TELEMETRY: 'off',
};
