// The suite does not know the time: it is green on a busy machine, and no test measures speed (`npm run bench:…` does).
import { describe, expect, it } from 'vitest';
import { filesBelow, readText } from '../support/repository.ts';
import { timeIn } from './time.ts';

/** The only places that read a clock or wait. */
const ABOUT_TIME = ['test/support/visits.ts', 'test/support/until.ts', 'test/house/time.ts', 'test/house/time.test.ts'];

/** Programs that measure and print, run by `npm run …` and by no test. */
const programs = [...readText('package.json').matchAll(/\bnode (test\/\S+\.ts)/g)].map(([, path]) => path);

const files = [
  ...filesBelow('src')
    .filter((path) => /\.(?:test|contract)\.tsx?$/.test(path))
    .map((path) => `src/${path}`),
  ...filesBelow('test')
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules/'))
    .map((path) => `test/${path}`),
].filter((path) => !ABOUT_TIME.includes(path) && !programs.includes(path));

it('no test reads a clock to judge speed, waits for a time or sets a limit of its own', () => {
  expect(files.flatMap((path) => timeIn(readText(path)).map((line) => `${path}:${line}`))).toEqual([]);
  expect(files.length).toBeGreaterThan(400);
});

it('nothing is tried again', () => {
  expect(readText('vitest.config.ts')).not.toMatch(/\bretry\b/);
});

describe('time in a test', () => {
  it.each([
    'expect(performance.now() - at).toBeLessThan(5);',
    'const used = process.cpuUsage(before);',
    'expect(Date.now() - start).toBeGreaterThan(2_000);',
    'expect(row.until).toBeGreaterThan(Date.now() + 1_000);',
    'while (Date.now() < end) look();',
    'const end = start - Date.now();',
    'await vi.waitFor(() => expect(lines).toHaveLength(1), 2_000);',
    'await expect.poll(() => rows()).toEqual([]);',
    '}, 45_000);',
    "it('ends', { timeout: 5_000 }, async () => {",
    'const before = Date.now();\nexpect(record.at).toBeGreaterThanOrEqual(before);',
    'const before = Date.now();\nexpect(Math.abs(before - row.at) < 9).toBe(true);',
  ])('is found: %s', (source) => {
    expect(timeIn(source)).toHaveLength(1);
  });

  it.each([
    'const at = Date.now() + 60_000;',
    'const old = new Date(Date.now() - 120_000);',
    'const { ledger } = await store.openLedger(Date.now);',
    'const later = () => Date.now() + 60_000;',
    'const now = Date.now();\nawait keep({ at: now - DAY, by: now });',
  ])('is not: %s', (source) => {
    expect(timeIn(source)).toEqual([]);
  });
});
