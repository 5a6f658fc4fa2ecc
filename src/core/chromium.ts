// Where the Chromium of this machine is: the one that DOCENT_CHROMIUM names, else an installed one.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the search depends on. */
export interface ChromiumPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a path is a file that can be run. */
  readonly isProgram: (path: string) => boolean;
}

/** `named` is what DOCENT_CHROMIUM names where that is no program. */
export type FoundChromium = { readonly path: string } | { readonly named: string } | undefined;

/** The lightest browser: a program, and the package of Debian that has it. */
export const CHROMIUM_SHELL = 'chromium-headless-shell';

/** Names in the PATH and whole paths, the lightest first. */
const KNOWN = [
  ...[CHROMIUM_SHELL, `/usr/lib/chromium/${CHROMIUM_SHELL}`],
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  ...['/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ...['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
] as const;

/** The browser, or undefined where there is none. What DOCENT_CHROMIUM names is never passed over for another. */
export function findChromium({ env, isProgram }: ChromiumPlaces = thisMachine): FoundChromium {
  const named = env.DOCENT_CHROMIUM ?? '';
  if (named !== '') return isProgram(named) ? { path: named } : { named };
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = KNOWN.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  ).find(isProgram);
  return path === undefined ? undefined : { path };
}

/** Whether a path is a file that this process may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const thisMachine: ChromiumPlaces = Object.freeze({ env: process.env, isProgram });
