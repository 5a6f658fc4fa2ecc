// Every stored page of the data in memory in the order of its address, as it was when it was opened.

import type { ChunkRecord } from '../../frontier/port.ts';
import type { PageFilter, StoredPage, StoredPages } from '../../frontier/port-pages.ts';
import { shownPage } from './pages.ts';
import type { MemoryData } from './records.ts';

interface Entry extends StoredPage {
  readonly depth: number;
  readonly chunks: readonly ChunkRecord[];
}

/** A snapshot: a stored page is replaced as a whole, never changed. */
export function openMemoryPages(data: MemoryData, { providers = [], paths = [] }: PageFilter = {}): StoredPages {
  const slugs = [...data.providers.keys()].toSorted();
  const all = data.urls.flatMap(({ provider, row: { id, depth }, stored }): readonly Entry[] =>
    stored === undefined
      ? []
      : [{ id, provider, depth, page: shownPage(stored), chunks: stored.chunks, verifiedAt: stored.checkedAt }],
  );
  const parts = paths.map((path) => path.toLowerCase());
  const fits = ({ page }: Entry): boolean =>
    parts.length === 0 || parts.some((part) => page.finalUrl.toLowerCase().includes(part));
  const pagesOf = (provider: string): readonly Entry[] =>
    all.filter((one) => one.provider === provider && fits(one)).toSorted((a, b) => byAddress(a, b));
  const byId = new Map(all.map((one) => [one.id, one]));
  return {
    known: async () => slugs,
    providers: async () =>
      slugs
        .filter((slug) => providers.length === 0 || providers.includes(slug))
        .flatMap((provider) => {
          const pages = pagesOf(provider);
          const [first, last] = [pages[0], pages.at(-1)];
          if (first === undefined || last === undefined) return [];
          const seed = all.find((one) => one.provider === provider && one.depth === 0);
          return [
            {
              provider,
              pages: pages.length,
              lastVerifiedAt: pages.reduce((at, { verifiedAt }) => Math.max(at, verifiedAt), 0),
              root: commonFolder(first.page.finalUrl, last.page.finalUrl),
              ...(seed !== undefined && { seed: seed.id }),
            },
          ];
        }),
    async *pages(provider, root) {
      const sectionOf = ({ page: { finalUrl } }: Entry): string => {
        const below = root === undefined ? '' : finalUrl.slice(root.length);
        return below.slice(0, below.indexOf('/') + 1);
      };
      const pages = pagesOf(provider).toSorted((a, b) => order(sectionOf(a), sectionOf(b)) || byAddress(a, b));
      for (const page of pages) yield plain(page);
    },
    page: async (id) => plain(byId.get(id) as Entry),
    chunks: async (id) => byId.get(id)?.chunks ?? [],
    async close() {},
  };
}

function plain({ id, provider, page, verifiedAt }: Entry): StoredPage {
  return { id, provider, page, verifiedAt };
}

function byAddress(a: Entry, b: Entry): number {
  return order(a.page.finalUrl, b.page.finalUrl) || a.id - b.id;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The folder that all addresses share: in sorted order, what the first and the last share all others do. */
function commonFolder(first: string, last: string): string {
  let shared = 0;
  while (shared < first.length && first[shared] === last[shared]) shared++;
  return first.slice(0, first.lastIndexOf('/', shared - 1) + 1);
}
