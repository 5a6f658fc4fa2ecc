// The examples in the help are written for a shell: each is run by one, with a docent that only says which words reached it.
import { tmpdir } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/search/analyse/query.ts';
import { runCommand } from '../support/commands.ts';
import { run } from '../support/process.ts';

const EXAMPLE = /^ {2}(docent .*)$/gm;

/** The examples of every command, as they are printed. */
let examples: readonly string[];

beforeAll(async () => {
  const help = async (...words: string[]): Promise<string> =>
    (await runCommand([...words, '--help'], { cwd: tmpdir() })).stdout;
  const names = [...(await help()).matchAll(/^ {2}([a-z]+)(?: \[| <|\|| {2})/gm)].map(([, name]) => name as string);
  const commands = [...names.filter((name) => name !== 'help').map((name) => [name]), ['serve', 'token']];
  const texts = await Promise.all(commands.map((words) => help(...words)));
  examples = texts.flatMap((text) => [...text.matchAll(EXAMPLE)].map(([, example]) => example as string));
});

/** What a shell makes of these lines: the words of each, or of none where it refuses one. zsh refuses patterns that match no file, as failglob does. */
async function wordsOf(lines: readonly string[]): Promise<readonly (readonly string[])[]> {
  const docent = `docent() { printf '%s\\0' "$@"; printf '\\1'; }`;
  const script = ['shopt -s failglob', docent, ...lines.map((line) => line.replace(/ > \S+$/, ''))].join('\n');
  const { code, stdout, stderr } = await run('bash', ['-c', script], { cwd: tmpdir() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\u0001')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

describe('the examples in the help', () => {
  it('A1: are lines that a shell runs as they stand', async () => {
    expect(examples.length).toBeGreaterThan(40);
    const all = await wordsOf(examples);
    expect(all).toHaveLength(examples.length);
  });

  it('A1, S1: a phrase keeps its quotation marks', async () => {
    const [phrase] = await wordsOf(examples.filter((line) => /^docent search.*"/.test(line)));
    const { phrases, not } = parseQuery((phrase ?? []).slice(1).join(' '));
    expect(phrases).toHaveLength(1);
    expect(not).toHaveLength(1);
  });
});
