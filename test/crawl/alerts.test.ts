// M1, M2: a first crawl raises nothing; each way a manual breaks is one alert, whose command shows its pages. `npm run test:alerts`: real manuals.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alert } from '../../src/watch/alerts/alerts.ts';
import { type Breakage, type BrokenSite, breakages, serveManual } from '../alerts/broken-site.ts';
import { type BoundSource, crawlWhole, firstCrawl, refreshBroken } from '../alerts/judge.ts';
import { smallManual } from '../alerts/manual.ts';
import { runCommand } from '../support/commands.ts';

describe('alerts of a manual', () => {
  let folder: string;
  let site: BrokenSite;
  let source: BoundSource;
  let first: readonly Alert[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
    site = await serveManual(smallManual);
    const bounds = ['page_chunks=50', 'average_tokens_least=50', 'duplicate_chunks=10', 'selector_hits=90'];
    const command = async (words: readonly string[], cwd: string) => (await runCommand(words, { cwd })).stdout;
    source = { site, folder, bounds, command, selector: smallManual.selector };
    first = (await crawlWhole(source)).raised;
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  it('M1, M2: its first crawl raises none; what is out of the bounds of content is advice', async () => {
    mkdirSync(join(folder, 'plain'));
    const { raised, advice } = await firstCrawl(site.start, join(folder, 'plain'));
    expect(raised).toEqual([]);
    expect(advice).toEqual([
      expect.stringContaining('pages with too few or too many chunks 25.0 %, bound at most 10 %'),
    ]);
    expect(first).toEqual([]);
    const data = ['--data', join(folder, 'plain')];
    const report = await source.command(['report', new URL(site.start).host.replace(':', '-'), ...data], folder);
    expect(report).toMatch(
      /→ custom_selectors\.content: pages with too few or too many chunks 25\.0 %, bound at most 10 %/,
    );
    const [chunks, json] = [
      await source.command(['urls', '--chunks', ...data], folder),
      await source.command(['urls', '--chunks', '--json', ...data], folder),
    ];
    // Three long references, and the short page that no other cause is found for.
    expect(chunks.match(/chunks, at most 20/g)).toHaveLength(3);
    expect(JSON.parse(json)).toEqual(
      expect.arrayContaining([
        {
          provider: expect.any(String),
          url: new URL('/p1.html', site.start).href,
          chunks: expect.any(Number),
          averageTokens: expect.any(Number),
          repeated: 0,
          out: [expect.stringMatching(/^\d+ chunks, at most 20$/)],
        },
      ]),
    );
  });

  it.each(Object.keys(breakages) as Breakage[])(
    'M1, M2: %s is one alert, and its command shows the pages',
    async (how) => {
      const { alerts, shown } = await refreshBroken(source, how);
      const { cause, shows } = breakages[how];
      expect(alerts.map(({ about, bounds = [] }) => [about, bounds.map(({ bound }) => bound)])).toEqual([
        [cause, how === 'empty' ? [...shows, 'selector_hits'] : shows],
      ]);
      if (how === 'selector') expect(shown).toContain(source.selector);
      else for (const path of site.affected(how)) expect(shown).toContain(path);
    },
  );
});
