// Step 7 of a URL's way, as far as part 2 goes: from bytes to text, links and directives.
import { hash } from 'node:crypto';
import { packLinks } from '../core/page-links.ts';
import { decodeText } from '../extract/charset.ts';
import { readPage as readHtml } from '../extract/html/page.ts';
import { resolveLinks } from '../extract/html/resolve-links.ts';
import { parseHtml } from '../extract/html/tree.ts';

export interface ReadInput {
  readonly url: string;
  readonly kind: 'html' | 'text';
  readonly body: Uint8Array;
  readonly charset?: string | undefined;
}

export interface ReadResult {
  readonly title: string;
  readonly language?: string | undefined;
  readonly text: string;
  readonly words: number;
  /** Of the text, white space folded. */
  readonly hash: string;
  readonly canonical?: string | undefined;
  readonly baseHref?: string | undefined;
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly { readonly url: string; readonly nofollow: boolean }[];
  /** The same with their texts, packed to be kept (core/page-links.ts). */
  readonly outgoing?: Uint8Array | undefined;
  readonly flags: readonly string[];
}

export type ReadPage = (input: ReadInput) => Promise<ReadResult>;

/** Reads a page in this thread. Never throws on content. */
export const readPage: ReadPage = async ({ url, kind, body, charset }) => {
  const { text } = decodeText(body, charset);
  if (kind === 'text') {
    const words = text.split(/\s+/).filter(Boolean);
    const title = /^\s*(?:#+\s*)?(\S.{0,199})/.exec(text)?.[1]?.trim() ?? '';
    return {
      title,
      text,
      words: words.length,
      hash: textHash(text.replace(/\s+/g, ' ').trim()),
      metas: [],
      links: [],
      flags: [],
    };
  }
  const page = readHtml(parseHtml(text));
  const links = resolveLinks(page, url).links.filter(({ kind: link }) => link !== 'canonical');
  return {
    title: page.title,
    language: page.language,
    text: page.text,
    words: page.words,
    hash: textHash(page.text),
    canonical: page.canonical,
    baseHref: page.baseHref,
    metas: page.metas,
    links: links.map((link) => ({ url: link.url, nofollow: link.nofollow })),
    outgoing:
      links.length === 0
        ? undefined
        : packLinks(
            links.map((link) => ({ url: link.url, text: link.text, nofollow: link.nofollow, inContent: true })),
          ),
    flags: page.flags,
  };
};

/** White space must be folded already: two pages that look alike are alike. */
function textHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}
