// What every store of judged queries keeps (S3, A3).
import { describe, expect, it } from 'vitest';
import { type JudgedQueries, mostScores } from './port-judged.ts';

export function describeJudged(name: string, open: () => Promise<JudgedQueries>): void {
  describe(`judged queries ${name}`, () => {
    it('S3: are added once for each page, listed in that order, and removed', async () => {
      const book = await open();
      const first = await book.add('retry policy', 'https://a.test/retries', 1);
      expect(await book.add('retry policy', 'https://a.test/retries', 2)).toBe(first);
      const second = await book.add('retry policy', 'https://a.test/tasks', 3);
      expect(await book.list()).toEqual([
        { id: first, query: 'retry policy', url: 'https://a.test/retries', addedAt: 1 },
        { id: second, query: 'retry policy', url: 'https://a.test/tasks', addedAt: 3 },
      ]);
      expect(await book.remove(first ?? 0)).toBe(true);
      expect(await book.remove(first ?? 0)).toBe(false);
      expect((await book.list()).map(({ id }) => id)).toEqual([second]);
      await book.close();
    });

    it('S3: have the ranks of the last measurement, and scores over time', async () => {
      const book = await open();
      const id = (await book.add('pool', 'https://a.test/pool', 1)) ?? 0;
      await book.measured([{ id, rank: 2 }], { at: 10, queries: 1, found: 1, mrr: 0.5 });
      expect(await book.list()).toMatchObject([{ id, rank: 2, measuredAt: 10 }]);
      await book.measured([{ id, rank: undefined }], { at: 20, queries: 1, found: 0, mrr: 0 });
      const [last] = await book.list();
      expect([last?.rank, last?.measuredAt]).toEqual([undefined, 20]);
      expect(await book.scores(9)).toEqual([
        { at: 20, queries: 1, found: 0, mrr: 0 },
        { at: 10, queries: 1, found: 1, mrr: 0.5 },
      ]);
      expect(await book.scores(1)).toHaveLength(1);
      for (let at = 100; at < 100 + mostScores; at++) await book.measured([], { at, queries: 0, found: 0, mrr: 0 });
      expect((await book.scores(1_000)).at(-1)?.at).toBe(100);
      await book.close();
    });
  });
}
