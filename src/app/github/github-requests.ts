// How GitHub's API is requested: behind the address guard, in the host's own time, counted like every other request.
import { setTimeout as sleep } from 'node:timers/promises';
import type { GitHubNeeds, GitHubRequest, GitHubSent, GitHubWait } from '../../channel/github/client.ts';
import { apiBaseOf, type Repository } from '../../core/github-repository.ts';
import { hostKey } from '../../core/url/host.ts';
import type { RequestBounds } from '../../crawl/run/bounds.ts';
import type { Api } from '../../fetch/api.ts';
import { gapAfter, type Pace } from '../../frontier/politeness.ts';
import type { Ledger, Turn } from '../../frontier/port.ts';

export interface GitHubRequests {
  readonly repository: Repository;
  readonly api: Pick<Api, 'get' | 'getElsewhere'>;
  readonly ledger: Pick<Ledger, 'takeTurn' | 'endTurn' | 'holdHost'>;
  readonly bounds: Pick<RequestBounds, 'spend'>;
  /** Whether the operator's bounds on requests hold. */
  readonly bounded: boolean;
  readonly pace: Pace;
  readonly now: () => number;
}

/** A longer wait is left to the queue. */
const LONGEST_WAIT_MS = 5_000;
/** A turn lasts this much longer than its request may take. */
const SLACK_MS = 15_000;

/** What a client of the repository needs of the outside. */
export function gitHubNeeds({ repository, api, ledger, bounds, bounded, pace, now }: GitHubRequests): GitHubNeeds {
  const base = new URL(apiBaseOf(repository));
  const gap = (): number => gapAfter(pace, null, 1, Math.random);
  /** A host by whose name pages are read, too, has a clock of its own for the API: a page waits for the request that brings it. */
  const clockOf = ({ href, origin }: URL): string =>
    origin === repository.server ? `github:${hostKey(href)}` : hostKey(href);

  /** Waits for a turn as long as a gap lasts. */
  async function turnAt(host: string, request: GitHubRequest): Promise<Turn | GitHubWait> {
    for (;;) {
      const { turn, wait } = await ledger.takeTurn(host, {
        gapMs: gap(),
        lifetimeMs: request.timeoutMs + SLACK_MS,
      });
      if (turn !== undefined) return turn;
      const waitMs = wait.until - now();
      if (waitMs > Math.max(LONGEST_WAIT_MS, pace.delayMs + pace.jitterMs)) return wait;
      await sleep(Math.max(1, waitMs), undefined, { signal: request.signal });
    }
  }

  return {
    now,
    async get(url, request): Promise<GitHubSent> {
      const target = new URL(url);
      const host = clockOf(target);
      const turn = await turnAt(host, request);
      if (!('token' in turn)) return { wait: turn };
      try {
        const wait = await bounds.spend(hostKey(url), bounded);
        if (wait !== undefined) return { wait };
        const reply =
          target.origin === base.origin ? await api.get(url, request) : await api.getElsewhere(url, request);
        return { reply };
      } finally {
        const gapMs = gap();
        await ledger.endTurn(turn, { nextAt: now() + gapMs, gapMs });
      }
    },
    async hold(until) {
      await ledger.holdHost(clockOf(base), until, 'budget:api');
    },
  };
}
