// Proves which command is named at the end of a run.
import { describe, expect, it } from 'vitest';
import { type EndedRun, nextStep, planStep, type RanCommand, roomFor, stepIfAny, withFlag } from './next-step.ts';

const done: EndedRun = { provider: 'docs', state: 'complete', stored: 200, waiting: 0, changed: 200 };
const full: EndedRun = { ...done, state: 'incomplete', endedBy: 'cap:pages', waiting: 970 };
const crawl: RanCommand = { words: ['crawl', 'docs.example.com/a b/'], place: [], isRefresh: false };
const refresh: RanCommand = { words: ['refresh'], place: ['--data', 'my data'], isRefresh: true };

describe('F3: a crawl that was limited', () => {
  it('names its own command with a larger limit', () => {
    expect(nextStep([done, full], crawl)).toEqual({
      say: 'this goes on',
      command: "docent crawl 'docs.example.com/a b/' --max-pages 1300",
    });
    const limited = { ...crawl, words: ['crawl', 'x', '--max-pages', '200', '--data=d', '--max-pages=200'] };
    expect(nextStep([full], limited)?.command).toBe('docent crawl x --data=d --max-pages 1300');
  });

  it('takes the most that any of its sources needs', () => {
    expect(nextStep([full, { ...full, waiting: 4_800 }], crawl)?.command).toContain('--max-pages 5500');
  });

  it.each([
    [200, 100_000, 'this raises it', 'docent providers edit docs max_pages=1300'],
    [200, 500, 'this raises it', 'docent providers edit docs max_pages=500'],
    [300, 500, 'this goes on', 'docent crawl docs'],
  ])('names the policy of a source with max_pages %i of at most %i', (max_pages, most, say, command) => {
    const ran = { ...crawl, words: ['crawl', 'docs', '--max-pages', '200'] };
    expect(nextStep([{ ...full, policy: { max_pages, most } }], ran)).toEqual({
      ...{ say, command },
    });
  });

  it('names the report where the policy has all that it may have', () => {
    const policy = { max_pages: 200, most: 200 };
    expect(nextStep([{ ...full, policy }], refresh)?.command).toBe("docent report docs --data 'my data'");
  });

  it('is foreseen by a plan, whose command it names first', () => {
    const plan: RanCommand = {
      words: ['plan', 'docs.example.com', '--json', '--data', 'd'],
      place: [],
      isRefresh: false,
    };
    expect(planStep([done, full], plan)).toEqual({
      say: 'a crawl stores 200 of about 1,170; this goes on',
      command: 'docent crawl docs.example.com --data d --max-pages 1300',
    });
    expect(planStep([done], plan)).toBeUndefined();
  });

  it.each([
    [1_170, 1_300],
    [18, 20],
    [100, 110],
    [1, 2],
    [9_999, 11_000],
    [95_000, 110_000],
  ])('has room for %i pages with %i', (pages, room) => {
    expect(roomFor(pages)).toBe(room);
  });

  it('replaces a flag that is there', () => {
    expect(withFlag(['crawl', '--max-pages', '1', 'x'], '--max-pages', '2')).toEqual([
      'crawl',
      'x',
      '--max-pages',
      '2',
    ]);
  });
});

describe('A1: the step after a run', () => {
  it('of the schedule is none where nothing is to be done or to be seen', () => {
    const ran = { ...refresh, words: ['crawl', 'docs'], place: [] };
    expect(stepIfAny([{ ...done, changed: 0 }], ran)).toBeUndefined();
    expect(stepIfAny([done], ran)?.command).toBe('docent report docs');
    expect(stepIfAny([{ ...done, state: 'stopped', endedBy: 'run:stopped' }], ran)?.command).toBe('docent crawl docs');
  });

  it.each<[string, EndedRun, RanCommand, string | undefined]>([
    ['a crawl', done, crawl, 'docent search <words>'],
    ['a refresh that changed something', { ...done, changed: 3 }, refresh, "docent report docs --data 'my data'"],
    ['a refresh that changed nothing', { ...done, changed: 0 }, refresh, "docent search --data 'my data' <words>"],
    [
      'a trial',
      { ...done, state: 'incomplete', endedBy: 'trial' },
      crawl,
      "docent crawl 'docs.example.com/a b/' --yes",
    ],
    [
      'a crawl that was stopped',
      { ...done, state: 'stopped', endedBy: 'run:stopped' },
      crawl,
      "docent crawl 'docs.example.com/a b/'",
    ],
    ['a crawl that failed', { ...done, state: 'failed' }, crawl, "docent crawl 'docs.example.com/a b/'"],
    ['a crawl that stored nothing', { ...done, stored: 0, changed: 0 }, crawl, 'docent urls docs'],
  ])('after %s', (_, end, ran, command) => {
    expect(nextStep([end], ran)?.command).toBe(command);
  });
});
