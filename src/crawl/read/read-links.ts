// A page read only for where it leads (extract/links-only.ts), with its links spelled as they are requested.
import type { PageForm } from '../../core/forms.ts';
import { type PageLink, packLinks } from '../../core/page-links.ts';
import { readOutside } from '../../extract/links-only.ts';
import { linkRulesOf, spellingRules, spellLinks } from '../visit/spell-links.ts';
import type { ReadInput, ReadLink, ReadResult } from './reading.ts';

/** Reads title, links and directives; the text is hashed and not kept. Never throws because of the page. */
export async function readLinks({
  url,
  form,
  body,
  charset,
  options,
  key = {},
}: ReadInput & { readonly form: PageForm }): Promise<ReadResult> {
  const { links: written, ...page } = await readOutside({ url, form, body, charset });
  const links = spellLinks(written, spellingRules(key, options.excludedQueries));
  const facts = { outline: [], form, rule: 'links-only', fidelity: 0, tokens: 0 } as const;
  return {
    ...{ ...page, fingerprint: '', extractor: 0, chunks: [] },
    facts: { ...facts, ...(links !== written && { linkRules: linkRulesOf(key, options.excludedQueries) }) },
    links: links.map(briefly),
    outgoing: packed(links),
  };
}

/** The fields of a link that the crawl needs. */
export function briefly({ url, nofollow, asWritten, forms }: PageLink & Pick<ReadLink, 'forms'>): ReadLink {
  return { url, nofollow, ...(asWritten !== undefined && { asWritten }), ...(forms !== undefined && { forms }) };
}

/** The links, packed for the store; undefined when there are none. */
export function packed(links: readonly PageLink[]): Uint8Array | undefined {
  return links.length === 0 ? undefined : packLinks(links);
}
