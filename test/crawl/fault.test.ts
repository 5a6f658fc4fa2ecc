// F5: a fault of a visit ends its run, whenever it occurs. The ledger is a real one, made to fail at one moment.
import { describe, expect, it } from 'vitest';
import { steadyClock } from '../../src/core/clock.ts';
import { createAddressGuard } from '../../src/fetch/address.ts';
import { createHttp } from '../../src/fetch/http.ts';
import { always, startServer } from '../support/local-server.ts';
import { startPlainRun } from '../support/plain-run.ts';
import { temporaryStore } from '../support/temporary-store.ts';

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
    const http = createHttp({ guard: createAddressGuard({ open: [{ host: '127.0.0.1', port: site.port }] }) });
    await expect(startPlainRun({ seeds: [`${site.origin}/`], ledger, http, now }).result).rejects.toBe(fault);
    await http.close();
    await opened.ledger.close();
  });
});
