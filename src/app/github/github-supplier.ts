// X4: supplies the documents of a repository of GitHub as pages: listed by its tree, taken from its archive or one by one.
import type { GitHub, ListedTree, NoUse } from '../../channel/github/client.ts';
import { readTreeText, treeText } from '../../channel/github/kept-tree.ts';
import {
  type DocumentRules,
  documentType,
  gitHash,
  isDocument,
  type RepositoryFile,
} from '../../channel/github/repository.ts';
import type { ChannelMemory } from '../../channel/port.ts';
import { counted, grouped } from '../../core/counted.ts';
import { fileUrlOf, homeOf, pathIn, type Repository } from '../../core/github-repository.ts';
import type { Log } from '../../core/log.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import type {
  ListedPage,
  SuppliedOptions,
  SuppliedReply,
  Supplier,
  SupplierNote,
  SupplierState,
} from '../../crawl/run/supplier.ts';
import { maxPageBytes } from '../../fetch/page.ts';
import { readFileReply } from '../../fetch/page-reply.ts';
import { Spool } from './spool.ts';

export interface GitHubSupplierNeeds {
  readonly provider: string;
  readonly repository: Repository;
  readonly rules: DocumentRules;
  readonly client: GitHub;
  /** Where the tree is kept between runs; opened with the first use. */
  readonly memory: () => Promise<Pick<ChannelMemory, 'answer' | 'keepAnswer'>>;
  /** Whether files are read although they are those that are stored. */
  readonly unconditional?: boolean | undefined;
  /** The pause after the first outage; each further one is longer. */
  readonly retryMs: number;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** The supplier of a repository; `close` ends it with its run. */
export interface GitHubSupplier extends Supplier {
  readonly home: string;
  close(): void;
}

/** What a link to a folder leads to, the first that is there. */
const INDEXES = ['README.md', 'readme.md', 'index.md', 'index.mdx', 'index.html', 'README.markdown'];
/** What a link without an ending, or with that of a page that is made of the file, may mean. */
const ENDINGS = ['.md', '.mdx', '.html', '.markdown', '.txt'];

/** More files than this are taken from the archive, which is two requests however many there are. */
const MOST_SINGLE_FILES = 50;
/** After this many outages in a run everything that is still to come has failed. */
const MOST_OUTAGES = 3;
/** The kept tree is replaced by every run that finds another. */
const KEPT_MS = 366 * 86_400_000;

interface Listing {
  readonly isCut: boolean;
  readonly byPath: ReadonlyMap<string, RepositoryFile>;
}

/** What cannot be had, and when to come again if that is known. */
type NotNow = Extract<SuppliedReply, { kind: 'later' | 'failed' }>;

export function createGitHubSupplier(needs: GitHubSupplierNeeds): GitHubSupplier {
  const { provider, repository, rules, client, now } = needs;
  const home = homeOf(repository);
  const spool = new Spool();
  let listing: Listing | undefined;
  let archive: 'unneeded' | 'wanted' | Promise<NotNow | undefined> = 'unneeded';
  let brokenArchives = 0;
  let outages = 0;
  /** What holds for every request: a refusal for the whole run, an outage or a limit until its time. */
  let stop: NotNow | undefined;
  let under: Promise<Listing | NotNow> | undefined;
  let line: Promise<unknown> = Promise.resolve();

  function notNow(why: NoUse): NotNow {
    const { detail } = why;
    if (why.kind === 'later') stop = why;
    else if (why.kind === 'refused') stop = { kind: 'failed', by: 'github:refused', detail };
    else if (++outages > MOST_OUTAGES) stop = { kind: 'failed', by: 'github:outage', detail };
    else stop = { kind: 'later', by: 'github:retry', until: now() + needs.retryMs * outages, detail };
    return stop;
  }

  function stopped(): NotNow | undefined {
    if (stop?.kind === 'later' && stop.until <= now()) stop = undefined;
    return stop;
  }

  /** One request however many pages wait for it. */
  function listed(signal: AbortSignal | undefined): Promise<Listing | NotNow> {
    under ??= list(signal).finally(() => {
      under = undefined;
    });
    return under;
  }

  async function list(signal: AbortSignal | undefined): Promise<Listing | NotNow> {
    if (listing !== undefined) return listing;
    const stopping = stopped();
    if (stopping !== undefined) return stopping;
    const memory = await needs.memory();
    const key = `github tree ${provider}`;
    const before = readTreeText(repository, rules, await memory.answer(key, now()));
    const got = await client.tree(before, signal);
    if (got.kind !== 'read') return notNow(got);
    const { tree } = got;
    // An empty list is a wrong folder or ref, and no reason to remove anything.
    if (tree.files.length === 0) return notNow({ kind: 'refused', detail: emptyWords(repository) });
    if (tree !== before) await keep(memory, key, tree);
    listing = { isCut: tree.isCut, byPath: new Map(tree.files.map((file) => [file.path, file])) };
    return listing;
  }

  async function keep(memory: Pick<ChannelMemory, 'keepAnswer'>, key: string, tree: ListedTree): Promise<void> {
    const answer = treeText(repository, rules, tree);
    if (answer !== undefined) await memory.keepAnswer({ key, provider, until: now() + KEPT_MS, answer }, now());
  }

  /** The bytes of a file, from the archive where that is worth it. */
  async function bodyOf(file: RepositoryFile, signal: AbortSignal | undefined): Promise<Uint8Array | NotNow> {
    if (archive === 'wanted') archive = readArchive(signal);
    const reading = archive;
    const waiting = reading === 'unneeded' ? undefined : await reading;
    if (waiting !== undefined) {
      if (archive === reading) archive = 'wanted';
      return waiting;
    }
    const kept = spool.get(file.sha);
    if (kept !== undefined) return kept;
    return inLine(() => requestFile(file, signal));
  }

  /** GitHub requires one request at a time. */
  function inLine<T>(request: () => Promise<T>): Promise<T> {
    const result = line.then(request);
    line = result.catch(() => {});
    return result;
  }

  async function requestFile(file: RepositoryFile, signal: AbortSignal | undefined): Promise<Uint8Array | NotNow> {
    const stopping = stopped();
    if (stopping !== undefined) return stopping;
    const got = await client.file(file, signal);
    if (got.kind === 'refused') return { kind: 'failed', by: 'github:refused', detail: `${file.path}: ${got.detail}` };
    if (got.kind !== 'read') return notNow(got);
    return got.body ?? { kind: 'failed', by: 'github:mismatch', detail: `its hash is not ${file.sha}` };
  }

  /** A pause, and the first archive that breaks off, are reasons to come again; what is missing then is requested file by file. */
  async function readArchive(signal: AbortSignal | undefined): Promise<NotNow | undefined> {
    const stopping = stopped();
    if (stopping !== undefined) return stopping;
    const wants = (path: string): boolean => listing?.byPath.has(path) === true;
    const got = await client.archive(wants, takeFile, signal);
    const isWorthwhile = got.kind === 'later' || (got.kind === 'outage' && ++brokenArchives === 1);
    if (isWorthwhile) return notNow(got);
    if (got.kind !== 'read') {
      const { owner, name } = repository;
      const why = `the archive of ${owner}/${name} cannot be used, and its files are requested one by one: ${got.detail}`;
      needs.log.warn({ provider }, why);
    }
    return undefined;
  }

  /** The archive may be of a newer commit than the tree. */
  function takeFile(path: string, body: Uint8Array): void {
    const file = listing?.byPath.get(path);
    if (file !== undefined && !spool.has(file.sha) && gitHash(body, file.sha) === file.sha) spool.put(file.sha, body);
  }

  function elsewhere(path: string, { byPath, isCut }: Listing): SuppliedReply {
    const inside = INDEXES.map((index) => (path === '' ? index : `${path}/${index}`));
    const stem = path.replace(/\.html?$/i, '');
    const siblings = path === '' ? [] : ENDINGS.map((ending) => `${stem}${ending}`);
    const found = [...inside, ...siblings].find((candidate) => byPath.has(candidate));
    if (found !== undefined) return { kind: 'elsewhere', url: fileUrlOf(repository, found) };
    if (!isDocument(path, rules)) return { kind: 'refused', verdict: refuse('github:not-read', path || 'the root') };
    return isCut
      ? { kind: 'failed', by: 'github:cut', detail: `the list of ${repository.name} ends before it` }
      : { kind: 'gone', by: 'github:missing', detail: 'no such file' };
  }

  return {
    home,
    isWhole: true,
    sameBy: 'github:same',
    supplies: (url) => pathIn(repository, url) !== undefined,
    async open(signal): Promise<SupplierState> {
      const got = await listed(signal);
      if ('byPath' in got) return { kind: 'ready' };
      return got.kind === 'failed' && got.by === 'github:refused'
        ? { kind: 'refused', by: got.by, detail: got.detail }
        : { kind: 'later' };
    },
    async *list(): AsyncGenerator<ListedPage, void> {
      const files = listing?.byPath ?? new Map<string, RepositoryFile>();
      const index = INDEXES.map((name) => (rules.folder === '' ? name : `${rules.folder}/${name}`)).find((path) =>
        files.has(path),
      );
      for (const { path, sha, bytes } of files.values()) {
        const depth = path === index ? 0 : 1;
        yield { url: fileUrlOf(repository, path), stamp: sha, depth, refused: refusedSize(bytes) };
      }
    },
    note(): SupplierNote | undefined {
      if (listing?.isCut !== true) return undefined;
      const detail = `GitHub lists only a part of ${repository.owner}/${repository.name}: ${counted(listing.byPath.size, 'document')} of it are known, and others may be missing; set api.folder, or crawl its site`;
      return { by: 'github:cut', detail };
    },
    expect(urls) {
      if (urls.length > MOST_SINGLE_FILES && archive === 'unneeded') archive = 'wanted';
    },
    async get(url, { etag, signal }: SuppliedOptions): Promise<SuppliedReply> {
      const path = pathIn(repository, url);
      if (path === undefined) return { kind: 'gone', by: 'github:missing', detail: 'no such file' };
      const got = await listed(signal);
      if (!('byPath' in got)) return got;
      const file = got.byPath.get(path);
      if (file === undefined) return elsewhere(path, got);
      const refused = refusedSize(file.bytes);
      if (refused !== undefined) return { kind: 'refused', verdict: refused };
      if (etag === etagOf(file) && needs.unconditional !== true)
        return { kind: 'same', by: 'github:same', stamp: file.sha };
      const body = await bodyOf(file, signal);
      return 'kind' in body ? body : pageOf(file, body, now());
    },
    close: () => spool.close(),
  };
}

/** What the bytes are is found out as of an answer with a content type. */
function pageOf(file: RepositoryFile, body: Uint8Array, now: number): SuppliedReply {
  const reply = readFileReply(body, documentType(file.path), now);
  if (reply.kind === 'refused') return { kind: 'refused', verdict: reply.verdict, stamp: file.sha };
  const { contentKind } = reply;
  return { kind: 'page', by: 'github:read', stamp: file.sha, body, contentKind, etag: etagOf(file) };
}

function etagOf({ sha }: RepositoryFile): string {
  return `"${sha}"`;
}

function refusedSize(bytes: number): Refused | undefined {
  return bytes > maxPageBytes
    ? refuse('github:size', `${counted(bytes, 'byte')}; at most ${grouped(maxPageBytes)} are read`)
    : undefined;
}

function emptyWords({ owner, name, ref, folder }: Repository): string {
  const where = folder === '' ? '' : ` in ${folder}`;
  return `${owner}/${name} has no documents${where} at ${ref}; what is stored of it stays as it is`;
}
