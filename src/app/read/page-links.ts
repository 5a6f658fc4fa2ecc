// The links of a stored page, with what became of the URLs they lead to, and the pages that link to a URL.
import type { PageLink } from '../../core/page-links.ts';
import { shownData, shownUrl } from '../../core/url/shown-url.ts';
import type { LedgerReader, UrlSummary } from '../../frontier/port.ts';
import type { LinkingPage } from '../../search/port.ts';
import type { Store } from '../../store/port.ts';

/** A link of a page. */
export interface LinkOut extends Pick<PageLink, 'url' | 'text' | 'nofollow' | 'inContent'> {
  /** What became of the URL, with the page's own provider where that knows it; absent for a URL that nobody has met. */
  readonly target?: Pick<UrlSummary, 'provider' | 'state' | 'by'> | undefined;
}

/** Which of the links are returned. */
export interface LinkRange {
  readonly limit: number;
  /** How many to leave out at the beginning. */
  readonly offset?: number | undefined;
}

/** Links of a stored page in the order they stand there; `keysOf` returns every key that a URL may be stored under. */
export async function linksOut(
  reader: Pick<LedgerReader, 'linksOf' | 'lookUp'>,
  { id, provider }: Pick<UrlSummary, 'id' | 'provider'>,
  { limit, offset = 0 }: LinkRange,
  keysOf: (url: string) => readonly string[],
): Promise<readonly LinkOut[]> {
  const links = (await reader.linksOf(id)).slice(offset, offset + limit);
  const keys = links.map(({ url }) => keysOf(url));
  const known = await reader.lookUp([...new Set(keys.flat())]);
  return links.map(({ url, text, nofollow, inContent }, at) => {
    const found = (keys[at] as readonly string[]).flatMap((key) => known.get(key) ?? []);
    const target = found.find((one) => one.provider === provider) ?? found[0];
    return {
      ...{ url: shownUrl(url), text, nofollow, inContent },
      ...(target !== undefined && { target: { provider: target.provider, state: target.state, by: target.by } }),
    };
  });
}

/** Stored pages whose content links to the URL of this number, by their own numbers. */
export async function linksIn(
  store: Pick<Store, 'openSearch'>,
  url: number,
  range: { readonly limit: number; readonly after?: number | undefined },
): Promise<readonly LinkingPage[]> {
  const index = await store.openSearch();
  try {
    return shownData(await index.linkedFrom(url, range));
  } finally {
    await index.close();
  }
}
