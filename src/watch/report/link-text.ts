// Addresses and titles from crawled pages, made safe for a report: one line, no secrets, http(s) only.
import { hideSecrets } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';

const LONGEST_URL = 2_000;
/** Only this much of a title is read; it can be a megabyte of spaces. */
const LOOKED_AT = 10_000;

/** A text on one line, safe to print, without secrets and at most this long; an ellipsis shows that it was cut. */
export function oneLine(text: string, longest = 200): string {
  const line = printable(hideSecrets(text.slice(0, LOOKED_AT)).replace(/\s+/g, ' ').trim());
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}

/** The address in ASCII, with its secrets hidden and nothing in it that could end a link early; undefined when it is not http(s). */
export function linkTarget(url: string): string | undefined {
  if (url.length > LONGEST_URL || !/^https?:\/\//i.test(url)) return undefined;
  return hideSecrets(url)
    .toWellFormed()
    .replace(/[^\x21-\x7e]|[<>"'`|\\]/gu, (char) => (char === "'" ? '%27' : encodeURIComponent(char)));
}
