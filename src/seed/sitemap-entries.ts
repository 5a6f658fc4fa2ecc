// What a sitemap may hold, and the two ways of writing it: XML elements or one URL per line (F9).
import { type Handler, Parser } from 'htmlparser2';
import { hasAddressInPath } from '../core/url/email-in-url.ts';
import { fetchUrl } from '../core/url/fetch-url.ts';
import { parseHttpUrl } from '../core/url/host.ts';
import { parseLastmod } from './lastmod.ts';

export interface SitemapLimits {
  /** Most entries; those after them are left out. */
  readonly urls: number;
  /** Most bytes, decompressed; those after them are not read. */
  readonly bytes: number;
  /** Deepest element; a file that is nested deeper is refused. */
  readonly depth: number;
  /** Longest URL; longer ones are dropped. */
  readonly urlLength: number;
}

export interface SitemapEntry {
  /** The fetch URL. */
  readonly url: string;
  /** The last moment at which it may have changed, in ms since 1970. */
  readonly lastmod?: number;
}

export type SitemapKind = 'urlset' | 'index' | 'text' | 'unknown';

/**
 * - `doctype`: it declares entities or other markup of its own, refused unread;
 * - `depth`: nested like no sitemap is, refused;
 * - `gzip`: the compressed data is damaged or cut off; what came before it counts;
 * - `not-a-sitemap`: another kind of file.
 */
export type SitemapProblem = 'doctype' | 'depth' | 'gzip' | 'not-a-sitemap';

/** What has been read so far, each URL once. */
export class SitemapEntries {
  readonly limits: SitemapLimits;
  readonly list: SitemapEntry[] = [];
  kind: SitemapKind = 'unknown';
  dropped = 0;
  truncated = false;
  problem: SitemapProblem | undefined;
  /** Set when the rest of this file is not needed. */
  stopped = false;
  readonly #seen = new Set<string>();
  readonly #now: number | undefined;

  constructor(limits: SitemapLimits, now: number | undefined) {
    this.limits = limits;
    this.#now = now;
  }

  add(written: string, lastmod?: string): void {
    const url = this.#fetchUrl(written);
    if (url === undefined) this.dropped++;
    if (url === undefined || this.#seen.has(url)) return;
    if (this.list.length >= this.limits.urls) return this.stop();
    this.#seen.add(url);
    const at = lastmod === undefined ? undefined : parseLastmod(lastmod, this.#now);
    this.list.push(at === undefined ? { url } : { url, lastmod: at });
  }

  /** The rest of the file is left out. */
  stop(problem?: SitemapProblem): void {
    this.truncated = true;
    this.stopped = true;
    this.problem ??= problem;
  }

  #fetchUrl(written: string): string | undefined {
    const url = written.length > this.limits.urlLength ? undefined : parseHttpUrl(written.trim());
    const text = url === undefined || hasAddressInPath(url) ? undefined : fetchUrl(url);
    return text === undefined || text.length > this.limits.urlLength ? undefined : text;
  }
}

/** One way of writing a sitemap, read piece by piece. */
export interface SitemapFormat {
  write(piece: string): void;
  end(): void;
}

/** A `<urlset>` or `<sitemapindex>`, with or without a namespace prefix. No entity but XML's own five is known. */
export class XmlSitemap implements SitemapFormat, Partial<Handler> {
  readonly #parser: Parser;
  readonly #into: SitemapEntries;
  #depth = 0;
  #rootClosed = false;
  #ending = false;
  /** Names of the elements that count; a `<loc>` of an image or a video has another prefix or is nested deeper. */
  #names = { entry: '', loc: '', lastmod: '' };
  #inEntry = false;
  #field: 'loc' | 'lastmod' | undefined;
  #value = '';
  #found: { loc?: string; lastmod?: string } = {};

  constructor(into: SitemapEntries) {
    this.#into = into;
    this.#parser = new Parser(this, { xmlMode: true, lowerCaseTags: true });
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  end(): void {
    this.#ending = true;
    if (!this.#rootClosed) this.#into.truncated = true;
    this.#parser.end();
  }

  onopentagname(name: string): void {
    this.#depth++;
    if (this.#depth > this.#into.limits.depth) return this.#stop('depth');
    if (this.#depth === 1) this.#openRoot(name);
    else if (this.#depth === 2) {
      this.#inEntry = name === this.#names.entry;
      this.#found = {};
    } else if (this.#depth === 3 && this.#inEntry) {
      this.#field = name === this.#names.loc ? 'loc' : name === this.#names.lastmod ? 'lastmod' : undefined;
      this.#value = '';
    }
  }

  ontext(data: string): void {
    if (this.#field === undefined || this.#depth !== 3) return;
    // White space around a URL is common; anything much longer than a URL may be cut, since it is dropped anyhow.
    this.#value = (this.#value + data).trimStart().slice(0, this.#into.limits.urlLength * 2);
  }

  onclosetag(): void {
    if (this.#depth === 3 && this.#field !== undefined) {
      // What the end of the file cuts off is half a URL.
      if (!this.#ending) this.#found[this.#field] ??= this.#value.trimEnd();
      this.#field = undefined;
    } else if (this.#depth === 2 && this.#inEntry) this.#endEntry();
    else if (this.#depth === 1 && !this.#ending) this.#rootClosed = true;
    this.#depth--;
  }

  /** Declarations come here too. Without them there is nothing to expand and nothing to fetch (FAULTS 39). */
  onprocessinginstruction(name: string, data: string): void {
    if (name.startsWith('!') && (name !== '!doctype' || data.includes('['))) this.#stop('doctype');
  }

  #openRoot(name: string): void {
    const colon = name.indexOf(':') + 1;
    const local = name.slice(colon);
    if (local !== 'urlset' && local !== 'sitemapindex') return this.#stop('not-a-sitemap');
    const prefix = name.slice(0, colon);
    this.#into.kind = local === 'urlset' ? 'urlset' : 'index';
    const entry = local === 'urlset' ? 'url' : 'sitemap';
    this.#names = { entry: `${prefix}${entry}`, loc: `${prefix}loc`, lastmod: `${prefix}lastmod` };
  }

  #endEntry(): void {
    const { loc, lastmod } = this.#found;
    this.#inEntry = false;
    if (loc !== undefined) this.#into.add(loc, lastmod);
    else if (!this.#ending) this.#into.dropped++;
    if (this.#into.stopped) this.#parser.pause();
  }

  #stop(problem: SitemapProblem): void {
    this.#into.stop(problem);
    this.#parser.pause();
  }
}

/** One URL per line; other lines are dropped. */
export class TextSitemap implements SitemapFormat {
  readonly #into: SitemapEntries;
  #line = '';

  constructor(into: SitemapEntries) {
    this.#into = into;
  }

  write(piece: string): void {
    const lines = piece.split(/[\r\n]+/);
    lines[0] = this.#line + lines[0];
    // One character more than allowed is enough to know that a line is too long.
    this.#line = (lines.pop() as string).slice(0, this.#into.limits.urlLength + 1);
    for (const line of lines) {
      if (this.#into.stopped) return;
      this.#take(line);
    }
  }

  end(): void {
    // A last line without an end is whole only when the file is.
    if (!this.#into.truncated) this.#take(this.#line);
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    this.#into.add(line);
    if (this.#into.list.length > 0) this.#into.kind = 'text';
  }
}
