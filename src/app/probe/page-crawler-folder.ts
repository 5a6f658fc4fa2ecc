// A7: the place that a crawler of single pages works beside: its clock, its bounds, its blocklist, and terms.
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../settings.ts';
import { isFree } from '../crawl/policies.ts';
import { checkForbidden, type ForbiddenReason } from '../forbidden.ts';
import type { Place } from '../place.ts';
import { blockReason } from '../read/reading.ts';
import type { RequestLimits } from './host-clock.ts';
import { limitsIn } from './look.ts';
import { LookFolder } from './look-folder.ts';

/** The folder as one page sees it. */
export interface CrawlerLook {
  /** Why the operator, or the terms of a provider, forbid a URL, if they do. */
  refused(url: string): string | undefined;
  /** How a URL is requested. */
  limitsFor(url: string): RequestLimits;
  close(): Promise<void>;
}

/** Looked at anew for each page, so that nothing is kept open. */
export class CrawlerFolder {
  readonly #settings: Settings;
  readonly #folder: LookFolder;
  readonly #forbidden: ForbiddenReason;

  constructor({ settings, store }: Place, log: Log) {
    this.#settings = settings;
    this.#folder = new LookFolder(store, log);
    this.#forbidden = checkForbidden([], settings);
  }

  /** Throws as `LookFolder.open`. */
  async look(): Promise<CrawlerLook> {
    const view = await this.#folder.open();
    const limits = limitsIn(view, this.#settings);
    return {
      refused: (url) => this.#forbidden(url)?.detail ?? blockReason(view.entries, url),
      limitsFor: (url) => limits(!isFree({ own_site: false, seed_urls: [url] }, this.#settings)),
      close: () => view.close(),
    };
  }
}
