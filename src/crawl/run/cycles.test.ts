// Proves U10: endless paths in the blocklist, as many per host as an operator needs to see.
import { describe, expect, it } from 'vitest';
import { openWorld } from '../../../test/support/crawl-world.ts';
import { hostKey } from '../../core/url/host.ts';
import type { FoundUrl } from '../../frontier/port.ts';
import { judgeTraps } from '../../frontier/traps.ts';
import { toFound } from '../visit/discover.ts';
import { enterCycles } from './cycles.ts';

const SEED = 'http://127.0.0.1:9/';

/** Links into loops of this host, each with a name of its own. */
function loops(from: number, to: number, origin = SEED): readonly FoundUrl[] {
  return Array.from({ length: to - from }, (_, i) => {
    const url = `${origin}x${from + i}/l/l/l/l`;
    const refused = judgeTraps(url, { allowDynamic: false, cycleThreshold: 3 });
    if (refused.ok) throw new Error(`${url} is no loop`);
    return { provider: '127', key: url, url, host: hostKey(url), depth: 1, kind: 'page', refused };
  });
}

describe('enterCycles', () => {
  it('U10: enters endless paths with their reason, and no other links', async () => {
    await using world = await openWorld(SEED);
    const fine = toFound({ url: `${SEED}a`, depth: 1 }, world.policy, world.visitNeeds.blocked);
    await enterCycles([fine, ...loops(0, 1)], world);
    expect(await world.ledger.blocklist.list()).toEqual([
      {
        pattern: '127.0.0.1:9/x0/l/l/l/l',
        reason: expect.stringMatching(/^trap:cycle, \/l/),
        by: 'crawler',
        at: world.clock.now,
      },
    ]);
  });

  it('U10: enters at most ten per host, counted by what the blocklist holds', async () => {
    await using world = await openWorld(SEED);
    await enterCycles(loops(0, 8), world);
    await enterCycles(loops(0, 8), world);
    expect(await world.ledger.blocklist.list()).toHaveLength(8);
    await enterCycles(loops(0, 20), world);
    expect(await world.ledger.blocklist.list()).toHaveLength(10);
    await enterCycles(loops(0, 3, 'http://other.test/'), world);
    expect(await world.ledger.blocklist.list()).toHaveLength(13);
  });

  it('U10: what another process has entered counts, what the operator has entered or taken out does not', async () => {
    await using world = await openWorld(SEED);
    const beside = await world.store.openSideWriter();
    const entry = { reason: 'trap:cycle, /l repeats', at: 1 } as const;
    for (let i = 0; i < 9; i++)
      await beside.blocklist.add({ ...entry, pattern: `127.0.0.1:9/y${i}/l/l/l`, by: 'crawler' });
    await beside.blocklist.add({ ...entry, pattern: '127.0.0.1:9/own', by: 'operator' });
    await beside.blocklist.add({ pattern: '127.0.0.1:9/403', reason: 'answered 403', by: 'crawler', at: 1 });
    await enterCycles(loops(0, 5), world);
    expect(await beside.blocklist.list()).toHaveLength(12);
    await beside.blocklist.remove('127.0.0.1:9/y0/l/l/l');
    await enterCycles(loops(5, 9), world);
    expect(await beside.blocklist.list()).toHaveLength(12);
  });
});
