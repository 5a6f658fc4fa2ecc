// The facts in the head of a page (E4): title, description, keywords, language, dates, metas.

import { cutText, foldLine } from '../text.ts';
import { type DateKind, dateNames, isoDate, jsonLdDates, type PageDates } from './facts-dates.ts';
import type { HttpEquiv } from './http-equiv.ts';
import type { Element } from './node.ts';

export interface PageMeta {
  readonly name: string;
  readonly content: string;
}

const maxTitle = 500;
const maxDescription = 2_000;
const maxKeywords = 20;
const maxKeyword = 100;
// What is looked at before it is folded and cut.
const maxRawText = 10_000;

/** Gathers facts during a walk. The first of several wins; an empty one does not count. */
export class FactCollector {
  readonly metas: PageMeta[] = [];
  readonly httpEquivs: HttpEquiv[] = [];
  baseHref: string | undefined;
  #language: string | undefined;
  #title: string | undefined;
  #heading: Element | undefined;
  #headingText: string | undefined;
  #description: string | undefined;
  #ogDescription: string | undefined;
  #locale: string | undefined;
  #keywords: string | undefined;
  /** By how far each source is to be trusted: metas, then elements, then JSON-LD. */
  readonly #dates: Record<'meta' | 'element' | 'json', PageDates> = {
    meta: {},
    element: {},
    json: {},
  };

  html({ attribs }: Element): void {
    this.#language ??= languageTag(attribs.lang ?? attribs['xml:lang']);
  }

  base({ attribs }: Element): void {
    this.baseHref ??= attribs.href?.trim();
  }

  /** The content of `<title>` is a single text: markup in a title is plain text. */
  title(text: string): void {
    this.#title ??= fact(text, maxTitle);
  }

  meta({ attribs: { name, property, itemprop, content, 'http-equiv': httpEquiv } }: Element): void {
    if (content === undefined) return;
    if (name !== undefined) this.metas.push({ name, content });
    if (httpEquiv !== undefined) this.httpEquivs.push({ httpEquiv, content });
    for (const written of [name, property, itemprop, httpEquiv]) {
      if (written !== undefined) this.#named(written.trim().toLowerCase(), content);
    }
  }

  /** A `<time>` that is marked as one of the dates. */
  time({ attribs: { datetime, itemprop, pubdate } }: Element): void {
    if (datetime === undefined || (itemprop === undefined && pubdate === undefined)) return;
    const kind = pubdate === undefined ? dateNames.get((itemprop as string).trim().toLowerCase()) : 'published';
    if (kind !== undefined) this.#dates.element[kind] ??= isoDate(datetime);
  }

  /** The content of a JSON-LD script. */
  jsonLd(text: string): void {
    const { published, modified } = jsonLdDates(text);
    this.#dates.json.published ??= published;
    this.#dates.json.modified ??= modified;
  }

  /** The first `<h1>` replaces a missing title. */
  openHeading(element: Element): void {
    if (this.#headingText !== undefined) return;
    this.#heading = element;
    this.#headingText = '';
  }

  text(data: string): void {
    if (this.#heading !== undefined) this.#headingText += data;
  }

  leave(element: Element): void {
    if (element === this.#heading) this.#heading = undefined;
  }

  get pageTitle(): string {
    // The mark behind a heading is the link to itself.
    return this.#title ?? fact(this.#headingText?.trimEnd().replace(/[¶#]$/, ''), maxTitle) ?? '';
  }

  get description(): string | undefined {
    return this.#description ?? this.#ogDescription;
  }

  get language(): string | undefined {
    if (this.#language !== undefined) return this.#language;
    const declared = this.httpEquivs.find(({ httpEquiv }) => httpEquiv.trim().toLowerCase() === 'content-language');
    return languageTag(declared?.content.split(',', 1)[0]) ?? this.#locale;
  }

  /** As the page names them, each once, at most 20. */
  get keywords(): readonly string[] {
    const distinct = new Map<string, string>();
    for (const part of (this.#keywords ?? '').split(/[,;，、；]/)) {
      const word = cutText(foldLine(part), maxKeyword);
      const key = word.toLowerCase();
      if (word !== '' && !distinct.has(key) && distinct.size < maxKeywords) distinct.set(key, word);
    }
    return [...distinct.values()];
  }

  date(kind: DateKind): string | undefined {
    const { meta, element, json } = this.#dates;
    return meta[kind] ?? element[kind] ?? json[kind];
  }

  #named(name: string, content: string): void {
    if (name === 'description') this.#description ??= fact(content, maxDescription);
    else if (name === 'og:description') this.#ogDescription ??= fact(content, maxDescription);
    else if (name === 'keywords') this.#keywords ??= fact(content);
    // Open Graph writes `ko_KR`.
    else if (name === 'og:locale') this.#locale ??= languageTag(content.replaceAll('_', '-'));
    else {
      const kind = dateNames.get(name);
      if (kind !== undefined) this.#dates.meta[kind] ??= isoDate(content);
    }
  }
}

function fact(text = '', length = maxRawText): string | undefined {
  return cutText(foldLine(text.slice(0, maxRawText)), length) || undefined;
}

function languageTag(text = ''): string | undefined {
  const tag = text.slice(0, 100).trim();
  return /^[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*$/i.test(tag) ? tag : undefined;
}
