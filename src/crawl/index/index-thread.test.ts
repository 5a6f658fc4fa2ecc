// Analysing in a thread: the same entries in the same order, and no silence when the thread is lost.
import { describe, expect, it } from 'vitest';
import { packLinks } from '../../core/page-links.ts';
import type { KeyedPage } from './index-page.ts';
import { indexHere, indexInThread } from './index-thread.ts';

function page(id: number): KeyedPage {
  const link = { url: `https://docs.example/${id + 1}`, text: 'The next page', nofollow: false, inContent: true };
  return {
    ...{ id, provider: 'docs', hash: `h${id}`, url: `https://docs.example/${id}`, title: `Page ${id}`, key: {} },
    chunks: [1, 2].map((nth) => ({
      ...{ headings: ['Heading'], ids: ['os.path'], symbols: ['os.path'] },
      text: `Text ${nth} of ${id} about Café and 東大寺`,
    })),
    links: packLinks([link]),
  };
}

describe('indexInThread', () => {
  it('S1: returns what this thread would, in the order of the calls', async () => {
    const indexer = indexInThread();
    try {
      const batches = [[page(1), page(2)], [], [page(3)]];
      const answers = await Promise.all(batches.map(indexer.index));
      expect(answers).toEqual(await Promise.all(batches.map(indexHere.index)));
      expect(answers[0]?.map(({ id, hash }) => [id, hash])).toEqual([
        [1, 'h1'],
        [2, 'h2'],
      ]);
    } finally {
      await indexer.close();
    }
  });

  it('S1: a thread that is lost rejects what waits and what comes after', async () => {
    const indexer = indexInThread();
    const damaged = { ...page(1), links: new Uint8Array([1, 2, 3]) };
    await expect(indexHere.index([damaged])).rejects.toThrow();
    await expect(Promise.all([damaged, page(2)].map((one) => indexer.index([one])))).rejects.toThrow();
    await expect(indexer.index([page(2)])).rejects.toThrow();
    await indexer.close();
  });
});
