// X3: what clients of Context7 request, from our own index: which library a name means, and snippets of its pages.
import type { Assistant } from '../assistant/assistant.ts';
import type { StoredLibrary } from '../read/libraries.ts';
import { tokenBudget } from '../search/budget.ts';
import type { Passage } from '../search/search.ts';
import { libraryKey, type OfferedLibrary, offeredLibraries } from './offered.ts';
import { type Context7Problem, context7Problem, inQuotes, listedIds } from './problem.ts';
import { resolveId } from './resolve-id.ts';
import { type DocSnippet, snippetOf } from './snippet.ts';

export type { OfferedLibrary } from './offered.ts';
export type { Context7Problem } from './problem.ts';
export type { DocSnippet } from './snippet.ts';

/** What the HTTP endpoints and the tools of Context7 share. Rejects as `Assistant.libraries` and `Assistant.answer`. */
export interface Context7Answers {
  /** The libraries a name means, else those whose pages answer the query, else all; the best first, at least one. */
  libraries(
    name: string,
    query: string,
  ): Promise<{ readonly kind: 'libraries'; readonly libraries: readonly OfferedLibrary[] } | Context7Problem>;
  /** Snippets that answer a query, the best first, at least one; as `write` writes them they have at most 6,000 tokens. */
  snippets(
    id: string,
    query: string,
    write: (snippets: readonly DocSnippet[]) => string,
  ): Promise<{ readonly kind: 'snippets'; readonly snippets: readonly DocSnippet[] } | Context7Problem>;
}

const MOST_LIBRARIES = 50;
/** A search takes at most 16 providers. */
const MOST_PARTS = 16;

/**
 * Opens nothing of its own: everything comes from the assistant, which its opener closes. The index alone answers: a client of Context7
 * cannot tell a snippet of its own from a page, and two servers that query each other would never end.
 */
export function createContext7Answers(
  assistant: Pick<Assistant, 'libraries' | 'findLibrary' | 'answer'>,
): Context7Answers {
  return {
    async libraries(name, query) {
      const all = await assistant.libraries();
      const chosen =
        name.trim() !== ''
          ? await named(assistant, name, all)
          : query.trim() !== ''
            ? await answering(assistant, query, all)
            : all;
      const libraries = offeredLibraries(chosen).slice(0, MOST_LIBRARIES);
      return libraries.length > 0 ? { kind: 'libraries', libraries } : noneFound(name.trim() || query, all);
    },
    async snippets(id, query, write) {
      const resolved = await resolveId(id, await assistant.libraries(), assistant.findLibrary);
      if (resolved.kind === 'problem') return resolved;
      const made = new WeakMap<Passage, DocSnippet>();
      const snippet = (passage: Passage): DocSnippet => {
        const known = made.get(passage) ?? snippetOf(passage);
        made.set(passage, known);
        return known;
      };
      const { answer } = await assistant.answer(
        query,
        {
          provider: resolved.parts.slice(0, MOST_PARTS).map(({ provider }) => provider),
          maxTokens: tokenBudget.usual,
          indexOnly: true,
        },
        {
          passage: (passage) => write([snippet(passage)]),
          answer: ({ passages }) => write(passages.map(snippet)),
        },
      );
      const snippets = answer.passages.map(snippet);
      if (snippets.length > 0) return { kind: 'snippets', snippets };
      const spelled = answer.didYouMean === undefined ? '' : `; did you mean "${answer.didYouMean}"?`;
      return context7Problem('no_snippets_found', `no page of ${inQuotes(id)} answers ${inQuotes(query)}${spelled}`);
    },
  };
}

/** Every version of what a name or an id means, or may mean. */
async function named(
  assistant: Pick<Assistant, 'findLibrary'>,
  name: string,
  all: readonly StoredLibrary[],
): Promise<readonly StoredLibrary[]> {
  const resolved = name.trim().startsWith('/') ? await resolveId(name, all, assistant.findLibrary) : undefined;
  if (resolved?.kind === 'found') return versionsOf(resolved.parts, all);
  const match = await assistant.findLibrary(name);
  if (match.kind === 'found') return versionsOf([match.entry], all);
  return versionsOf(match.kind === 'ambiguous' ? match.candidates : match.near, all);
}

/** The libraries that answer a query, in the order of their best passages. */
async function answering(
  assistant: Pick<Assistant, 'answer'>,
  query: string,
  all: readonly StoredLibrary[],
): Promise<readonly StoredLibrary[]> {
  const { answer } = await assistant.answer(
    query,
    { indexOnly: true },
    {
      passage: ({ provider }) => provider,
      answer: ({ passages }) => passages.map(({ provider }) => provider).join(' '),
    },
  );
  const found = answer.passages.flatMap(({ provider }) => all.find((one) => one.provider === provider) ?? []);
  return versionsOf(found, all);
}

/** All versions of these, each library in the place of its first. */
function versionsOf(some: readonly StoredLibrary[], all: readonly StoredLibrary[]): readonly StoredLibrary[] {
  const keys = [...new Set(some.map(libraryKey))];
  return keys.flatMap((key) => all.filter((one) => libraryKey(one) === key));
}

function noneFound(wanted: string, all: readonly StoredLibrary[]): Context7Problem {
  const ids = offeredLibraries(all).map(({ id }) => id);
  const here = ids.length === 0 ? 'nothing is stored yet' : `there are ${listedIds(ids)}`;
  return context7Problem('no_libraries_found', `no library here is called ${inQuotes(wanted)}; ${here}`);
}
