// One page for an assistant (C2): from the store where its whole text may be kept, else from its site, and then nothing is kept.
import type { Chunk } from '../../chunk/chunks.ts';
import { DocentError } from '../../core/errors.ts';
import { stripInvisible } from '../../core/invisible.ts';
import { parsePageUrl } from '../../core/url/host.ts';
import { urlKey } from '../../core/url/key.ts';
import { shownUrl, withoutUserInfo } from '../../core/url/shown-url.ts';
import type { ChunkRecord } from '../../frontier/port.ts';
import { inspectText, type UntrustedFlag } from '../../search/untrusted/untrusted.ts';
import type { Place } from '../place.ts';
import type { LivePages } from '../probe/live-pages.ts';
import { openReading, type Reading, type UrlRecord } from '../read/reading.ts';

/** A chunk of a page, in the page's order. */
export interface DocPart {
  readonly headings: readonly string[];
  readonly anchor?: string | undefined;
  /** Every id inside it. */
  readonly ids: readonly string[];
  readonly text: string;
  readonly flags: readonly UntrustedFlag[];
}

export interface Doc {
  readonly url: string;
  readonly title: string;
  readonly provider?: string | undefined;
  /** When it was fetched, and when the site last confirmed it; milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly verifiedAt: number;
  /** It was fetched now, and nothing of it is kept. */
  readonly live: boolean;
  readonly parts: readonly DocPart[];
  /** What is suspicious about the page as a whole. */
  readonly flags: readonly UntrustedFlag[];
  /** Where the part that the URL's anchor names begins. */
  readonly start: number;
  /** H9: what was read in place of a page that needs a browser. */
  readonly remark?: string | undefined;
}

export type DocReading =
  | { readonly kind: 'doc'; readonly doc: Doc }
  | { readonly kind: 'wait'; readonly retryAfterS: number; readonly detail: string };

export interface DocReader {
  /** Throws DOC_URL, DOC_USAGE for a page that no crawl here has met, and what reading a page throws. */
  read(url: string, signal?: AbortSignal): Promise<DocReading>;
}

/** A live page is held for its cursor, in memory alone. */
const HELD_MS = 300_000;
const MOST_HELD = 8;

/** A page that may be read: as it is stored, or where it may be requested. */
export type FoundDoc =
  | { readonly kind: 'stored'; readonly doc: Omit<Doc, 'start'> }
  | { readonly kind: 'live'; readonly url: string; readonly provider?: string | undefined };

/** Looks a page up in a place. Throws DOC_USAGE for a page that no crawl has met. */
export async function findDoc(place: Place, url: string): Promise<FoundDoc> {
  // Pages are read often; damage is reported by the read that meets it.
  const reading = await openReading(place, { checked: false });
  try {
    const known = await knownPage(reading, url);
    const stored = known.record && (await storedDoc(reading, known.record));
    return stored === undefined
      ? { kind: 'live', url: known.url, provider: known.provider }
      : { kind: 'stored', doc: stored };
  } finally {
    await reading.close();
  }
}

/** Reads pages that `find` finds, and of the sites they were crawled from. */
export function createDocReader(find: (url: string) => Promise<FoundDoc>, live: () => Promise<LivePages>): DocReader {
  const held = new Map<string, { readonly doc: Omit<Doc, 'start'>; readonly until: number }>();
  return {
    async read(text, signal) {
      const parsed = parsePageUrl(text);
      if (parsed === undefined)
        throw new DocentError('DOC_URL', `"${shownUrl(text.slice(0, 200))}" is not an http(s) URL`);
      const anchor = anchorOf(parsed.hash);
      parsed.hash = '';
      const found = await find(withoutUserInfo(parsed.href));
      if (found.kind === 'stored') return { kind: 'doc', doc: startingAt(found.doc, anchor) };
      const { url, provider } = found;
      const now = Date.now();
      const before = held.get(url);
      if (before !== undefined && before.until > now) return { kind: 'doc', doc: startingAt(before.doc, anchor) };
      const read = await (await live()).read(url, { signal });
      if (read.kind === 'wait') return { kind: 'wait', retryAfterS: read.retryAfterS, detail: read.detail };
      const { one, fetchedAt } = read;
      const doc = {
        url: one.page.url,
        title: stripInvisible(one.page.title),
        provider: provider ?? one.provider,
        fetchedAt,
        verifiedAt: fetchedAt,
        live: true,
        parts: one.chunks.map(partOf),
        flags: hides(one.page.hidden),
        ...(one.shell !== undefined && { remark: one.shell.detail }),
      };
      for (const [key, { until }] of held) if (until <= now || held.size >= MOST_HELD) held.delete(key);
      held.set(url, { doc, until: now + HELD_MS });
      return { kind: 'doc', doc: startingAt(doc, anchor) };
    },
  };
}

/**
 * What is known of a page that may be read: it is stored, or a crawl has met it and it lies within what is crawled here; `url` is what may
 * be requested for it, as the crawl wrote it. An assistant may be talked into reading any URL, and a request tells its server all that
 * is in the URL: words of the assistant's own would be carried to a hostile site that is crawled here. Every link of a stored page has
 * been met.
 */
async function knownPage(
  reading: Reading,
  url: string,
): Promise<{ readonly url: string; readonly record?: UrlRecord | undefined; readonly provider?: string | undefined }> {
  const foreseen = (await reading.foresee(url)).filter(({ verdict }) => verdict.ok);
  const keys = new Set([url, ...foreseen.map((one) => one.url)].map(identity));
  const met = (await reading.why(url)).filter(
    ({ kind, page, url: own }) =>
      kind === 'page' && (keys.has(identity(own)) || (page !== undefined && keys.has(identity(page.finalUrl)))),
  );
  const record = met.find(({ page }) => page !== undefined);
  if (record?.page !== undefined) return { url: record.page.finalUrl, record, provider: record.provider };
  const [first] = met;
  if (foreseen.length > 0 && first !== undefined) return { url: first.url };
  const shown = shownUrl(url).slice(0, LONGEST_SHOWN);
  throw new DocentError(
    'DOC_USAGE',
    foreseen.length > 0
      ? `${shown} was met by no crawl here, and is not requested: read a page that search_docs has found, or a link of one; the operator adds others with "docent providers seed" or "docent crawl"`
      : `${shown} does not belong to a site that is crawled here, and is not requested; list_libraries lists those that are`,
  );
}

const LONGEST_SHOWN = 200;

/** Two spellings of one URL, its query included. */
function identity(url: string): string {
  return urlKey(url, { query: 'keep' });
}

async function storedDoc(
  reading: Reading,
  { id, page, provider, state, changedAt }: UrlRecord,
): Promise<Omit<Doc, 'start'> | undefined> {
  // R28: a page that forbids quoting is only shown as its site shows it now.
  if (page === undefined || page.facts.noarchive === true || page.facts.nosnippet === true) return undefined;
  const chunks = await reading.chunks(id);
  if (chunks.length === 0 || chunks.some(({ text }) => text === undefined)) return undefined;
  const verifiedAt = state === 'unchanged' ? Math.max(changedAt, page.fetchedAt) : page.fetchedAt;
  return {
    url: shownUrl(page.finalUrl),
    title: stripInvisible(page.title),
    provider,
    fetchedAt: page.fetchedAt,
    verifiedAt,
    live: false,
    parts: chunks.map(partOf),
    flags: hides(page.facts.hidden),
  };
}

function partOf(chunk: Pick<ChunkRecord | Chunk, 'headings' | 'anchor' | 'ids' | 'text'>): DocPart {
  const { text, flags } = inspectText(chunk.text ?? '');
  const anchor = chunk.anchor === undefined ? undefined : stripInvisible(chunk.anchor);
  return { headings: chunk.headings.map(stripInvisible), anchor, ids: chunk.ids, text, flags };
}

/** The flag of a page in which invisible characters spelled something. */
function hides(hidden: string | undefined): readonly UntrustedFlag[] {
  return hidden === undefined ? [] : ['hidden-characters'];
}

function startingAt(doc: Omit<Doc, 'start'>, anchor: string | undefined): Doc {
  const isThere = (part: DocPart): boolean => part.anchor === anchor || part.ids.includes(anchor ?? '');
  const at = anchor === undefined ? -1 : doc.parts.findIndex(isThere);
  return { ...doc, start: Math.max(0, at) };
}

function anchorOf(hash: string): string | undefined {
  if (hash.length < 2) return undefined;
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}
