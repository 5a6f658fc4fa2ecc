// A flag that the documentation names is one that a command takes.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionTable } from '../../src/core/options/table.ts';
import { root } from '../support/repository.ts';

it('A6: every option with a flag is taken by a command', () => {
  const sources = globSync('src/doors/cli/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const flags = optionTable.filter((option) => 'flag' in option && option.flag !== undefined);
  expect(flags.length).toBeGreaterThan(10);
  expect(flags.filter(({ name }) => !sources.includes(`'${name}'`)).map(({ name }) => name)).toEqual([]);
});
