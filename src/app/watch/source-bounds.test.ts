// Proves which bounds of content raise alerts for which sources, and that elsewhere they are advice (M2).
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import { type BoundName, boundTable, contentBounds } from '../../watch/alerts/bounds.ts';
import type { Quality } from '../../watch/metrics/quality.ts';
import { adviceOn, judgementsOf } from './judgements.ts';
import { boundsFor } from './source-bounds.ts';

const policy = (id: string, more = '', seed = `https://${id}.test/docs`) =>
  `  - { provider_id: ${id}, seed_url: "${seed}", allowed_path_patterns: [/**]${more} }\n`;
const settings = (yml: string, option = '') =>
  loadSettings({ cwd: tmpdir(), env: {}, config: 'docent.yml', text: `${option}\nproviders:\n${yml || '  []\n'}` });
const raised = (id: string, own: ReturnType<typeof settings>): readonly BoundName[] =>
  contentBounds.filter(boundsFor(id, own).raises);

const quality: Quality = {
  ...{ pages: 200, chunks: 900, averageTokens: 150.4, smallestTokens: 50, largestTokens: 500 },
  ...{ emptyRate: 0, duplicateRate: 12.04, shortRate: 0, pagesOutside: 36 },
};

describe('bounds of content', () => {
  it('M2: raise alerts where a policy or the options set them, and for presets', () => {
    expect(raised('mine', settings(policy('mine')))).toEqual([]);
    expect(raised('127.0.0.1-8101', settings(''))).toEqual([]);
    expect(raised('mine', settings(policy('mine', ', alert_bounds: [run_hours=5, page_chunks_most=60]')))).toEqual([
      'page_chunks',
    ]);
    const global = settings(policy('mine'), 'alert_bounds: [selector_hits=80]');
    expect(raised('mine', global)).toEqual(['selector_hits']);
    expect(raised('openai', settings(''))).toEqual(contentBounds);
    const changed = settings(policy('openai', '', 'https://platform.openai.com/docs'));
    expect(raised('openai', changed)).toEqual(contentBounds);
    expect(raised('openai', settings(policy('openai'))), 'another source of this id').toEqual([]);
  });

  it('M1: bounds of runs raise alerts for every source', () => {
    const own = boundsFor('127.0.0.1-8101', settings(''));
    const ofRuns = (Object.keys(boundTable) as BoundName[]).filter((name) => !contentBounds.includes(name));
    expect(ofRuns.filter(own.raises)).toEqual(ofRuns);
  });

  it('M1: those of a policy go before the options', () => {
    const own = settings(policy('mine', ', alert_bounds: [run_hours=9]'), 'alert_bounds: [run_hours=8, error_rate=30]');
    expect(boundsFor('mine', own).bounds).toMatchObject({ run_hours: 9, error_rate: 30, retry_rate: 15 });
    expect(boundsFor('other', own).bounds).toMatchObject({ run_hours: 8 });
  });

  it('A6: those of a policy that do not fit are reported with its id', () => {
    expect(() => settings(policy('mine', ', alert_bounds: [page_chunk=5, run_hours=x]'))).toThrow(
      /page_chunk is not a bound; did you mean page_chunks\? \(in provider mine\)[\s\S]*run_hours is "x"/,
    );
  });

  it('M2: elsewhere are advice, a line for each cause, with the values that quality shows', () => {
    const own = settings(policy('mine', ', alert_bounds: [duplicate_chunks=5]'));
    expect(adviceOn(quality, { provider: 'other', id: 3 }, own).map(({ code, text }) => [code, text])).toEqual([
      ['content-repeated', expect.stringContaining('chunks that repeat another 12.0 %, bound at most 10 %')],
      [
        'content-splitting',
        expect.stringMatching(
          /^average tokens of a chunk 150 tokens, bound at least 200 tokens; pages with too few or too many chunks 36\.0 %, bound at most 10 %\. splitting: .*Look closer: docent urls other --chunks$/,
        ),
      ],
    ]);
    expect(adviceOn(quality, { provider: 'mine', id: 3 }, own).map(({ code }) => code)).toEqual(['content-splitting']);
    const judged = judgementsOf(quality, boundsFor('mine', own)).filter(({ isWithin }) => !isWithin);
    expect(judged.map(({ bound, raises }) => [bound, raises])).toEqual([
      ['average_tokens_least', false],
      ['duplicate_chunks', true],
      ['page_chunks', false],
    ]);
    expect(adviceOn({ ...quality, pages: 4 }, { provider: 'other', id: 3 }, own), 'few are chance').toEqual([]);
    expect(adviceOn(quality, { provider: 'openai', id: 3 }, own), 'a preset has alerts').toEqual([]);
  });
});
