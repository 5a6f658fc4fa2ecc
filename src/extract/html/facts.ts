// What a page says about itself in its head (E4): title, description, language, metas.
import type { Element } from 'domhandler';
import { cutText, foldLine } from '../text.ts';
import type { HttpEquiv } from './http-equiv.ts';

export interface PageMeta {
  readonly name: string;
  readonly content: string;
}

const maxTitle = 500;
const maxDescription = 2_000;
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

  html({ attribs }: Element): void {
    this.#language ??= languageTag(attribs.lang ?? attribs['xml:lang']);
  }

  base({ attribs }: Element): void {
    this.baseHref ??= attribs.href?.trim();
  }

  /** Its content is a single text: markup in a title is none. */
  title({ children: [text] }: Element): void {
    if (text !== undefined && 'data' in text) this.#title ??= fact(text.data, maxTitle);
  }

  meta({ attribs: { name, property, content, 'http-equiv': httpEquiv } }: Element): void {
    if (content === undefined) return;
    if (name !== undefined) this.metas.push({ name, content });
    if (httpEquiv !== undefined) this.httpEquivs.push({ httpEquiv, content });
    if (name?.trim().toLowerCase() === 'description') this.#description ??= fact(content, maxDescription);
    if (property?.trim().toLowerCase() === 'og:description') this.#ogDescription ??= fact(content, maxDescription);
  }

  /** The first `<h1>` stands in for a missing title. */
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
    return languageTag(declared?.content.split(',', 1)[0]);
  }
}

function fact(text = '', length = maxRawText): string | undefined {
  return cutText(foldLine(text.slice(0, maxRawText)), length) || undefined;
}

function languageTag(text = ''): string | undefined {
  const tag = text.slice(0, 100).trim();
  return /^[a-z]{1,8}(?:[-_][a-z0-9]{1,8})*$/i.test(tag) ? tag : undefined;
}
