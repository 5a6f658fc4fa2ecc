// F4: when each host last answered, for commands that make a handful of requests without a ledger.
import { setTimeout as sleep } from 'node:timers/promises';
import { hostKey } from '../core/url/host.ts';
import type { CrawlPolicy } from '../crawl/policy.ts';
import type { Http } from '../fetch/http.ts';
import type { PageFetch } from '../fetch/page.ts';
import { gapAfter } from '../frontier/politeness.ts';
import type { RobotsGet } from '../robots/get.ts';

export class HostClock {
  readonly #answered = new Map<string, number>();

  /** Waits until a host may be asked again. */
  async turn(url: string, gapMs: number): Promise<void> {
    const answered = this.#answered.get(hostKey(url));
    if (answered !== undefined) await sleep(Math.max(0, answered + gapMs - performance.now()));
  }

  /** Notes the end of a request, whichever it is. */
  async timed<T>(url: string, request: Promise<T>): Promise<T> {
    try {
      return await request;
    } finally {
      this.#answered.set(hostKey(url), performance.now());
    }
  }

  /** robots.txt, in the hosts' own time. */
  robotsGet(http: Http, gap: (url: string) => number): RobotsGet {
    return async (url, request) => {
      await this.turn(url, gap(url));
      // The time that was spent waiting is not the host's.
      const signal = AbortSignal.timeout(request.connectMs + request.readMs);
      return this.timed(url, http.get(url, { ...request, signal, onTooLarge: 'cut' }));
    };
  }

  /** The policy's own requests, in the hosts' own time. */
  paced(policy: CrawlPolicy): PageFetch {
    return {
      page: async (url, ask) => {
        await this.turn(url, gapOf(policy, url));
        return this.timed(url, policy.fetch.page(url, ask));
      },
      sitemap: async (url, ask) => {
        await this.turn(url, gapOf(policy, url));
        return this.timed(url, policy.fetch.sitemap(url, ask));
      },
    };
  }
}

/** The gap that a provider keeps at a URL's host. */
export function gapOf({ pace, robots }: CrawlPolicy, url: string): number {
  return gapAfter(pace, robots.crawlDelay(url), 1, Math.random);
}
