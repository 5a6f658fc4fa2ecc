// The links of a page as they are written (U1), each with its anchor text and its attributes.

import { pageCaps } from '../page-caps.ts';
import { cutText, foldLine } from '../text.ts';
import { parseRefresh } from './http-equiv.ts';
import type { Element } from './node.ts';

export type LinkKind = 'a' | 'area' | 'frame' | 'next' | 'prev' | 'alternate' | 'canonical' | 'refresh';

export interface WrittenLink {
  /** As written, without white space around it. */
  readonly href: string;
  /** Its anchor text, folded, at most 200 characters; of an image the alternative text. Often empty. */
  readonly text: string;
  /** Whether its `rel` has `nofollow` (R28). */
  readonly nofollow: boolean;
  readonly kind: LinkKind;
  /** Whether it is in the page's own content, not in a menu. */
  readonly inContent: boolean;
  readonly hreflang?: string;
  /** The media type it announces, in lower case and without parameters. */
  readonly type?: string;
}

/** Most different targets that are taken from one page; each may be linked any number of times. */
export const maxLinkTargets = pageCaps.linkTargets;

const maxAnchorText = 200;
// What is gathered before it is folded and cut.
const maxRawText = 10_000;

type Attributes = Readonly<Record<string, string>>;

/** Gathers links during a walk: called for each element that can be one, each text, and each element's end. */
export class LinkCollector {
  readonly links: WrittenLink[] = [];
  /** The canonical address of the page, as written: the first that is not empty. */
  canonical: string | undefined;
  /** How many links were left out because there were too many targets. */
  left = 0;
  /** Whether the walk is now in the page's own content. */
  inContent = true;
  readonly #targets = new Set<string>();
  #anchor: Element | undefined;
  #anchorText = '';

  /** Sets where the walk is now; returns where it was. */
  setInContent(now: boolean): boolean {
    const before = this.inContent;
    this.inContent = now;
    return before;
  }

  text(data: string): void {
    if (this.#anchor !== undefined && this.#anchorText.length < maxRawText) this.#anchorText += data;
  }

  image(alt: string | undefined): void {
    if (alt !== undefined) this.text(` ${alt} `);
  }

  /** An `<a>` ends the previous `<a>`, closed or not, as it does in a browser. */
  openAnchor(element: Element): void {
    this.#endAnchor();
    if (element.marks.href !== undefined) this.#anchor = element;
  }

  leave(element: Element): void {
    if (element === this.#anchor) this.#endAnchor();
  }

  area(attributes: Attributes): void {
    this.#add('area', attributes.href, attributes, attributes.alt);
  }

  frame(attributes: Attributes): void {
    this.#add('frame', attributes.src, attributes, attributes.title);
  }

  /** A `<link>`; those that load a part of the page are ignored. */
  linkElement(attributes: Attributes): void {
    const kind = kindOf(relWords(attributes.rel));
    if (kind === undefined) return;
    if (kind === 'canonical') this.canonical ??= attributes.href?.trim() || undefined;
    this.#add(kind, attributes.href, attributes, attributes.title);
  }

  refresh(content: string): void {
    this.#add('refresh', parseRefresh(content)?.url, {});
  }

  #endAnchor(): void {
    if (this.#anchor === undefined) return;
    const { attribs } = this.#anchor;
    this.#add('a', attribs.href, attribs, this.#anchorText.trim() || (attribs['aria-label'] ?? attribs.title));
    this.#anchor = undefined;
    this.#anchorText = '';
  }

  #add(kind: LinkKind, written: string | undefined, { rel, hreflang, type }: Attributes, text = ''): void {
    if (written === undefined) return;
    const href = written.trim();
    if (!this.#admits(href)) return;
    const nofollow = rel !== undefined && relWords(rel).includes('nofollow');
    const shown = cutText(foldLine(text.slice(0, maxRawText)), maxAnchorText);
    const link: WrittenLink = { href, text: shown, nofollow, kind, inContent: this.inContent };
    this.links.push(
      hreflang === undefined && type === undefined
        ? link
        : {
            ...link,
            ...(hreflang !== undefined && { hreflang: hreflang.trim() }),
            ...(type !== undefined && { type: mediaType(type) }),
          },
    );
  }

  // Without the fragment: the index of a manual names ten thousand places on a few hundred pages.
  #admits(href: string): boolean {
    const hash = href.indexOf('#');
    const target = hash < 0 ? href : href.slice(0, hash);
    if (this.#targets.has(target)) return true;
    if (this.#targets.size >= maxLinkTargets) {
      this.left++;
      return false;
    }
    this.#targets.add(target);
    return true;
  }
}

function kindOf(rel: readonly string[]): LinkKind | undefined {
  if (rel.includes('canonical')) return 'canonical';
  if (rel.includes('next')) return 'next';
  if (rel.includes('prev') || rel.includes('previous')) return 'prev';
  return rel.includes('alternate') && !rel.includes('stylesheet') ? 'alternate' : undefined;
}

function relWords(rel = ''): readonly string[] {
  return rel.toLowerCase().split(/\s+/);
}

function mediaType(type: string): string {
  return (type.split(';', 1)[0] as string).trim().toLowerCase();
}
