// What an element's attributes show about its place on the page, as one number.

import {
  bodyClasses,
  chromeAttributes,
  chromeClasses,
  chromeClassOwners,
  chromeIds,
  chromeParts,
  chromeRoles,
  contentIds,
  edgeIds,
  edgeNames,
  formulaClasses,
  hiddenClasses,
  keptClasses,
  keptRoles,
  menuNames,
  noteClasses,
  noteIds,
  noteRoles,
  panelClasses,
  panelRoles,
  questionWords,
  readerOnlyClasses,
  tocClasses,
  tocIds,
  tocRoles,
  topTargets,
  wayClasses,
  wayKeys,
  wayLabel,
  wayRelations,
  wayTitle,
  wayWords,
} from './chrome.ts';
import type { Attributes, Element } from './node.ts';
import { hidesByStyle } from './rendering.ts';

/** Bits of what `traitsOf` returns. */
export const trait = Object.freeze({
  chrome: 1 << 0,
  toc: 1 << 1,
  kept: 1 << 2,
  panel: 1 << 3,
  readerOnly: 1 << 4,
  formula: 1 << 5,
  hidden: 1 << 6,
  ariaHidden: 1 << 7,
  roleMain: 1 << 8,
  content: 1 << 9,
  docsBody: 1 << 10,
  idContent: 1 << 11,
  markdownBody: 1 << 12,
  sidebar: 1 << 13,
  owned: 1 << 14,
  button: 1 << 15,
  way: 1 << 16,
  /** May be a menu: what is in it decides. */
  menu: 1 << 17,
  /** May be the head or the foot of the page: its place decides. */
  edge: 1 << 18,
  /** A link to a neighbour of the page, to the same page in another language, to the head of the page, to a place in it. */
  wayLink: 1 << 19,
  languageLink: 1 << 20,
  topLink: 1 << 21,
  ownLink: 1 << 22,
  /** An image that in a link leads to a neighbour of the page. */
  wayImage: 1 << 23,
  /** A box to tick that a reader can reach. */
  choice: 1 << 24,
  notes: 1 << 25,
  /** A table of contents by its id. */
  tocId: 1 << 26,
});

/** What is looked at once the content is known. */
export const hintTraits =
  trait.menu | trait.wayLink | trait.languageLink | trait.topLink | trait.wayImage | trait.choice;

type WordBits = ReadonlyMap<string, number>;

const bitsOf = (...lists: readonly (readonly [Iterable<string>, number])[]): WordBits => {
  const bits = new Map<string, number>();
  for (const [list, bit] of lists) for (const word of list) bits.set(word, (bits.get(word) ?? 0) | bit);
  return bits;
};

const classBits = bitsOf(
  [chromeClasses, trait.chrome],
  [tocClasses, trait.toc],
  [keptClasses, trait.kept],
  [panelClasses, trait.panel],
  [readerOnlyClasses, trait.readerOnly],
  [formulaClasses, trait.formula],
  [['content'], trait.content],
  [['docs-body'], trait.docsBody],
  [bodyClasses, trait.markdownBody],
  [['sidebar'], trait.sidebar],
  [menuNames, trait.menu],
  [edgeNames, trait.edge],
  [wayClasses, trait.wayLink],
  [hiddenClasses, trait.hidden],
  [noteClasses, trait.notes],
  [chromeClassOwners.keys(), trait.owned],
);

const idBits = bitsOf(
  [contentIds, trait.idContent],
  [tocIds, trait.tocId],
  [chromeIds, trait.way],
  [menuNames, trait.menu],
  [edgeNames, trait.edge],
  [edgeIds, trait.edge],
  [noteIds, trait.notes],
);

const roleBits = bitsOf(
  [chromeRoles, trait.chrome],
  [tocRoles, trait.toc],
  [keptRoles, trait.kept],
  [panelRoles, trait.panel],
  [['main'], trait.roleMain],
  [['button'], trait.button],
  [noteRoles, trait.notes],
);

/** The bits of all attributes together. */
export function traitsOf({ attribs, marks }: Element): number {
  if (marks.traits < 0) marks.traits = foundTraits(attribs);
  return marks.traits;
}

/** Only the attributes that are there are looked at: most elements have none or one. */
function foundTraits(attributes: Attributes): number {
  let bits = 0;
  for (const name in attributes) {
    switch (name) {
      case 'class':
        bits |= classTraits(attributes[name] as string);
        break;
      case 'role':
        bits |= wordTraits(roleBits, (attributes[name] as string).toLowerCase());
        break;
      case 'id':
        bits |= idBits.get(attributes[name] as string) ?? 0;
        break;
      case 'href':
        bits |= targetTraits(attributes[name] as string);
        break;
      case 'rel':
      case 'accesskey':
      case 'hreflang':
      case 'title':
      case 'alt':
      case 'aria-label':
      case 'type':
        bits |= labelTraits(name, attributes);
        break;
      case 'hidden':
        if ((attributes[name] as string).toLowerCase() !== 'until-found') bits |= trait.hidden;
        break;
      case 'style':
        if (hidesByStyle(attributes[name] as string)) bits |= trait.hidden;
        break;
      case 'aria-hidden':
        if (attributes[name] === 'true') bits |= trait.ariaHidden;
        break;
      default:
        if (name.startsWith('data-ad') && chromeAttributes.has(name)) bits |= trait.chrome;
    }
  }
  return bits;
}

const numberSign = 0x23;

function targetTraits(href: string): number {
  if (href.charCodeAt(0) !== numberSign) return 0;
  return topTargets.has(href) ? trait.ownLink | trait.topLink : trait.ownLink;
}

const longestLabel = 80;
const arrows = /^[\s|[\]-]*[<>«»‹›←→↑⇐⇒^]+[\s|[\]-]*$/;

function labelTraits(name: string, attributes: Attributes): number {
  const value = (attributes[name] as string).trim();
  if (value.length > longestLabel) return 0;
  switch (name) {
    case 'rel':
      return value.split(/\s+/).some((word) => wayRelations.has(word.toLowerCase())) ? trait.wayLink : 0;
    case 'accesskey':
      return wayKeys.has(value.toLowerCase()) ? trait.wayLink : 0;
    case 'hreflang':
      return trait.languageLink;
    case 'title':
      return wayTitle.test(value) ? trait.wayLink : 0;
    case 'alt':
      return wayWords.has(value.toLowerCase()) || arrows.test(value) ? trait.wayImage : 0;
    case 'aria-label':
      return wayLabel.test(value) ? trait.way : 0;
    default:
      return (value === 'checkbox' || value === 'radio') && attributes.disabled === undefined ? trait.choice : 0;
  }
}

/** Whether a class with the trait `owned` is on the element that it is chrome on. */
export function isOwned({ name, attribs }: Element): boolean {
  return attribs.class?.split(/\s+/).some((word) => chromeClassOwners.get(word) === name) === true;
}

// The class texts of a site are few, and every page repeats them.
const known = new Map<string, number>();
const maxKnown = 4_096;
const longestKnown = 200;

/** A class of which a part names links to other pages. */
const wayClass = new RegExp(
  `(?:^|[\\t\\n\\f\\r ])(?!(?:${[...questionWords].join('|')})[-_])(?:[\\w-]*[-_])?(?:${[...chromeParts].join('|')})(?:[-_][\\w-]*)?(?=$|[\\t\\n\\f\\r ])`,
);

function classTraits(text: string): number {
  if (text.length > longestKnown) return wordTraits(classBits, text);
  let bits = known.get(text);
  if (bits === undefined) {
    bits = wordTraits(classBits, text) | (wayClass.test(text) ? trait.way : 0);
    if (known.size >= maxKnown) known.clear();
    known.set(text, bits);
  }
  return bits;
}

function wordTraits(bits: WordBits, text: string): number {
  const whole = bits.get(text);
  if (whole !== undefined) return whole;
  let found = 0;
  for (const word of text.split(/[\t\n\f\r ]/)) found |= bits.get(word) ?? 0;
  return found;
}
