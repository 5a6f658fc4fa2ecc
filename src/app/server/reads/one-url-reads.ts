// Reads of one URL: everything about it, its history, its page in chunks or as Markdown, its links.
import { stripInvisible } from '../../../core/invisible.ts';
import { shownData, shownUrl } from '../../../core/url/shown-url.ts';
import type { LinkingPage } from '../../../search/port.ts';
import type { RunChange } from '../../../watch/port.ts';
import {
  type InspectedChunk,
  type InspectedUrl,
  inspectUrl,
  recordOf,
  shownChunk,
  type Withheld,
  withheldBy,
} from '../../read/inspect-url.ts';
import { type LinkOut, type LinkRange, linksIn } from '../../read/page-links.ts';
import type { Reading, UrlRecord } from '../../read/reading.ts';
import { historyOf, type Visited } from '../../watch/metrics.ts';
import { withWatch } from '../../with-watch.ts';
import { type ReadPlace, reading } from './read-place.ts';

/** A URL, and the provider whose record is meant; default: the first that has stored its page. */
export interface UrlAt {
  readonly url: string;
  readonly provider?: string | undefined;
}

/** A stored page, and how much of it may be shown. */
export interface ShownPage {
  readonly provider: string;
  /** Where it was fetched. */
  readonly url: string;
  readonly title: string;
  readonly fetchedAt: number;
  readonly withheld?: Withheld | undefined;
}

/** The history that is kept of a URL. */
const MOST_VISITS = 100;

/** Runs a task with the record of a URL; undefined for a URL that is not known. */
function withRecord<T>(
  place: ReadPlace,
  { url, provider }: UrlAt,
  task: (reader: Reading, record: UrlRecord) => Promise<T>,
): Promise<T | undefined> {
  return reading<T | undefined>(place, async (reader) => {
    const record = await recordOf(reader, url, provider);
    return record === undefined ? undefined : task(reader, record);
  });
}

function shownPage({ provider, page }: UrlRecord): ShownPage | undefined {
  if (page === undefined) return undefined;
  const withheld = withheldBy(page);
  const { finalUrl, title, fetchedAt } = page;
  return { provider, url: shownUrl(finalUrl), title, fetchedAt, ...(withheld !== undefined && { withheld }) };
}

export const oneUrlReads = {
  /** Everything about a URL, also where no crawl has met it. */
  url: async (place: ReadPlace, { url }: { url: string }): Promise<InspectedUrl> =>
    reading(place, async (reader) => inspectUrl(reader, url, await historyOf(place.store, url, MOST_VISITS))),
  /** What became of a URL, visit by visit, the latest first; undefined for a URL that is not known. */
  urlHistory: (place: ReadPlace, at: UrlAt): Promise<readonly Visited[] | undefined> =>
    withRecord(place, at, async () => {
      const visits = await historyOf(place.store, at.url, MOST_VISITS);
      return visits.filter(({ provider }) => at.provider === undefined || provider === at.provider);
    }),
  /** How its page changed, the latest run first; undefined for a URL that is not known. */
  urlChanges: (place: ReadPlace, { limit, ...at }: UrlAt & { readonly limit: number }) =>
    withRecord<readonly RunChange[]>(place, at, async (_, { id }) =>
      shownData(await withWatch(place.store, ({ reader }) => reader.changesOf(id, limit))),
    ),
  /** The chunks of a stored page, in order; undefined for a URL that is not known, without a page where none is stored. */
  urlChunks: (
    place: ReadPlace,
    { limit, offset, ...at }: UrlAt & { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly page?: ShownPage | undefined; readonly chunks: readonly InspectedChunk[] } | undefined> =>
    withRecord(place, at, async (reader, record) => {
      const page = shownPage(record);
      if (page === undefined) return { chunks: [] };
      const chunks = (await reader.chunks(record.id)).slice(offset, offset + limit);
      return { page, chunks: chunks.map((chunk) => shownChunk(chunk, page.withheld)) };
    }),
  /** A stored page as Markdown, where its whole text is kept and may be shown; undefined for a URL that is not known. */
  urlMarkdown: (
    place: ReadPlace,
    at: UrlAt,
  ): Promise<{ readonly page?: ShownPage | undefined; readonly markdown?: string | undefined } | undefined> =>
    withRecord(place, at, async (_, record) => {
      const page = shownPage(record);
      const markdown = page?.withheld === undefined ? record.page?.markdown : undefined;
      return { page, ...(markdown !== undefined && { markdown: stripInvisible(markdown) }) };
    }),
  /** The links of a stored page; undefined for a URL that is not known. */
  urlLinksOut: (
    place: ReadPlace,
    { limit, offset, ...at }: UrlAt & LinkRange,
  ): Promise<readonly LinkOut[] | undefined> =>
    withRecord(place, at, (reader, record) => reader.links(record, { limit, offset })),
  /** The stored pages whose content links to a URL; undefined for a URL that is not known. */
  urlLinksIn: (
    place: ReadPlace,
    { limit, after, ...at }: UrlAt & { readonly limit: number; readonly after?: number | undefined },
  ): Promise<readonly LinkingPage[] | undefined> =>
    withRecord(place, at, (_, { id }) => linksIn(place.store, id, { limit, after })),
};
