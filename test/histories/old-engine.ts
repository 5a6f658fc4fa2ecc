// The sources of an earlier commit, taken out of the repository so that its engine can be run beside the present one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/repository.ts';

/** The commit that histories are compared with: its engines are in the files that `loadEngine` expects. */
export const BEFORE = '4dc2b666';

/** The folder with the sources of a commit. It lies in the repository, where packages are found. */
export function sourcesOf(commit: string): string {
  const parent = join(root, '.tmp/histories');
  mkdirSync(parent, { recursive: true });
  const folder = join(parent, git('rev-parse', '--short=12', `${commit}^{commit}`).toString().trim());
  if (!existsSync(folder)) {
    const making = mkdtempSync(join(parent, 'making-'));
    execFileSync('tar', ['-x', '-C', making], { input: git('archive', commit, 'src') });
    try {
      renameSync(making, folder);
    } catch (error) {
      rmSync(making, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'src');
}

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 28 });
}
