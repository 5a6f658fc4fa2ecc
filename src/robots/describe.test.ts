// What is saved of a robots.txt, described: its age and meaning, and the rules for our agent.
import { describe, expect, it } from 'vitest';
import { describeRobots, type Readers } from './describe.ts';
import { dialects } from './dialects.ts';
import { saveSite } from './saved.ts';
import { siteAfter } from './site.ts';

const NOW = 1_700_000_000_000;
const { rfc9309 } = dialects;
const readers: Readers = (name) =>
  name === 'rfc9309' ? { dialect: rfc9309, agent: 'docent/1.0 (+https://bot.example/otherbot)' } : undefined;
const saved = (status: number, body = '') =>
  saveSite(
    siteAfter(undefined, { answer: { kind: 'status', status }, body }, rfc9309, NOW, () => 60_000, undefined),
    rfc9309,
  );

describe('R24: what is saved of a robots.txt', () => {
  it('has the rules of the group for our agent, with their lines, and the sitemaps', () => {
    const text = `User-agent: otherbot\nDisallow: /\n\nUser-agent: Docent\nAllow: /docs\nDisallow: /docs/private\nCrawl-delay: 7\nSitemap: https://a.example/s.xml\n`;
    expect(describeRobots(saved(200, text), readers)).toEqual({
      facts: {
        ...{
          state: 'rules',
          why: expect.any(String),
          status: 200,
          bytes: text.length,
          dialect: 'rfc9309',
          failures: 0,
        },
        ...{ requestedAt: NOW, requestAgainAt: expect.any(Number), fetchedAt: NOW, crawlDelay: 7 },
      },
      rules: {
        group: 'Docent',
        rules: [
          { type: 'allow', pattern: '/docs', line: 5 },
          { type: 'disallow', pattern: '/docs/private', line: 6 },
        ],
        sitemaps: ['https://a.example/s.xml'],
      },
    });
  });

  it('has no rules where there is no file, and says why', () => {
    expect(describeRobots(saved(404), readers)).toMatchObject({
      facts: { state: 'open', status: 404, crawlDelay: null },
      rules: { group: null, rules: [], sitemaps: [] },
    });
    expect(describeRobots(saved(503), readers)).toMatchObject({ facts: { state: 'closed', status: 503, failures: 1 } });
  });

  it('has its facts, and no rules, in a dialect that is not known any more; what cannot be read has nothing', () => {
    const { body, saved: text } = saved(200, 'User-agent: *\nDisallow: /\n');
    const other = { saved: text.replace('"rfc9309"', '"mine"'), body };
    expect(describeRobots(other, readers)).toMatchObject({ facts: { dialect: 'mine' }, rules: { rules: [] } });
    expect(describeRobots({ saved: '{', body }, readers)).toBeUndefined();
  });
});
