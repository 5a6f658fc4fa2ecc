// What goes into an export and what is held back, page by page, in each of the formats (C2, C6, R28).
import { counted } from '../../core/counted.ts';
import type { ExportFormat } from '../../core/export-formats.ts';
import type { StoredPage, StoredPages, StoredProvider } from '../../frontier/port-pages.ts';
import { isOwnOrLoopback } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { configuredProvider } from '../crawl/targets.ts';
import { draftFile, type FileDraft } from './file.ts';
import { FolderDraft } from './folder.ts';
import { chunkLine, llmsHead, llmsLink, llmsPage, llmsSection, markdownFile } from './text.ts';

/**
 * Why a page, or its own description, is not in an export: only its beginning is kept; it forbids keeping or quoting; or
 * its text is kept, but today the provider's terms or its `retain` would not let it be.
 */
export type HoldReason = 'preview' | 'noarchive' | 'nosnippet' | 'terms' | 'retain';

export interface ExportCounts {
  readonly pages: number;
  readonly previews: number;
  readonly heldBack: Readonly<Record<HoldReason, number>>;
}

export interface WriterEnd {
  readonly items: number;
  readonly bytes: number;
  readonly removed: number;
  readonly kept: number;
}

/** Writes one export. Every method throws DOC_FILE for what cannot be written. */
export interface ExportWriter {
  readonly counts: ExportCounts;
  begin(): Promise<void>;
  /** Writes all that may be exported of a provider. */
  add(provider: StoredProvider, stored: StoredPages): Promise<void>;
  /** Puts the export at its place. */
  finish(): Promise<WriterEnd>;
  /** Leaves nothing half done behind, also after `finish`. */
  discard(): Promise<void>;
}

/** A writer for this place. */
export function createWriter(out: string, format: ExportFormat, settings: Settings): ExportWriter {
  return format === 'markdown' ? new FolderWriter(out, settings) : new FileWriter(out, format, settings);
}

/** R28: what a page forbids. */
function wishOf({ page: { facts } }: StoredPage): HoldReason | undefined {
  if (facts.noarchive) return 'noarchive';
  return facts.nosnippet ? 'nosnippet' : undefined;
}

class Counts implements ExportCounts {
  pages = 0;
  previews = 0;
  readonly heldBack: Record<HoldReason, number> = { preview: 0, noarchive: 0, nosnippet: 0, terms: 0, retain: 0 };
}

/** C2, C8: why the whole text of a provider's pages could not be kept today; a provider without configuration keeps what was stored. */
function bannedToday(id: string, settings: Settings): HoldReason | undefined {
  const { options } = settings;
  const provider = configuredProvider(id, settings);
  if (provider === undefined) return undefined;
  const { verdict } = provider.tos;
  if (verdict === 'forbidden') return 'terms';
  if ((options.retain ?? provider.retain) !== 'full') return 'retain';
  return verdict === 'allowed' || options.own_site || isOwnOrLoopback(provider) ? undefined : 'terms';
}

/** The pages whose whole text may be exported, with it; the others are counted. */
async function* wholePages(
  { provider }: StoredProvider,
  stored: StoredPages,
  counts: Counts,
  settings: Settings,
): AsyncGenerator<StoredPage & { readonly markdown: string }> {
  const banned = bannedToday(provider, settings);
  for await (const one of stored.pages(provider)) {
    const { markdown } = one.page;
    const held = wishOf(one) ?? (markdown === undefined ? 'preview' : banned);
    if (held === undefined) counts.pages++;
    if (held === undefined) yield { ...one, markdown: markdown as string };
    else counts.heldBack[held]++;
  }
}

class FolderWriter implements ExportWriter {
  readonly counts = new Counts();
  readonly #draft: FolderDraft;
  readonly #settings: Settings;

  constructor(out: string, settings: Settings) {
    this.#draft = new FolderDraft(out);
    this.#settings = settings;
  }

  begin(): Promise<void> {
    return this.#draft.begin();
  }

  async add(provider: StoredProvider, stored: StoredPages): Promise<void> {
    for await (const one of wholePages(provider, stored, this.counts, this.#settings))
      await this.#draft.add(one.page.finalUrl, one.provider, markdownFile(one, one.markdown));
  }

  async finish(): Promise<WriterEnd> {
    const { files, removed, kept } = await this.#draft.finish();
    return { items: files, bytes: this.#draft.bytes, removed, kept };
  }

  discard(): Promise<void> {
    return this.#draft.discard();
  }
}

class FileWriter implements ExportWriter {
  readonly counts = new Counts();
  readonly #out: string;
  readonly #format: Exclude<ExportFormat, 'markdown'>;
  readonly #settings: Settings;
  #draft: FileDraft | undefined;
  #items = 0;
  #begun = false;

  constructor(out: string, format: Exclude<ExportFormat, 'markdown'>, settings: Settings) {
    this.#out = out;
    this.#format = format;
    this.#settings = settings;
  }

  async begin(): Promise<void> {
    this.#draft = await draftFile(this.#out);
  }

  async add(provider: StoredProvider, stored: StoredPages): Promise<void> {
    if (this.#format === 'jsonl') await this.#addChunks(provider, stored);
    else if (this.#format === 'llms') await this.#addLinks(provider, stored);
    else
      for await (const one of wholePages(provider, stored, this.counts, this.#settings))
        await this.#write(llmsPage(one, one.markdown), 1);
  }

  async finish(): Promise<WriterEnd> {
    await this.#draft?.finish();
    return { items: this.#items, bytes: this.#draft?.bytes ?? 0, removed: 0, kept: 0 };
  }

  async discard(): Promise<void> {
    await this.#draft?.discard();
  }

  async #write(text: string, items: number): Promise<void> {
    this.#items += items;
    this.#begun = true;
    await this.#draft?.write(text);
  }

  async #addChunks({ provider }: StoredProvider, stored: StoredPages): Promise<void> {
    const banned = bannedToday(provider, this.#settings);
    for await (const one of stored.pages(provider)) {
      const held = wishOf(one);
      if (held !== undefined) this.counts.heldBack[held]++;
      if (held !== undefined) continue;
      this.counts.pages++;
      if (one.page.markdown === undefined) this.counts.previews++;
      else if (banned !== undefined) this.counts.heldBack[banned]++;
      for (const chunk of await stored.chunks(one.id))
        await this.#write(chunkLine(one, banned === undefined ? chunk : { ...chunk, text: undefined }), 1);
    }
  }

  async #addLinks(about: StoredProvider, stored: StoredPages): Promise<void> {
    const { provider, root } = about;
    await this.#write(
      `${this.#begun ? '\n' : ''}${llmsHead(this.#nameOf(provider), await summaryOf(about, stored))}`,
      0,
    );
    let section: string | undefined;
    for await (const one of stored.pages(provider, root)) {
      const rest = one.page.finalUrl.slice(root.length);
      const folder = rest.slice(0, rest.indexOf('/') + 1);
      if (folder !== section) await this.#write(llmsSection(folder), 0);
      section = folder;
      const held = wishOf(one);
      // Of a page with noarchive the description is not even stored.
      const isLess = held === 'noarchive' || one.page.facts.description !== undefined;
      if (held !== undefined && isLess) this.counts.heldBack[held]++;
      this.counts.pages++;
      await this.#write(llmsLink(one, held === undefined), 1);
    }
  }

  #nameOf(id: string): string {
    return configuredProvider(id, this.#settings)?.name ?? id;
  }
}

/** The description of the provider's own first page; else how many pages there are. */
async function summaryOf({ pages, root, seed, lastVerifiedAt }: StoredProvider, stored: StoredPages): Promise<string> {
  const first = seed === undefined ? undefined : await stored.page(seed);
  const description = first === undefined || wishOf(first) !== undefined ? undefined : first.page.facts.description;
  const date = new Date(lastVerifiedAt).toISOString().slice(0, 10);
  return description ?? `${counted(pages, 'page')} of ${root}, as of ${date}.`;
}
