// Where in a text the terms of a query are, for the marks of a quotation.
import { eachTerm } from '../analyse/analyser.ts';
import { termsOfWord } from '../analyse/identifiers.ts';
import { scan } from '../analyse/scan.ts';
import { createWordSieve } from './quotation-words.ts';

/** A term of the query, and its range in the text. */
export interface Hit {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Finds all hits in plain text, in order. */
export type Finder = (text: string) => readonly Hit[];

/** A finder of the keys of `terms`. */
export function createFinder(terms: ReadonlyMap<string, unknown>): Finder {
  if (terms.size === 0) return () => [];
  const sieve = createWordSieve(terms.keys());
  // Chunks of one answer are about the same: their words are, too. The analyser's own cache would keep all of them.
  const seen = new Map<string, readonly Hit[]>();
  const hitsOf = (word: string): readonly Hit[] => {
    const known = seen.get(word);
    if (known !== undefined) return known;
    const hits = termsIn(word).filter(({ term }) => terms.has(term));
    seen.set(word, hits);
    return hits;
  };
  return (text) => {
    const hits: Hit[] = [];
    const words = sieve(text);
    for (let at = 0; at < words.length; at += 2) {
      const from = words[at] as number;
      for (const { term, start, end } of hitsOf(text.slice(from, words[at + 1])))
        hits.push({ term, start: from + start, end: from + end });
    }
    return hits.sort((a, b) => a.start - b.start);
  };
}

function termsIn(text: string): Hit[] {
  const hits: Hit[] = [];
  scan(text, false, (kind, start, end) => {
    const raw = text.slice(start, end);
    if (kind === 'word')
      for (const { term, from, to } of termsOfWord(raw).terms)
        hits.push({ term, start: start + from, end: start + to });
    else eachTerm(raw, false, (term, _, __, from, to) => hits.push({ term, start: start + from, end: start + to }));
  });
  return hits;
}
