// Everything the crawl needs of a page, gathered in one walk over its tree (U1, U12, R28, E4).

import { foldLines } from '../text.ts';
import type { Content } from './content.ts';
import { FactCollector, type PageMeta } from './facts.ts';
import type { HttpEquiv } from './http-equiv.ts';
import { LinkCollector, type WrittenLink } from './links.ts';
import { type Element, isElement } from './node.ts';
import { isHidden, renderings } from './rendering.ts';
import type { Markup } from './source.ts';
import { type HtmlTree, streamHtml, type TreeFlag } from './tree.ts';
import { type Visitor, walk } from './walk.ts';

export interface Page {
  /** From `<title>`, else the first `<h1>`; empty when there is neither. */
  readonly title: string;
  readonly description?: string;
  /** Each once, at most 20. */
  readonly keywords?: readonly string[];
  /** As the page writes it, such as `ko` or `en-US`. */
  readonly language?: string;
  /** When the page was published and last changed, by its own data: ISO 8601, a day or a time in UTC. */
  readonly published?: string;
  readonly modified?: string;
  /** The `href` of the first `<base>` that has one, as written. */
  readonly baseHref?: string;
  /** The `href` of the first canonical link, as written. */
  readonly canonical?: string;
  readonly links: readonly WrittenLink[];
  /** Every `<meta name>`, for the page's directives (R28). */
  readonly metas: readonly PageMeta[];
  readonly httpEquivs: readonly HttpEquiv[];
  /** What a reader sees: one line per block, white space folded. */
  readonly text: string;
  readonly words: number;
  /** What a cap left out, of the tree or of the links. */
  readonly flags: readonly (TreeFlag | 'links-cut')[];
  /** How many links are not among `links` because there are too many. */
  readonly linksLeft?: number;
}

export interface PageOptions {
  /** The page's own part: links in it are distinguished from those in menus. Without it every link counts as its own. */
  readonly content?: Content | undefined;
  /** false: `text` stays empty, which saves time where the text is read otherwise. */
  readonly wantsText?: boolean | undefined;
  /** Takes the page's scripts, as far as they are looked at. */
  readonly scripts?: Element[] | undefined;
}

/**
 * Reads facts, links and visible text. Links and metas come from the whole document, menus and hidden parts included
 * (U1, R28), but not from `<template>`. Never throws.
 */
export function readHtmlPage(
  { root, flags }: HtmlTree,
  { content, wantsText = true, scripts }: PageOptions = {},
): Page {
  const reader = new PageReader(content, wantsText, scripts);
  walk(root, reader);
  return pageOf(reader, flags);
}

/** As `readHtmlPage`, without a tree, where nothing else looks at the page. */
export function readPageAtOnce(html: Markup): Page {
  const reader = new PageReader(undefined, true);
  return pageOf(reader, streamHtml(html, reader));
}

function pageOf(reader: PageReader, flags: readonly TreeFlag[]): Page {
  const { facts, links } = reader;
  const { description, keywords, language, baseHref } = facts;
  const published = facts.date('published');
  const modified = facts.date('modified');
  const { text, words } = foldLines(reader.visible.join(''));
  return {
    title: facts.pageTitle,
    ...(description !== undefined && { description }),
    ...(keywords.length > 0 && { keywords }),
    ...(language !== undefined && { language }),
    ...(published !== undefined && { published }),
    ...(modified !== undefined && { modified }),
    ...(baseHref !== undefined && { baseHref }),
    ...(links.canonical !== undefined && { canonical: links.canonical }),
    links: links.links,
    metas: facts.metas,
    httpEquivs: facts.httpEquivs,
    text,
    words,
    flags: links.left > 0 ? [...flags, 'links-cut'] : flags,
    ...(links.left > 0 && { linksLeft: links.left }),
  };
}

/** Further scripts are not read. */
const MOST_SCRIPTS = 200;

class PageReader implements Visitor {
  readonly facts = new FactCollector();
  readonly links = new LinkCollector();
  /** Text with NUL between its lines: the tree holds none of its own. */
  readonly visible: string[] = [];
  readonly #blocks: Element[] = [];
  /** Where the content began or was left out, innermost last. */
  readonly #edges: { readonly element: Element; readonly before: boolean }[] = [];
  /** The outermost open element whose text is not seen. */
  #silent: Element | undefined;
  /** The title or script whose text is being gathered. */
  #raw: Element | undefined;
  #rawText = '';
  /** Whether nothing but white space came since the last line ended. */
  #atLineStart = true;
  readonly #content: Content | undefined;
  readonly #wantsText: boolean;
  readonly #scripts: Element[] | undefined;

  constructor(content: Content | undefined, wantsText: boolean, scripts?: Element[]) {
    this.#scripts = scripts;
    // What Readability made is another tree; this walk visits none of it.
    this.#content = content?.rule === 'readability' ? undefined : content;
    this.#wantsText = wantsText;
    if (this.#content !== undefined) this.links.inContent = this.#content.roots.some((root) => !isElement(root));
  }

  text(data: string): void {
    if (this.#raw !== undefined) {
      this.#rawText += data;
      return;
    }
    this.links.text(data);
    if (this.#silent !== undefined) return;
    if (this.#atLineStart && isBlank(data)) return;
    this.#atLineStart = false;
    if (this.#wantsText) this.visible.push(data);
    this.facts.text(data);
  }

  enter(element: Element): boolean {
    this.#enterContent(element);
    this.#take(element);
    const rendering = renderings.get(element.name);
    if (rendering === 'closed') return this.#openRaw(element);
    if (rendering === 'block') {
      this.#blocks.push(element);
      this.#endLine();
    } else if (rendering === 'cell') this.visible.push(' ');
    if (this.#silent === undefined && (rendering === 'silent' || isHidden(element))) this.#silent = element;
    return true;
  }

  leave(element: Element): void {
    if (element === this.#raw) return this.#endRaw(element);
    this.links.leave(element);
    this.facts.leave(element);
    this.#leaveContent(element);
    if (element === this.#silent) this.#silent = undefined;
    if (element === this.#blocks.at(-1)) {
      this.#blocks.pop();
      this.#endLine();
    }
  }

  /** Elements that are not part of the text, but whose text is a fact: the title, and JSON-LD. */
  #openRaw(element: Element): boolean {
    if (element.name === 'script' && this.#scripts !== undefined && this.#scripts.length < MOST_SCRIPTS)
      this.#scripts.push(element);
    const isFact =
      element.name === 'title'
        ? // The title of a drawing is not the page's.
          this.#silent === undefined
        : element.name === 'script' && element.attribs.type?.trim().toLowerCase() === 'application/ld+json';
    if (isFact) this.#raw = element;
    return isFact;
  }

  #endRaw({ name }: Element): void {
    if (name === 'title') this.facts.title(this.#rawText);
    else this.facts.jsonLd(this.#rawText);
    this.#raw = undefined;
    this.#rawText = '';
  }

  #enterContent(element: Element): void {
    if (this.#content === undefined) return;
    if (this.#content.removed.has(element)) this.#edges.push({ element, before: this.links.setInContent(false) });
    else if (this.#content.roots.includes(element))
      this.#edges.push({ element, before: this.links.setInContent(true) });
  }

  #leaveContent(element: Element): void {
    if (this.#edges.at(-1)?.element !== element) return;
    this.links.setInContent(this.#edges.pop()?.before ?? false);
  }

  #endLine(): void {
    if (!this.#atLineStart && this.#wantsText) this.visible.push('\0');
    this.#atLineStart = true;
  }

  #take(element: Element): void {
    const { name, attribs } = element;
    switch (name) {
      case 'a':
        return this.links.openAnchor(element);
      case 'img':
        return this.links.image(attribs.alt);
      case 'area':
        return this.links.area(attribs);
      case 'frame':
        return this.links.frame(attribs);
      case 'link':
        return this.links.linkElement(attribs);
      case 'meta':
        if (attribs['http-equiv']?.trim().toLowerCase() === 'refresh') this.links.refresh(attribs.content ?? '');
        return this.facts.meta(element);
      case 'time':
        return this.facts.time(element);
      case 'base':
        return this.facts.base(element);
      case 'html':
        return this.facts.html(element);
      case 'h1':
        return this.#silent === undefined ? this.facts.openHeading(element) : undefined;
    }
  }
}

// Only what indents markup: the text is folded later anyhow.
function isBlank(data: string): boolean {
  const first = data.charCodeAt(0);
  return (first === 0x0a || first === 0x20) && data.trim() === '';
}
