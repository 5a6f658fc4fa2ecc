// Reads a sitemap as it arrives (F9): XML or plain text, gzipped or not; never a tree, never more than its bounds.
import { TextDecoder } from 'node:util';
import { createGunzip, type Gunzip } from 'node:zlib';
import {
  SitemapEntries,
  type SitemapEntry,
  type SitemapFormat,
  type SitemapKind,
  type SitemapLimits,
  type SitemapProblem,
  TextSitemap,
  XmlSitemap,
} from './sitemap-entries.ts';

export interface SitemapOptions extends Partial<SitemapLimits> {
  /** Wall time in ms: a `lastmod` after it is ignored. */
  readonly now?: number;
}

export interface SitemapResult {
  readonly kind: SitemapKind;
  /** Pages of a urlset or a text; further sitemaps of an index. Each http(s) URL once, of whatever host. */
  readonly entries: readonly SitemapEntry[];
  /** Entries without a URL that may be used: another scheme, too long, unreadable. */
  readonly dropped: number;
  /** Whether the file goes on after what was read, or breaks off. */
  readonly truncated: boolean;
  readonly problem?: SitemapProblem;
}

export interface SitemapReader {
  /** Takes the next bytes, or text that is decoded already. Ignored once enough was read. Never throws. */
  write(chunk: string | Uint8Array): void;
  /** The file's content; to be called once everything is written. Never rejects. */
  end(): Promise<SitemapResult>;
}

export const sitemapLimits: SitemapLimits = Object.freeze({
  urls: 50_000,
  bytes: 50 * 1024 * 1024,
  depth: 32,
  urlLength: 2_048,
});

/** Opens a reader for one file. Bytes are UTF-8, or UTF-16 with a byte order mark; gzip is recognised by its first bytes. */
export function createSitemapReader({ now, ...limits }: SitemapOptions = {}): SitemapReader {
  return new StreamReader(new SitemapEntries({ ...sitemapLimits, ...limits }, now));
}

/** With these, nothing of the file is used. */
const refusing: ReadonlySet<SitemapProblem> = new Set(['doctype', 'depth']);

// Pieces this small keep what is decoded and split at a time small, whatever the caller writes at once.
const pieceLength = 64 * 1024;

class StreamReader implements SitemapReader {
  readonly #entries: SitemapEntries;
  #gunzip: Gunzip | undefined;
  #decoder: TextDecoder | undefined;
  #format: SitemapFormat | undefined;
  #received = 0;
  #decoded = 0;
  #result: Promise<SitemapResult> | undefined;

  constructor(entries: SitemapEntries) {
    this.#entries = entries;
  }

  write(chunk: string | Uint8Array): void {
    if (chunk.length === 0 || this.#entries.stopped || this.#result !== undefined) return;
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    // No text begins with this byte.
    if (this.#received === 0 && bytes[0] === 0x1f) this.#gunzip = this.#openGunzip();
    this.#received += bytes.length;
    if (this.#gunzip === undefined) this.#read(bytes);
    // Compressed data may be endless and yet hold nothing.
    else if (this.#received > this.#entries.limits.bytes) this.#entries.stop();
    else if (!this.#gunzip.readableEnded) this.#gunzip.write(bytes);
  }

  end(): Promise<SitemapResult> {
    this.#result ??= this.#finish();
    return this.#result;
  }

  #openGunzip(): Gunzip {
    const gunzip = createGunzip({ chunkSize: pieceLength });
    gunzip.on('error', () => {
      if (!this.#entries.stopped) this.#entries.stop('gzip');
    });
    return gunzip.on('data', (bytes: Uint8Array) => {
      this.#read(bytes);
      if (this.#entries.stopped) gunzip.destroy();
    });
  }

  #read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && !this.#entries.stopped; at += pieceLength) {
      const piece = bytes.subarray(at, at + pieceLength);
      const room = this.#entries.limits.bytes - this.#decoded;
      this.#decoded += piece.length;
      this.#decoder ??= new TextDecoder(encodingOf(piece[0]));
      this.#readText(this.#decoder.decode(piece.subarray(0, room), { stream: true }));
      if (piece.length > room) this.#entries.stop();
    }
  }

  #readText(text: string): void {
    const piece = this.#format === undefined ? text.trimStart() : text;
    if (piece === '') return;
    this.#format ??= piece.startsWith('<') ? new XmlSitemap(this.#entries) : new TextSitemap(this.#entries);
    this.#format.write(piece);
  }

  async #finish(): Promise<SitemapResult> {
    const entries = this.#entries;
    if (this.#gunzip !== undefined) await closed(this.#gunzip, entries.stopped);
    if (!entries.stopped) this.#readText(this.#decoder?.decode() ?? '');
    this.#format?.end();
    const { kind, list, dropped, truncated } = entries;
    const problem = entries.problem ?? (kind === 'unknown' ? 'not-a-sitemap' : undefined);
    if (problem === undefined) return { kind, entries: list, dropped, truncated };
    return { kind, entries: refusing.has(problem) ? [] : list, dropped, truncated, problem };
  }
}

async function closed(gunzip: Gunzip, stopped: boolean): Promise<void> {
  if (gunzip.closed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  gunzip.once('close', resolve);
  if (stopped) gunzip.destroy();
  else gunzip.end();
  await promise;
}

function encodingOf(firstByte: number | undefined): string {
  if (firstByte === 0xff) return 'utf-16le';
  return firstByte === 0xfe ? 'utf-16be' : 'utf-8';
}
