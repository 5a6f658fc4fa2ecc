// What is taken out of the content once it is known (E2): chrome recognised only by its content and its place.

import { type FoundPlaces, isInPlaces, isMostlyContents } from './content-choice.ts';
import { Cut } from './content-cut.ts';
import { cutEnd, cutStart } from './content-edges.ts';
import { cutRows } from './content-rows.ts';
import type { ContentWalk } from './content-walk.ts';
import type { Document, Element } from './node.ts';

interface Trimmed {
  readonly removed: ReadonlySet<Element>;
  /** Lengths of what is left. */
  readonly text: number;
  readonly linkText: number;
}

/** Everything that is left out of the content. */
export function trimmed(found: FoundPlaces, seen: ContentWalk, roots: readonly (Element | Document)[]): Trimmed {
  const cut = new Cut(seen.removed, new Set(roots));
  unhide(found, seen);
  cutRows(seen.hints, cut);
  cut.restoreMenus(found.text, (rest, menus) => isMostlyContents(rest, menus, true));
  const [first] = roots;
  const last = roots.at(-1);
  if (found.rule !== 'selector' && first !== undefined && last !== undefined) {
    cutStart(first, cut, found.text - cut.text);
    cutEnd(last, cut);
  }
  const links = found.places.reduce((sum, { linkText }) => sum + linkText, 0);
  const text = found.text - cut.text;
  const linkText = links - cut.linkText;
  const { withToc, tocText, linksAway } = found;
  if (!withToc && !isMostlyContents(text, tocText, linksAway > 0)) return { removed: cut.removed, text, linkText };
  restoreContents(found, seen);
  return { removed: cut.removed, text: withToc ? text : text + tocText, linkText };
}

/** The places themselves are not left out, and of the heads of a site no more than is the page's title. */
function unhide({ rule, places }: FoundPlaces, { removed }: ContentWalk): void {
  for (const place of places) {
    if (place.element !== undefined) removed.delete(place.element);
    // The head of a site repeats its name on every page; it is the page's title only where there is no other.
    if (rule === 'body' && place.headings > 0) for (const { element } of place.headers) removed.add(element);
  }
}

function restoreContents({ places }: FoundPlaces, { removed, tocs }: ContentWalk): void {
  const within = new Set(places);
  for (const toc of tocs) if (isInPlaces(toc, within)) removed.delete(toc.element as Element);
}
