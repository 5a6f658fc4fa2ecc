// Whether a chunk's anchor leads to the chunk's place: in its own section or one around it, never in one that has ended.
import { lettersOf, type Share } from './compare.ts';
import type { Scope, SourceEntry, SourceFacts } from './source.ts';
import { spokenText } from './spoken.ts';
import { withoutFormulas, wordsOf } from './words.ts';

export interface JudgedChunk {
  readonly anchor?: string | undefined;
  readonly headings: readonly string[];
  readonly text: string;
}

/**
 * Of the chunks that have an anchor and whose text is found in the content. Where the same text is in several places,
 * the anchor is right when it is for one of them.
 */
export function compareChunks(source: SourceFacts, chunks: readonly JudgedChunk[]): Share {
  const texts = textsOf(source);
  const wrong: string[] = [];
  let all = 0;
  for (const { anchor, headings, text } of chunks) {
    if (anchor === undefined) continue;
    const spoken = spokenText(text.replace(tableHead, ''));
    const words = wordsOf(source.hasFormulas ? withoutFormulas(spoken) : spoken);
    const places = headingPlaces(source, text, words.length) ?? textPlaces(texts, words);
    if (places.length === 0) continue;
    all++;
    const isRight = places.some(({ at, end }) => leadsTo(source, anchor, at, end));
    if (!isRight) wrong.push(`#${anchor} for ${headings.join(' > ')}: ${text.replace(/\s+/g, ' ').slice(0, 80)}`);
  }
  return { right: all - wrong.length, all, wrong };
}

/** The head of a table is repeated in each chunk of it: the place is that of the rows. */
const tableHead = /^\|.*\n\|(?: :?-+:? \|)+\n/;

/** Of a chunk that begins with a heading: the headings of this text, those with the same signs if there are any. */
function headingPlaces(source: SourceFacts, chunk: string, length: number): readonly Scope[] | undefined {
  const [, title] = /^#{1,6} (.+)/.exec(chunk) ?? [];
  if (title === undefined) return undefined;
  const text = spokenText(`# ${title}`).replace(/\s+/g, '');
  const letters = lettersOf(text);
  const alike = source.headings.filter((heading) => heading.letters === letters);
  const same = alike.filter((heading) => heading.text.replace(/\s+/g, '') === text);
  const found = same.length > 0 ? same : alike;
  if (found.length === 0) return undefined;
  return found
    .map(({ at }) => source.words.findIndex((word) => word.at >= at))
    .flatMap((nth) => (nth < 0 ? [] : [wordsFrom(source, nth, length)]));
}

/** Words in a row, and where in the content a number of them is, from the nth. */
interface Text {
  readonly words: readonly string[];
  readonly scopeOf: (nth: number, length: number) => Scope;
}

/** The content, and each part of it that counts neither way: chunks may begin there as well. */
function textsOf(source: SourceFacts): readonly Text[] {
  const content: Text = {
    words: source.words.map(({ word }) => word),
    scopeOf: (nth, length) => wordsFrom(source, nth, length),
  };
  const parts = source.neutralParts.map(({ at, words }): Text => {
    const next = source.words.findIndex((word) => word.at >= at);
    const scopeOf = (nth: number, length: number): Scope => {
      const behind = Math.max(0, nth + length - words.length);
      return { at, end: next < 0 ? source.text.length : wordsFrom(source, next, behind).end };
    };
    return { words, scopeOf };
  });
  return [content, ...parts];
}

function wordsFrom({ words, text }: SourceFacts, nth: number, length: number): Scope {
  return { at: words[nth]?.at ?? 0, end: words[Math.min(nth + length, words.length - 1)]?.at ?? text.length };
}

/** Where the content has the chunk's first words, else some from its middle. */
function textPlaces(texts: readonly Text[], chunk: readonly string[]): readonly Scope[] {
  for (const skips of [[0, 1, 2], [Math.floor(chunk.length / 2)]]) {
    for (const [size, skip] of runsOf(chunk.length, skips)) {
      const run = chunk.slice(skip, skip + size);
      if (run.length < Math.min(size, 2)) continue;
      const places = texts.flatMap(({ words, scopeOf }) =>
        occurrences(words, run).map((nth) => scopeOf(nth, chunk.length)),
      );
      if (places.length > 0) return places;
    }
  }
  return [];
}

function runsOf(length: number, skips: readonly number[]): readonly (readonly [size: number, skip: number])[] {
  return (length < 5 ? [length] : [8, 5]).flatMap((size) => skips.map((skip) => [size, skip] as const));
}

function occurrences(words: readonly string[], run: readonly string[]): readonly number[] {
  const [first = ''] = run;
  const found: number[] = [];
  for (let at = words.indexOf(first); at >= 0; at = words.indexOf(first, at + 1))
    if (run.every((word, nth) => words[at + nth] === word)) found.push(at);
  return found;
}

function leadsTo(source: SourceFacts, anchor: string, here: number, end: number): boolean {
  const scopes = scopesOf(source, anchor);
  // Not in the content: right for an id of the page around it, which has not ended, and for no other.
  if (scopes.length === 0) return source.pageIds.has(anchor);
  const section = sectionAt(source, here);
  return scopes.some(
    (scope) => (scope.at <= here && here < scope.end) || (scope.at >= here && scope.at < end && scope.at < section.end),
  );
}

/**
 * What an id refers to: the section or entry it names, else its element and what follows up to the next heading. Pages use
 * the same id more than once.
 */
function scopesOf(source: SourceFacts, id: string): readonly Scope[] {
  const named = [
    ...source.headings.flatMap(({ ids }, nth) => (ids.has(id) ? [sectionOf(source, nth)] : [])),
    ...source.entries.filter(({ ids }) => ids.has(id)).map((entry) => wholeEntry(source, entry)),
  ];
  const element = source.ids.get(id);
  if (named.length > 0 || element === undefined) return named;
  const next = source.headings.find(({ at }) => at >= element.end)?.at ?? source.text.length;
  const around = source.entries.findLast(({ at, end }) => at <= element.at && element.at < end);
  return [{ at: element.at, end: Math.max(element.end, Math.min(next, around?.end ?? next)) }];
}

/** An entry with what explains it behind its list. */
function wholeEntry(source: SourceFacts, { at, end, goesOn }: SourceEntry): Scope {
  if (!goesOn) return { at, end };
  const next = [...source.headings, ...source.entries].map((one) => one.at).filter((one) => one >= end);
  return { at, end: Math.min(source.text.length + 1, ...next) };
}

/** From a heading to the next of its level or above; one in a quotation or an item titles nothing behind that. */
function sectionOf(source: SourceFacts, nth: number): Scope {
  const heading = source.headings[nth];
  if (heading === undefined) return { at: 0, end: source.text.length };
  const next = source.headings
    .slice(nth + 1)
    .find(({ level, inside }) => level <= heading.level && (inside === undefined || inside.at <= heading.at));
  const end = next?.at ?? source.text.length + 1;
  return { at: heading.at, end: Math.min(end, heading.inside?.end ?? end) };
}

function sectionAt(source: SourceFacts, here: number): Scope {
  return sectionOf(
    source,
    source.headings.findLastIndex(({ at, inside }) => at <= here && (inside === undefined || here < inside.end)),
  );
}
