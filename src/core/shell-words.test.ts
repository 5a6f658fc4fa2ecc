// Proves that a shell reads a command line as the words it was made of.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commandLine } from './shell-words.ts';

it.each([
  [['docent', 'crawl', 'https://docs.example.com/3/'], 'docent crawl https://docs.example.com/3/'],
  [['https://a.example/?x=1&y=2#z'], "'https://a.example/?x=1&y=2#z'"],
  [['--block', '/old/**'], "--block '/old/**'"],
  [["it's", '', 'a b', '$HOME', '`id`'], "'it'\\''s' '' 'a b' '$HOME' '`id`'"],
])('A1: %j', (words, line) => {
  expect(commandLine(words)).toBe(line);
  const read = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  expect(read.split('\0').slice(0, -1)).toEqual(words);
});
