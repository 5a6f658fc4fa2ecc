// What a word means: a URL, a source, a page of a folder, a folder, a file, standard input. Every door decides it here, for every caller.
import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { isFolderUrl, parseHttpUrl } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { urlWithoutScheme } from '../../core/url/without-scheme.ts';
import { presets } from '../../seed/presets.ts';
import { idKey, type Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import { realFolder } from '../folder/folder-supplier.ts';

/**
 * Who says the word. `operator`: at the terminal, or a program that runs as one. `writer`: with a token that may write, or an assistant,
 * which a page can talk into anything, whoever has started it. `stranger`: everybody else, and every text that nobody typed.
 */
export type NamedBy = 'operator' | 'writer' | 'stranger';

export type TargetWord =
  | { readonly kind: 'url'; readonly url: string }
  /** Configured, or a preset. */
  | { readonly kind: 'source'; readonly word: string; readonly provider: Provider }
  /** Of a folder that was crawled: `folder://id/path`. */
  | { readonly kind: 'page'; readonly word: string; readonly url: string }
  /** `path` is the real one. */
  | { readonly kind: 'folder'; readonly word: string; readonly path: string }
  /** A path at which there is no folder; whether there is a file was not looked at. */
  | { readonly kind: 'file'; readonly word: string; readonly path: string }
  | { readonly kind: 'input'; readonly word: string }
  /** Nothing of that name is configured; what is stored may have it. */
  | { readonly kind: 'name'; readonly word: string };

/**
 * Decides it. Only the operator's words are looked for on this machine: what somebody else calls like a folder of it is a name, and
 * what can only be a path is refused. Throws DOC_USAGE for that, DOC_URL for what looks like a URL and is none, DOC_FILE for a folder
 * that may not be read.
 */
export function targetWord(word: string, settings: Pick<Settings, 'providers'>, caller: NamedBy): TargetWord {
  if (/^https?:/i.test(word)) return { kind: 'url', url: checkedUrl(word) };
  const source = (): TargetWord | undefined => {
    const provider = sourceNamed(word, settings);
    return provider && { kind: 'source', word, provider };
  };
  if (caller !== 'operator') return source() ?? withoutPlace(word);
  if (word === '-') return { kind: 'input', word };
  // What looks like a path is one, whatever sources there are.
  if (/^[./]/.test(word)) return placeAt(word, statAt(word));
  if (isPage(word)) return { kind: 'page', word, url: word };
  if (SCHEME.test(word)) return { kind: 'name', word };
  const own = source();
  if (own !== undefined) return own;
  const found = statAt(word);
  return found === undefined ? { kind: 'name', word } : placeAt(word, found);
}

/**
 * The URL that the operator means by an address without its scheme, for commands that are about URLs. Undefined for a word that is
 * a URL, a source, a page, a place of this machine, or no address. Throws as `targetWord`.
 */
export function addressMeant(word: string, settings: Pick<Settings, 'providers'>): string | undefined {
  return targetWord(word, settings, 'operator').kind === 'name' ? urlWithoutScheme(word) : undefined;
}

/** The configured source, or the preset, with this id; else the one with this alias. */
export function sourceNamed(word: string, { providers }: Pick<Settings, 'providers'>): Provider | undefined {
  const all = [...providers, ...presets];
  return (
    all.find(({ provider_id }) => idKey(provider_id) === idKey(word)) ??
    all.find(({ aliases }) => aliases.includes(word))
  );
}

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
/** What no id and no host has: separators of any system, as they are or escaped, home folders, drives, other schemes, NUL. */
const PLACE = /^[~.-]|[/\\\0]|%(?:00|2e|2f|5c)|^[a-z]:|^file:/i;

/** Whether a word is written as places are, on whatever system. */
export function looksLikePlace(word: string): boolean {
  return PLACE.test(word);
}

/** Anybody else's word, which is never looked for on this machine. */
function withoutPlace(word: string): TargetWord {
  if (isPage(word)) return { kind: 'page', word, url: word };
  if (!looksLikePlace(word)) return { kind: 'name', word };
  throw new DocentError(
    'DOC_USAGE',
    `"${printable(word.slice(0, 200))}" names a place of the machine that docent runs on, which only its operator does ("docent providers add", "docent crawl"); pass an http(s) URL, or the id of a source`,
  );
}

function isPage(word: string): boolean {
  const url = URL.parse(word);
  return url !== null && isFolderUrl(url);
}

function checkedUrl(word: string): string {
  if (parseHttpUrl(word) !== undefined) return word;
  throw new DocentError('DOC_URL', `"${shownUrl(word)}" is not an http(s) URL`);
}

function placeAt(word: string, found: Stats | undefined): TargetWord {
  const path = resolve(word);
  return found?.isDirectory() ? { kind: 'folder', word, path: realFolder(path, word) } : { kind: 'file', word, path };
}

function statAt(word: string): Stats | undefined {
  try {
    return statSync(word);
  } catch {
    return undefined; // not there, or nothing that could be: a NUL, a name that is too long
  }
}
