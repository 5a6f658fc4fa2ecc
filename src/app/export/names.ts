// Where a page's file is in an exported folder: readable names that Linux, macOS and Windows all can hold.
import { hash } from 'node:crypto';
import { readable } from '../../core/url/percent.ts';

/** Every exported file ends so, and no folder does. */
export const ENDING = '.md';

/** Bytes of one name; the shortest limit in use is 143 (encrypted home folders). */
const LONGEST_NAME = 120;
/** Characters of a whole path below the target; Windows allows 260 with everything before it. */
const LONGEST_PATH = 180;
const DEEPEST = 12;
const HASH_DIGITS = 10;

/** Separators and signs Windows refuses, controls, bidirectional and zero-width marks, tags, halves of characters. */
const UNSAFE =
  /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;
/** Names of devices on Windows, also with an ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/** What a page's name ends with on the web and need not on the disk. */
const PAGE_ENDING = /\.(?:html?|xhtml|md|markdown|txt)$/i;

/** The path of a page's file below the target, with `/` between names; never absolute, never `..`, whatever the URL is. */
export function pathFor(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return `${suffixed('page', url)}${ENDING}`;
  const { host, pathname, search } = parsed;
  const segments = pathname.split('/').filter((segment, at, all) => segment !== '' || at === all.length - 1);
  const last = readable(segments.pop() ?? '').replace(PAGE_ENDING, '') || 'index';
  const query = search === '' ? '' : `_${readable(search.slice(1))}`;
  const folders = [host, ...segments].map((segment) => folderName(readable(segment)));
  const file = `${capped(safeName(last + query), ENDING.length)}${ENDING}`;
  const path = [...folders, file].join('/');
  if (folders.length <= DEEPEST && path.length <= LONGEST_PATH) return path;
  // Too deep or too long: beside the host's own pages, made unique by its hash.
  return `${folders[0]}/${suffixed(cut(safeName(last), LONGEST_NAME / 2), url)}${ENDING}`;
}

/** Another path for a page whose own is taken; `nth` counts the attempts. */
export function otherPathFor(path: string, identity: string, nth: number): string {
  const stem = path.slice(0, -ENDING.length);
  const folder = stem.slice(0, stem.lastIndexOf('/') + 1);
  const name = cut(stem.slice(folder.length), LONGEST_NAME - HASH_DIGITS - ENDING.length - 5);
  return `${folder}${suffixed(name, identity)}${nth === 0 ? '' : `-${nth}`}${ENDING}`;
}

/** Two paths with one folded form may be one file: where case does not count, or how a letter is composed. */
export function foldedPath(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

/** Whether a path read from a file could be one of ours. */
export function isPlainPath(path: string): boolean {
  return path
    .split('/')
    .every((name) => name !== '' && !name.startsWith('.') && name.replace(UNSAFE, '') === name && !/[. ]$/.test(name));
}

function folderName(segment: string): string {
  const name = capped(safeName(segment), 1);
  return name.toLowerCase().endsWith(ENDING) ? `${name}_` : name;
}

function safeName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(UNSAFE, '_')
    // Hidden files, home folders, flags and spaces that are not seen.
    .replace(/^[.\-~\s]/, '_')
    .replace(/[.\s]$/, '_');
  return DEVICE.test(name) ? `_${name}` : name;
}

function capped(name: string, reserved: number): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME - reserved) return name;
  return suffixed(cut(name, LONGEST_NAME - reserved - HASH_DIGITS - 1), name);
}

/** The beginning of a text in at most this many bytes, whole characters only. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let kept = '';
  for (const char of text) {
    length += Buffer.byteLength(char);
    if (length > bytes) break;
    kept += char;
  }
  return kept.replace(/[.\s]$/, '_');
}

function suffixed(name: string, identity: string): string {
  return `${name}~${hash('sha256', identity, 'hex').slice(0, HASH_DIGITS)}`;
}
