// Finds the Chromium that browser tests run in, or installs it where that needs nobody's consent: as root on Debian.
import { spawnSync } from 'node:child_process';
import { type ChromiumPlaces, findChromium, isProgram, CHROMIUM_SHELL as PACKAGE } from '../../src/core/chromium.ts';

/** The browser to run, or why there is none. */
export type Chromium = { readonly path: string } | { readonly missing: string };

/** What the search depends on. */
export interface Machine extends ChromiumPlaces {
  readonly isRoot: boolean;
  /** Runs a program to its end. */
  readonly run: (
    program: string,
    args: readonly string[],
  ) => { readonly status: number | null; readonly output: string };
  /** Prints a line for whoever waits. */
  readonly say: (line: string) => void;
}

/** This machine. */
export const thisMachine: Machine = Object.freeze({
  env: process.env,
  isRoot: process.getuid?.() === 0,
  isProgram,
  run(program, args) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, timeout: 300_000 });
    return { status, output: `${stdout ?? ''}${stderr ?? ''}` };
  },
  say: (line) => void process.stderr.write(`${line}\n`),
} satisfies Machine);

/** The browser of `DOCENT_CHROMIUM`, an installed one, or one that is installed now. Never throws: `missing` says what to do. */
export function chromiumOf(machine: Machine): Chromium {
  const found = findChromium(machine);
  if (found !== undefined)
    return 'path' in found ? found : { missing: `DOCENT_CHROMIUM names ${found.named}, which is no program` };
  const problem = install(machine);
  if (problem !== undefined) return { missing: problem };
  const added = findChromium(machine);
  return added !== undefined && 'path' in added ? added : { missing: `${PACKAGE} was installed, but cannot be found` };
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
