// Proves after how many pages a crawl of plain URLs is known to have stopped.
import { expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import { maxPagesOf } from './report-facts.ts';

it.each([
  ['the flag of its command', { options: { max_pages: 5 }, limits: { max_pages: 10_000, max_depth: 20 } }, 5],
  ['what holds for its site', { options: {}, limits: { max_pages: 10_000, max_depth: 20 } }, 10_000],
  ['the one bound of earlier versions', { options: {} }, 200],
])('F3: by %s', (_, remembered, most) => {
  const run = { provider: '127.0.0.1-8000', remembered: JSON.stringify(remembered) };
  expect(maxPagesOf(run, loadSettings({ text: '', env: {} }))).toBe(most);
});
