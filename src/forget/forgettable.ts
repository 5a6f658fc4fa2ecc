// C5: parses an argument that names what is to be forgotten: a page, a path, or a provider.
import { joinKey, type KeyParts, urlKeyParts } from '../core/url/key.ts';
import type { Forgettable } from './port.ts';

export interface ForgettableRules {
  /** Whether `www.example.com` and `example.com` are one host. */
  readonly stripWww: boolean;
  /** A path with what varies replaced; undefined where nothing does. */
  templateOf(path: string): string | undefined;
}

const SCHEME = /^https?:\/\//i;
/** The scheme of a file in a folder. */
const FILE = /^folder:\/\//i;
const BELOW = /\/\*{1,2}$/;
/** The part before the first slash, without a name and a password. */
const AUTHORITY = /^[^\s/?#@\\]+(?=\/|$)/;
/** `example.com`, `localhost:3000`, `[::1]`: other texts are no hosts. */
const HOST = /\.|^\[|^localhost$|:\d+$/i;

/**
 * Parses an argument; undefined for one that is neither place nor `provider:id`. `https://x/a` is that page with all its
 * queries, `https://x/a?b=1` only with this one; `x/a` and `https://x/a/**` are the path and all that lies below it.
 */
export function parseForgettable(word: string, rules: ForgettableRules): Forgettable | undefined {
  const [, provider] = /^provider:(.+)$/.exec(word) ?? [];
  if (provider !== undefined) return { kind: 'provider', what: word, provider };
  const hasScheme = SCHEME.test(word) || FILE.test(word);
  if (!hasScheme && !HOST.test(AUTHORITY.exec(word)?.[0] ?? '')) return undefined;
  const isPath = !hasScheme || BELOW.test(word);
  const place = urlKeyParts(`${hasScheme ? '' : 'https://'}${word.replace(BELOW, '/')}`, keep(rules));
  if (place === undefined || place.host === '') return undefined;
  return isPath ? pathOf(place, rules) : pageOf(place, /^http:/i.test(word) ? 'http' : 'https', rules);
}

/** Whether two names refer to the same page, path or provider; http and https make no difference. */
export function isSameName(one: string, other: string): boolean {
  return one.replace(SCHEME, '') === other.replace(SCHEME, '');
}

function pathOf({ host, path }: KeyParts, rules: ForgettableRules): Forgettable {
  const folder = path === '/' ? '' : path;
  const lies = (below: string, folder: string): boolean => below === folder || below.startsWith(`${folder}/`);
  const template = rules.templateOf(folder) ?? folder;
  return {
    kind: 'path',
    what: FILE.test(joinKey({ host, path: folder, query: '' }))
      ? joinKey({ host, path: folder, query: '' })
      : `${host}${folder}`,
    host,
    matches(url) {
      const parts = urlKeyParts(url, keep(rules));
      return parts?.host === host && lies(parts.path, folder);
    },
    matchesTemplate: (text) => lies(decoded(host, text), template),
  };
}

/** A page, shown with the scheme of the argument, since some hosts answer to one only; it matches either scheme. */
function pageOf({ host, path, query }: KeyParts, scheme: 'http' | 'https', rules: ForgettableRules): Forgettable {
  const template = rules.templateOf(path) ?? path;
  return {
    kind: 'url',
    what: joinKey({ host, path, query }).replace(/^https(?=:)/, scheme),
    host,
    matches(url) {
      const parts = urlKeyParts(url, keep(rules));
      return parts?.host === host && parts.path === path && (query === '' || parts.query === query);
    },
    matchesTemplate: (text) => decoded(host, text) === template,
  };
}

function keep({ stripWww }: ForgettableRules): { readonly stripWww: boolean; readonly query: 'keep' } {
  return { stripWww, query: 'keep' };
}

/** The path as it is requested, which templates are made of. */
function decoded(host: string, path: string): string {
  return urlKeyParts(joinKey({ host, path, query: '' }))?.path ?? path;
}
