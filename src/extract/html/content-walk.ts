// One walk that finds every place the content may be (E1), and what does not belong to it (E2).

import { chromeNames, closedNames, controlNames, heroClass, sidebarTitle, tocPlaces, wordlessNames } from './chrome.ts';
import { isAction } from './content-action.ts';
import { isControl } from './content-control.ts';
import { type OpenHeader, openHeader } from './content-header.ts';
import { holdsWords, isShownElsewhere } from './content-heard.ts';
import { isNotice } from './content-notice.ts';
import { type ContentPlace, newPlace, placeRules } from './content-place.ts';
import type { ElementMatcher } from './content-selector.ts';
import { isOnlyTitle } from './content-title.ts';
import { hintTraits, isOwned, trait, traitsOf } from './content-traits.ts';
import { type Element, isElement } from './node.ts';
import type { Visitor } from './walk.ts';

/** The names that mean something by themselves; any other element is judged by its attributes. */
const knownNames: ReadonlySet<string> = new Set([
  ...closedNames,
  ...chromeNames,
  ...wordlessNames,
  ...controlNames,
  ...['a', 'article', 'body', 'h1', 'html', 'img', 'main', 'pre'],
]);

/** What notes to the text are written as, whatever else has their name. */
const noteNames: ReadonlySet<string> = new Set('div section aside footer ol ul dl'.split(' '));

/** Elements that hold the page or a part of it, whatever their classes. */
const placeNames: ReadonlySet<string> = new Set(['main', 'article', 'section']);

export class ContentWalk implements Visitor {
  /** In document order; the first is the whole document. */
  readonly places: [ContentPlace, ...ContentPlace[]];
  /** Tables of contents that were taken out. */
  readonly tocs: ContentPlace[] = [];
  readonly removed = new Set<Element>();
  /** Every `h1` that is shown and is in no header, in document order. */
  readonly titles: Element[] = [];
  /** Notes to the text that are shown. */
  readonly notes: Element[] = [];
  /** What may belong to a menu: looked at once the content is known. */
  readonly hints: Element[] = [];
  readonly #isContent: ElementMatcher | undefined;
  readonly #around: Element | undefined;
  readonly #chosen: ReadonlySet<Element>;
  readonly #removers: readonly ElementMatcher[];
  readonly #looksAtAll: boolean;
  #place: ContentPlace;
  #header: OpenHeader | undefined;
  /** An open `h1` outside any header that held no text so far. */
  #heading: Element | undefined;
  #hidden: Element | undefined;
  #link: Element | undefined;
  /** Whether the open link has words. */
  #linkHasWords: boolean | undefined;
  #code: Element | undefined;

  /** `around` is an element that is looked at as a place, whatever it is called; so are those that an earlier walk has chosen. */
  constructor(
    isContent: ElementMatcher | undefined,
    removers: readonly ElementMatcher[],
    around?: Element,
    chosen: readonly Element[] = [],
  ) {
    this.#isContent = isContent;
    this.#around = around;
    this.#chosen = new Set(chosen);
    this.#removers = removers;
    this.#looksAtAll = isContent !== undefined || removers.length > 0 || around !== undefined;
    this.#place = newPlace(undefined, 0, undefined, 'open', false);
    this.places = [this.#place];
  }

  text(data: string): void {
    const place = this.#place;
    if (place.silent !== undefined || isBlank(data)) return;
    // A header and its own heading may be inside of another heading that holds nothing else.
    if (this.#heading !== undefined && this.#header === undefined) {
      if (place.headings++ === 0) place.textBeforeHeading = place.text;
      this.#heading = undefined;
    }
    place.text += data.length;
    if (this.#link !== undefined) place.linkText += data.length;
  }

  enter(element: Element): boolean {
    const { name } = element;
    const traits = traitsOf(element);
    if (!this.#looksAtAll && this.#header === undefined) {
      if (name === 'a' && (traits === 0 || traits === trait.ownLink) && !isAction(element)) {
        this.#openLink(element, traits);
        return true;
      }
      if (traits === 0 && !knownNames.has(name)) return true;
    }
    return this.#look(element, traits);
  }

  /** What `#look` does with a link that is no chrome and no place: nearly every one. */
  #openLink(element: Element, traits: number): void {
    this.#link ??= element;
    if (this.#place.silent === undefined) this.#noteLink(element, traits);
  }

  #noteLink(element: Element, traits: number): void {
    const place = this.#place;
    if (traits !== 0) this.#notice(element, traits);
    if (place.isToc && element.marks.href?.includes('#') === false) place.linksAway++;
  }

  #look(element: Element, traits: number): boolean {
    const { name } = element;
    if (closedNames.has(name)) {
      // MathJax reads its TeX from a script.
      if (name === 'script' && element.attribs.type?.startsWith('math/tex') === true) return true;
      this.removed.add(element);
      return false;
    }
    if (name === 'a' || name === 'button') this.#link ??= element;
    else if (name === 'pre') this.#code ??= element;
    else if ((name === 'svg' || name === 'img') && this.#isIcon(element)) {
      this.removed.add(element);
      return false;
    }
    const outer = this.#place;
    const header = this.#header;
    const inHeader = header !== undefined && !header.inHeading;
    const why = this.#whyRemoved(element, traits);
    if (why === 'hidden') this.#hidden ??= element;
    const isToc = why === 'toc' && outer.silent === undefined && !outer.isToc;
    if (isToc) this.removed.add(element);
    else if (why !== undefined && why !== 'toc') this.#remove(element);
    else if (inHeader && element === header.heading) header.inHeading = true;
    else if (name === 'h1' && header === undefined) {
      this.#heading = element;
      if (outer.silent === undefined && this.#hidden === undefined) this.titles.push(element);
    }
    if (outer.silent === undefined) {
      if (name === 'a') this.#noteLink(element, traits);
      else if (traits !== 0) this.#notice(element, traits);
    }
    const rules = this.#rulesOf(element, traits);
    if (rules !== 0 || isToc) this.#open(element, rules, isToc, outer.silent !== undefined || header !== undefined);
    return !wordlessNames.has(name);
  }

  leave(element: Element): void {
    if (element === this.#place.element) this.#close(this.#place);
    if (element === this.#place.silent) this.#place.silent = undefined;
    if (element === this.#link) {
      this.#link = undefined;
      this.#linkHasWords = undefined;
    } else if (element === this.#code) this.#code = undefined;
    if (element === this.#hidden) this.#hidden = undefined;
    if (element === this.#heading) this.#heading = undefined;
    const header = this.#header;
    if (header === undefined) return;
    if (element === header.heading) header.inHeading = false;
    else if (element === header.element) {
      header.holdsText = this.#place.text > header.textBefore;
      this.#header = undefined;
    }
  }

  #whyRemoved(element: Element, traits: number): 'hidden' | 'chrome' | 'toc' | undefined {
    const { name } = element;
    // A page that is hidden as a whole shows itself by a script.
    if (name === 'body' || name === 'html') return undefined;
    const isPanel = (traits & trait.panel) !== 0;
    if ((traits & trait.hidden) !== 0 && !isPanel && (traits & trait.formula) === 0) return 'hidden';
    if ((traits & trait.ariaHidden) !== 0 && !isPanel && !isOnlyTitle(element)) return 'chrome';
    if ((traits & trait.readerOnly) !== 0 && (this.#link !== undefined || isShownElsewhere(element))) return 'chrome';
    // Highlighters name their tokens as they like.
    if (this.#code !== undefined) return this.#isNamed(element) ? 'chrome' : undefined;
    const header = this.#header;
    if (header !== undefined && !header.inHeading && !header.way.has(element)) return 'chrome';
    if ((traits & (trait.toc | trait.kept)) === trait.toc) return 'toc';
    if ((traits & trait.tocId) !== 0 && tocPlaces.has(name)) return 'toc';
    if (this.#isNamed(element) || isControl(element, traits) || (name === 'a' && isAction(element))) return 'chrome';
    const isChrome =
      (traits & trait.chrome) !== 0 ||
      ((traits & trait.way) !== 0 && !placeNames.has(name) && this.#rulesOf(element, traits) === 0) ||
      ((traits & trait.owned) !== 0 && isOwned(element));
    if ((!isChrome && !chromeNames.has(name)) || (traits & trait.kept) !== 0) return undefined;
    if (header !== undefined) return header.inHeading ? 'chrome' : undefined;
    if ((traits & trait.sidebar) !== 0 && hasSidebarTitle(element)) return undefined;
    if (name === 'header' && !isChrome && (this.#isContentHeader(element) || this.#openHeader(element)))
      return undefined;
    if (name === 'aside' && !isChrome && isNotice(element)) return undefined;
    // The menu of an article is its table of contents; that of the page is not.
    return name === 'nav' && (this.#place.rules & ~placeRules.body) !== 0 ? 'toc' : 'chrome';
  }

  /** A picture in a link with words repeats them, and a drawing of a drawing is a sign. */
  #isIcon({ name, children }: Element): boolean {
    if (this.#link !== undefined) {
      this.#linkHasWords ??= holdsWords(this.#link);
      return this.#linkHasWords;
    }
    const first = name === 'svg' ? children.find((child) => isElement(child)) : undefined;
    return first?.name === 'use';
  }

  /** Notes what is looked at once the content is known. */
  #notice(element: Element, traits: number): void {
    const { name } = element;
    const list = (traits & trait.ownLink) !== 0 ? listOpenedBy(element) : undefined;
    if (list !== undefined) this.hints.push(list);
    if ((traits & hintTraits) !== 0) this.hints.push(element);
    if ((traits & trait.notes) !== 0 && noteNames.has(name) && this.#hidden === undefined) this.notes.push(element);
  }

  #isNamed(element: Element): boolean {
    return this.#removers.length > 0 && this.#removers.some((matches) => matches(element));
  }

  #remove(element: Element): void {
    if (this.#place.silent !== undefined) return;
    this.#place.silent = element;
    this.removed.add(element);
  }

  /** A header that introduces a section of the page, or what the product of a landing page is. */
  #isContentHeader(header: Element): boolean {
    if (isOfSection(header)) return true;
    const { className } = header.marks;
    return className !== undefined && (this.#place.rules & ~placeRules.body) !== 0 && heroClass.test(className);
  }

  #openHeader(element: Element): boolean {
    if (this.#place.silent !== undefined) return false;
    const isInContent = (this.#place.rules & ~placeRules.body) !== 0;
    this.#header = openHeader(element, this.#place.text, isInContent);
    if (this.#header !== undefined) this.#place.headers.push(this.#header);
    return this.#header !== undefined;
  }

  #rulesOf(element: Element, traits: number): number {
    let rules = 0;
    if (traits >= trait.roleMain) {
      if ((traits & trait.roleMain) !== 0) rules |= placeRules.roleMain;
      if ((traits & trait.content) !== 0) rules |= placeRules.content;
      if ((traits & trait.docsBody) !== 0) rules |= placeRules.docsBody;
      if ((traits & trait.idContent) !== 0) rules |= placeRules.idContent;
      if ((traits & trait.markdownBody) !== 0) rules |= placeRules.markdownBody;
    }
    const { name } = element;
    if (name === 'article') rules |= placeRules.article;
    else if (name === 'main') rules |= placeRules.main;
    else if (name === 'body') rules |= placeRules.body;
    if (this.#isContent?.(element) === true) rules |= placeRules.selector;
    if (element === this.#around) rules |= placeRules.around;
    if (this.#chosen.has(element)) rules |= placeRules.chosen;
    return rules;
  }

  #open(element: Element, rules: number, isToc: boolean, inChrome: boolean): void {
    const outer = this.#place;
    const visibility =
      this.#hidden !== undefined
        ? 'hidden'
        : inChrome || isToc || outer.silent !== undefined || outer.isToc
          ? 'in-chrome'
          : outer.visibility;
    this.#place = newPlace(element, rules, outer, visibility, isToc, this.titles.length, this.notes.length);
    if (rules !== 0) this.places.push(this.#place);
  }

  #close(place: ContentPlace): void {
    const outer = place.outer as ContentPlace;
    this.#place = outer;
    if (outer.silent !== undefined) return;
    if (place.isToc) {
      outer.tocText += place.text;
      outer.linksAway += place.linksAway;
      this.tocs.push(place);
      return;
    }
    if (outer.headings === 0) outer.textBeforeHeading = outer.text + place.textBeforeHeading;
    outer.text += place.text;
    outer.linkText += place.linkText;
    outer.tocText += place.tocText;
    outer.linksAway += place.linksAway;
    outer.headings += place.headings + place.headers.filter(({ holdsText }) => holdsText).length;
  }
}

/** The list whose first item a link is in. */
function listOpenedBy({ parent }: Element): Element | undefined {
  const item = isElement(parent) && parent.name !== 'li' ? parent.parent : parent;
  if (!isElement(item) || item.name !== 'li' || !isElement(item.parent)) return undefined;
  const { prev } = item;
  return prev === null || (!isElement(prev) && prev.prev === null) ? item.parent : undefined;
}

/** Whether a header introduces a section of the page, and not the page or its site: its text is content. */
function isOfSection({ parent }: Element): boolean {
  return isElement(parent) && parent.name === 'section';
}

function hasSidebarTitle({ children }: Element): boolean {
  const first = children.find((child) => isElement(child));
  return first?.attribs.class?.split(' ').includes(sidebarTitle) === true;
}

// Nearly every text begins with an ASCII letter.
function isBlank(data: string): boolean {
  const first = data.charCodeAt(0);
  return (first <= 0x20 || first >= 0x80) && data.trim() === '';
}
