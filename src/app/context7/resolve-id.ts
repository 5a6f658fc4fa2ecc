// Which stored library an id of Context7 means: our own ids, and others where a library here has their name.
import { counted } from '../../core/counted.ts';
import type { Assistant } from '../assistant/assistant.ts';
import type { StoredLibrary } from '../read/libraries.ts';
import { ID_PREFIX, libraryKey, versionId } from './offered.ts';
import { type Context7Problem, context7Problem, inQuotes, listedIds } from './problem.ts';

/** The crawls that one version of a library consists of, at least one. */
export type ResolvedId = { readonly kind: 'found'; readonly parts: readonly StoredLibrary[] } | Context7Problem;

const LONGEST_ID = 500;

/**
 * The library an id refers to. A version that is not here is a problem, and never replaced by another one: the answer has no place
 * to report that. Rejects as `find`, which finds a library by its name.
 */
export async function resolveId(
  written: string,
  libraries: readonly StoredLibrary[],
  find: Assistant['findLibrary'],
): Promise<ResolvedId> {
  const id = written.length > LONGEST_ID ? '' : idOf(written);
  if (id === '')
    return context7Problem(
      'invalid_library_id',
      `libraryId must be an id such as ${ID_PREFIX}<library>, at most ${counted(LONGEST_ID, 'character')}`,
    );
  let near: readonly StoredLibrary[] = [];
  for (const name of namesIn(id, libraries)) {
    const match = await find(name);
    if (match.kind === 'found') {
      const versions = libraries.filter((one) => libraryKey(one) === libraryKey(match.entry));
      if (match.how === 'nearest-lower') return noSuchVersion(written, versions);
      return { kind: 'found', parts: versions.filter((one) => versionId(one) === versionId(match.entry)) };
    }
    if (match.kind === 'ambiguous')
      return new Set(match.candidates.map(libraryKey)).size === 1
        ? noSuchVersion(written, match.candidates)
        : context7Problem('library_not_found', `${inQuotes(written)} may be one of ${listed(match.candidates)}`);
    near = [...near, ...match.near];
  }
  const here = libraries.length === 0 ? 'nothing is stored yet' : `there are ${listed(libraries)}`;
  const hint = near.length === 0 ? here : `did you mean ${listed(near)}?`;
  return context7Problem('library_not_found', `there is no library ${inQuotes(written)} here; ${hint}`);
}

function noSuchVersion(written: string, versions: readonly StoredLibrary[]): Context7Problem {
  return context7Problem(
    'tag_not_found',
    `there is no such version as ${inQuotes(written)} here, only ${listed(versions)}`,
  );
}

/** An id with single slashes, or a plain name; empty where nothing is left. */
function idOf(written: string): string {
  const parts = written
    .trim()
    .split('/')
    .filter((part) => part !== '');
  return parts.length > 1 ? `/${parts.join('/')}` : (parts[0] ?? '');
}

/** The names an id may refer to, as `findLibrary` reads them, the likeliest first. */
function namesIn(id: string, libraries: readonly StoredLibrary[]): readonly string[] {
  const own = ownName(id, libraries);
  if (own !== undefined) return [own];
  // `/websites/docs_stripe_com`, `/llmstxt/stripe_com_llms_txt`: a host with underscores for its dots.
  const [, slug] = /^\/(?:websites|llmstxt)\/([^/@]+)/i.exec(id) ?? [];
  const host = slug?.replace(/_llms(?:-full)?_txt$/i, '').replaceAll('_', '.');
  return [id, ...(host?.includes('.') ? [host] : [])];
}

/** `name` or `name@version` of one of our own ids; a name may hold slashes, and the longest that fits is taken. */
function ownName(id: string, libraries: readonly StoredLibrary[]): string | undefined {
  if (!id.toLowerCase().startsWith(ID_PREFIX)) return undefined;
  const rest = id.slice(ID_PREFIX.length);
  const names = libraries.map(({ library }) => library.name).toSorted((one, other) => other.length - one.length);
  for (const name of names) {
    if (!rest.toLowerCase().startsWith(name.toLowerCase())) continue;
    const [sign, version] = [rest.charAt(name.length), rest.slice(name.length + 1)];
    if (sign === '' || version === '') return name;
    if (sign === '/' || sign === '@') return `${name}@${version}`;
  }
  return undefined;
}

function listed(libraries: readonly StoredLibrary[]): string {
  return listedIds(libraries.map(versionId));
}
