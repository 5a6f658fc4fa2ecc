// Wrong tokens are counted per address, and forgotten after a minute.
import { expect, it } from 'vitest';
import { type Log, silentLog } from '../../core/log.ts';
import { countFailures, type Failures } from './failures.ts';

let time = 0;
const clock = { wall: () => 0, mono: () => time };

function counting(log: Log = silentLog): Failures {
  time = 0;
  return countFailures(log, clock);
}

function fail(failures: Failures, address: string, times: number): number | undefined {
  let last: number | undefined;
  for (let nth = 0; nth < times; nth++) last = failures.note(address);
  return last;
}

it('the eleventh within a minute of the first must wait for the rest of it, and is logged once', () => {
  const logged: unknown[] = [];
  const failures = counting({ ...silentLog, warn: (fields, event) => logged.push([event, fields]) });
  expect(fail(failures, '192.0.2.1', 10)).toBeUndefined();
  time = 20_500;
  expect(fail(failures, '192.0.2.1', 1)).toBe(40);
  expect(fail(failures, '192.0.2.1', 100)).toBe(40);
  expect(logged).toEqual([['http.wrong_tokens', { address: '192.0.2.1' }]]);
  time = 60_000;
  expect(fail(failures, '192.0.2.1', 10)).toBeUndefined();
  expect(fail(failures, '192.0.2.1', 1)).toBe(60);
});

it.each([
  ['192.0.2.1', '192.0.2.2', false],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['fe80::1%eth0', 'fe80::2%eth1', true],
  ['no address', '', true],
])('%s and %s are one client: %s', (one, other, isOne) => {
  const failures = counting();
  fail(failures, one, 10);
  expect(failures.note(other) !== undefined).toBe(isOne);
});

it('ten thousand addresses are remembered, and the oldest is dropped', () => {
  const failures = counting();
  fail(failures, '192.0.2.1', 10);
  const others = (from: number, to: number): void => {
    for (let nth = from; nth < to; nth++) failures.note(`10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`);
  };
  others(0, 9_999);
  expect(failures.note('192.0.2.1')).toBe(60);
  others(9_999, 10_000);
  expect(failures.note('192.0.2.1')).toBeUndefined();
});
