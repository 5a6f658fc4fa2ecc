// Whether a chunk's anchor leads to where the chunk stands: in its own section or one around it, never in one that has ended.
import { lettersOf, type Share } from './compare.ts';
import type { Scope, SourceFacts } from './source.ts';
import { spokenText } from './spoken.ts';
import { withoutFormulas, wordsOf } from './words.ts';

export interface JudgedChunk {
  readonly anchor?: string | undefined;
  readonly headings: readonly string[];
  readonly text: string;
}

const farthest = 4_000;

/** Of the chunks that have an anchor and whose text is found in the content. */
export function compareChunks(source: SourceFacts, chunks: readonly JudgedChunk[]): Share {
  const words = source.words.map(({ word }) => word);
  const wrong: string[] = [];
  let from = 0;
  let all = 0;
  for (const chunk of chunks) {
    const spoken = spokenText(chunk.text);
    const said = wordsOf(source.hasFormulas ? withoutFormulas(spoken) : spoken);
    const at = headingPlace(source, chunk.text, from) ?? placeOf(words, said, from);
    if (at === undefined) continue;
    from = endOf(words, said, at);
    if (chunk.anchor === undefined) continue;
    all++;
    const here = source.words[at]?.at ?? 0;
    const end = source.words[Math.min(at + said.length, words.length - 1)]?.at ?? source.text.length;
    if (!leadsTo(source, chunk.anchor, here, end))
      wrong.push(`#${chunk.anchor} for ${chunk.headings.join(' > ')}: ${chunk.text.replace(/\s+/g, ' ').slice(0, 80)}`);
  }
  return { right: all - wrong.length, all, wrong };
}

/** Of a chunk that begins with a heading: where the next heading of this text is. */
function headingPlace(source: SourceFacts, text: string, from: number): number | undefined {
  const [, title] = /^#{1,6} (.+)/.exec(text) ?? [];
  if (title === undefined) return undefined;
  const said = spokenText(title);
  const letters = lettersOf(said);
  const before = source.words[from - 1]?.at ?? -1;
  const later = source.headings.filter(({ at }) => at > before);
  // Operators differ in signs only.
  const heading =
    later.find(({ text: own }) => own.replace(/\s+/g, '') === said.replace(/\s+/g, '')) ??
    later.find((one) => one.letters === letters);
  if (heading === undefined) return undefined;
  const at = source.words.findIndex((word) => word.at >= heading.at);
  return at < 0 ? undefined : at;
}

/** Which word of the content the chunk begins with; looked for by its first words, else by some from its middle. */
function placeOf(words: readonly string[], said: readonly string[], from: number): number | undefined {
  for (const size of [8, 5, 3]) {
    if (size > 3 ? said.length < size : said.length >= 5) continue;
    for (const skip of [0, 1, 2, Math.floor(said.length / 2)]) {
      const wanted = said.slice(skip, skip + size);
      if (wanted.length === 0) continue;
      for (let at = from; at < Math.min(words.length, from + farthest); at++)
        if (wanted.every((word, nth) => words[at + nth] === word)) return Math.max(from, at - (skip <= 2 ? skip : 0));
    }
  }
  return undefined;
}

/** Where the chunk's last words end, else right behind its first. */
function endOf(words: readonly string[], said: readonly string[], at: number): number {
  const last = said.slice(-6);
  const most = Math.min(words.length - last.length, at + said.length + 20);
  for (let end = most; end > at; end--)
    if (last.every((word, nth) => words[end + nth] === word)) return end + last.length;
  return at + 1;
}

function leadsTo(source: SourceFacts, anchor: string, here: number, end: number): boolean {
  const scope = scopeOf(source, anchor);
  // Not in the content at all: an id of the page around it, which has not ended.
  if (scope === undefined) return true;
  if (scope.at <= here && here < scope.end) return true;
  const section = sectionAt(source, here);
  return scope.at >= here && scope.at < end && scope.at < section.end;
}

/** What an id stands for: the section it names, the entry it names, else its element and what follows up to the next heading. */
function scopeOf(source: SourceFacts, id: string): Scope | undefined {
  const nth = source.headings.findIndex(({ ids }) => ids.has(id));
  if (nth >= 0) return sectionOf(source, nth);
  const entry = source.entries.find(({ ids }) => ids.has(id));
  if (entry !== undefined) return entry;
  const element = source.ids.get(id);
  if (element === undefined) return undefined;
  const next = source.headings.find(({ at }) => at >= element.end)?.at ?? source.text.length;
  const around = source.entries.findLast(({ at, end }) => at <= element.at && element.at < end);
  return { at: element.at, end: Math.max(element.end, Math.min(next, around?.end ?? next)) };
}

/** From a heading to the next of its level or above. */
function sectionOf(source: SourceFacts, nth: number): Scope {
  const heading = source.headings[nth];
  if (heading === undefined) return { at: 0, end: source.text.length };
  const next = source.headings.slice(nth + 1).find(({ level }) => level <= heading.level);
  return { at: heading.at, end: next?.at ?? source.text.length + 1 };
}

function sectionAt(source: SourceFacts, here: number): Scope {
  return sectionOf(
    source,
    source.headings.findLastIndex(({ at }) => at <= here),
  );
}
