// The library's crawler of single pages.
import { openPlace } from '../../app/place.ts';
import { openPageCrawler, type PageCrawler, type PageCrawling } from '../../app/probe/page-crawler.ts';
import { loadSettings } from '../../settings.ts';

export interface PageCrawlerOptions extends PageCrawling {
  /**
   * A data folder: its clock is kept as well, with crawls and commands in whatever process; its bounds on requests are spent, and its
   * blocklist and the terms of providers hold. A page that would have to wait for more than a minute is null. The settings are those
   * of the working folder and the environment. Requests of `robots` are the checker's own. Default: none, and none is made.
   */
  readonly data?: string | undefined;
}

/** A crawler of single pages. It keeps no state but the time of each host's last request. Throws a ConfigError where `data` is named and the settings are wrong. */
export function createPageCrawler({ data, ...options }: PageCrawlerOptions = {}): PageCrawler {
  return openPageCrawler(options, data === undefined ? undefined : openPlace(loadSettings({ flags: { data } })));
}
