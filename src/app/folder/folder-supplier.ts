// Supplies the files of a folder as pages: listed with time and size, read and hashed where those differ.
import { hash } from 'node:crypto';
import { fstatSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { readAtMost } from '../../core/bounded-file.ts';
import { counted, grouped } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { typeOfEnding } from '../../core/forms.ts';
import { isMachineFault } from '../../core/machine-fault.ts';
import { hostKey } from '../../core/url/host.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import type { ListedPage, SuppliedOptions, SuppliedReply, Supplier, SupplierNote } from '../../crawl/run/supplier.ts';
import { maxPageBytes } from '../../fetch/page.ts';
import { readFileReply } from '../../fetch/page-reply.ts';
import { fileUrl, folderUrl, segmentsOf } from './file-url.ts';
import { isInside, leadsOut, type Opened, openInside } from './open-inside.ts';
import { specialPlace } from './special-place.ts';
import { codeOf, leftOutNames, leftOutPlace, stampOf, walkFolder } from './walk.ts';

export interface FolderOptions {
  readonly provider: string;
  /** Where the folder lies; it is in no URL, and in nothing that is kept. */
  readonly path: string;
  /** Whether hidden files, node_modules and the like are left out. */
  readonly defaultExcludes: boolean;
  /** Whether files are read although they are those that are stored. */
  readonly unconditional?: boolean | undefined;
  readonly now: () => number;
  /** What makes Markdown of some of the files; the others are read as they are. */
  readonly convert?: Converter | undefined;
}

/** Makes a page of a file that is none as it is. */
export interface Converter {
  /** Whether a file is converted; its ending does not matter then. */
  takes(segments: readonly string[]): boolean;
  /** The page as Markdown; or why there is none. */
  page(segments: readonly string[], body: Buffer): string | Refused;
}

/** What a link to a folder means, the first that is there. */
export const indexNames: readonly string[] = [
  'index.html',
  'index.htm',
  'index.xhtml',
  'index.md',
  'index.mdx',
  'index.markdown',
  'README.md',
  'readme.md',
];
/** What a link without an ending, or with that of a page that is made of the file, may mean. */
export const pageEndings: readonly string[] = ['.html', '.htm', '.md', '.mdx', '.markdown', '.txt'];

/** A file that no link leads to counts as this many links away from the folder's index, where it has one. */
const LISTED_DEPTH = 4;
/** A file may change again within the same moment of the file system's clock: what is younger is not known by its time. */
const YOUNG_MS = 2_000;

/** The supplier of a folder. Throws DOC_FILE where there is no such folder. */
export function createFolderSupplier(options: FolderOptions): Supplier {
  return new FolderSupplier(options, realFolder(options.path));
}

/**
 * The folder without symbolic links. Throws DOC_FILE for what is no folder, cannot be looked at, or holds no files to read; `name` is
 * how the error calls it.
 */
export function realFolder(path: string, name = path): string {
  let special: string | undefined;
  try {
    const real = realpathSync(path);
    const isFolder = statSync(real).isDirectory();
    special = isFolder ? specialPlace(real) : undefined;
    if (isFolder && special === undefined) return real;
  } catch (cause) {
    throw new DocentError('DOC_FILE', `cannot read the folder ${name}: ${codeOf(cause)}`, { cause });
  }
  const why = special === undefined ? '' : ` of files: it is of the file system ${special}, which the kernel makes up`;
  throw new DocentError('DOC_FILE', `${name} is not a folder${why}`);
}

class FolderSupplier implements Supplier {
  readonly isWhole = true;
  readonly sameBy = 'folder:same';
  readonly #options: FolderOptions;
  readonly #root: string;
  readonly #host: string;
  readonly #leftOut = new Map<string, number>();

  constructor(options: FolderOptions, root: string) {
    this.#options = options;
    this.#root = root;
    this.#host = hostKey(folderUrl(options.provider));
  }

  get unlinkedDepth(): number {
    return unlinkedFrom(this.#index());
  }

  supplies(url: string): boolean {
    return hostKey(url) === this.#host;
  }

  async *list(): AsyncGenerator<ListedPage, void> {
    const { provider, path, defaultExcludes } = this.#options;
    this.#leftOut.clear();
    const leftOut = (why: string): void => void this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1);
    const index = this.#index();
    let files = 0;
    for await (const file of walkFolder({ root: this.#root, name: provider, defaultExcludes, leftOut })) {
      const { segments, bytes, stamp, refused = refusedFile(segments, bytes) } = file;
      const isIndex = segments.length === 1 && segments[0] === index;
      const depth = isIndex ? 0 : unlinkedFrom(index);
      files++;
      yield { url: fileUrl(provider, segments), stamp, depth, bytes, refused };
    }
    // An unmounted disk looks like this, and is no reason to remove anything.
    if (files === 0) throw new DocentError('DOC_FILE', `${path} has no files; what is stored of it stays as it is`);
  }

  #index(): string | undefined {
    return indexNames.find((name) => this.#isFile([name]));
  }

  note(): SupplierNote | undefined {
    const parts = [...this.#leftOut].map(([why, n]) => `${counted(n, 'entry', 'entries')}: ${why}`);
    return parts.length === 0
      ? undefined
      : {
          by: 'folder:left-out',
          detail: `left out by default: ${parts.join(', ')}; default_excludes: false reads them`,
        };
  }

  async get(url: string, { etag }: SuppliedOptions): Promise<SuppliedReply> {
    const segments = segmentsOf(url);
    if (segments === undefined) return missing;
    const left = this.#leftOutOf(segments);
    if (left !== undefined) return { kind: 'refused', verdict: refuse('folder:left-out', left) };
    const found = this.#look(segments);
    if ('kind' in found) return found.kind === 'gone' ? this.#elsewhere(segments) : found;
    if (found.stats.isDirectory()) return this.#elsewhere(segments);
    return this.#read(segments, found.real, etag);
  }

  #leftOutOf(segments: readonly string[]): string | undefined {
    return leftOutNames(this.#root, segments, this.#options.defaultExcludes);
  }

  /** What lies in the folder, symbolic links followed, as it is this moment; else why it is not looked at. */
  #look(segments: readonly string[]): { readonly real: string; readonly stats: Stats } | SuppliedReply {
    try {
      const real = realpathSync(join(this.#root, ...segments));
      if (!isInside(real, this.#root)) return { kind: 'refused', verdict: leadsOut };
      return { real, stats: lstatSync(real) };
    } catch (error) {
      return this.#fault(error);
    }
  }

  #read(segments: readonly string[], real: string, etag: string | undefined): SuppliedReply {
    let opened: Opened | { readonly refused: Refused } | undefined;
    try {
      opened = openInside(this.#root, real, 'file');
      if ('refused' in opened) return { kind: 'refused', verdict: opened.refused };
      const { descriptor, stats, place } = opened;
      const left = leftOutPlace(this.#root, place, this.#options.defaultExcludes);
      if (left !== undefined) return { kind: 'refused', verdict: refuse('folder:left-out', left) };
      const refused = this.#converts(segments) ? refusedSize(stats.size) : refusedFile(segments, stats.size);
      if (refused !== undefined) return { kind: 'refused', verdict: refused };
      const body = readAtMost(descriptor, maxPageBytes + 1);
      const over = refusedSize(body.length);
      if (over !== undefined) return { kind: 'refused', verdict: over };
      return this.#reply(segments, body, this.#stampOf(descriptor, stats, body), etag);
    } catch (error) {
      return this.#fault(error);
    } finally {
      if (opened !== undefined && 'close' in opened) opened.close();
    }
  }

  /** None where the file may be another than these bytes: it was written a moment ago, or while it was read, or its size is no size. */
  #stampOf(descriptor: number, before: Stats, body: Buffer): string | undefined {
    const stamp = stampOf(before);
    const isYoung = this.#options.now() - before.mtimeMs < YOUNG_MS;
    return isYoung || body.length !== before.size || stampOf(fstatSync(descriptor)) !== stamp ? undefined : stamp;
  }

  /** What the bytes are is found out as of an answer with a content type. */
  #reply(
    segments: readonly string[],
    body: Buffer,
    stamp: string | undefined,
    stored: string | undefined,
  ): SuppliedReply {
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 24)}"`;
    if (etag === stored && this.#options.unconditional !== true) return { kind: 'same', by: 'folder:same', stamp };
    if (this.#converts(segments)) {
      const page = this.#options.convert?.page(segments, body);
      if (typeof page !== 'string') return { kind: 'refused', verdict: page as Refused, stamp };
      const made = { body: new TextEncoder().encode(page), contentKind: 'markdown', charset: 'utf-8' } as const;
      return { kind: 'page', by: 'folder:read', stamp, etag, ...made };
    }
    const reply = readFileReply(body, typeOfEnding(endingOf(segments)), this.#options.now());
    if (reply.kind === 'refused') return { kind: 'refused', verdict: reply.verdict, stamp };
    return { kind: 'page', by: 'folder:read', stamp, body, contentKind: reply.contentKind, etag };
  }

  #converts(segments: readonly string[]): boolean {
    return this.#options.convert?.takes(segments) ?? false;
  }

  /** The index of a folder; of a name that is not there, the file it may mean. */
  #elsewhere(segments: readonly string[]): SuppliedReply {
    const names = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
    const inside = indexNames.map((index) => [...names, index]);
    const found = [...inside, ...this.#siblings(names)].find((candidate) => this.#isFile(candidate));
    return found === undefined ? missing : { kind: 'elsewhere', url: fileUrl(this.#options.provider, found) };
  }

  #siblings(names: readonly string[]): readonly (readonly string[])[] {
    const last = names.at(-1);
    if (last === undefined) return [];
    const stem = last.replace(/\.html?$/i, '');
    return pageEndings.map((ending) => [...names.slice(0, -1), `${stem}${ending}`]);
  }

  #isFile(segments: readonly string[]): boolean {
    if (this.#leftOutOf(segments) !== undefined) return false;
    const found = this.#look(segments);
    return !('kind' in found) && found.stats.isFile();
  }

  /** F10: only a file that is missing from an existing folder counts as removed. */
  #fault(error: unknown): SuppliedReply {
    if (isMachineFault(error)) throw error;
    const code = codeOf(error);
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    if (isGone && statSync(this.#root, { throwIfNoEntry: false }) !== undefined) return missing;
    return { kind: 'failed', by: 'folder:unreadable', detail: isGone ? 'the folder is not there' : code };
  }
}

function unlinkedFrom(index: string | undefined): number {
  return index === undefined ? 1 : LISTED_DEPTH;
}

const missing: SuppliedReply = Object.freeze({ kind: 'gone', by: 'folder:missing', detail: 'no such file' });

/** What is known of a file by its name and its size. */
function refusedFile(segments: readonly string[], bytes: number): Refused | undefined {
  const ending = endingOf(segments);
  if (ending !== '' && typeOfEnding(ending) === undefined) return refuse('folder:ending', `.${ending}`);
  return refusedSize(bytes);
}

function refusedSize(bytes: number): Refused | undefined {
  return bytes > maxPageBytes
    ? refuse('folder:size', `${counted(bytes, 'byte')}; at most ${grouped(maxPageBytes)} are read`)
    : undefined;
}

/** The ending without its dot; empty for a name that has none. */
function endingOf(segments: readonly string[]): string {
  const name = segments.at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}
