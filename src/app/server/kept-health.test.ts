// Proves that probes neither wait for busy readers nor add to what they have to do.
import { expect, it } from 'vitest';
import type { Health } from '../../watch/alerts/health.ts';
import { keepHealth } from './kept-health.ts';

const health = (status: Health['status']): Health => ({
  ...{ status, httpStatus: status === 'down' ? 503 : 200 },
  checks: [{ name: 'store', status, detail: 'as it is' }],
});

function folder() {
  const reads: PromiseWithResolvers<Health>[] = [];
  let now = 0;
  const kept = keepHealth({
    read() {
      const one = Promise.withResolvers<Health>();
      reads.push(one);
      return one.promise;
    },
    clock: { mono: () => now, wall: () => now },
    waitMs: 1,
  });
  return {
    reads,
    kept,
    pass(ms: number) {
      now += ms;
    },
  };
}

it('M4: is read before the first probe, and once for all that come within a second', async () => {
  const { reads, kept, pass } = folder();
  expect(reads).toHaveLength(1);
  const probes = [kept(), kept()];
  reads[0]?.resolve(health('ok'));
  pass(999);
  for (const one of [...probes, kept()]) expect((await one).status).toBe('ok');
  expect(reads).toHaveLength(1);
});

it('M4: a probe that readers have no time for gets what was known, and a later one what they read', async () => {
  const { reads, kept, pass } = folder();
  reads[0]?.resolve(health('ok'));
  expect((await kept()).status).toBe('ok');
  pass(1_000);
  expect((await kept()).status).toBe('ok');
  reads[1]?.resolve(health('down'));
  await reads[1]?.promise;
  expect((await kept()).status).toBe('down');
  pass(1_000);
  const refused = kept();
  reads[2]?.reject(new Error('500 tasks are waiting already'));
  expect((await refused).status).toBe('down');
});

it('M4: what was not readable for a minute is not called readable', async () => {
  const { reads, kept, pass } = folder();
  reads[0]?.resolve(health('ok'));
  await kept();
  pass(60_000);
  const probe = kept();
  reads[1]?.reject(new Error('health was ended: it took longer than 20 s'));
  await expect(probe).rejects.toThrow('it took longer than 20 s');
});
