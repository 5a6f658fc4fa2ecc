// Builds the kit with a generator, once for the same kit, settings and versions.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, digestOf, installed } from './cache.ts';
import { debianGenerators } from './debian-generators.ts';
import { kitFolder } from './kit.ts';
import { npmGenerators } from './npm-generators.ts';
import type { Truth } from './truth.ts';
import { Workplace } from './workplace.ts';

export interface Generator {
  readonly name: string;
  readonly truth: Truth;
  /** Debian's packages that hold it; what is missing is reported, not installed. */
  readonly debian?: readonly string[];
  /** Its folder below `npm/`, with a lock file; installed on demand. */
  readonly npm?: string;
  readonly deadlineMs?: number;
  build(place: Workplace): void;
}

export const generators: readonly Generator[] = [...debianGenerators, ...npmGenerators];

const defaultDeadlineMs = 120_000;
const installDeadlineMs = 300_000;

/** The folder of the built pages. Throws when the generator is missing, fails or takes too long. */
export function built(generator: Generator): string {
  const { name, npm, debian = [], deadlineMs = defaultDeadlineMs } = generator;
  const settings = npm === undefined ? undefined : fileURLToPath(new URL(`npm/${npm}`, import.meta.url));
  const out = join(cacheFolder('built'), name);
  const mark = join(cacheFolder('built'), `.${name}`);
  const versions = debian.map(versionOf).join(' ');
  const digest = digestOf(
    settings === undefined ? [kitFolder] : [kitFolder, settings],
    `${generator.build} ${versions}`,
  );
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return out;
  rmSync(mark, { force: true });
  const modules = settings && installed(settings, npm as string, installDeadlineMs);
  const folder = modules === undefined ? join(cacheFolder('work'), name) : join(modules, 'site', name);
  generator.build(new Workplace({ folder, out, deadlineMs, modules, settings }));
  writeFileSync(mark, digest);
  return out;
}

// dpkg's own placeholders.
const versionFormat = ['Package', 'Version'].map((field) => `\${${field}}`).join(' ');

function versionOf(name: string): string {
  try {
    return execFileSync('dpkg-query', ['-W', '-f', versionFormat, name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    throw new Error(`Debian's package ${name} is not installed (apt-get install --no-install-recommends ${name})`);
  }
}
