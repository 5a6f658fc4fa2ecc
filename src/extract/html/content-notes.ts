// Notes to the text that follow the content and belong to it (E2).
import type { FoundPlaces } from './content-choice.ts';
import { measureAll } from './content-measure.ts';
import type { ContentWalk } from './content-walk.ts';
import { type Document, type Element, isElement } from './node.ts';

/** The notes that follow the content; none where the provider named it, or where it is all of the page. */
export function notesBehind(
  { rule, places }: FoundPlaces,
  { notes, removed }: ContentWalk,
  roots: readonly (Element | Document)[],
): readonly Element[] {
  const last = places.at(-1);
  if (rule === 'selector' || rule === 'body' || last === undefined || last.visibility !== 'open') return [];
  const taken = new Set<Element | Document>(roots);
  const behind: Element[] = [];
  for (const note of notes.slice(last.notesBefore)) {
    if (isWithin(note, taken)) continue;
    taken.add(note);
    if (measureAll(note, removed).text > 0) behind.push(note);
  }
  return behind;
}

function isWithin(element: Element, taken: ReadonlySet<Element | Document>): boolean {
  for (let at: Element | Document | null = element; at !== null; at = isElement(at) ? at.parent : null)
    if (taken.has(at)) return true;
  return false;
}
