// Times for people, in one way.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../../test/support/repository.ts';
import { dayText, minuteText, timeText } from './times.ts';

const AT = Date.UTC(2026, 1, 23, 23, 30, 5);

it('A1: a time is printed in the zone of the configuration, which is named', () => {
  expect([timeText(AT, 'UTC'), minuteText(AT, 'UTC'), dayText(AT, 'UTC')]).toEqual([
    ...['2026-02-23 23:30:05 UTC', '2026-02-23 23:30', '2026-02-23'],
  ]);
  expect([timeText(AT, 'Asia/Seoul'), dayText(AT, 'Asia/Seoul')]).toEqual(['2026-02-24 08:30:05 GMT+9', '2026-02-24']);
  expect(timeText(AT, 'America/New_York')).toBe('2026-02-23 18:30:05 EST');
});

it('A1: no command has its own way to print a time', () => {
  const own = /toISOString\(\)|toLocaleTimeString|toLocaleDateString|localTime\(/;
  const files = globSync('src/doors/cli/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$|\/times\.ts$|demo-site/.test(path),
  );
  const lines = files.flatMap((path) => readFileSync(join(root, path), 'utf8').split('\n'));
  // The day terms were read is a value of the configuration.
  expect(lines.filter((line) => own.test(line) && !/slice\(0, 10\)/.test(line))).toEqual([]);
});
