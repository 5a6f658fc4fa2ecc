// X4: the tree of a repository between two runs: by its ETag an unchanged repository costs one request.
import { decodeOrNothing, isFlag, isListOf, isNumber, isShape, isString } from '../../core/decode.ts';
import type { Repository } from '../../core/github-repository.ts';
import type { ListedTree } from './client.ts';
import { type DocumentRules, treeUrl } from './repository.ts';

interface KeptTree {
  /** The request and rules by which it was made. */
  readonly of: string;
  readonly etag: string;
  readonly isCut: boolean;
  /** Path, hash and size, one after the other. */
  readonly paths: readonly string[];
  readonly shas: readonly string[];
  readonly sizes: readonly number[];
}

const isKeptTree = isShape<KeptTree>({
  of: isString,
  etag: isString,
  isCut: isFlag,
  paths: isListOf(isString),
  shas: isListOf(isString),
  sizes: isListOf(isNumber),
});

function ruleText(repository: Repository, { folder, defaultExcludes }: DocumentRules): string {
  return JSON.stringify([1, treeUrl(repository), folder, defaultExcludes]);
}

/** A tree as text, to be kept until the next run; undefined for one that could not be requested conditionally. */
export function treeText(repository: Repository, rules: DocumentRules, tree: ListedTree): string | undefined {
  const { etag, isCut, files } = tree;
  if (etag === undefined) return undefined;
  const kept: KeptTree = {
    ...{ of: ruleText(repository, rules), etag, isCut },
    paths: files.map(({ path }) => path),
    shas: files.map(({ sha }) => sha),
    sizes: files.map(({ bytes }) => bytes),
  };
  return JSON.stringify(kept);
}

/** The tree of `treeText`; undefined for a text that is none, or of another repository or other rules. */
export function readTreeText(
  repository: Repository,
  rules: DocumentRules,
  text: string | undefined,
): ListedTree | undefined {
  const kept = decodeOrNothing(text, isKeptTree);
  if (kept === undefined || kept.of !== ruleText(repository, rules)) return undefined;
  const { etag, isCut, paths, shas, sizes } = kept;
  if (shas.length !== paths.length || sizes.length !== paths.length) return undefined;
  return { etag, isCut, files: paths.map((path, nth) => ({ path, sha: shas[nth] ?? '', bytes: sizes[nth] ?? 0 })) };
}
