// How a crawl asks for robots.txt: through the same client, guard and bounds as pages, and in the hosts' own time.
import { setTimeout as sleep } from 'node:timers/promises';
import { hostKey } from '../core/url/host.ts';
import type { Bounds } from '../crawl/bounds.ts';
import type { Http } from '../fetch/http.ts';
import { gapAfter, type Pace } from '../frontier/politeness.ts';
import type { Ledger } from '../frontier/port.ts';
import { type RobotsGet, RobotsPostponed } from '../robots/get.ts';

export interface RobotsRequests {
  readonly http: Http;
  readonly ledger: Pick<Ledger, 'takeTurn' | 'endTurn'>;
  readonly bounds: Bounds;
  readonly now: () => number;
  readonly stop: AbortSignal;
}

/** A redirect to a host that is busy for longer than this is followed when the URL's own turn comes again. */
const LONGEST_WAIT_MS = 5_000;

/**
 * The `get` of a provider's robots gate. The first request is the turn of the URL that asks; a redirect's next hop keeps the
 * gap of its host like any other request. Throws RobotsPostponed where a bound or another host's clock says not now.
 */
export function robotsGet(
  { http, ledger, bounds, now, stop }: RobotsRequests,
  bounded: boolean,
  pace: Pace,
): RobotsGet {
  const gap = (): number => gapAfter(pace, null, 1, Math.random);
  const turnAt = async (host: string): Promise<void> => {
    for (;;) {
      const until = await ledger.takeTurn(host, gap());
      if (until === undefined) return;
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
    if (isElsewhere) await turnAt(host);
    else if (isHop) await sleep(gap(), undefined, { signal: stop });
    try {
      const wait = await bounds.spend(host, bounded);
      if (wait !== undefined) throw new RobotsPostponed(wait);
      // The clock of the request starts here, not while it waited for its turn.
      const signal = AbortSignal.any([stop, AbortSignal.timeout(request.connectMs + request.readMs)]);
      return await http.get(url, { ...request, onTooLarge: 'cut', signal });
    } finally {
      const gapMs = gap();
      if (isElsewhere) await ledger.endTurn(host, { nextAt: now() + gapMs, gapMs });
    }
  };
}
