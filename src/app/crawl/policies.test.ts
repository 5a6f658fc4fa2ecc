// Proves how a provider's policy and the operator's options become the pace of a crawl.
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { createAddressGuard } from '../../fetch/address.ts';
import { createHttp } from '../../fetch/http.ts';
import { gapAfter } from '../../frontier/politeness.ts';
import { loadSettings } from '../../settings.ts';
import { policyFor } from './policies.ts';
import { resolveTargets } from './targets.ts';

function paceOf(env: Record<string, string>) {
  const settings = loadSettings({ env });
  const http = createHttp({ guard: createAddressGuard({}) });
  const [target] = resolveTargets(['https://docs.example.com/'], settings);
  if (target === undefined) throw new Error('no target');
  const rooms = {
    log: silentLog,
    now: Date.now,
    http,
    robotsGet: () => () => Promise.reject(new Error('unexpected request')),
  };
  return policyFor(target, settings, rooms).pace;
}

describe('F4: politeness careful', () => {
  it('F4: never allows a seventh request in a minute, whatever is drawn', () => {
    const pace = paceOf({ DOCENT_POLITENESS: 'careful' });
    for (const drawn of [0, 0.5, 1]) expect(gapAfter(pace, null, 1, () => drawn)).toBeGreaterThanOrEqual(10_000);
  });

  it('F4: keeps a longer delay that is configured', () => {
    const pace = paceOf({ DOCENT_POLITENESS: 'careful', DOCENT_REQUEST_DELAY_MS: '20000' });
    expect(gapAfter(pace, null, 1, () => 0)).toBeGreaterThanOrEqual(20_000);
  });

  it('F4: without it the delay is drawn around 1,500 ms and never under 1,000', () => {
    const pace = paceOf({});
    expect([0, 1].map((drawn) => gapAfter(pace, null, 1, () => drawn))).toEqual([1_020, 2_020]);
  });
});
