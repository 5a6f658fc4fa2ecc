// How a crawl requests robots.txt: through the same client, guard and bounds as pages, and in the hosts' own time.
import { setTimeout as sleep } from 'node:timers/promises';
import { hostKey } from '../../core/url/host.ts';
import type { RequestBounds } from '../../crawl/run/bounds.ts';
import type { Http } from '../../fetch/http.ts';
import { gapAfter, type Pace } from '../../frontier/politeness.ts';
import type { Ledger, Turn } from '../../frontier/port.ts';
import type { Wait } from '../../frontier/port-requests.ts';
import { type RobotsGet, RobotsPostponed } from '../../robots/get.ts';

export interface RobotsRequests {
  readonly http: Http;
  readonly ledger: Pick<Ledger, 'takeTurn' | 'endTurn'>;
  readonly bounds: RequestBounds;
  readonly now: () => number;
  readonly stop: AbortSignal;
}

/** A redirect to a host that is busy for longer than this is followed when the URL's own turn comes again. */
const LONGEST_WAIT_MS = 5_000;
/** A turn lasts this much longer than its request may take. */
const SLACK_MS = 15_000;

/**
 * The `get` of a provider's robots gate. The first request is the turn of the URL that needs it; a redirect's next hop keeps the
 * gap of its host like any other request. Throws RobotsPostponed where a bound or another host's clock delays it.
 */
export function robotsGet(
  { http, ledger, bounds, now, stop }: RobotsRequests,
  bounded: boolean,
  pace: Pace,
): RobotsGet {
  const gap = (): number => gapAfter(pace, null, 1, Math.random);
  const turnAt = async (host: string, lifetimeMs: number): Promise<Turn> => {
    for (;;) {
      const { turn, wait } = await ledger.takeTurn(host, { gapMs: gap(), lifetimeMs });
      if (turn !== undefined) return turn;
      const { until } = wait;
      if (until - now() > LONGEST_WAIT_MS)
        throw new RobotsPostponed({
          until,
          by: 'host:clock',
          detail: `robots.txt redirects to ${host}, which is to wait`,
        });
      await sleep(Math.max(1, until - now()), undefined, { signal: stop });
    }
  };
  return async (url, request) => {
    const host = hostKey(url);
    const isHop = url !== `${request.site}/robots.txt`;
    const isElsewhere = isHop && host !== hostKey(request.site);
    const requestMs = request.connectMs + request.readMs;
    const turn = isElsewhere ? await turnAt(host, requestMs + SLACK_MS) : undefined;
    if (isHop && !isElsewhere) await sleep(gap(), undefined, { signal: stop });
    try {
      const wait = await bounds.spend(host, bounded);
      if (wait !== undefined) throw new RobotsPostponed(wait);
      // A process that was stopped in between may have lost its turn to another.
      if (turn !== undefined && now() >= turn.until - requestMs) throw new RobotsPostponed(lateAt(host, now()));
      // The clock of the request starts here, not while it waited for its turn.
      const signal = AbortSignal.any([stop, AbortSignal.timeout(requestMs)]);
      return await http.get(url, { ...request, onTooLarge: 'cut', signal });
    } finally {
      const gapMs = gap();
      if (turn !== undefined) await ledger.endTurn(turn, { nextAt: now() + gapMs, gapMs });
    }
  };
}

function lateAt(host: string, now: number): Wait {
  return {
    until: now,
    by: 'host:clock',
    detail: `the turn at ${host} was over before its robots.txt could be requested`,
  };
}
