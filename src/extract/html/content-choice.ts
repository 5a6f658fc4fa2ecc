// Which of the places on a page are its content (E1).
import { type ContentPlace, type ContentRule, placeGroups, placeRules } from './content-place.ts';
import type { ContentWalk } from './content-walk.ts';
import { type Element, isElement } from './node.ts';

const order: readonly (readonly [bit: number, rule: ContentRule])[] = Object.freeze([
  [placeRules.selector, 'selector'],
  [placeRules.article, 'article'],
  [placeRules.main, 'main'],
  [placeRules.roleMain, 'role-main'],
  [placeRules.content, 'content-class'],
  [placeRules.docsBody, 'content-class'],
  [placeRules.idContent, 'content-class'],
  [placeRules.markdownBody, 'content-class'],
]);

/**
 * A page is nearly empty with less text than this, if its table of contents holds at least this many times as much. One that leads to
 * other pages is what the page is for; it may have more of an introduction.
 */
const nearlyEmpty = { text: 200, introduction: 1_000, ratio: 2 } as const;

/** Whether links are what a page consists of: its table of contents, its menus. */
export function isMostlyContents(text: number, contents: number, leadAway: boolean): boolean {
  return text < (leadAway ? nearlyEmpty.introduction : nearlyEmpty.text) && contents > text * nearlyEmpty.ratio;
}

/** The part of the text of the place around them that the matches of a selector must hold. */
const leastShare = 0.9;

/** The content, and the rule that found it. */
export interface FoundPlaces {
  readonly rule: ContentRule;
  readonly places: readonly ContentPlace[];
  readonly text: number;
  /** Whether its tables of contents are part of it, how much text they hold, and how many of their links lead to other pages. */
  readonly withToc: boolean;
  readonly tocText: number;
  readonly linksAway: number;
}

/** Of several matches the largest is the content by itself where it holds this part of what is around them. */
const mostOfAll = 0.9;
/** What is between a title and the content belongs to the page unless more than this part of it is links. */
const mostLinks = 0.5;

/**
 * The element around several matches, which are not the content by themselves: listings, cards, the entries of a page. What is
 * between them, and the heading above them, belongs to the page as they do. Undefined where there is one match, where the provider
 * named them, and where only the body is around them.
 */
export function aroundSeveral({ rule, places }: FoundPlaces): Element | undefined {
  const elements = places.flatMap(({ element }) => element ?? []);
  return rule === 'selector' || rule === 'body' || elements.length < 2 ? undefined : nearestAround(elements);
}

/** The content where several places matched: the place that holds nearly all, else the element around them. */
export function chooseAround(places: ContentWalk['places'], several: FoundPlaces): FoundPlaces {
  const around = placeAround(places);
  if (around === undefined || around.text === 0) return several;
  const largest = several.places.reduce((a, b) => (b.text > a.text ? b : a));
  return largest.text >= around.text * mostOfAll ? weigh(several.rule, [largest]) : weigh(several.rule, [around]);
}

/** The content with the title before it, where both and what is between them are one part of the page. */
export function chooseWithTitle(places: ContentWalk['places'], found: FoundPlaces): FoundPlaces {
  const around = placeAround(places);
  if (around === undefined) return found;
  const more = found.places.reduce((left, { text }) => left - text, around.text);
  const links = found.places.reduce((left, { linkText }) => left - linkText, around.linkText);
  return links > more * mostLinks ? found : weigh(found.rule, [around]);
}

/** The nearest element around all of these; undefined where only the body is. */
export function nearestAround([first, ...others]: readonly Element[]): Element | undefined {
  const around = new Set<Element>();
  for (let at = first?.parent ?? null; isElement(at); at = at.parent) around.add(at);
  for (const other of others) {
    const shared = new Set<Element>();
    for (let at = other.parent; isElement(at); at = at.parent) if (around.has(at)) shared.add(at);
    for (const element of around) if (!shared.has(element)) around.delete(element);
  }
  // The first to be entered is the innermost.
  const [nearest] = around;
  return nearest === undefined || nearest.name === 'body' || nearest.name === 'html' ? undefined : nearest;
}

function placeAround(places: readonly ContentPlace[]): ContentPlace | undefined {
  return places.find(({ rules, visibility }) => (rules & placeRules.around) !== 0 && visibility === 'open');
}

/**
 * Takes the first of E1's selectors whose matches hold text after the removal.
 *
 * Many generators use a name of (2) or (3) once more for a small thing inside of the content: AsciiDoctor writes every
 * listing as `.content` inside of `#content`, landing pages write cards as `article` inside of `main`. So the matches of
 * a selector count only where together they hold nine tenths of the text of the outermost place of the same number
 * around them; elsewhere that place is taken, under its own name. The provider's selector (1) is never overruled.
 */
export function choosePlaces(places: ContentWalk['places']): FoundPlaces {
  const open = firstWithText(places, (place, bit) => place.visibility === 'open' || isNamed(place, bit));
  if (open !== undefined) return open;
  const body = bodyOf(places);
  const inChrome = firstWithText(places, ({ visibility }) => visibility === 'in-chrome');
  if (inChrome !== undefined && inChrome.text > body.text) return inChrome;
  if (body.text > 0) return body;
  return firstWithText(places, ({ visibility }) => visibility === 'hidden') ?? body;
}

// The operator's selector counts for more than what is around the place.
function isNamed({ visibility }: ContentPlace, bit: number): boolean {
  return bit === placeRules.selector && visibility !== 'hidden';
}

type Eligible = (place: ContentPlace, bit: number) => boolean;

function firstWithText(places: readonly ContentPlace[], isEligible: Eligible): FoundPlaces | undefined {
  if (places.length === 1) return undefined;
  for (const [bit, rule] of order) {
    const matches = places.filter((place) => (place.rules & bit) !== 0 && isEligible(place, bit));
    if (matches.length === 0) continue;
    const set = new Set(matches);
    const outermost = matches.filter((place) => !isInPlaces(place.outer, set));
    const found = bit === placeRules.selector ? weigh(rule, outermost) : weighWidened(bit, rule, outermost);
    if (found.text > 0) return found;
  }
  return undefined;
}

function weighWidened(bit: number, rule: ContentRule, matches: readonly ContentPlace[]): FoundPlaces {
  const group = (bit & placeGroups.landmark) !== 0 ? 'landmark' : 'wrapper';
  const held = new Map<ContentPlace, number>();
  for (const place of matches) {
    const around = place[group] as ContentPlace;
    held.set(around, (held.get(around) ?? 0) + place.text);
  }
  // In document order: the places around are not nested.
  const widened = new Set<ContentPlace>();
  for (const place of matches) {
    const around = place[group] as ContentPlace;
    widened.add((held.get(around) as number) < around.text * leastShare ? around : place);
  }
  const most = Iterator.from(widened).reduce((a, b) => (b.text > a.text ? b : a));
  return weigh((most.rules & bit) !== 0 ? rule : ruleOf(most, placeGroups[group]), [...widened]);
}

function ruleOf({ rules }: ContentPlace, group: number): ContentRule {
  return order.find(([bit]) => (bit & group & rules) !== 0)?.[1] ?? 'body';
}

/** Whether a place, or one around it, is one of these. */
export function isInPlaces(from: ContentPlace | undefined, places: ReadonlySet<ContentPlace>): boolean {
  for (let place = from; place !== undefined; place = place.outer) if (places.has(place)) return true;
  return false;
}

function bodyOf(places: ContentWalk['places']): FoundPlaces {
  const body = places.find(({ rules }) => (rules & placeRules.body) !== 0);
  const found = body === undefined ? undefined : weigh('body', [body]);
  if (found !== undefined && found.text > 0) return found;
  const whole = weigh('body', [places[0]]);
  // Text before the body, or no body at all.
  return found === undefined || whole.text > 0 ? whole : found;
}

function weigh(rule: ContentRule, matches: readonly ContentPlace[]): FoundPlaces {
  let text = 0;
  let toc = 0;
  let linksAway = 0;
  for (const place of matches) {
    text += place.text;
    toc += place.tocText;
    linksAway += place.linksAway;
  }
  const withToc = isMostlyContents(text, toc, linksAway > 0);
  const holding = matches.filter((place) => place.text > 0 || (withToc && place.tocText > 0));
  return {
    rule,
    places: holding.length > 0 ? holding : matches.slice(0, 1),
    text: text + (withToc ? toc : 0),
    withToc,
    tocText: toc,
    linksAway,
  };
}
