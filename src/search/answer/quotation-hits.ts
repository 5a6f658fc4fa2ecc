// Where in a text the terms of a query are, for the marks of a quotation.
import { eachTerm } from '../analyse/analyser.ts';
import { termsOfWord } from '../analyse/identifiers.ts';
import { scan } from '../analyse/scan.ts';

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
  const beginnings = beginningsOf(terms.keys());
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
    // Few words of a text can be one of the query's: only these are analysed.
    beginnings.lastIndex = 0;
    for (let found = beginnings.exec(text); found !== null; found = beginnings.exec(text)) {
      const from = text.lastIndexOf(' ', found.index) + 1;
      const space = text.indexOf(' ', found.index);
      const to = space < 0 ? text.length : space;
      for (const { term, start, end } of hitsOf(text.slice(from, to)))
        hits.push({ term, start: from + start, end: from + end });
      beginnings.lastIndex = to;
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

/** A letter that is folded into others; what is left out of a word within its first letters: `e-mail` is `email`. */
const folded = ['[^\\x00-\\x7f\\u2012-\\u2043]', "(?<![a-z\\d_])[a-z\\d_]{1,2}[-'’\\\\]"] as const;

/** Matches what is in every word that becomes one of these terms: its first letters, which no stem changes, or how they are folded. */
function beginningsOf(terms: Iterable<string>): RegExp {
  const beginnings = new Set<string>();
  // The shortest stems keep only their first letter: die, dying.
  for (const term of terms) beginnings.add(term.slice(0, term.length > 3 ? 3 : 1).replace(/[^\x00-\x7f].*$/s, ''));
  beginnings.delete('');
  return new RegExp([...[...beginnings].map(escaped), ...folded].join('|'), 'gi');
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
}
