// Whether Context7 has a library: indexed, not empty, of the matching name or host, in the requested version, and fresh enough (X1).
import { counted } from '../core/counted.ts';
import type { ReasonName } from '../core/reasons.ts';
import { hostKey, parseHttpUrl } from '../core/url/host.ts';
import type { ListedLibrary } from './answers.ts';

/** The library that is looked for. */
export interface WantedLibrary {
  readonly provider: string;
  /** Its names, first the name that is sent. */
  readonly names: readonly [string, ...string[]];
  /** The hosts of its documentation. */
  readonly hosts: readonly string[];
  readonly version?: string | undefined;
  /** Its id in Context7, where the operator has named it. */
  readonly id?: string | undefined;
  /** A copy that is older is not used. */
  readonly maxAgeMs: number;
}

/** Whether Context7 has it, and why. */
export type HasIt =
  | { readonly has: true; readonly library: string; readonly updatedAt: number; readonly detail: string }
  | {
      readonly has: false;
      readonly by: Extract<ReasonName, 'channel:miss' | 'channel:later' | 'channel:stale'>;
      readonly detail: string;
      /** The matching library, where there is one. */
      readonly library?: string | undefined;
      readonly updatedAt?: number | undefined;
    };

const DAY_MS = 86_400_000;

/** The judgement of what a search has listed, in its order; a library of the provider's own host comes before others of its name. */
export function hasLibrary(listed: readonly ListedLibrary[], wanted: WantedLibrary, now: number): HasIt {
  const [name] = wanted.names;
  const matching = [
    ...listed.filter((one) => isOfHost(one, wanted)),
    ...listed.filter((one) => !isOfHost(one, wanted) && isNamed(one, wanted)),
  ].filter((one) => wanted.id === undefined || sameId(one.id, wanted.id));
  if (matching.length === 0)
    return {
      has: false,
      by: 'channel:miss',
      detail:
        wanted.id === undefined ? `Context7 lists no library called ${name}` : `Context7 does not list ${wanted.id}`,
    };
  const judged = matching.map((one) => judge(one, wanted, now));
  return judged.find(({ has }) => has) ?? (judged[0] as HasIt);
}

function judge(one: ListedLibrary, { version, maxAgeMs, id }: WantedLibrary, now: number): HasIt {
  const about = { library: one.id, ...(one.updatedAt !== undefined && { updatedAt: one.updatedAt }) };
  const no = (by: Extract<HasIt, { has: false }>['by'], detail: string): HasIt => ({
    has: false,
    by,
    detail,
    ...about,
  });
  if (one.state !== 'finalized')
    return ['error', 'delete'].includes(one.state)
      ? no('channel:miss', `${one.id} is in the state "${one.state}"`)
      : no('channel:later', `${one.id} is not indexed yet`);
  if (one.snippets <= 0) return no('channel:miss', `${one.id} holds no snippets`);
  const found = version === undefined ? undefined : one.versions.find((each) => isVersion(each, version));
  if (version !== undefined && found === undefined && id === undefined)
    return no('channel:miss', `${one.id} does not have version ${version}`);
  if (one.updatedAt === undefined) return no('channel:stale', `${one.id} does not say how old its copy is`);
  const ageMs = Math.max(0, now - one.updatedAt);
  const days = Math.floor(ageMs / DAY_MS);
  if (ageMs > maxAgeMs)
    return no(
      'channel:stale',
      `the copy of ${one.id} is ${counted(days, 'day')} old; at most ${Math.floor(maxAgeMs / DAY_MS)} are wanted`,
    );
  // An id that the operator has named may hold a version itself.
  const library = id ?? (found === undefined ? one.id : `${one.id}/${versionPart(found)}`);
  return {
    has: true,
    library,
    updatedAt: one.updatedAt,
    detail: `${library}, copied ${days === 0 ? 'today' : `${counted(days, 'day')} ago`}`,
  };
}

function isOfHost({ id, source }: ListedLibrary, { hosts }: WantedLibrary): boolean {
  const url = source === undefined ? undefined : parseHttpUrl(source);
  if (url !== undefined && hosts.includes(hostKey(url.href))) return true;
  // A site is listed by its host, with other signs for the dots: /websites/docs_stripe_com.
  const [, slug] = /^\/(?:websites|llmstxt)\/([^/]+)/.exec(id) ?? [];
  return slug !== undefined && hosts.some((host) => plain(slug) === plain(host));
}

function isNamed({ id, title }: ListedLibrary, { names }: WantedLibrary): boolean {
  const [, , last = ''] = id.split('/');
  const own = new Set([title, last].map(plain));
  return names.some((name) => plain(name) !== '' && own.has(plain(name)));
}

/** Letters and digits alone, in lower case: `Next.js`, `next-js` and `nextjs` are one name. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether two ids are equal, apart from a version behind the second. */
function sameId(listed: string, named: string): boolean {
  const [own, other] = [listed, named].map((id) => id.toLowerCase());
  return own === other || (other?.startsWith(`${own}/`) ?? false) || (other?.startsWith(`${own}@`) ?? false);
}

/** Whether a listed version matches: `3.11` is matched by `v3.11`, `3.11.4` and `/python/cpython/v3.11.4`. */
function isVersion(listed: string, wanted: string): boolean {
  const own = versionPart(listed).toLowerCase().replace(/^v/, '');
  const other = wanted.toLowerCase().replace(/^v/, '');
  return own === other || own.startsWith(`${other}.`);
}

function versionPart(listed: string): string {
  return listed.slice(listed.lastIndexOf('/') + 1);
}
