// The elements of a page that may be its content (E1), and what is known of each.

import type { OpenHeader } from './content-header.ts';
import type { Element } from './node.ts';

/** Which rule found the content: the provider's own selector, one of E1's lists, `body`, or Readability. */
export type ContentRule = 'selector' | 'article' | 'main' | 'role-main' | 'content-class' | 'body' | 'readability';

/** E1's selectors in their order, as bits of `ContentPlace.rules`. */
export const placeRules = Object.freeze({
  selector: 1 << 0,
  article: 1 << 1,
  main: 1 << 2,
  roleMain: 1 << 3,
  content: 1 << 4,
  docsBody: 1 << 5,
  idContent: 1 << 6,
  markdownBody: 1 << 7,
  body: 1 << 8,
  /** Around several matches of one of them: what is between belongs to the page, too. */
  around: 1 << 9,
  /** Chosen by an earlier walk. */
  chosen: 1 << 10,
});

/** The selectors that E1 numbers alike. Of two places of one group, the inner is the content only where it holds most of it. */
export const placeGroups = Object.freeze({
  landmark: placeRules.article | placeRules.main | placeRules.roleMain,
  wrapper: placeRules.content | placeRules.docsBody | placeRules.idContent | placeRules.markdownBody,
});

/** An element that may be the content, and what was found in it. Lengths are of the text as written. */
export interface ContentPlace {
  /** Undefined: the whole document. */
  readonly element: Element | undefined;
  readonly rules: number;
  /** The place around it. */
  readonly outer: ContentPlace | undefined;
  /** Whether it is in chrome or in something hidden, or is one of these itself. */
  readonly visibility: 'open' | 'in-chrome' | 'hidden';
  /** Whether it is a table of contents, which may be put back. */
  readonly isToc: boolean;
  /** The outermost place of each group with this visibility: around it, or itself. */
  readonly landmark: ContentPlace | undefined;
  readonly wrapper: ContentPlace | undefined;
  /** Lengths of what is left after the removal. */
  text: number;
  linkText: number;
  /** The length of the tables of contents that were taken out. */
  tocText: number;
  /** How many links of these lead to other pages. */
  linksAway: number;
  /** Headings (`h1`) with text outside any header, and headers directly in this place of which only the `h1` was kept. */
  headings: number;
  /** How much text precedes the first of these. */
  textBeforeHeading: number;
  readonly headers: OpenHeader[];
  /** How many titles (`h1`) precede it. */
  readonly titlesBefore: number;
  /** How many notes to the text precede it. */
  readonly notesBefore: number;
  /** The outermost open element that is taken out of it. */
  silent: Element | undefined;
}

/** A place of which nothing has been read yet. */
export function newPlace(
  element: Element | undefined,
  rules: number,
  outer: ContentPlace | undefined,
  visibility: ContentPlace['visibility'],
  isToc: boolean,
  titlesBefore = 0,
  notesBefore = 0,
): ContentPlace {
  // A place in an open one may be in chrome, but never the other way round: those of one visibility are neighbours.
  const around = outer?.visibility === visibility ? outer : undefined;
  const place: Writable<ContentPlace> = {
    element,
    rules,
    outer,
    visibility,
    isToc,
    landmark: around?.landmark,
    wrapper: around?.wrapper,
    text: 0,
    linkText: 0,
    tocText: 0,
    linksAway: 0,
    headings: 0,
    textBeforeHeading: 0,
    headers: [],
    titlesBefore,
    notesBefore,
    silent: undefined,
  };
  if ((rules & placeGroups.landmark) !== 0) place.landmark ??= place;
  if ((rules & placeGroups.wrapper) !== 0) place.wrapper ??= place;
  return place;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
