// The FTS5 expression of a query: quoted terms only, so that no user input is syntax.
import type { CandidateQuery } from '../../../search/port.ts';

/** Chunks that may hold one term only; of more frequent terms a chunk must hold two. */
const ALONE = 2_000;
const MOST_PAIRED = 3;

/** A term quoted for FTS5, so that it is never syntax. */
export function quoted(term: string): string {
  return `"${term.replaceAll(/["\u0000]/g, '')}"`;
}

/**
 * The MATCH expression for terms that the index knows; undefined when no chunk can answer. `best` may leave out chunks that
 * hold a lone frequent word in their text only.
 */
export function matchExpression(
  { phrases, not }: CandidateQuery,
  known: readonly string[],
  holding: ReadonlyMap<string, number>,
  where: 'symbols' | 'anywhere' | 'best' = 'best',
): string | undefined {
  const must = [...new Set(phrases.flat())];
  if (known.length === 0 && must.length === 0) return undefined;
  const within = where === 'symbols' ? 'symbols : ' : '';
  // Whether a phrase occurs word for word is checked by the ranker: FTS5 sees parts of identifiers between the words.
  const required = [...(must.length === 0 ? [tiers(known, holding, where === 'best')] : must.map(quoted))].map(
    (part) => `${within}(${part})`,
  );
  const excluded = not.filter(({ length }) => length === 1).map(([term]) => quoted(term as string));
  const positive = `(${required.join(' AND ')})`;
  return excluded.length === 0 ? positive : `${positive} NOT (${excluded.join(' OR ')})`;
}

/**
 * Rare terms each for itself, frequent ones in pairs: FTS5 finds rows in microseconds, and ranks them in milliseconds. What
 * holds only one frequent term of several has no chance anyway.
 */
function tiers(terms: readonly string[], holding: ReadonlyMap<string, number>, best: boolean): string {
  const byRarity = terms.toSorted((one, other) => (holding.get(one) ?? 0) - (holding.get(other) ?? 0));
  let sum = 0;
  const alone: string[] = [];
  const paired: string[] = [];
  for (const term of byRarity) {
    sum += holding.get(term) ?? 0;
    if (sum <= ALONE) alone.push(quoted(term));
    else if (paired.length < MOST_PAIRED) paired.push(quoted(term));
  }
  // A frequent word on its own is searched as a topic: ranking every chunk that has it takes too long.
  if (alone.length === 0 && paired.length === 1) return `${best ? '{title headings symbols} : ' : ''}${paired[0]}`;
  const pairs = paired.slice(0, -1).map((term, nth) => `(${term} AND (${paired.slice(nth + 1).join(' OR ')}))`);
  return [...alone, ...pairs].join(' OR ');
}
