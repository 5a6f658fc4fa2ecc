// The ranking: names before mentions, phrases before scattered words, and no gain from stuffing.
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../analyse/query.ts';
import { pageEntries } from '../index/forward-entry.ts';
import type { CandidateSet, PageSignals } from '../port.ts';
import { candidateQuery, rankAnswer, rankQueryOf } from './ask.ts';
import { type RankedPage, rankPages } from './rank.ts';

interface Sample {
  readonly title?: string;
  readonly headings?: readonly string[];
  readonly ids?: readonly string[];
  readonly symbols?: readonly string[];
  readonly text: string;
  readonly signals?: Partial<PageSignals>;
}

/** A set of candidates, one chunk a page, as an engine that finds everything would answer. */
function setOf(samples: readonly Sample[], query: string): CandidateSet {
  const built = candidateQuery(parseQuery(query));
  const terms = [...(built?.any ?? []), ...(built?.also ?? [])];
  const candidates = samples.map(({ title = 'Page', headings = [], ids = [], symbols = [], text }, nth) => ({
    row: nth + 1,
    page: nth + 1,
    seq: 0,
    forward: pageEntries({ url: `https://example.com/${nth}`, title }, [{ headings, ids, symbols, text }]).forward,
  }));
  const pages = new Map(
    samples.map(({ signals }, nth): [number, PageSignals] => [
      nth + 1,
      {
        ...{
          page: nth + 1,
          depth: 1,
          inbound: 1,
          outbound: 0,
          words: 100,
          found: 1,
          anchors: [],
          fingerprint: '',
          fetchedAt: 0,
        },
        ...signals,
      },
    ]),
  );
  return { candidates, pages, chunks: 1_000, holding: new Map(terms.map((term) => [term, 20])), completions: [] };
}

function order(query: string, samples: readonly Sample[]): readonly number[] {
  return rankAnswer(parseQuery(query), setOf(samples, query)).map(({ page }) => page);
}

const filler = 'Some words about other things that nobody asked for, written to be as long as a usual paragraph is.';

describe('the ranking', () => {
  it('S3: puts the chunk that defines an identifier before those that mention it', () => {
    const mention = { text: `Use asyncio.gather or asyncio.gather again. ${filler}`, symbols: ['asyncio.gather'] };
    const definition = {
      text: `asyncio.gather(*aws) runs them. ${filler}`,
      ids: ['asyncio.gather'],
      symbols: ['asyncio.gather'],
    };
    expect(order('asyncio.gather', [mention, definition])).toEqual([2, 1]);
    expect(order('asyncio gather', [mention, definition])).toEqual([2, 1]);
  });

  it('S3: puts a heading with the query before a text with it', () => {
    const text = { text: `Here replication slots are dropped. ${filler}` };
    const heading = { headings: ['Replication Slots'], text: `They keep the log, slots for replication. ${filler}` };
    expect(order('replication slots', [text, heading])).toEqual([2, 1]);
  });

  it('S3: puts adjacent words before the same words far apart', () => {
    const apart = { text: `The slots of a machine. ${filler} ${filler} And replication of things.` };
    const together = { text: `${filler} The replication slots. ${filler}` };
    expect(order('replication slots', [apart, together])).toEqual([2, 1]);
  });

  it('S3: prefers what more pages link to when texts are alike', () => {
    const text = `How to configure logging. ${filler}`;
    expect(order('configure logging', [{ text }, { text, signals: { inbound: 50 } }])).toEqual([2, 1]);
  });

  it('S4: a word repeated over and over does not win', () => {
    const stuffed = { text: `${'logging '.repeat(80)} ${filler}` };
    const honest = { text: `The logging module writes what happened. ${filler}` };
    expect(order('logging', [stuffed, honest])).toEqual([2, 1]);
  });

  it('S3: a page with the text of a better one gives way', () => {
    const text = `How to configure logging. ${filler}`;
    const same = { fingerprint: '00ff00ff00ff00ff' };
    const twin = { text, signals: { ...same, inbound: 9 } };
    const other = {
      text: `About logging, configured otherwise. ${filler}`,
      signals: { fingerprint: 'ff00ff00ff00ff00' },
    };
    const ranked = rankAnswer(
      parseQuery('configure logging'),
      setOf([twin, { text, signals: same }, other], 'configure logging'),
    );
    expect(ranked.map(({ page }) => page)).toEqual([1, 3, 2]);
    expect(ranked.at(-1)?.like).toBe(1);
  });

  it('S1: a phrase holds word for word, over words that are too frequent to be kept', () => {
    const samples = [{ text: 'the end of a file' }, { text: 'a file that is at the end' }];
    expect(order('"end of a file"', samples)).toEqual([1]);
    expect(order('file -"end of a file"', samples)).toEqual([2]);
  });

  it('S2: a long Korean name weighs more than a short word, yet less than all of its pairs', () => {
    const weights = rankQueryOf(parseQuery('엘리자베스 여왕'), setOf([], '엘리자베스 여왕')).terms;
    const [name, queen] = [weights.filter(({ position }) => position < 4), weights.slice(4)];
    expect(name.map(({ term }) => term)).toEqual(['엘리', '리자', '자베', '베스']);
    const sum = (terms: readonly { readonly weight: number }[]): number =>
      terms.reduce((total, { weight }) => total + weight, 0);
    expect(sum(name)).toBeGreaterThan(2 * sum(queen));
    expect(sum(name)).toBeLessThan(3 * sum(queen));
  });

  it('S5: explains a score as the sum of its parts', () => {
    const query = 'replication slots';
    const set = setOf([{ headings: ['Replication Slots'], text: filler }], query);
    const [best] = rankPages(rankQueryOf(parseQuery(query), set), set, { explain: true }) as [RankedPage];
    expect(best.parts?.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(best.score, 9);
    expect(best.parts?.map(({ name }) => name)).toContain('sameHeading');
  });

  it('S1: an empty query reaches no engine', () => {
    expect(candidateQuery(parseQuery('   '))).toBeUndefined();
  });
});
