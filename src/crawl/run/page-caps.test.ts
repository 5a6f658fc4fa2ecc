// Proves F3 and F12: when a run and a provider have stored enough, and what is reported then.
import { describe, expect, it } from 'vitest';
import { PageCaps } from './page-caps.ts';

describe('PageCaps', () => {
  it('F3: the run cap is reached by the new pages of all providers together, and reported once', () => {
    const caps = new PageCaps(3);
    for (const provider of ['one', 'two']) caps.open(provider, 100, false);
    expect(caps.note('one', { newPages: 2, stored: 2 })).toEqual([]);
    expect(caps.isReached).toBe(false);
    expect(caps.note('two', { newPages: 1, stored: 1 })).toEqual([
      { by: 'cap:run', detail: '3 new pages stored in this run; the limit is max_run_pages 3' },
    ]);
    expect(caps.isReached).toBe(true);
    expect(caps.note('two', { newPages: 2, stored: 2 })).toEqual([]);
    expect(caps.whyNot('one')).toBe('cap:run');
  });

  it('F3: pages that were stored before do not count towards the run cap', () => {
    const caps = new PageCaps(3);
    caps.open('docs', 100_000, false);
    expect(caps.note('docs', { newPages: 0, stored: 20_000 })).toEqual([]);
    expect(caps.isReached).toBe(false);
    expect(caps.whyNot('docs')).toBeUndefined();
  });

  it('F3: the last word of the store counts, not the sum of its words', () => {
    const caps = new PageCaps(5);
    caps.open('docs', 100, false);
    for (const newPages of [2, 3, 4]) caps.note('docs', { newPages, stored: newPages });
    expect(caps.isReached).toBe(false);
  });

  it('F3: a page that turns out to be a duplicate makes no room once the cap is reached', () => {
    const caps = new PageCaps(2);
    caps.open('docs', 100, false);
    caps.note('docs', { newPages: 2, stored: 2 });
    caps.note('docs', { newPages: 1, stored: 1 });
    expect(caps.isReached).toBe(true);
  });

  it('F3: max_pages is reported once for each provider, by how many of its pages are stored', () => {
    const caps = new PageCaps(100);
    caps.open('one', 2, false);
    caps.open('two', 5, false);
    const full = [{ by: 'cap:pages', detail: '2 pages are stored; the limit is max_pages 2' }];
    expect(caps.note('one', { newPages: 0, stored: 1 })).toEqual([]);
    expect(caps.note('one', { newPages: 1, stored: 2 })).toEqual(full);
    expect(caps.note('one', { newPages: 2, stored: 3 })).toEqual([]);
    expect(caps.whyNot('one')).toBe('cap:pages');
    expect(caps.whyNot('two')).toBeUndefined();
    expect(caps.isReached).toBe(false);
  });

  it('F12: a trial is reported as one', () => {
    const caps = new PageCaps(100);
    caps.open('docs', 20, true);
    expect(caps.note('docs', { newPages: 20, stored: 20 })).toEqual([
      { by: 'cap:pages', detail: 'the trial is over, 20 pages are stored; the next run crawls the whole site' },
    ]);
    expect(caps.whyNot('docs')).toBe('trial');
  });
});
