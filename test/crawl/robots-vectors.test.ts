// Conformance vectors of other robots.txt suites. They are not part of this repository; where they lie beside it they are a gate.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../src/robots.ts';

const folder = new URL('../../../shared/data/robots/', import.meta.url);
const present = existsSync(folder);
if (!present)
  console.info(
    'robots vectors are not beside this checkout: test/crawl/robots-vectors.test.ts is skipped; the tables in src/robots cover every rule by themselves',
  );

interface Vector {
  readonly id: string;
  readonly userAgent?: string;
  readonly userAgents?: readonly string[];
  readonly url: string;
  readonly robots?: string;
  readonly robotsBase64?: string;
  readonly expect: { readonly rfc9309: boolean; readonly google: boolean; readonly suite: boolean };
}

const load = <T>(name: string): T[] => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as T[];
const inputOf = (vector: { robots?: string; robotsBase64?: string }) =>
  vector.robotsBase64 === undefined ? (vector.robots ?? '') : Buffer.from(vector.robotsBase64, 'base64');

/** Ids of the vectors on which the dialect decides otherwise than the suite. */
function differing(
  vectors: readonly Vector[],
  dialect: 'rfc9309' | 'google' | 'classic',
  column: keyof Vector['expect'],
): string[] {
  return vectors
    .filter((vector) => {
      const file = parseRobots(inputOf(vector), dialect);
      const agents = vector.userAgents ?? [vector.userAgent ?? ''];
      return agents.some((agent) => file.decide(agent, vector.url).allowed) !== vector.expect[column];
    })
    .map((vector) => vector.id);
}

/** Where `classic` decides otherwise than the first-match suite, which is not of 1994 in these two points; see docs/robots.md. */
const CLASSIC_DIFFERS = [
  'py-CrawlDelayAndCustomAgentTest.test_good_urls-3', // R5: an empty Disallow closes
  'py-DisallowQueryStringTest.test_bad_urls', // R7: the query is not compared
  'py-EmptyQueryStringTest.test_bad_urls', // R7
];

describe.skipIf(!present)('conformance vectors', () => {
  it.each(['google-reference', 'google-spec', 'robots-parser', 'first-match'])(
    'R1–R7: rfc9309 and google agree with every case of %s',
    (name) => {
      const vectors = load<Vector>(name);
      expect(vectors.length).toBeGreaterThan(50);
      expect(differing(vectors, 'rfc9309', 'rfc9309')).toEqual([]);
      expect(differing(vectors, 'google', 'google')).toEqual([]);
    },
  );

  it('R1, R3: classic agrees with the first-match suite but for the three written down', () => {
    expect(differing(load<Vector>('first-match'), 'classic', 'suite')).toEqual(CLASSIC_DIFFERS);
  });

  it('R7, R17, R18, R24: paths, delays, sitemaps and line numbers', () => {
    for (const vector of load<Record<string, never>>('other-kinds')) {
      const { id, kind, robots, userAgent, url } = vector;
      const file = parseRobots(robots ?? '', kind === 'path' ? 'google' : 'rfc9309');
      if (kind === 'path') expect(file.decide('x', url ?? '').path, id).toBe(vector.path);
      else if (kind === 'crawlDelay') expect(file.crawlDelay(userAgent ?? ''), id).toBe(vector.crawlDelay);
      else if (kind === 'sitemaps') expect(file.sitemaps, id).toEqual(vector.sitemaps);
      else if (kind === 'lineNumber')
        expect(file.decide(userAgent ?? '', url ?? '').winner?.line ?? -1, id).toBe(vector.value);
      else if (kind === 'escape')
        expect(parseRobots(`User-agent: *\nDisallow: ${vector.pattern}\n`, 'google').decide('x', '').dialect).toBe(
          'google',
        );
      else throw new Error(`a vector of a kind nobody tests: ${kind}`);
    }
  });
});
