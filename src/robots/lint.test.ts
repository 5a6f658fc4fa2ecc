import { describe, expect, it } from 'vitest';
import { defineDialect, dialectNames } from './dialects.ts';
import { lintRobots } from './lint.ts';

const found = (text: string, dialect: Parameters<typeof lintRobots>[1] = 'rfc9309'): string[] =>
  lintRobots(text, dialect).map(({ line, rule }) => `${line} ${rule}`);
const star = (...rules: string[]): string => ['User-agent: *', ...rules, ''].join('\n');

describe('R30: the linter', () => {
  it.each<[title: string, text: string, findings: string[]]>([
    [
      'nothing in a clean file',
      star('Disallow: /x', 'Allow: /x/y', 'Crawl-delay: 2', 'Sitemap: https://h.test/s.xml'),
      [],
    ],
    ['typos in field names', 'Useragent: *\nDisalow: /x\n', ['1 typo', '2 typo']],
    ['a field that only starts right', star('Disallowed: /x'), ['2 typo']],
    ['a missing colon', star('Disallow /x'), ['2 missing-colon']],
    [
      'rules before any agent',
      'Disallow: /x\nCrawl-delay: 1\nUser-agent: *\nAllow: /\n',
      ['1 rule-before-agent', '2 rule-before-agent'],
    ],
    ['a Disallow that ties with an Allow', star('Disallow: /x', 'Allow: /x'), ['2 never-wins']],
    ['a repeated rule', star('Disallow: /x', 'Disallow: /x'), ['3 never-wins']],
    ['a rule that a longer pattern swallows', star('Allow: /x', 'Disallow: /x*'), ['2 never-wins']],
    ['no rule that is merely wider', star('Disallow: /', 'Allow: /x', 'Disallow: /x/y'), []],
    [
      'a rule swallowed across merged groups',
      'User-agent: a\nDisallow: /x\n\nUser-agent: a\nAllow: /x\n',
      ['2 never-wins'],
    ],
    ['a pattern without a slash', star('Disallow: x'), ['2 never-matches']],
    ['/robots.txt inside rules', star('Disallow: /robots.txt'), ['2 robots-txt']],
    [
      'a Crawl-delay-only group that swallows the next',
      'User-agent: a\nCrawl-delay: 5\n\nUser-agent: b\nDisallow: /\n',
      ['4 crawl-delay-swallows'],
    ],
    ['a Crawl-delay that is no number', star('Crawl-delay: fast', 'Disallow: /x'), ['2 crawl-delay']],
    ['a Crawl-delay of an hour', star('Disallow: /x', 'Crawl-delay: 3600'), ['3 crawl-delay']],
    ['a sitemap without a host', star('Disallow: /x', 'Sitemap: /s.xml'), ['3 sitemap']],
    ['an agent without a name', 'User-agent:\nDisallow: /x\n', ['1 empty-agent']],
    ['an HTML page', '<!doctype html><title>Not found</title>', ['1 not-robots']],
    ['no foreign fields', star('Disallow: /x', 'Host: h.test', 'Clean-param: a /x'), []],
  ])('R30: finds %s', (_, text, findings) => expect(found(text)).toEqual(findings));

  it.each(dialectNames)('R30: a proper file is clean in every dialect: %s', (name) => {
    const text =
      'User-agent: one\nDisallow: /private/\n\nUser-agent: two\nDisallow: /tmp/\nCrawl-delay: 2\n\n\nUser-agent: *\nDisallow: /cgi/\n\nSitemap: https://h.test/s.xml\n';
    expect(found(text, name)).toEqual([]);
  });

  it('R30: suggests the intended field', () => {
    expect(lintRobots(star('Dissalow: /x'))[0]?.message).toContain('did you mean "Disallow"');
  });

  it('R30: judges by the rules of the dialect', () => {
    expect(found(star('Disallow: /a', 'Allow: /a/b'), 'classic')).toEqual(['3 never-wins']);
    expect(found(star('Disallow: /*.php$'), 'classic')).toEqual(['2 never-matches']);
    expect(found(star('Disallow:'), 'classic')).toEqual(['2 empty-rule']);
    expect(found('User-agent: a\n\nDisallow: /x\n', 'webkiller')).toEqual([
      '2 rule-before-agent',
      '3 rule-before-agent',
    ]);
    expect(found(star('Disallow: /a b'), 'webkiller')).toEqual(['2 never-matches']);
  });

  it('R30: a file larger than robots read is reported', () => {
    expect(found(star(`#${'x'.repeat(600_000)}`, 'Disallow: /x'))).toEqual(['0 too-large']);
  });

  it('R30: half a million rules are linted, and not each compared with each', () => {
    const text = `User-agent: *\n${Array.from({ length: 500_000 }, (_, i) => `Disallow: /${i}\n`).join('')}`;
    expect(found(text, defineDialect('rfc9309', { limits: { maxBytes: text.length } }))).toEqual(['0 not-checked']);
  });
});

describe('R30: hostile files', () => {
  it('R30: 5,000 agents sharing 1,400 wildcard rules are linted as one', () => {
    const agents = Array.from({ length: 5_000 }, (_, i) => `User-agent: a${i}\n`).join('');
    const rules = Array.from({ length: 1400 }, (_, i) => `Disallow: /%7Ex${i}*a$\n`).join('');
    expect(lintRobots(agents + rules)).toEqual([]);
  });

  it('R30: reports when there were too many rules to compare', () => {
    const rules = Array.from({ length: 3000 }, (_, i) => `Disallow: /${i}/\n`).join('');
    expect(lintRobots(`User-agent: *\n${rules}`)).toMatchObject([{ line: 0, rule: 'not-checked' }]);
  });
});
