// A page read only for where it leads and what it forbids: for maps of a site, without its text.
import { isMarkup, type PageForm } from '../core/forms.ts';
import { decodeMarkup, decodeText } from './charset/charset.ts';
import { cleanText } from './clean-blocks.ts';
import { contentHash } from './fingerprint.ts';
import { type Page, readPageAtOnce } from './html/page.ts';
import { type FoundLink, resolveLinks } from './html/resolve-links.ts';
import type { Shell } from './shell/shell.ts';
import { wordCount } from './word-count.ts';

/** A page with more words, its menus included, is none that scripts write. */
const MOST_SHELL_WORDS = 60;

interface PageBytes {
  readonly url: string;
  readonly form: PageForm;
  readonly body: Uint8Array;
  readonly charset?: string | undefined;
}

/** What is found of a page without reading its text. */
export interface PageOutside extends Pick<Page, 'words' | 'metas' | 'flags'> {
  readonly title: string;
  readonly language?: string | undefined;
  readonly canonical?: string | undefined;
  readonly baseHref?: string | undefined;
  readonly linksLeft?: number | undefined;
  /** The hash of all its text. */
  readonly hash: string;
  readonly links: readonly FoundLink[];
  /** Set where scripts write the page. */
  readonly shell?: Shell | undefined;
}

/** Title, links and directives; the text is hashed and not kept. Never throws because of the page. */
export async function readOutside(bytes: PageBytes): Promise<PageOutside> {
  const { url, form, body, charset } = bytes;
  if (!isMarkup(form)) {
    const { text } = decodeText(body, charset);
    const title = cleanText(/^\s*(?:#+\s*)?(\S.{0,199})/.exec(text)?.[1]?.trim() ?? '');
    return { title, words: wordCount(text), hash: contentHash(text), metas: [], flags: [], links: [] };
  }
  const page = readPageAtOnce(decodeMarkup(body, charset).markup);
  const { words, language, canonical, baseHref, metas, flags, linksLeft } = page;
  const shell = words > MOST_SHELL_WORDS ? undefined : await shellOf(bytes);
  const links = resolveLinks(page, url)
    .links.filter(({ kind }) => kind !== 'canonical')
    .map((link) => ({ ...link, text: cleanText(link.text) }));
  return {
    ...(shell !== undefined && { shell }),
    ...{ title: cleanText(page.title), words, hash: contentHash(page.text), links },
    ...{ language, canonical, baseHref, metas, flags, linksLeft },
  };
}

/** H9: whether scripts write a page that has only a few words; only the whole reader knows. */
async function shellOf({ url, form, body, charset }: PageBytes): Promise<Shell | undefined> {
  const { extractPage } = await import('./extract-page.ts');
  return (await extractPage(body, { url, form, charset })).shell;
}
