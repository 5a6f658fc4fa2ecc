// Flags as the help shows them.
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { withOptions } from './options.ts';

function help(...names: Parameters<typeof withOptions>[1]): string {
  const command = new Command('x').configureHelp({ helpWidth: 500 });
  return withOptions(command, names).helpInformation();
}

it('A1, A6: the help of an option shows its default, once', () => {
  expect(help('data')).toMatch(/--data <folder> .*otherwise\. Default: \.docent\n/);
  expect(help('concurrency')).toMatch(/Default: 3\n/);
  expect(help('request_delay_ms').match(/default/gi)).toHaveLength(2);
  expect(help('own_site', 'exclude_paths').match(/default/gi)).toHaveLength(1);
});
