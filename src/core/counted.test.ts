// Counts agree with their nouns.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../test/support/repository.ts';
import { counted } from './counted.ts';

it.each([
  [counted(1, 'page'), '1 page'],
  [counted(0, 'page'), '0 pages'],
  [counted(1_234, 'entry', 'entries'), '1,234 entries'],
  [counted(1, 'page says', 'pages say'), '1 page says'],
  [counted(123, 'page'), '123 pages'],
  [counted(1_234_567, 'page'), '1,234,567 pages'],
])('a count agrees with its noun: %s', (text, expected) => expect(text).toBe(expected));

it('A1: what commands print counts with this function', () => {
  const byHand =
    /\$\{[^}]*\} (?:stored |more |other )?(?:pages|providers|URLs|links|requests|chunks|sections|errors|words|entries)\b/;
  const lines = globSync('src/{doors/cli,watch,app}/**/*.ts', { cwd: root })
    .filter((path) => !/\.test\.ts$|app\/search/.test(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(lines.filter((line) => byHand.test(line))).toEqual([]);
});
