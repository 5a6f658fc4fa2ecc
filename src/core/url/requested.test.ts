// Proves what is requested of a written URL (U2, U3).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { type KeyPolicy, urlKey } from './key.ts';
import { requestedUrl } from './requested.ts';

const policies: readonly KeyPolicy[] = [
  {},
  { query: 'drop', keepQueryParams: ['id', 'user[id]'] },
  { query: 'tracking' },
  { query: 'tracking', keepQueryParams: ['ref'] },
  { query: 'keep' },
];

describe('requestedUrl', () => {
  it.each<[KeyPolicy, string, string]>([
    [{}, 'https://x.org/a?utm_source=n', 'https://x.org/a'],
    [{}, 'https://x.org/a/?', 'https://x.org/a/'],
    [{}, 'http://www.x.org:8080//a/?b=1&c', 'http://www.x.org:8080//a/'],
    [{}, 'https://x.org/a', 'https://x.org/a'],
    [{}, 'https://x.org/%7ea?b', 'https://x.org/%7ea'],
    [{ keepQueryParams: ['id'] }, 'https://x.org/a?z=1&id=%7e2&id=1', 'https://x.org/a?id=%7e2&id=1'],
    [{ query: 'tracking' }, 'https://x.org/a?utm_x=1', 'https://x.org/a'],
    [{ query: 'tracking' }, 'https://x.org/a?c=%20&gclid=2&b=1', 'https://x.org/a?b=1&c=%20'],
    [{ query: 'keep' }, 'https://x.org/a?utm_x=1&b', 'https://x.org/a?utm_x=1&b'],
  ])('U2, U3: with %j %s is requested as %s', (policy, url, requested) => {
    expect(requestedUrl(url, policy)).toBe(requested);
  });

  it(
    'U2, U3: what is requested has the same key, holds nothing that the key does not, and stays as it is',
    scaled,
    () => {
      const part = fc.constantFrom(
        'id',
        'utm_a',
        'ref',
        'user%5Bid%5D',
        '%',
        '=',
        '&',
        '&&',
        '#',
        '?',
        '1',
        'b',
        '+',
        'é',
      );
      const query = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
      fc.assert(
        fc.property(query, fc.constantFrom(...policies), (text, policy) => {
          const url = `http://www.x.org/a/?${text}`;
          const requested = requestedUrl(url, policy);
          expect(urlKey(requested, policy)).toBe(urlKey(url, policy));
          expect(requestedUrl(requested, policy)).toBe(requested);
          if (policy.query !== 'keep')
            expect(urlKey(requested, { query: 'keep' }).replace('https://x.org/a', '')).toBe(
              urlKey(url, policy).replace('https://x.org/a', ''),
            );
        }),
        { numRuns: runs(2_000) },
      );
    },
  );
});
