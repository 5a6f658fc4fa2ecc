// Everything about one URL, for those who look after a folder: what became of it, its page, its chunks and its text.
import { textEnd } from '../../core/text-end.ts';
import { shownUrl } from '../../core/url/shown-url.ts';

import type { ChunkRecord, PageRecord, PageVersion } from '../../frontier/port.ts';
import { longestQuotation } from '../../search/answer/quotation.ts';
import { inspectText, type UntrustedFlag } from '../../search/untrusted/untrusted.ts';
import type { Visited } from '../watch/metrics.ts';
import { blockReason, type Foreseen, type Reading, type UrlRecord } from './reading.ts';

/** R28, C2: why not all that is stored of a page is shown: it forbids that, or only the beginnings of its chunks are kept. */
export type Withheld = 'noarchive' | 'nosnippet' | 'preview';

/** A page without its text. */
export interface InspectedPage extends Omit<PageRecord, 'markdown' | 'edges' | 'cut' | 'readHash'> {
  /** Whether its whole text is kept. */
  readonly isWhole: boolean;
}

/** What one provider knows of a URL. */
export interface InspectedRecord extends Omit<UrlRecord, 'page'> {
  readonly page?: InspectedPage | undefined;
  /** C3: earlier versions of the page, the latest first; the number of chunks of each. */
  readonly versions: readonly (Omit<PageVersion, 'chunks'> & { readonly chunks: number })[];
  /** M4: what each run made of it, the latest first. */
  readonly history: readonly Visited[];
}

export interface InspectedUrl {
  /** One for each provider that found it; none for a URL that no crawl has met. */
  readonly records: readonly InspectedRecord[];
  /** What crawls would decide about it now. */
  readonly foreseen: readonly Foreseen[];
  /** U10: the entry of the blocklist that it falls under, and why that is there. */
  readonly blocked?: string | undefined;
}

/** All that is known of a URL; `history` is read elsewhere. */
export async function inspectUrl(reading: Reading, url: string, history: readonly Visited[]): Promise<InspectedUrl> {
  const records: InspectedRecord[] = [];
  for (const { page, ...record } of await reading.why(url)) {
    const versions = page === undefined ? [] : await reading.versions(record.id);
    records.push({
      ...record,
      ...(page !== undefined && { page: withoutText(page) }),
      versions: versions.map(({ chunks, ...version }) => ({ ...version, chunks: chunks.length })),
      history: history.filter(({ provider }) => provider === record.provider),
    });
  }
  const blocked = blockReason(await reading.blocklist(), url);
  return { records, foreseen: await reading.foresee(url), ...(blocked !== undefined && { blocked }) };
}

function withoutText({ markdown, edges: _, cut: __, readHash: ___, ...page }: PageRecord): InspectedPage {
  const { facts, finalUrl } = page;
  const canonical = facts.canonical === undefined ? {} : { canonical: shownUrl(facts.canonical) };
  return {
    ...page,
    ...{ finalUrl: shownUrl(finalUrl), facts: { ...facts, ...canonical }, isWhole: markdown !== undefined },
  };
}

/** The record of a URL, of this provider, or of the first that has stored its page; undefined for a URL that is not known. */
export async function recordOf(reading: Reading, url: string, provider?: string): Promise<UrlRecord | undefined> {
  const records = (await reading.why(url)).filter((one) => provider === undefined || one.provider === provider);
  return records.find(({ page }) => page !== undefined) ?? records[0];
}

/** A chunk as it is shown. */
export interface InspectedChunk extends Omit<ChunkRecord, 'preview' | 'text'> {
  /** As much of its text as is kept and may be shown, at most 200 characters of one that is not kept whole; absent where that is nothing. */
  readonly text?: string | undefined;
  /** Whether that is the whole chunk. */
  readonly whole: boolean;
  /** Why the text looks as if it were written for an assistant rather than for a reader. */
  readonly flags: readonly UntrustedFlag[];
}

/** Why a page is not shown whole; undefined where it is. */
export function withheldBy({ facts, markdown }: PageRecord): Withheld | undefined {
  if (facts.noarchive === true) return 'noarchive';
  if (facts.nosnippet === true) return 'nosnippet';
  return markdown === undefined ? 'preview' : undefined;
}

/** A chunk of a page, with as much of it as may be shown: of one that is not kept whole, a quotation. */
export function shownChunk({ preview, text, ...chunk }: ChunkRecord, withheld: Withheld | undefined): InspectedChunk {
  const isForbidden = withheld === 'noarchive' || withheld === 'nosnippet';
  const { text: inspected, flags } = inspectText(isForbidden ? '' : (text ?? preview));
  const shown = text === undefined ? inspected.slice(0, textEnd(inspected, 0, longestQuotation)) : inspected;
  return { ...chunk, ...(shown !== '' && { text: shown }), whole: !isForbidden && text !== undefined, flags };
}
