// Calls of the operations that look at sites.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Plan {
  readonly provider: string;
  readonly scope: string;
  readonly seeds: readonly {
    readonly usable: boolean;
    readonly answer: string;
    readonly robots?: { allowed: boolean };
  }[];
  readonly links: { readonly inScope: number };
  readonly estimate: { readonly pages: number; readonly basis: string };
}

interface Reports {
  readonly reports: readonly {
    readonly url: string;
    readonly agent: string;
    readonly crawlDelay: number | null;
    readonly decision: { readonly allowed: boolean; readonly dialect: string; readonly by: string; source: unknown };
  }[];
  readonly findings?: readonly { readonly line: number; readonly rule: string }[];
}

const robots =
  'User-agent: *\nDisallow: /private/\nCrawl-delay: 3\n\nUser-agent: otherbot\nDisalow: /\nDisallow: /docs\n';

export const probeCalls: ExampleCalls = ({ site }) => {
  const urls = [`${site}docs/`, `${site}private/x`];
  return [
    {
      ...{
        shows: 'what a crawl of a URL would do',
        operation: 'planCrawl',
        body: { url: `${site}docs/` },
        status: 200,
      },
      check: ({ seeds, links, estimate }: Plan) => {
        expect(seeds).toMatchObject([{ usable: true, robots: { allowed: true } }]);
        expect(seeds[0]?.answer).toContain('"Home"');
        expect(links.inScope).toBe(9);
        expect(estimate.pages).toBeGreaterThan(5);
      },
    },
    {
      ...{ shows: 'what a crawl by a policy that is not saved would do', operation: 'planCrawl', status: 200 },
      body: {
        policy: { provider_id: 'draft', seed_urls: [`${site}docs/deep/`], allowed_path_patterns: ['/docs/deep/**'] },
      },
      check: ({ provider, seeds, scope }: Plan) => {
        expect(provider).toBe('draft');
        expect(scope).toContain('/docs/deep/**');
        expect(seeds).toMatchObject([{ usable: false, answer: 'status 404' }]);
      },
    },
    { shows: 'that there is no such source', operation: 'planCrawl', body: { provider: '../docs' }, status: 404 },
    {
      ...{ shows: 'that a policy is checked', operation: 'planCrawl', body: { policy: { max_depth: 9 } }, status: 422 },
    },
    {
      ...{ shows: 'that no folder of the machine is looked at', operation: 'planCrawl', status: 422 },
      body: { policy: { provider_id: 'etc', folder: '/etc' } },
    },
    { shows: 'that a target is needed', operation: 'planCrawl', body: {}, status: 400 },
    { shows: 'that a file is no URL', operation: 'planCrawl', body: { url: 'file:///etc/passwd' }, status: 400 },
    {
      ...{ shows: 'that an address that is not public is refused', operation: 'planCrawl', status: 422 },
      body: { policy: { provider_id: 'meta', own_site: true, seed_urls: ['http://169.254.169.254/latest/'] } },
      check: ({ code }: { code: string }) => expect(code).toBe('DOC_ADDRESS'),
    },
    {
      shows: 'that there is no such source',
      operation: 'checkProvider',
      path: { id: 'nobody' },
      body: {},
      status: 404,
    },
    {
      ...{ shows: 'that a check has pages', operation: 'checkProvider', path: { id: 'stripe' }, status: 400 },
      body: { pages: 0 },
    },
    {
      ...{ shows: 'a source to check', operation: 'addProvider', status: 201 },
      body: { provider_id: 'checked', seed_urls: [`${site}docs/`], custom_selectors: { content: 'article' } },
    },
    {
      ...{ shows: 'a policy on two pages', operation: 'checkProvider', path: { id: 'checked' }, status: 200 },
      body: { pages: 2 },
      check: (report: {
        pages: readonly { read?: { selectorHit?: boolean } }[];
        warnings: readonly { by: string }[];
      }) => {
        expect(report.pages).toHaveLength(2);
        expect(report.pages.map(({ read }) => read?.selectorHit)).toEqual([false, false]);
        expect(report.warnings.map(({ by }) => by)).toContain('check:selector');
      },
    },
    {
      ...{ shows: 'the end of that source', operation: 'removeProvider', path: { id: 'checked' }, status: 200 },
      headers: { 'if-match': '*' },
    },
    {
      ...{ shows: 'what robots.txt of a site decides', operation: 'testRobots', body: { urls }, status: 200 },
      check: ({ reports }: Reports) => {
        expect(reports.map(({ decision }) => decision.allowed)).toEqual([true, true]);
        expect(reports[0]?.decision.source).toMatchObject({ status: 404 });
      },
    },
    {
      ...{ shows: 'what a pasted robots.txt decides', operation: 'testRobots', status: 200 },
      body: { urls: [...urls, 'https://example.com/private/'], text: robots, dialect: 'rfc9309' },
      check: ({ reports }: Reports) => {
        expect(reports.map(({ decision }) => decision.allowed)).toEqual([true, false, false]);
        expect(reports[1]).toMatchObject({ crawlDelay: 3, decision: { by: 'robots:rfc9309:line-2', source: null } });
      },
    },
    {
      ...{ shows: 'the rules for another agent, in every dialect, and what is odd in them', operation: 'testRobots' },
      ...{
        body: { urls: urls.slice(0, 1), text: robots, agent: 'otherbot', allDialects: true, lint: true },
        status: 200,
      },
      check: ({ reports, findings }: Reports) => {
        expect(reports).toHaveLength(6);
        expect(reports.every(({ agent, decision }) => agent === 'otherbot' && !decision.allowed)).toBe(true);
        expect(findings?.map(({ line, rule }) => `${line} ${rule}`)).toContain('6 typo');
      },
    },
    {
      ...{ shows: 'that two sites have a robots.txt each', operation: 'testRobots', status: 400 },
      body: { urls: [`${site}docs/`, 'https://example.com/'] },
    },
    { shows: 'that there is no such dialect', operation: 'testRobots', body: { urls, dialect: 'x' }, status: 422 },
    { shows: 'that a text is text', operation: 'testRobots', body: { urls, text: 7 }, status: 400 },
  ];
};
