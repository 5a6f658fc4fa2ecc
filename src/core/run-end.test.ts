// Proves F5: how a run ended, by its seeds and by what still waits.
import { expect, it } from 'vitest';
import { runEnd } from './run-end.ts';

it.each([
  ['everything was done', { seeds: { all: 2, failed: 0 } }, 'complete', 'complete'],
  ['there was no seed', { seeds: { all: 0, failed: 0 } }, 'complete', 'complete'],
  ['its only seed failed', { seeds: { all: 1, failed: 1 } }, 'failed', 'its seed could not be read'],
  ['all seeds failed', { seeds: { all: 2, failed: 2 } }, 'failed', 'none of its 2 seeds could be read'],
  ['a seed failed', { seeds: { all: 2, failed: 1 } }, 'incomplete', '1 of 2 seeds could not be read'],
  ['pages wait', { seeds: { all: 1, failed: 0 }, whyWaiting: 'a host is parked' }, 'incomplete', 'a host is parked'],
  ['pages wait and a seed failed', { seeds: { all: 2, failed: 1 }, whyWaiting: 'waiting' }, 'incomplete', 'waiting'],
  [
    'pages wait and its seed failed',
    { seeds: { all: 1, failed: 1 }, whyWaiting: 'waiting' },
    'failed',
    'its seed could not be read',
  ],
  [
    'it was stopped',
    { seeds: { all: 1, failed: 1 }, whyWaiting: 'interrupted', isStopped: true },
    'incomplete',
    'interrupted',
  ],
] as const)('F5: where %s', (_, facts, end, why) => {
  expect(runEnd(facts)).toEqual({ end, why });
});
