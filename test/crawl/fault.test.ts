// F5: a fault of a visit ends its run, whenever it occurs. The ledger is a real one, made to fail at one moment.
import { describe, expect, it } from 'vitest';
import { policyFor } from '../../src/app/crawl/policies.ts';
import { robotsGet } from '../../src/app/crawl/robots-requests.ts';
import { resolveTargets } from '../../src/app/crawl/targets.ts';
import { steadyClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { readPage } from '../../src/crawl/read/read-page.ts';
import { RequestBounds } from '../../src/crawl/run/bounds.ts';
import { type Run, startRun } from '../../src/crawl/run/run.ts';
import { LinkWatch } from '../../src/crawl/visit/link-watch.ts';
import { createAddressGuard } from '../../src/fetch/address.ts';
import { createHttp } from '../../src/fetch/http.ts';
import type { Ledger } from '../../src/frontier/port.ts';
import { loadSettings } from '../../src/settings.ts';
import { always, startServer } from '../support/local-server.ts';
import { temporaryStore } from '../support/temporary-store.ts';

/** A crawl of one page into this ledger. */
function crawl(origin: string, ledger: Ledger, now: () => number): Run {
  const settings = loadSettings({ env: { DOCENT_REQUEST_DELAY_MS: '0' } });
  const { hostname: host, port } = new URL(origin);
  const http = createHttp({ guard: createAddressGuard({ open: [{ host, port: Number(port) }] }) });
  const abort = new AbortController();
  const bounds = new RequestBounds(ledger, { perHour: 1_000, perDay: 10_000 }, now);
  const requests = { http, ledger, bounds, now, stop: abort.signal };
  const policies = resolveTargets([`${origin}/`], settings).map((target) =>
    policyFor(target, settings, {
      ...{ log: silentLog, now, http },
      robotsGet: (own, bounded, pace) => robotsGet({ ...requests, http: own }, bounded, pace),
    }),
  );
  const rooms = {
    ...{ now, random: Math.random, read: readPage, watch: new LinkWatch(silentLog) },
    ...{ blocked: () => undefined, block: async () => {}, tick: async () => {} },
  };
  const run = startRun(ledger, rooms, {
    ...{ policies, concurrency: 1, bounds, maxRunPages: 100, wait: true, fresh: false, remarks: [], abort },
    prepare: async () => {},
    incidents: { log: silentLog },
  });
  run.result.then(
    () => http.close(),
    () => http.close(),
  );
  return run;
}

describe('F5: a fault of a visit', () => {
  it('F5: that arrives while the loop looks for what is due, and nothing else is under way, ends the run', async () => {
    await using site = await startServer(always(200, '<p>A page.</p>', { 'content-type': 'text/html' }));
    const now = steadyClock();
    const fault = new Error('the visit broke');
    const failed = Promise.withResolvers<void>();
    let isLooking = false;
    const opened = await temporaryStore().openLedger(now);
    const ledger = new Proxy(opened.ledger, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        if (name === 'settle')
          return async () => {
            // Not before the loop looks for what is due.
            while (!isLooking) await new Promise((resolve) => setImmediate(resolve));
            setImmediate(() => setImmediate(failed.resolve));
            throw fault;
          };
        if (name === 'nextDue')
          return async () => {
            isLooking = true;
            await failed.promise;
            return target.nextDue();
          };
        return member.bind(target);
      },
    });
    await expect(crawl(site.origin, ledger, now).result).rejects.toBe(fault);
  });
});
