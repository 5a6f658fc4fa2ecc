// Where the bench keeps what it downloads and builds: outside of the repository, to be deleted at will.
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const base =
  process.env.DOCENT_BENCH_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent-bench');

export function cacheFolder(...names: readonly string[]): string {
  const folder = join(base, ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Installs exactly what a folder's lock file names, once; the folder it is in then. Throws when that fails. */
export function installed(source: string, name: string, timeoutMs: number): string {
  const folder = cacheFolder('npm', name);
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8');
  const mark = join(folder, '.installed');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === digest) return folder;
  rmSync(mark, { force: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(folder, file));
  const options: ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: timeoutMs };
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  try {
    execFileSync('npm', ['ci', ...quiet], options);
  } catch {
    // A registry may not carry what other platforms need: `npm ci` refuses such a lock file, `install` follows it.
    execFileSync('npm', ['install', '--no-save', ...quiet], options);
  }
  writeFileSync(mark, digest);
  return folder;
}

/** A digest of the files below folders: whether what was built from them is up to date. */
export function digestOf(folders: readonly string[], also: string): string {
  const hash = createHash('sha256').update(also);
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .toSorted())
      hash.update(entry.slice(folder.length)).update(readFileSync(entry));
  return hash.digest('hex');
}
