// A2: the short form of `npm run test:listeners`.
import { expect, it } from 'vitest';
import { listenTogether } from './hub-long.ts';

it('A2: 200 listeners see each event once or in a gap that counts it, and nothing grows', async () => {
  const { problems, published, got, missed, gaps, returns } = await listenTogether({
    ...{ listeners: 200, seconds: 1, perSecond: 1_000, size: 200 },
  });
  expect(problems).toEqual([]);
  expect(published).toBeGreaterThanOrEqual(1_000);
  // Forty of them listen all the time.
  expect(got).toBeGreaterThanOrEqual(40 * published);
  // Some listeners were overrun, and some came back.
  expect(missed).toBeGreaterThan(0);
  expect(gaps).toBeGreaterThan(0);
  expect(returns).toBeGreaterThan(0);
});
