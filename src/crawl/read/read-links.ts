// A page read only for where it leads and what it forbids: for maps of a site, without its text.
import { isMarkup, type PageForm } from '../../core/forms.ts';
import { type PageLink, packLinks } from '../../core/page-links.ts';
import { decodeMarkup, decodeText } from '../../extract/charset/charset.ts';
import { cleanText } from '../../extract/clean-blocks.ts';
import { contentHash } from '../../extract/fingerprint.ts';
import { readPageAtOnce } from '../../extract/html/page.ts';
import { resolveLinks } from '../../extract/html/resolve-links.ts';
import type { Shell } from '../../extract/shell/shell.ts';
import { wordCount } from '../../extract/word-count.ts';
import { linkRulesOf, spellingRules, spellLinks } from '../visit/spell-links.ts';
import type { ReadInput, ReadLink, ReadResult } from './reading.ts';

/** A page with more words, its menus included, is none that scripts write. */
const MOST_SHELL_WORDS = 60;

/** Title, links and directives; the text is hashed and forgotten. Never throws because of the page. */
export async function readLinks({
  url,
  form,
  body,
  charset,
  options,
  key,
}: ReadInput & { readonly form: PageForm }): Promise<ReadResult> {
  const common = { fingerprint: '', extractor: 0, chunks: [] };
  const facts = { outline: [], form, rule: 'links-only', fidelity: 0, tokens: 0 } as const;
  if (!isMarkup(form)) {
    const { text } = decodeText(body, charset);
    const title = cleanText(/^\s*(?:#+\s*)?(\S.{0,199})/.exec(text)?.[1]?.trim() ?? '');
    return {
      ...common,
      facts,
      title,
      words: wordCount(text),
      hash: contentHash(text),
      metas: [],
      links: [],
      flags: [],
    };
  }
  const page = readPageAtOnce(decodeMarkup(body, charset).markup);
  const title = cleanText(page.title);
  const { language, canonical, baseHref, metas, flags, linksLeft } = page;
  const shell = page.words > MOST_SHELL_WORDS ? undefined : await shellOf({ url, form, body, charset });
  const written = resolveLinks(page, url)
    .links.filter(({ kind }) => kind !== 'canonical')
    .map((link) => ({ ...link, text: cleanText(link.text) }));
  const links = spellLinks(written, spellingRules(key ?? {}, options.excludedQueries));
  return {
    ...(shell !== undefined && { shell }),
    ...{ ...common, title, language, canonical, baseHref, metas, flags, linksLeft },
    facts: { ...facts, ...(links !== written && { linkRules: linkRulesOf(key ?? {}, options.excludedQueries) }) },
    words: page.words,
    hash: contentHash(page.text),
    links: links.map(briefly),
    outgoing: packed(links),
  };
}

/** H9: whether a page with so few words is one that scripts write; only the whole reader knows. */
async function shellOf({
  url,
  form,
  body,
  charset,
}: Pick<ReadInput, 'url' | 'body' | 'charset'> & { readonly form: PageForm }): Promise<Shell | undefined> {
  const { extractPage } = await import('../../extract/extract-page.ts');
  return (await extractPage(body, { url, form, charset })).shell;
}

/** A link as the crawl needs it. */
export function briefly({ url, nofollow, asWritten, forms }: PageLink & Pick<ReadLink, 'forms'>): ReadLink {
  return { url, nofollow, ...(asWritten !== undefined && { asWritten }), ...(forms !== undefined && { forms }) };
}

/** The links as they are kept; undefined when there are none. */
export function packed(links: readonly PageLink[]): Uint8Array | undefined {
  return links.length === 0 ? undefined : packLinks(links);
}
