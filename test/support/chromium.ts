// Finds the Chromium that browser tests run in, or installs it where that needs nobody's consent: as root on Debian.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser to run, or why there is none. */
export type Chromium = { readonly path: string } | { readonly missing: string };

/** What the search depends on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  /** Whether a path is a file that can be run. */
  readonly isProgram: (path: string) => boolean;
  /** Runs a program to its end. */
  readonly run: (
    program: string,
    args: readonly string[],
  ) => { readonly status: number | null; readonly output: string };
  /** Prints a line for whoever waits. */
  readonly say: (line: string) => void;
}

const PACKAGE = 'chromium-headless-shell';
/** Names in the PATH and whole paths, the lightest first. */
const KNOWN = [
  ...[PACKAGE, '/usr/lib/chromium/chromium-headless-shell'],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
] as const;

/** This machine. */
export const thisMachine: Machine = Object.freeze({
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  run(program, args) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, timeout: 300_000 });
    return { status, output: `${stdout ?? ''}${stderr ?? ''}` };
  },
  say: (line) => void process.stderr.write(`${line}\n`),
} satisfies Machine);

/** The browser of `DOCENT_CHROMIUM`, an installed one, or one that is installed now. Never throws: `missing` says what to do. */
export function chromiumOf(machine: Machine): Chromium {
  const { env, isProgram } = machine;
  const named = env.DOCENT_CHROMIUM ?? '';
  if (named !== '')
    return isProgram(named) ? { path: named } : { missing: `DOCENT_CHROMIUM names ${named}, which is no program` };
  const found = installed(machine);
  if (found !== undefined) return { path: found };
  const problem = install(machine);
  if (problem !== undefined) return { missing: problem };
  const path = installed(machine);
  return path === undefined ? { missing: `${PACKAGE} was installed, but cannot be found` } : { path };
}

function installed({ env, isProgram }: Machine): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return KNOWN.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)))).find(
    isProgram,
  );
}

/** Installs the package; what it could not do, otherwise. Removes nothing: where apt-get would, it is not run. */
function install({ env, isRoot, run, say }: Machine): string | undefined {
  if ((env.DOCENT_NO_INSTALL ?? '') !== '') return 'DOCENT_NO_INSTALL is set';
  if (!isRoot) return `install ${PACKAGE}, or set DOCENT_CHROMIUM`;
  const args = ['install', '-y', '--no-install-recommends', PACKAGE];
  if (run('apt-get', ['--version']).status !== 0) return 'there is no apt-get to install it with; set DOCENT_CHROMIUM';
  let trial = run('apt-get', ['-s', ...args]);
  if (trial.status !== 0) {
    // A fresh container has no lists of packages.
    run('apt-get', ['update']);
    trial = run('apt-get', ['-s', ...args]);
  }
  if (trial.status !== 0) return `apt-get knows no ${PACKAGE}; set DOCENT_CHROMIUM`;
  const removed = [...trial.output.matchAll(/^Remv (\S+)/gm)].map(([, name]) => name);
  if (removed.length > 0) return `apt-get would remove ${removed.join(', ')} to install it`;
  say(`Installing ${PACKAGE} with apt-get for the browser tests (DOCENT_NO_INSTALL=1 prevents it)`);
  return run('apt-get', args).status === 0 ? undefined : `apt-get could not install ${PACKAGE}`;
}
