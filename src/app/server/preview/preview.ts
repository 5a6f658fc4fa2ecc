// The selector preview: a live page read by the present policy beside what other selectors make of it; the page is requested once.
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { threadProgram } from '../../../core/thread-program.ts';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { ReadThreads } from '../../../crawl/read/read-threads.ts';
import { compileSelector } from '../../../extract/html/content-selector.ts';
import type { Settings } from '../../../settings.ts';
import type { PageBytes } from '../../probe/read-one.ts';
import type { Probes } from '../probes/probe-pool.ts';
import { PageMemory } from './page-memory.ts';
import type { PreviewInput, PreviewOutput, ReadChoice } from './preview-extract.ts';

export interface PreviewRequest {
  readonly url: string;
  /** The id of the source whose policy reads it. Default: the one whose scope it lies in, if there is one. */
  readonly provider?: string | undefined;
  /** The content selector to try: null for none. Default: as in the policy. */
  readonly content?: string | null | undefined;
  /** What is removed from it. Default: as in the policy. */
  readonly remove?: readonly string[] | undefined;
}

export interface Preview extends PreviewOutput {
  /** Where redirects led. */
  readonly url: string;
  readonly status: number;
  readonly form: string;
  readonly fetchedAt: number;
  /** It was not requested for this preview. */
  readonly isKept: boolean;
  readonly provider?: string | undefined;
}

export interface Previews {
  /**
   * Reads a page both ways. Rejects with a ConfigError for a selector that cannot be used, before anything is requested; as the probe
   * `page`; with DOC_EXTRACT for a page that cannot be read in time or memory; with DOC_BUSY when too many wait.
   */
  read(request: PreviewRequest, signal: AbortSignal): Promise<Preview>;
  close(): Promise<void>;
}

export interface PreviewsOptions {
  readonly probes: Probes;
  readonly settings: () => Settings;
}

/** A thread is started when there is work for it. */
const THREADS = 2;
/** Megabytes for young objects of a thread, as in a crawl. */
const YOUNG_MB = 64;
/** Selectors that are typed fast come in numbers; the page of each is in memory meanwhile. */
const MOST_AT_ONCE = 16;
const MOST_REMOVED = 100;

/** Opens previews; nothing is requested or read before the first. */
export function openPreviews({ probes, settings }: PreviewsOptions): Previews {
  const pages = new PageMemory<PageBytes>();
  const { extract_timeout_ms: mostMs, extract_memory_mb: memoryMb } = settings().options;
  const threads = new ReadThreads<PreviewInput, PreviewOutput>(
    { program: threadProgram('./preview-worker', import.meta.url) },
    // A page is read twice.
    { threads: THREADS, cpuMs: 2 * mostMs, memoryMb, youngMb: YOUNG_MB },
  );
  let underWay = 0;

  async function read({ url, provider, content, remove }: PreviewRequest, signal: AbortSignal): Promise<Preview> {
    checkSelectors(content ?? undefined, remove);
    const request = (stop: AbortSignal): Promise<PageBytes> => probes.run('page', { url, provider }, stop);
    const { page, isKept } = await pages.get(`${provider ?? ''} ${url}`, request, signal);
    const { url: at, body, form, charset, status, fetchedAt } = page;
    const before = choiceOf(page, settings());
    const after: ReadChoice = {
      ...before,
      ...(content !== undefined && { selector: content ?? undefined }),
      ...(remove !== undefined && { remove }),
    };
    const output = await threads.read({ url: at, body, form, charset, before, after });
    const own = page.provider?.provider_id;
    return { ...output, ...{ url: shownUrl(at), status, form, fetchedAt, isKept, provider: own } };
  }

  return {
    async read(request, signal) {
      if (underWay >= MOST_AT_ONCE)
        throw new DocentError('DOC_BUSY', `${counted(MOST_AT_ONCE, 'page is', 'pages are')} being read already`);
      underWay++;
      try {
        return await read(request, signal);
      } finally {
        underWay--;
      }
    },
    async close() {
      pages.clear();
      await threads.close();
    },
  };
}

/** How the present policy reads the page; the settings may have changed since it was requested. */
function choiceOf({ provider: requestedAs, learnt }: PageBytes, { providers }: Settings): ReadChoice {
  const provider = providers.find(({ provider_id: id }) => id === requestedAs?.provider_id) ?? requestedAs;
  if (provider === undefined) return { learnt };
  const { custom_selectors: selectors, readability, keep_links: keepLinks, image_label: imageLabel } = provider;
  return { selector: selectors.content, remove: selectors.remove, readability, keepLinks, imageLabel, learnt };
}

/** E1: reported before anything is requested. Throws a ConfigError. */
function checkSelectors(content: string | undefined, remove: readonly string[] = []): void {
  if (remove.length > MOST_REMOVED)
    throw new DocentError('DOC_CONFIG', `remove has more than ${MOST_REMOVED} selectors`);
  if (content !== undefined) compileSelector(content, 'content');
  for (const one of remove) compileSelector(one, 'remove');
}
