// A link that is offered is parsed once: a manual has hundreds of links on a page, and each rule looks at each of them.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blockReason } from '../../app/read/reading.ts';
import { compileExcludePath } from '../../core/pattern/pattern.ts';
import { compileScope } from '../../frontier/scope.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { toFound } from './discover.ts';

afterEach(() => vi.restoreAllMocks());

const seeds = ['https://docs.example/'];
const policy = {
  ...{ provider: 'docs', seeds, key: {}, allowDynamic: false, cycleThreshold: 3, maxDepth: 9 },
  scope: compileScope({ seeds, blocked: ['/private/**'], defaultExcludes: true }),
  excluded: [compileExcludePath('/tmp', 'exclude_paths')],
} as Partial<CrawlPolicy> as CrawlPolicy;
const entries = [{ pattern: 'docs.example/closed', reason: 'theirs', by: 'operator', at: 0 }] as const;

function parsesOf(url: string): readonly [parses: number, refusedBy: string | undefined] {
  const parse = vi.spyOn(URL, 'parse');
  const found = toFound({ url, depth: 1 }, policy, (at, key) => blockReason(entries, at, key));
  const parses = parse.mock.calls.length;
  parse.mockRestore();
  return [parses, found.refused?.by];
}

describe('offering a link', () => {
  it.each([
    ['/guide/part-7/page.html', 1, undefined],
    ['/guide/%EC%95%88/', 1, undefined],
    ['/closed/a', 1, 'blocklist'],
    ['/private/a', 1, 'scope:blocked'],
    ['/a/a/a', 1, 'trap:cycle'],
  ])('parses %s once, whichever rule decides', (path, parses, by) => {
    expect(parsesOf(`https://docs.example${path}`)).toEqual([parses, by]);
  });

  it('parses a link with a query that is dropped as it was written, and as it is requested', () => {
    expect(parsesOf('https://docs.example/guide?utm_source=a&v=2')).toEqual([2, undefined]);
  });
});
