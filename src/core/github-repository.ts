// X4: a repository of GitHub as a source: how it is named, where its API is, and at which URLs people read its files.
import { DocentError } from './errors.ts';

/** Where the documentation of a repository is. */
export interface Repository {
  /** The origin of the site, such as https://github.com. */
  readonly server: string;
  readonly owner: string;
  readonly name: string;
  /** A branch, a tag or a commit; HEAD is the default branch. */
  readonly ref: string;
  /** The folder, without slashes at its ends; '' is the whole repository. */
  readonly folder: string;
}

/** `owner/name`, or the URL of the repository's own page. */
export const repositoryPattern: RegExp =
  /^(?:https?:\/\/[^/?#@\s]+\/)?(?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}(?:\/|$))[\w.-]{1,100}\/?$/;

/** For messages about a text that names no repository. */
export const repositoryShape =
  'a repository, such as sindresorhus/got, or its address, such as https://github.example.com/team/docs';

/** A branch, a tag or a commit, as git allows them. */
export const refPattern: RegExp = /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{))[^\s~^:?*[\\\p{Cc}]{1,200}(?<![/.])$/u;

/** For messages about a text that is no ref. */
export const refShape = 'a branch, a tag or a commit, such as main or v2.1.0';

/** A folder of a repository. */
export const repositoryFolderPattern: RegExp = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))(?!.*\/\/)[^\\\p{Cc}]{1,500}$/u;

/** For messages about a text that is no folder. */
export const repositoryFolderShape = 'a folder of the repository, such as docs or packages/core/docs';

/** Whether a text names a repository: what is written like its address may be none, `https://host:99999/team/docs`. */
export function isRepository(text: string): boolean {
  return repositoryPattern.test(text) && (!/^https?:/.test(text) || URL.canParse(text));
}

/** The repository that these words name. Throws DOC_CONFIG for words that name none. */
export function repositoryOf(text: string, { ref = 'HEAD', folder = '' } = {}): Repository {
  if (!isRepository(text)) throw new DocentError('DOC_CONFIG', `"${text}" is not ${repositoryShape}`);
  const isUrl = /^https?:/.test(text);
  const server = isUrl ? new URL(text).origin : 'https://github.com';
  const [owner = '', name = ''] = (isUrl ? new URL(text).pathname.slice(1) : text).split('/');
  return { server, owner, name: name.replace(/\.git$/, ''), ref, folder: folder.replace(/^\/+|\/+$/g, '') };
}

/** Where the API of the repository's server is, without a slash at its end. */
export function apiBaseOf({ server }: Pick<Repository, 'server'>): string {
  const { host } = new URL(server);
  return host === 'github.com' || host.endsWith('.ghe.com') ? `https://api.${host}` : `${server}/api/v3`;
}

/** Where people read a file. */
export function fileUrlOf(repository: Repository, path: string): string {
  return `${placeUrl(repository, 'blob')}${escaped(path)}`;
}

/** The page of the folder on GitHub, used as the URL of the list of its files. */
export function homeOf(repository: Repository): string {
  const { folder } = repository;
  return `${placeUrl(repository, 'tree')}${folder === '' ? '' : `${escaped(folder)}/`}`;
}

/** The paths below which the pages of the folder are, each with a slash at its end. */
export function pageFolders(repository: Repository): readonly string[] {
  const { folder } = repository;
  const below = folder === '' ? '' : `${escaped(folder)}/`;
  return [`${placeUrl(repository, 'blob')}${below}`, `${placeUrl(repository, 'tree')}${below}`];
}

/**
 * The path, from the root of the repository, of what a URL shows at this ref, without a slash at its end; undefined for any other
 * URL. No name on the way leads up, or is two.
 */
export function pathIn(repository: Repository, url: string): string | undefined {
  const bare = url.replace(/[?#].*$/s, '');
  const start = (['blob', 'tree'] as const)
    .map((view) => placeUrl(repository, view))
    .find((one) => bare.startsWith(one));
  if (start === undefined) return undefined;
  try {
    const names = bare.slice(start.length).replace(/\/$/, '').split('/').map(decodeURIComponent);
    const isPath = names.every((name) => !/[/\0]/.test(name) && name !== '.' && name !== '..');
    return isPath ? names.join('/') : undefined;
  } catch {
    return undefined;
  }
}

function placeUrl({ server, owner, name, ref }: Repository, view: 'blob' | 'tree'): string {
  return `${server}/${owner}/${name}/${view}/${escaped(ref)}/`;
}

/** As a link would write it, as far as that is readable; what has a meaning in a URL is escaped. */
function escaped(path: string): string {
  return encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23');
}
