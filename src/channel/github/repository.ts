// X4: which requests bring the files of a repository, which of them are documentation, and how a file is known by its hash.
import { createHash } from 'node:crypto';
import { type JsonBounds, parseBoundedJson } from '../../core/bounded-json.ts';
import { grouped } from '../../core/counted.ts';
import { isFlag, isListOf, isNumber, isOptional, isShape, isString } from '../../core/decode.ts';
import { DocentError } from '../../core/errors.ts';
import { typeOfEnding } from '../../core/forms.ts';
import { apiBaseOf, type Repository } from '../../core/github-repository.ts';

/** A file of a repository. */
export interface RepositoryFile {
  /** From the root of the repository. */
  readonly path: string;
  /** git's hash of its bytes. */
  readonly sha: string;
  readonly bytes: number;
}

/** What a repository holds at a ref. */
export interface Tree {
  readonly files: readonly RepositoryFile[];
  /** GitHub leaves out a part of very large repositories. */
  readonly isCut: boolean;
}

/** The list of everything the ref holds, in one answer. */
export function treeUrl(repository: Repository): string {
  return `${below(repository)}/git/trees/${encodeURIComponent(repository.ref)}?recursive=1`;
}

/** All files in one archive; the answer is a redirect. */
export function archiveUrl(repository: Repository): string {
  return `${below(repository)}/tarball/${encodeURIComponent(repository.ref)}`;
}

/** The bytes of one file. */
export function blobUrl(repository: Repository, sha: string): string {
  return `${below(repository)}/git/blobs/${sha}`;
}

function below(repository: Repository): string {
  return `${apiBaseOf(repository)}/repos/${repository.owner}/${repository.name}`;
}

interface SentTree {
  readonly tree: readonly {
    readonly path: string;
    readonly type: string;
    readonly mode: string;
    readonly sha: string;
    readonly size?: number | undefined;
  }[];
  readonly truncated?: boolean | undefined;
}

const isTree = isShape<SentTree>({
  tree: isListOf(
    isShape({ path: isString, type: isString, mode: isString, sha: isString, size: isOptional(isNumber) }),
  ),
  truncated: isOptional(isFlag),
});

/** The mode of a symbolic link, whose bytes are a path. */
const LINK = '120000';

const hashPattern = /^(?:[\da-f]{40}|[\da-f]{64})$/;

/** GitHub lists at most 100,000 entries of six fields each, in at most 7 MB. */
export const treeBounds: JsonBounds & { readonly entries: number } = Object.freeze({
  ...{ octets: 16_000_000, depth: 8, values: 1_500_000 },
  entries: 150_000,
});

/**
 * Reads the answer to `treeUrl`; links and submodules are left out. Throws DOC_ANSWER for one that is no tree, DOC_TOO_LARGE for one
 * that is larger than GitHub's are.
 */
export function readTree(body: Uint8Array): Tree {
  let tree: unknown;
  try {
    tree = parseBoundedJson(body, treeBounds);
  } catch (cause) {
    if (cause instanceof DocentError) throw tooLarge(cause.message);
    throw noTree(cause);
  }
  if (!isTree(tree)) throw noTree();
  const { entries } = treeBounds;
  if (tree.tree.length > entries) throw tooLarge(`it lists more than ${grouped(entries)} entries`);
  const files = tree.tree.flatMap(({ path, type, mode, sha, size = 0 }) =>
    type === 'blob' && mode !== LINK && hashPattern.test(sha) ? [{ path, sha, bytes: size }] : [],
  );
  return { files, isCut: tree.truncated === true };
}

function noTree(cause?: unknown): DocentError {
  return new DocentError('DOC_ANSWER', 'GitHub sent something that is not the tree of a repository', { cause });
}

function tooLarge(excess: string): DocentError {
  return new DocentError('DOC_TOO_LARGE', `the tree that GitHub sent is not read: ${excess}`);
}

/** Which files of a repository are its documentation. */
export interface DocumentRules {
  readonly folder: string;
  /** Whether hidden files and other people's packages are left out. */
  readonly defaultExcludes: boolean;
}

/** Whether a file is documentation that can be read: in the folder, with an ending that has a reader, not left out by default. */
export function isDocument(path: string, { folder, defaultExcludes }: DocumentRules): boolean {
  if (folder !== '' && !path.startsWith(`${folder}/`)) return false;
  const names = (folder === '' ? path : path.slice(folder.length + 1)).split('/');
  if (defaultExcludes && names.some((name) => name.startsWith('.') || name === 'node_modules')) return false;
  return documentType(path) !== undefined;
}

/** The content type of a file by its ending; undefined for one that is not read. */
export function documentType(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : typeOfEnding(name.slice(dot + 1));
}

/** git's name of these bytes, of the same kind as `like`: whether they are the file of the tree. */
export function gitHash(body: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${body.length}\0`).update(body).digest('hex');
}
