// `docent answer`: Markdown with numbered sources, within a budget, from the real binary.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countTokens } from '../../src/chunk/tokens.ts';
import { runCommand } from '../support/commands.ts';
import type { Finished } from '../support/process.ts';
import { type SearchSite, startSearchSite } from '../support/search-site.ts';

let site: SearchSite;

const docent = (...args: string[]): Promise<Finished> => runCommand(args, { cwd: site.folder });

beforeAll(async () => {
  site = await startSearchSite();
  for (const [data, ...flags] of [['full', '--retain', 'full', '--library', 'demo@2.1'], ['preview']] as const)
    expect((await docent('crawl', `${site.server.origin}/docs/`, '--data', data, '--delay', '0', ...flags)).code).toBe(
      0,
    );
});

afterAll(() => site?.[Symbol.asyncDispose]());

describe('A5: docent answer', () => {
  it('A5: prints whole passages, and below them where each comes from', async () => {
    const { code, stdout, stderr } = await docent('answer', 'advisory', 'lock', '--data', 'full');
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^## \[1\] Settings\n\n/);
    expect(stdout).toContain('The advisory lock is taken before the migration begins.');
    expect(stdout).toMatch(
      /\n## Sources\n\n1\. <http:\/\/127\.0\.0\.1:\d+\/docs\/settings[^>]*> Settings \([^)]*; fetched \d{4}-\d\d-\d\d, verified \d{4}-\d\d-\d\d\)\n/,
    );
  });

  it('A5: keeps its budget, reports that there is more, and goes on with the cursor', async () => {
    const first = await docent('answer', 'sentence that fills a line', '--data', 'full', '--max-tokens', '400');
    expect(first.code).toBe(0);
    expect(countTokens(first.stdout)).toBeLessThanOrEqual(400);
    const cursor = /--cursor (\S+)/.exec(first.stderr)?.[1] as string;
    const next = await docent(
      'answer',
      'sentence that fills a line',
      '--data',
      'full',
      '--max-tokens',
      '400',
      '--cursor',
      cursor,
    );
    expect(next.code).toBe(0);
    expect(next.stdout).not.toBe(first.stdout);
    expect(countTokens(next.stdout)).toBeLessThanOrEqual(400);
  });

  it('C2: of previews it quotes at most 200 characters, and states it', async () => {
    const { stdout } = await docent('answer', 'advisory lock', '--data', 'preview');
    expect(stdout).toContain('advisory lock');
    expect(stdout).toContain('quoted only: the whole text is not kept (retain: preview)');
    const body = /^## \[1\][^\n]*\n\n([\s\S]*?)\n\n?## /.exec(stdout)?.[1] as string;
    expect(body.length).toBeLessThanOrEqual(200);
  });

  it('A5: as JSON it is what the library returns', async () => {
    const { stdout } = await docent('answer', 'asyncio.gather', '--data', 'full', '--json', '--library', 'demo@2');
    expect(JSON.parse(stdout)).toMatchObject({
      passages: [{ url: expect.stringContaining('#asyncio.gather'), whole: true, flags: [] }],
      libraries: [{ asked: 'demo@2', how: 'exact' }],
    });
  });

  it.each([
    [['answer', 'zzzznothing', '--data', 'full'], 1, 'Nothing found for zzzznothing'],
    [['answer', 'lock', '--data', 'full', '--max-tokens', '5'], 2, 'from 200 to 20000'],
    [['answer', 'lock', '--data', 'full', '--library', 'nope'], 2, 'nope'],
    [['answer', '--data', 'full'], 2, 'question'],
    [['answer', 'lock', '--data', 'nowhere'], 3, 'docent crawl'],
  ])('A1: %j ends with %i and a reason', async (args, code, message) => {
    const ended = await docent(...args);
    expect([ended.code, ended.stdout]).toEqual([code, '']);
    expect(ended.stderr).toContain(message);
  });
});
