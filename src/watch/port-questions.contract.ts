// The contract of the questions that found nothing: every engine keeps these promises, and proves it by running this suite.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AskedQuestion, type KeptQuestions, mostQuestions } from './port-questions.ts';

const T = Date.UTC(2026, 1, 23);

const question = (text: string, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  text,
  found: 0,
  at: T,
  ...more,
});

/** Runs the whole contract against an engine; `open` returns an empty list each time. */
export function describeQuestions(name: string, open: () => Promise<KeptQuestions>): void {
  describe(`questions that found nothing, ${name}`, () => {
    let book: KeptQuestions;
    const listed = async (library?: string): Promise<readonly string[]> =>
      (await book.list({ limit: 10, library })).map(({ text, times }) => `${times} ${text}`);
    beforeEach(async () => {
      book = await open();
    });
    afterEach(() => book.close());

    it('A5: are counted, with their first and their last time, the most frequent and then the latest first', async () => {
      expect({ listed: await listed(), count: await book.count() }).toEqual({ listed: [], count: 0 });
      for (const [at, text] of ['once', 'twice', 'late', 'twice'].entries())
        expect(await book.note(question(text, { at: T + at }))).toBe(true);
      expect(await listed()).toEqual(['2 twice', '1 late', '1 once']);
      expect(await book.list({ limit: 1 })).toEqual([
        { text: 'twice', times: 2, firstAt: T + 1, lastAt: T + 3, found: 0 },
      ]);
      expect(await book.count()).toBe(3);
    });

    it('A5: are apart by the library they were held to, and listed by one of several', async () => {
      await book.note(question('how'));
      await book.note(question('how', { library: 'django' }));
      await book.note(question('how', { library: 'django, redis' }));
      await book.note(question('how', { library: 'redis-py' }));
      expect(await book.count()).toBe(4);
      expect(await book.list({ limit: 10, library: 'redis' })).toMatchObject([{ library: 'django, redis' }]);
      expect(await book.list({ limit: 10, library: 'django' })).toHaveLength(2);
      expect(await book.count({ library: 'django' })).toBe(2);
      expect((await book.list({ limit: 10 })).filter(({ library }) => library === undefined)).toHaveLength(1);
    });

    it('A5: one that found something is not kept; of one that is kept the most pages are noted', async () => {
      expect(await book.note(question('known', { found: 3 }))).toBe(false);
      expect(await book.count()).toBe(0);
      await book.note(question('gap'));
      for (const [found, isBetter] of [
        ...[[2, true], [1, false], [5, true], [5, false]], // biome-ignore format: a table
      ] as const)
        expect(await book.note(question('gap', { found, at: T + 9 }))).toBe(isBetter);
      expect(await book.note(question('gap', { found: 7, library: 'other' }))).toBe(false);
      expect(await book.list({ limit: 10 })).toEqual([{ text: 'gap', times: 1, firstAt: T, lastAt: T, found: 5 }]);
    });

    it('A5: at most a thousand are kept; the least recent leave, never the question just asked', async () => {
      for (let n = 0; n < mostQuestions; n++) await book.note(question(`q${n}`, { at: T + n }));
      await book.note(question('q0', { at: T + mostQuestions }));
      await book.note(question('one more', { at: T + mostQuestions + 1 }));
      const texts = (await book.list({ limit: 2 * mostQuestions })).map(({ text }) => text);
      expect(texts).toHaveLength(mostQuestions);
      expect(texts.slice(0, 2)).toEqual(['q0', 'one more']);
      expect(texts).not.toContain('q1');
      expect(texts).toContain('q2');
      // The clock of this machine may have been set back.
      await book.note(question('back', { at: T - 1 }));
      expect((await book.list({ limit: 2 * mostQuestions })).map(({ text }) => text)).toContain('back');
      expect(await book.count()).toBe(mostQuestions);
    });

    it('A5: a clock that is set back does not make the last time earlier', async () => {
      await book.note(question('gap', { at: T + 5 }));
      await book.note(question('gap', { at: T }));
      expect(await book.list({ limit: 1 })).toMatchObject([{ times: 2, lastAt: T + 5 }]);
    });

    it('A5: are cleared, all or those of one library', async () => {
      await book.note(question('a'));
      await book.note(question('b', { library: 'django' }));
      await book.note(question('c', { library: 'django, redis' }));
      expect(await book.clear({ library: 'redis' })).toBe(1);
      expect(await listed('django')).toEqual(['1 b']);
      expect(await book.clear()).toBe(2);
      expect(await book.clear()).toBe(0);
      expect(await book.count()).toBe(0);
    });

    it('A5: texts are only texts, whatever they contain', async () => {
      for (const text of ["'; DROP TABLE questions; --", '%', '결제 취소는 어떻게 하나요', '\u0000', '😀'.repeat(199)])
        await book.note(question(text, { library: text }));
      expect(await book.count()).toBe(5);
      expect(await book.list({ limit: 9, library: '%' })).toMatchObject([{ text: '%', library: '%' }]);
    });
  });
}
