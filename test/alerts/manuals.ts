// The five manuals that alerts are tried on, as Debian packages have them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DebianDocs, fetchDocs } from '../../bench/debian-docs.ts';
import { linkedPath, type Manual } from './broken-site.ts';

export interface RealManual extends DebianDocs, Pick<Manual, 'mark'> {
  readonly selector: string;
  /** Its content is marked by nothing: an element is put around it. */
  readonly isWrapped?: true;
  /** Bounds of content that fit it, with room. */
  readonly bounds: readonly string[];
}

/** The usual bounds, with the share of long pages that a manual has. */
const bounds = (longPages: number): readonly string[] => [
  ...['average_tokens_least=200', 'duplicate_chunks=10', 'short_chunks=10', 'selector_hits=90'],
  `page_chunks=${longPages}`,
];

export const manuals: readonly RealManual[] = Object.freeze([
  {
    ...{ name: 'python3.11-doc', html: 'usr/share/doc/python3.11/html', bounds: bounds(40) },
    ...{ selector: 'div.body', mark: ['class="body"', 'class="inner"'] },
  },
  {
    ...{ name: 'postgresql-doc-15', html: 'usr/share/doc/postgresql-doc-15/html', bounds: bounds(10) },
    ...{ selector: '#docContent', mark: ['id="docContent"', 'id="inner"'] },
  },
  {
    ...{ name: 'sqlite3-doc', html: 'usr/share/doc/sqlite3', bounds: bounds(20), isWrapped: true },
    ...{ selector: '#docs', mark: ['id="docs"', 'id="inner"'] },
  },
  {
    ...{ name: 'git-doc', html: 'usr/share/doc/git-doc', bounds: bounds(25) },
    ...{ selector: '#content', mark: ['id="content"', 'id="inner"'] },
  },
  {
    ...{ name: 'rust-doc', html: 'usr/share/doc/rust-doc/html', bounds: bounds(10) },
    ...{ selector: 'main', mark: ['<main', '<section'] },
  },
]);

/** At most this many pages of a manual, those nearest to its first page. */
export function readManual(manual: RealManual, most: number): ReadonlyMap<string, string> {
  const root = fetchDocs(manual);
  const pages = new Map<string, string>();
  const waiting = ['/index.html'];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined && pages.size < most; path = waiting.shift()) {
    const file = join(root, path);
    if (!existsSync(file)) continue;
    const html = readFileSync(file, 'utf8');
    pages.set(path, manual.isWrapped ? html.replace(/<body[^>]*>/i, '$&<div id="docs">') : html);
    for (const [, quoted = ''] of html.matchAll(/<a\b[^>]*?\shref=("[^"]*"|'[^']*'|[^\s>]+)/gi)) {
      const to = linkedPath(quoted, path);
      if (!to.endsWith('.html') || seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return pages;
}
