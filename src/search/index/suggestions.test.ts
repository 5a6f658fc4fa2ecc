// Proves "did you mean" (S1): from words as pages write them, by keys that misspelt words share.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { editDistance } from '../../core/suggest.ts';
import { nearTo, surfaceKeys } from '../decide/near-words.ts';
import { completeQuery, type SurfaceLookup, suggestFor, suggestQuery } from './suggestions.ts';

function tableOf(counts: Readonly<Record<string, number>>): SurfaceLookup {
  const byKey = new Map<string, Set<string>>();
  for (const word of Object.keys(counts))
    for (const key of surfaceKeys(word)) byKey.set(key, (byKey.get(key) ?? new Set()).add(word));
  return async (typed) => {
    const keyed = new Set(surfaceKeys(typed).flatMap((key) => [...(byKey.get(key) ?? [])]));
    return [...keyed].filter(nearTo(typed)).map((word) => ({ word, chunks: counts[word] ?? 0 }));
  };
}

const lookup = tableOf({
  ...{ settings: 90, setting: 40, string: 200, strong: 5, gather: 12, father: 1, connection: 50, authentication: 30 },
  ...{ list: 300, last: 80, asyncio: 20, configure: 9, the: 900, receive: 10 },
});

describe('suggestFor', () => {
  it.each([
    ['setings', 'settings'],
    ['strnig', 'string'],
    ['gathr', 'gather'],
    ['conection', 'connection'],
    ['autentification', undefined],
    ['authentcaton', 'authentication'],
    ['AUTHENTIACTION', 'authentication'],
    ['lsit', 'list'],
    ['recieve', 'receive'],
    ['confgiuer', 'configure'],
    ['lxxt', undefined],
    ['strin', 'string'],
  ])('S1: %s: did you mean %s?', async (typed, expected) => {
    expect(await suggestFor(typed, lookup)).toBe(expected);
  });

  it('S1: a word that pages have is not corrected', async () => {
    expect(await suggestFor('strong', lookup)).toBeUndefined();
    expect(await suggestFor('Last', lookup)).toBeUndefined();
  });

  it('S1: fewer slips count first, then the same first letter, then more chunks', async () => {
    const table = tableOf({ cart: 9, card: 5, bare: 99 });
    expect(await suggestFor('carx', table)).toBe('cart');
    expect(await suggestFor('cxre', tableOf({ care: 1, bore: 99 }))).toBe('care');
    expect(await suggestFor('care', tableOf({ bare: 99, card: 1 }))).toBe('card');
  });

  it('S1: Chinese, Japanese and Korean words, numbers and short words have no suggestions', () => {
    for (const word of ['東大寺', 'サーバー', '데이터', 'ab', '123', 'a1b2', '']) expect(surfaceKeys(word)).toEqual([]);
  });

  it('S1: one slip is always found, two nearly always', scaled, async () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const word = fc.string({ unit: letter, minLength: 4, maxLength: 16 });
    const slip = fc.tuple(fc.nat(3), fc.nat(1_000), letter);
    let twice = 0;
    let found = 0;
    await fc.assert(
      fc.asyncProperty(word, fc.array(slip, { minLength: 1, maxLength: 2 }), async (intended, slips) => {
        let typed = intended;
        for (const [kind, place, other] of slips) {
          const at = place % typed.length;
          const [head, tail] = [typed.slice(0, at), typed.slice(at)];
          if (kind === 0) typed = head + other + tail;
          else if (kind === 1) typed = head + tail.slice(1);
          else if (kind === 2) typed = head + other + tail.slice(1);
          else typed = head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
        }
        const distance = editDistance(typed, intended);
        if (distance === 0 || typed.length < 4 || (distance > 1 && typed.length < 6)) return;
        const shares = (await suggestFor(typed, tableOf({ [intended]: 1 }))) === intended;
        if (distance === 1) expect(shares, `${typed} ${intended}`).toBe(true);
        else {
          twice++;
          if (shares) found++;
        }
      }),
      { numRuns: runs(3_000) },
    );
    expect(found / twice).toBeGreaterThan(0.95);
  });

  it('S1: a word has at most 22 keys', () => {
    for (let length = 3; length <= 32; length++)
      expect(surfaceKeys('abcdefghijklmnopqrstuvwxyzabcdef'.slice(0, length)).length).toBeLessThanOrEqual(22);
  });
});

describe('suggestQuery', () => {
  it.each([
    ['conection setings', 'connection settings'],
    ['asyncio.gathr "strnig list" -lsit', 'asyncio.gather "string list" -list'],
    ['provider:setings path:"strnig" gathr', 'provider:setings path:"strnig" gather'],
    ['settings list', undefined],
    ['', undefined],
  ])('S1: %s: did you mean %s?', async (typed, expected) => {
    expect(await suggestQuery(typed, lookup)).toBe(expected);
  });

  it('S1: megabytes are no trouble', async () => {
    for (const unit of ['a', 'path:', 'ab ', '"', 'abcd ']) {
      expect(await suggestQuery(unit.repeat(500_000), lookup)).toBeUndefined();
      expect(await completeQuery(unit.repeat(500_000), async () => [], 9)).toEqual([]);
    }
  });
});

describe('completeQuery', () => {
  const words = ['connection', 'connections', 'connect', 'conclusion'];
  const complete = (query: string, most = 9): Promise<readonly string[]> =>
    completeQuery(
      query,
      async (prefix, count) =>
        words
          .filter((word) => word.startsWith(prefix))
          .slice(0, count)
          .map((word) => ({ word, chunks: 1 })),
      most,
    );

  it('S6: completes the last word, and leaves the rest of the query as it is', async () => {
    expect(await complete('"Pool" CONNECTI')).toEqual(['"Pool" connection', '"Pool" connections']);
    expect(await complete('con', 2)).toEqual(['connection', 'connections']);
    expect(await complete('connect', 2)).toEqual(['connection', 'connections']);
  });

  it.each(['', 'connect ', 'c', 'path:con', 'provider:"con', 'x1con', 'connect()', 'a_con'])(
    'S6: completes nothing of %j',
    async (query) => {
      expect(await complete(query)).toEqual([]);
    },
  );
});
