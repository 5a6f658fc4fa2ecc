// The two requests of Context7's API that docent sends: which libraries there are by a name, and what one has about a question.
import { context7IdPattern } from '../core/context7-id.ts';

/** The API takes no more characters of a name or a question. */
const LONGEST = 500;

/** Path and query of a search. Nothing but the name of the library leaves the machine: it is sent in place of the question, too. */
export function searchPath(name: string): string {
  const sent = bounded(name);
  return `/api/v2/libs/search?${new URLSearchParams({ libraryName: sent, query: sent })}`;
}

/** Path and query of a question about one library, answered as JSON. */
export function contextPath(library: string, question: string): string {
  return `/api/v2/context?${new URLSearchParams({ libraryId: library, query: bounded(question), type: 'json' })}`;
}

/** The text as it is sent: in one line, and not longer than the API takes. */
export function bounded(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed();
}

/**
 * The id that a `redirectUrl` names: the id itself, a page of the library, or a request with its `libraryId`. Undefined for one that
 * leads to another origin than the API's, or to no library.
 */
export function movedTo(redirectUrl: unknown, base: string): string | undefined {
  if (typeof redirectUrl !== 'string' || redirectUrl.length > 2_000) return undefined;
  const url = URL.parse(redirectUrl, base);
  if (url === null || url.origin !== new URL(base).origin) return undefined;
  const named = url.searchParams.get('libraryId') ?? decoded(url.pathname).replace(/\/+$/, '');
  return context7IdPattern.test(named) ? named : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // no id has such a path, and the pattern refuses it
  }
}
