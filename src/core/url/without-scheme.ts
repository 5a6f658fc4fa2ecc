// An address as people write it: without its scheme.
import { isIP } from 'node:net';
import { fileEndings } from '../file-endings.ts';
import { isLoopbackHost } from './host.ts';

/** A host, its port, and the rest. Names end in letters; what has one label is `localhost`. */
const ADDRESS =
  /^(localhost|(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z\d-]+)|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d{1,5})?([/?#].*)?$/iu;
const LONGEST = 2_000;

/** Beside `fileEndings`: files of documentation and code that are top-level domains, too. */
const FILES: ReadonlySet<string> = new Set(['md', 'py', 'pl', 'cc']);

/**
 * The URL of a word that is an address without its scheme, such as `docs.python.org/3` or `localhost:8000`: https, and http for this
 * machine and for IP addresses. Undefined for every other word; one that may be the name of a file (`setup.py`) is no address. Never throws.
 */
export function urlWithoutScheme(word: string): string | undefined {
  const [, host, port, rest] = (word.length <= LONGEST && ADDRESS.exec(word)) || [];
  if (host === undefined) return undefined;
  const ending = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  if (port === undefined && rest === undefined && (fileEndings.has(ending) || FILES.has(ending))) return undefined;
  const isOfHere = isIP(host.replace(/^\[|\]$/g, '')) !== 0 || isLoopbackHost(host);
  return URL.parse(`${isOfHere ? 'http' : 'https'}://${word}`)?.href;
}
