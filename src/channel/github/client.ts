// X4: the client of GitHub's API: the tree of a repository, its archive, and single files, each with what came instead.
import { DocentError } from '../../core/errors.ts';
import { apiBaseOf, type Repository } from '../../core/github-repository.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { answerMeaning, type GitHubReply, headerOf } from './answers.ts';
import {
  archiveUrl,
  blobUrl,
  type DocumentRules,
  gitHash,
  isDocument,
  type RepositoryFile,
  readTree,
  type Tree,
  treeBounds,
  treeUrl,
} from './repository.ts';
import { TarReader } from './tar.ts';

export interface GitHubRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** How long it may take in all. */
  readonly timeoutMs: number;
  /** Takes the body of a 200 as it arrives, opened where it is a gzip file. */
  readonly onData?: ((piece: Uint8Array) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** When to come again, and why not before. */
export interface GitHubWait {
  readonly until: number;
  readonly by: ReasonName;
  readonly detail: string;
}

/** Whether there was a request: a clock or a budget may have forbidden it. */
export type GitHubSent = { readonly reply: GitHubReply } | { readonly wait: GitHubWait };

export interface GitHubNeeds {
  /** One GET, redirects not followed; the token is sent to the API's own origin alone. Throws where there is no complete answer. */
  readonly get: (url: string, request: GitHubRequest) => Promise<GitHubSent>;
  /** Pauses the API: nothing is requested from it before then. */
  readonly hold: (until: number) => Promise<void>;
  /** Takes the token out of a message, where there is one. */
  readonly clean?: ((text: string) => string) | undefined;
  readonly now: () => number;
}

/** No answer that could be used. */
export type NoUse =
  | ({ readonly kind: 'later' } & GitHubWait)
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'outage'; readonly detail: string };

/** The documents of a repository, as they were listed last. */
export interface ListedTree extends Tree {
  /** The ETag by which an unchanged tree is known. */
  readonly etag?: string | undefined;
}

export interface GitHub {
  /** The documents of the repository; `before` is returned where the tree has not changed since. */
  tree(
    before?: ListedTree,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'read'; readonly tree: ListedTree } | NoUse>;
  /** Passes each document of the archive whose path `wants` accepts, as far as the archive can be read; its hash is not compared here. */
  archive(
    wants: (path: string) => boolean,
    onFile: (path: string, body: Uint8Array) => void,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'read' } | NoUse>;
  /** The bytes of a file; undefined where GitHub sent other bytes. */
  file(
    file: RepositoryFile,
    signal?: AbortSignal,
  ): Promise<{ readonly kind: 'read'; readonly body: Uint8Array | undefined } | NoUse>;
}

/** Bounds of what is read. */
const most = Object.freeze({ tree: treeBounds.octets, archive: 2_000_000_000, hops: 3 });
const timeouts = Object.freeze({ tree: 60_000, file: 30_000, archive: 900_000 });
/** After this many answers in a row that a limit is used up, waiting is of no use. */
const MOST_LIMITS = 5;
const JSON_TYPE = 'application/vnd.github+json';
const RAW_TYPE = 'application/vnd.github.raw+json';

/** A client for one repository; `maxFileBytes`: larger files are never read. */
export function createGitHub(
  repository: Repository,
  rules: DocumentRules & { readonly maxFileBytes: number },
  needs: GitHubNeeds,
): GitHub {
  const { maxFileBytes } = rules;
  /** Answers in a row that a limit is used up. */
  let limits = 0;

  /** Follows redirects: a repository may have been renamed, and an archive lies on another host. */
  async function request(first: string, options: GitHubRequest): Promise<{ readonly reply: GitHubReply } | NoUse> {
    let url = first;
    for (let hop = 0; ; hop++) {
      let sent: GitHubSent;
      try {
        sent = await needs.get(url, options);
      } catch (error) {
        if (!(error instanceof DocentError) || error.isOurs || options.signal?.aborted) throw error;
        return { kind: error.retry ? 'outage' : 'refused', detail: error.message };
      }
      if ('wait' in sent) return { kind: 'later', ...sent.wait };
      const meaning = answerMeaning(sent.reply, needs.now(), needs.clean);
      switch (meaning.kind) {
        case 'read':
        case 'same':
          limits = 0;
          return sent;
        case 'limited': {
          limits++;
          if (limits > MOST_LIMITS) return { kind: 'outage', detail: endlessWords(meaning.detail) };
          // A time that GitHub sends may lie in the past, again and again.
          const until = Math.max(meaning.until, needs.now() + backOffMs(limits));
          await needs.hold(until);
          return { kind: 'later', by: 'budget:api', until, detail: limitWords(until, meaning.detail) };
        }
        case 'moved': {
          const to = URL.parse(meaning.to, url);
          const refusal = hop >= most.hops ? 'redirects in circles' : refusedHop(to, repository);
          if (refusal !== undefined || to === null) return { kind: 'refused', detail: `GitHub ${refusal}` };
          url = to.href;
          break;
        }
        default:
          return meaning;
      }
    }
  }

  return {
    async tree(before, signal) {
      const headers = { accept: JSON_TYPE, ...(before?.etag !== undefined && { 'if-none-match': before.etag }) };
      const url = treeUrl(repository);
      const got = await request(url, { headers, maxBytes: most.tree, timeoutMs: timeouts.tree, signal });
      if ('kind' in got) return got;
      if (got.reply.status === 304)
        return before === undefined
          ? { kind: 'outage', detail: 'GitHub answered 304 to a request without a condition' }
          : { kind: 'read', tree: before };
      try {
        const { files, isCut } = readTree(got.reply.body);
        const documents = files.filter(({ path }) => isDocument(path, rules));
        return { kind: 'read', tree: { files: documents, isCut, etag: headerOf(got.reply, 'etag') } };
      } catch (error) {
        // Another try would bring the same.
        const isRefusal = error instanceof DocentError && error.code === 'DOC_TOO_LARGE';
        return { kind: isRefusal ? 'refused' : 'outage', detail: (error as Error).message };
      }
    },
    async archive(wants, onFile, signal) {
      const isWanted = (path: string): boolean => wants(withoutTop(path));
      const onTarFile = (path: string, body: Uint8Array): void => onFile(withoutTop(path), body);
      const reader = new TarReader({ maxBytes: most.archive, maxFileBytes, wants: isWanted, onFile: onTarFile });
      const bounds = { maxBytes: most.archive, timeoutMs: timeouts.archive };
      const onData = (piece: Uint8Array): void => reader.push(piece);
      const got = await request(archiveUrl(repository), { headers: { accept: JSON_TYPE }, ...bounds, onData, signal });
      if ('kind' in got) return got;
      try {
        reader.end();
        return { kind: 'read' };
      } catch (error) {
        return { kind: 'outage', detail: (error as Error).message };
      }
    },
    async file({ sha }, signal) {
      const bounds = { maxBytes: maxFileBytes, timeoutMs: timeouts.file };
      const got = await request(blobUrl(repository, sha), { headers: { accept: RAW_TYPE }, ...bounds, signal });
      if ('kind' in got) return got;
      const { body } = got.reply;
      return { kind: 'read', body: gitHash(body, sha) === sha ? body : undefined };
    },
  };
}

/** An archive has everything in one folder, named after repository and commit. */
function withoutTop(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}

/** The second answer in a row waits a minute, as GitHub advises, and each further one twice as long. */
function backOffMs(limits: number): number {
  return limits < 2 ? 0 : 60_000 * 2 ** (limits - 2);
}

function endlessWords(detail: string): string {
  return `${detail}; it said so ${MOST_LIMITS + 1} times in a row, also after the times it named: try again in an hour, or set GITHUB_TOKEN to a token with requests left`;
}

function limitWords(until: number, detail: string): string {
  return `${detail}; the next request is allowed at ${new Date(until).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

/** An archive of a private repository is behind a URL that is a secret itself: no redirect may lead from https to http. */
function refusedHop(to: URL | null, repository: Repository): string | undefined {
  if (to === null || !/^https?:$/.test(to.protocol)) return 'redirects to something that is no http(s) URL';
  const isOpenWire = to.protocol === 'http:' && apiBaseOf(repository).startsWith('https:');
  return isOpenWire ? 'redirects from https to http' : undefined;
}
