// Proves F5 and F8: what of a host is remembered, and what a person's command forgets of it.
import { describe, expect, it } from 'vitest';
import {
  answersIn,
  closingAfter,
  heldUntil,
  type RememberedHost,
  withAnswer,
  withoutUnanswered,
} from './host-memory.ts';

const refused = { by: 'DOC_CONNECT', detail: 'refused', until: 9, ends: 'failed' } as const;
const blocked = { by: 'robots:rfc9309:closed', detail: 'answered 503', until: 9, ends: 'blocked' } as const;
const parked = { parkedUntil: 9, parkedBy: 'host:parked' };
const free = { parkedUntil: 0, parkedBy: '' };

describe('F8: the last answers of a host', () => {
  it.each([
    ['an answer without an error', false, 'o'],
    ['an error', true, 'e'],
    ['no answer', 'unanswered', 'n'],
    ['nothing requested', undefined, ''],
  ] as const)('%s', (_, error, letter) => {
    expect(withAnswer('oe', error)).toBe(`oe${letter}`);
  });

  it('no answer counts as an error, and twenty are kept', () => {
    expect(answersIn('oeno')).toEqual({ recentErrors: 2, recentAnswers: 4 });
    expect(withAnswer('o'.repeat(20), 'unanswered')).toBe(`${'o'.repeat(19)}n`);
  });
});

it('F5: a host is closed by what is known last, and held by the longest of its times', () => {
  expect(closingAfter(refused, { nextAt: 0, gapMs: 0 })).toBe(refused);
  expect(closingAfter(refused, { nextAt: 0, gapMs: 0, closing: blocked })).toBe(blocked);
  expect(closingAfter(refused, { nextAt: 0, gapMs: 0, closing: 'open' })).toBeUndefined();
  expect([heldUntil({ nextAt: 3 }), heldUntil({ nextAt: 3, parkedUntil: 5 })]).toEqual([3, 5]);
  expect(heldUntil({ nextAt: 3, parkedUntil: 5, closing: refused })).toBe(9);
});

describe('F5: what nobody answered is forgotten, and what a host answered stays', () => {
  const n = 'n'.repeat(20);
  it.each<[string, Partial<RememberedHost>, Partial<RememberedHost>]>([
    ['a host that refused every request', { recent: n, ...parked, closing: refused }, { recent: '', ...free }],
    ['one whose robots.txt answered 503', { recent: 'ee', closing: blocked }, { recent: 'ee', closing: blocked }],
    ['one parked for its answers', { recent: 'e'.repeat(20), ...parked }, { recent: 'e'.repeat(20), ...parked }],
    [
      'one parked mostly for its answers',
      { recent: `${'e'.repeat(11)}${'n'.repeat(9)}`, ...parked },
      { recent: 'e'.repeat(11), ...parked },
    ],
    [
      'one parked mostly because nobody answered',
      { recent: `${'e'.repeat(9)}${'n'.repeat(11)}`, ...parked },
      { recent: 'e'.repeat(9), ...free },
    ],
    [
      'one that a bound holds',
      { recent: n, parkedUntil: 9, parkedBy: 'budget:host-hour' },
      { recent: '', parkedUntil: 9, parkedBy: 'budget:host-hour' },
    ],
  ])('%s', (_, host, left) => {
    const before = { recent: '', ...free, closing: undefined };
    expect(withoutUnanswered({ ...before, ...host })).toEqual({ ...before, ...left });
  });
});
