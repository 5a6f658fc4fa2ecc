// Where a page's content is (E1), and what is left out of it (E2).

import {
  aroundSeveral,
  chooseAround,
  choosePlaces,
  chooseWithTitle,
  type FoundPlaces,
  nearestAround,
} from './content-choice.ts';
import { isPageTitle, leadOf } from './content-lead.ts';
import { measureAll } from './content-measure.ts';
import { notesBehind } from './content-notes.ts';
import type { ContentRule } from './content-place.ts';
import { compileSelector, isMatchingCut, startMatching } from './content-selector.ts';
import { trimmed } from './content-trim.ts';
import { ContentWalk } from './content-walk.ts';
import type { Document, Element } from './node.ts';
import type { HtmlTree } from './tree.ts';
import { walk } from './walk.ts';

/** The part of a page that is its own. */
export interface Content {
  /** In document order, none inside another. */
  readonly roots: readonly (Element | Document)[];
  /** Elements left out with everything in them: chrome, hidden text, the provider's `remove`. Never a root. */
  readonly removed: ReadonlySet<Element>;
  readonly rule: ContentRule;
  /** Whether the provider's selectors were stopped because they cost too much on this page. */
  readonly selectorsCut?: boolean;
}

/** Content, and how much of it there is. */
export interface FoundContent extends Content {
  /** Characters left, markup's indentation included; 0 when the page has no content. */
  readonly textLength: number;
  /** How many of them are link text. */
  readonly linkLength: number;
  /** Whether Readability may do better (E1): it was requested, or most of `body` is links, with some prose among them. Only ever with the rule `body`. */
  readonly wantsReadability: boolean;
  readonly selectorsCut: boolean;
}

export interface ContentOptions {
  /** The provider's `custom_selectors.content`. */
  readonly selector?: string | undefined;
  /** The provider's `custom_selectors.remove`. */
  readonly remove?: readonly string[] | undefined;
  /** Let Readability take `body`'s place. */
  readonly readability?: boolean | undefined;
}

/** Above this part of link text a body is mostly links and chrome. */
const mostlyLinks = 0.5;
/** A heading behind more text than this is one of a section: Nim writes all its sections with the highest. */
const longestStart = 20;
/** Characters that are not link text and without which there is no article to be found among the links. */
export const leastProse = 500;

/**
 * Finds the content by E1's order: the first selector whose matches hold text after the removal, and enough of it (see
 * `choosePlaces`). What is in chrome or hidden counts only when it holds more than is left of `body`, or when nothing else holds any text.
 * Throws a ConfigError for a selector that cannot be used, and never because of the page.
 */
export function findContent(tree: HtmlTree, options: ContentOptions = {}): FoundContent {
  const { selector, remove = [], readability = false } = options;
  const content = selector === undefined ? undefined : compileSelector(selector, 'custom_selectors.content');
  const removers = remove.map((one) => compileSelector(one, 'custom_selectors.remove'));
  startMatching();
  const look = (around?: Element, chosen?: readonly Element[]): ContentWalk => {
    const seen = new ContentWalk(content, removers, around, chosen);
    walk(tree.root, seen);
    return seen;
  };
  const first = look();
  const whole = widened({ seen: first, found: choosePlaces(first.places) }, look);
  const title = titleBefore(whole);
  const { seen, found } = title === undefined ? whole : withTitle(whole, title, look);
  const roots = found.places.map(({ element }) => element ?? tree.root);
  const { removed, text, linkText } = trimmed(found, seen, roots);
  const lead = title === undefined ? undefined : leadOf(title, roots, removed);
  const notes = notesBehind(found, seen, roots);
  return {
    roots: [...(lead === undefined ? [] : [lead]), ...roots, ...notes],
    removed,
    rule: found.rule,
    textLength: notes.reduce((sum, note) => sum + measureAll(note, removed).text, text),
    linkLength: linkText,
    wantsReadability:
      found.rule === 'body' &&
      (readability || (isMostlyLinks(found.text, linksOf(found)) && isMostlyLinks(text, linkText))),
    selectorsCut: isMatchingCut(),
  };
}

/** What was found, and the walk that its places are of. */
interface Choice {
  readonly seen: ContentWalk;
  readonly found: FoundPlaces;
}

/** Looks at the page once more, with an element in it as a place of its own. */
type Look = (around: Element, chosen?: readonly Element[]) => ContentWalk;

/** E1: several matches are not the content by themselves; the element around them may be. */
function widened(choice: Choice, look: Look): Choice {
  const around = aroundSeveral(choice.found);
  if (around === undefined) return choice;
  const seen = look(around);
  return { seen, found: chooseAround(seen.places, choosePlaces(seen.places)) };
}

/** E2: the title before the content, of a page that has none in it, or where its class marks it as the page's. */
function titleBefore({ seen: { titles }, found: { rule, places } }: Choice): Element | undefined {
  if (rule === 'selector' || rule === 'body') return undefined;
  const hasTitle = places.some(
    ({ headings, textBeforeHeading, headers }) =>
      (headings > 0 && textBeforeHeading <= longestStart) || headers.some(({ holdsText }) => holdsText),
  );
  const inside = places[0]?.titlesBefore ?? 0;
  const title = titles[inside - 1];
  return title !== undefined && hasTitle && !isPageTitle(title, titles[inside]) ? undefined : title;
}

/** E2: the part of the page that holds the title and the content, where there is one that is no menu. */
function withTitle({ seen, found }: Choice, title: Element, look: Look): Choice {
  const roots = found.places.flatMap(({ element }) => element ?? []);
  const around = nearestAround([title, ...roots]);
  if (around === undefined) return { seen, found };
  const again = look(around, roots);
  const places = again.places.filter(({ element }) => element !== undefined && roots.includes(element));
  // Every place has its like in the second walk, unless the selectors were stopped because they cost too much.
  return places.length === 0
    ? { seen, found }
    : { seen: again, found: chooseWithTitle(again.places, { ...found, places }) };
}

function linksOf({ places }: FoundPlaces): number {
  return places.reduce((sum, { linkText }) => sum + linkText, 0);
}

function isMostlyLinks(text: number, linkText: number): boolean {
  return linkText > text * mostlyLinks && text - linkText >= leastProse;
}
