// What of a folder is not read unless the operator includes it: hidden files, other people's packages, copies of sources.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Never read: the insides of version control. */
const NEVER: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);

/** Sphinx writes one of these beside the pages it has made. */
const MADE_BY_SPHINX = ['objects.inv', '.buildinfo', 'searchindex.js'];

/** Why a file or folder of this name is left out, in a few words; undefined where it is read. */
export function leftOutBy(name: string, parent: string, defaultExcludes: boolean): string | undefined {
  if (NEVER.has(name)) return 'version control';
  if (!defaultExcludes) return undefined;
  if (name.startsWith('.')) return 'hidden';
  if (name === 'node_modules') return 'node_modules';
  const isCopy = name === '_sources' && MADE_BY_SPHINX.some((file) => existsSync(join(parent, file)));
  return isCopy ? 'copies of sources (_sources)' : undefined;
}
