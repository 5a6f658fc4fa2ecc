// C5: parses an argument that names what is to be forgotten: a page, a path, or a provider.
import { joinKey, type KeyParts, urlKeyParts } from '../core/url/key.ts';
import type { Forgettable, ForgettablePlace } from './port.ts';

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
  const policy = { stripWww: rules.stripWww, query: 'keep' } as const;
  const place = urlKeyParts(`${hasScheme ? '' : 'https://'}${word.replace(BELOW, '/')}`, policy);
  if (place === undefined || place.host === '') return undefined;
  const named = isPath ? pathOf(place) : pageOf(place, /^http:/i.test(word) ? 'http' : 'https');
  return { ...named, template: rules.templateOf(named.path) ?? named.path, stripWww: rules.stripWww };
}

/** Whether two names refer to the same page, path or provider; http and https make no difference. */
export function isSameName(one: string, other: string): boolean {
  return one.replace(SCHEME, '') === other.replace(SCHEME, '');
}

type NamedPlace = Omit<ForgettablePlace, 'template' | 'stripWww'>;

function pathOf({ host, path: written }: KeyParts): NamedPlace {
  const path = written === '/' ? '' : written;
  const name = joinKey({ host, path, query: '' });
  return { kind: 'path', what: FILE.test(name) ? name : `${host}${path}`, host, path, query: '' };
}

/** A page, shown with the scheme of the argument, since some hosts answer to one only; it matches either scheme. */
function pageOf(parts: KeyParts, scheme: 'http' | 'https'): NamedPlace {
  return { kind: 'url', what: joinKey(parts).replace(/^https(?=:)/, scheme), ...parts };
}
