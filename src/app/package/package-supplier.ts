// Supplies what an installed package brings along to be read: its documents as they are, its type declarations as Markdown.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import type { ListedPage, SuppliedOptions, SuppliedReply, Supplier, SupplierNote } from '../../crawl/run/supplier.ts';
import { declarationsPage } from '../../extract/declarations/markdown.ts';
import { fileUrl, segmentsOf } from '../folder/file-url.ts';
import {
  type Converter,
  createFolderSupplier,
  type FolderOptions,
  indexNames,
  pageEndings,
  realFolder,
} from '../folder/folder-supplier.ts';
import { stampOf } from '../folder/walk.ts';
import { packageIn } from './installed-package.ts';
import { homeOfPackage, withRepositoryLinks } from './repository-links.ts';
import { mostShippedFiles, type ShippedFile, shippedFiles } from './shipped.ts';

/** Most bytes that are read of a package. */
const MOST_BYTES = 4_000_000;
const DECLARATIONS = /\.d\.[cm]?ts$/;

/** The supplier of a package. Throws DOC_FILE where none is installed in the folder. */
export function createPackageSupplier(options: Omit<FolderOptions, 'convert' | 'defaultExcludes'>): Supplier {
  return new PackageSupplier(options);
}

class PackageSupplier implements Supplier {
  readonly isWhole = true;
  readonly sameBy = 'folder:same';
  readonly #provider: string;
  readonly #root: string;
  readonly #types: readonly string[];
  readonly #files: Supplier;
  #listed: ReadonlyMap<string, ListedPage> | undefined;
  #note: string | undefined;

  constructor(options: Omit<FolderOptions, 'convert' | 'defaultExcludes'>) {
    const { provider, path } = options;
    const facts = packageIn(path);
    if (facts === undefined)
      throw new DocentError('DOC_FILE', `${path} has no package.json: the package ${provider} is not installed there`);
    this.#provider = provider;
    this.#root = realFolder(path);
    this.#types = facts.types;
    const home = homeOfPackage(facts);
    const isRead = (url: string): boolean => this.#reads(url);
    const convert = converterOf(facts.name ?? provider, (segments, text) =>
      withRepositoryLinks(text, { page: fileUrl(provider, segments), isRead, home }),
    );
    this.#files = createFolderSupplier({ ...options, defaultExcludes: true, convert });
  }

  supplies(url: string): boolean {
    return this.#files.supplies(url);
  }

  async *list(): AsyncGenerator<ListedPage, void> {
    this.#listed = undefined;
    yield* this.#list().values();
  }

  note(): SupplierNote | undefined {
    return this.#note === undefined ? undefined : { by: 'package:bound', detail: this.#note };
  }

  async get(url: string, options: SuppliedOptions): Promise<SuppliedReply> {
    const listed = this.#list();
    const page = listed.get(url);
    if (page?.refused !== undefined) return { kind: 'refused', verdict: page.refused };
    if (page !== undefined) return this.#files.get(url, options);
    const path = segmentsOf(url)?.join('/') ?? '';
    const reply = await this.#files.get(url, options);
    const isOther = reply.kind !== 'gone' && (reply.kind !== 'elsewhere' || !listed.has(reply.url));
    return isOther ? { kind: 'refused', verdict: refuse('package:other', path) } : reply;
  }

  /** Whether a URL is that of a page, or of a folder or a name that means one. */
  #reads(url: string): boolean {
    const listed = this.#list();
    const plain = url.replace(/\/$/, '');
    const meant = [
      ...pageEndings.map((ending) => `${plain}${ending}`),
      ...indexNames.map((name) => `${plain}/${name}`),
    ];
    return [url, ...meant].some((candidate) => listed.has(candidate));
  }

  #list(): ReadonlyMap<string, ListedPage> {
    if (this.#listed !== undefined) return this.#listed;
    const all = shippedFiles(this.#root, this.#types);
    const pages = new Map<string, ListedPage>();
    let bytes = 0;
    let left = 0;
    for (const file of all.slice(0, mostShippedFiles)) {
      const listed = this.#page(file);
      if (listed === undefined) continue;
      const isOver = bytes + listed.bytes > MOST_BYTES;
      const refused = isOver
        ? refuse('package:bound', `over ${counted(MOST_BYTES, 'byte')} of one package`)
        : undefined;
      if (isOver) left++;
      else bytes += listed.bytes;
      pages.set(listed.url, { ...listed, refused });
    }
    this.#note = boundsNote(all.length > mostShippedFiles, left);
    this.#listed = pages;
    return pages;
  }

  /** Undefined for what was removed since the folder was listed. */
  #page({ path, kind }: ShippedFile): (ListedPage & { readonly bytes: number }) | undefined {
    const stats = lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const url = fileUrl(this.#provider, path.split('/'));
    return { url, stamp: stampOf(stats), depth: kind === 'README' ? 0 : 1, bytes: stats.size };
  }
}

function boundsNote(isCut: boolean, left: number): string | undefined {
  const parts = [
    ...(isCut ? [`it brings along more than ${counted(mostShippedFiles, 'file')}, of which that many are read`] : []),
    ...(left > 0 ? [`${left} of its files are left out, which together exceed ${MOST_BYTES / 1_000_000} MB`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Type declarations as pages that are titled by where they are imported from; Markdown with links that lead somewhere. */
function converterOf(name: string, linked: (segments: readonly string[], text: string) => string): Converter {
  const isMarkdown = (segments: readonly string[]): boolean => /\.(?:md|mdx|markdown)$/i.test(segments.at(-1) ?? '');
  return {
    takes: (segments) => DECLARATIONS.test(segments.at(-1) ?? '') || isMarkdown(segments),
    page(segments, body): string | Refused {
      if (isMarkdown(segments)) return linked(segments, body.toString('utf8'));
      const title = [name, ...segments].join('/');
      return declarationsPage(title, body.toString('utf8')) ?? refuse('package:undocumented', title);
    },
  };
}
