// E5: what is out of scope unless a pattern or seed names it: blogs, forums, profiles. The words are data (refused-lists.ts).
import {
  defaultExcludedPaths,
  defaultExcludes,
  documentationHosts,
  neverInterfaces,
  pathLanguages,
} from './refused-lists.ts';

export interface DefaultExclude {
  /** The segment, in lower case. */
  readonly word: string;
  /** Synonyms of the word, itself included. */
  readonly words: readonly string[];
}

const byWord: ReadonlyMap<string, { readonly kind: string; readonly words: readonly string[] }> = new Map(
  Object.entries<readonly string[]>(defaultExcludes).flatMap(([kind, words]) =>
    words.map((word) => [word, { kind, words }] as const),
  ),
);
const isNeverInterface: ReadonlySet<string> = new Set(neverInterfaces);
const isDocumentation: ReadonlySet<string> = new Set(documentationHosts);
const isLanguage: ReadonlySet<string> = new Set(pathLanguages);
const year = /^(?:19|20)\d\d$/;

/**
 * The word by which a path is left out unless it is named. It counts only where a site keeps such things: as the first segment of
 * the path, a language aside (`/users/alice`, `/en/blog`), since `/docs/users` and `/api/comments` document an interface; and
 * `blog` anywhere before a year, and a forum anywhere in `support`. A path such as `/u/alice` or `/q/12` counts as a whole. On a host
 * for documentation only blogs, forums and communities count. Never throws.
 */
export function defaultExclude(host: string, path: string): DefaultExclude | undefined {
  const segments = path.toLowerCase().split('/', 32);
  const at = isLanguage.has((segments[1] ?? '').split(/[-_]/, 1)[0] as string) ? 2 : 1;
  const found = byWord.get(segments[at] ?? '');
  if (found !== undefined && (isNeverInterface.has(found.kind) || !isForDocumentation(host)))
    return { word: segments[at] as string, words: found.words };
  const whole = segments.slice(at).join('/').replace(/\/$/, '');
  const personal = isForDocumentation(host) ? undefined : defaultExcludedPaths.find((one) => one.path.test(whole));
  if (personal !== undefined) return { word: personal.word, words: [personal.word] };
  const supported = segments.findIndex(
    (word, place) => byWord.get(word)?.kind === 'forum' && segments[place - 1] === 'support',
  );
  if (supported >= 0) return { word: segments[supported] as string, words: defaultExcludes.forum };
  const dated = segments.findIndex(
    (word, place) => byWord.get(word)?.kind === 'blog' && year.test(segments[place + 1] ?? ''),
  );
  return dated < 0 ? undefined : { word: segments[dated] as string, words: defaultExcludes.blog };
}

/** Whether a pattern, or the path of a seed, names one of the words: `/blog/**`, `re:^/blogs?/`, `/~alice/**`. */
export function namesAny(text: string, words: readonly string[]): boolean {
  return text
    .toLowerCase()
    .split(/[^a-z@~]+|(?<=[@~])/)
    .some((word) => words.includes(word));
}

function isForDocumentation(host: string): boolean {
  return host
    .split('.')
    .slice(0, -1)
    .some((label) => isDocumentation.has(label));
}
