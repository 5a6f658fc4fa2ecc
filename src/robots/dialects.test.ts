import { describe, expect, it } from 'vitest';
import { DocentError } from '../core/errors.ts';
import { version } from '../core/version.ts';
import type { Dialect } from './dialect.ts';
import { type DialectName, defineDialect, dialectNames, dialects } from './dialects.ts';
import { parseRobots } from './file.ts';
import { lintRobots } from './lint.ts';

/** One expectation per dialect; `rest` speaks for those not named. */
type Row = Partial<Record<DialectName, boolean>> & { rest?: boolean };

function expectRow(robots: string, agent: string | undefined, url: string, row: Row): void {
  for (const name of dialectNames) {
    const expected = row[name] ?? row.rest;
    if (expected === undefined) throw new Error(`the row has no value for ${name}`);
    const as = agent ?? dialects[name].agent;
    const { allowed, reason } = parseRobots(robots, name).decide(as, url);
    expect(allowed, `${name}, agent ${as}, ${url}: ${reason}`).toBe(expected);
  }
}

const star = (...rules: string[]): string => ['User-agent: *', ...rules, ''].join('\n');

describe('R1: the group that speaks to us', () => {
  const rows: [title: string, robots: string, agent: string, url: string, row: Row][] = [
    ['is found whatever its case', 'User-agent: FOOBOT\nDisallow: /\n', 'foobot', '/x', { rest: false }],
    ['wins over *', 'User-agent: *\nDisallow: /\n\nUser-agent: foobot\nAllow: /\n', 'foobot', '/x', { rest: true }],
    [
      'is found by the name before the slash',
      'User-agent: foobot\nDisallow: /\n',
      'foobot/2.1',
      '/x',
      { rest: false, google: true },
    ],
    [
      'is found by the name before the slash in the file too',
      'User-agent: foobot/2.1\nDisallow: /\n',
      'foobot',
      '/x',
      { rest: false, classic: true },
    ],
    [
      'R1: is found where a star is written behind the name',
      'User-agent: foobot*\nDisallow: /\n',
      'foobot',
      '/x',
      { rest: false, classic: true },
    ],
    [
      'R1: is found where the robot’s own name carries a mark',
      'User-agent: foo.bot_2-x\nDisallow: /\n',
      'foo.bot_2-x;beta',
      '/x',
      { rest: false, google: true },
    ],
    [
      'R1: a star behind a name does not match longer names',
      'User-agent: foo*\nDisallow: /\n',
      'foobot',
      '/x',
      { rest: true },
    ],
    [
      'R1: a value without a name matches no agent, and is not `*`',
      'User-agent: *foobot\nDisallow: /\n\nUser-agent: ;x\nDisallow: /\n',
      'foobot',
      '/x',
      { rest: true },
    ],
    ['keeps its digits', 'User-agent: foo2\nDisallow: /\n', 'foo', '/x', { rest: true, google: false }],
    [
      'is not found by a part of its name',
      'User-agent: bot\nDisallow: /\n',
      'Spambot',
      '/x',
      { rest: true, classic: false },
    ],
    [
      'is not found by a part of its name with dashes',
      'User-agent: bot\nDisallow: /\n',
      'Dont-Bother-Me',
      '/x',
      { rest: true, classic: false },
    ],
    [
      'is not the first half of a longer name',
      'User-agent: foobot-news\nDisallow: /\n',
      'foobot',
      '/x',
      { rest: true },
    ],
    [
      'is merged from all places',
      'User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n',
      'a',
      '/y',
      { rest: false, classic: true },
    ],
    [
      'merges the groups for * too',
      'User-agent: *\nDisallow: /x\n\nUser-agent: *\nDisallow: /y\n',
      'a',
      '/y',
      { rest: false, classic: true },
    ],
    ['stacks User-agent lines', 'User-agent: a\nUser-agent: b\nDisallow: /x\n', 'a', '/x', { rest: false }],
    [
      'R20: allows all when it holds no rules',
      'User-agent: *\nDisallow: /\n\nUser-agent: a\n',
      'a',
      '/x',
      { rest: true },
    ],
    ['of others is ignored', 'User-agent: other\nDisallow: /\n', 'a', '/x', { rest: true }],
  ];
  it.each(rows)('R1 (AC2, AC3): %s', (_, robots, agent, url, row) => expectRow(robots, agent, url, row));

  it('R1: the first record whose name is inside the robot’s full name counts in classic, in file order', () => {
    const robots = 'User-agent: Robot\nDisallow: /a\n\nUser-agent: libwww\nDisallow: /b\n';
    const file = parseRobots(robots, 'classic');
    expect(file.decide('Fig Robot libwww-perl/5.04', '/a').allowed).toBe(false);
    expect(file.decide('Fig Robot libwww-perl/5.04', '/b').allowed).toBe(true);
  });
});

describe('R2: where a group ends', () => {
  const rows: [title: string, robots: string, agent: string, url: string, row: Row][] = [
    [
      'at a User-agent line after a rule',
      'User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n',
      'a',
      '/y',
      { rest: true, classic: false },
    ],
    [
      'a blank line before the rules',
      'User-agent: a\n\nDisallow: /x\n',
      'a',
      '/x',
      { rest: false, webkiller: true, classic: true },
    ],
    [
      'a blank line between rules',
      'User-agent: a\nDisallow: /x\n\nDisallow: /y\n',
      'a',
      '/y',
      { rest: false, webkiller: true, classic: true },
    ],
    [
      'a line with only white space is blank',
      'User-agent: a\nDisallow: /x\n \t \nDisallow: /y\n',
      'a',
      '/y',
      { rest: false, webkiller: true, classic: true },
    ],
    [
      'R20: a line with only a comment is not blank',
      'User-agent: a\nDisallow: /x\n # note\nDisallow: /y\n',
      'a',
      '/y',
      { rest: false },
    ],
    [
      'a rule that is ignored still ends the User-agent lines',
      'User-agent: a\nDisallow: /b c\nUser-agent: b\nDisallow: /x\n',
      'a',
      '/x',
      { rest: true, classic: false },
    ],
    [
      'a Crawl-delay does not end the User-agent lines',
      'User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /x\n',
      'a',
      '/x',
      { rest: false },
    ],
  ];
  it.each(rows)('R2: %s', (_, robots, agent, url, row) => expectRow(robots, agent, url, row));
});

describe('R3: which rule wins', () => {
  const rows: [title: string, robots: string, url: string, row: Row][] = [
    ['the longest (AC6)', star('Disallow: /a', 'Allow: /a/b'), '/a/b', { rest: true, classic: false }],
    ['the longest, whichever comes first (AC7)', star('Allow: /a/b', 'Disallow: /a'), '/a/b', { rest: true }],
    ['Allow on a tie (AC8)', star('Disallow: /page', 'Allow: /page'), '/page', { rest: true, classic: false }],
    ['Allow on a tie, in the other order', star('Allow: /page', 'Disallow: /page'), '/page', { rest: true }],
    [
      'length counts octets of the pattern as compared',
      star('Disallow: /p%C3%A9', 'Allow: /p????é'),
      '/pé',
      { rest: false, google: true },
    ],
    ['a wildcard counts as one octet', star('Allow: /p', 'Disallow: /*p'), '/p', { rest: false, classic: true }],
    ['the first line in classic', star('Allow: /a', 'Disallow: /a/b'), '/a/b', { rest: false, classic: true }],
  ];
  it.each(rows)('R3: %s', (_, robots, url, row) => expectRow(robots, undefined, url, row));
});

describe('R4: wildcards (AC9, AC10)', () => {
  const rows: [robots: string, url: string, row: Row][] = [
    [star('Disallow: /private*'), '/private', { rest: false, classic: true }],
    [star('Disallow: /private*'), '/private-stuff/x', { rest: false, classic: true }],
    [star('Disallow: /private*'), '/private*', { rest: false }],
    [star('Disallow: /private$'), '/private', { rest: false, classic: true }],
    [star('Disallow: /private$'), '/private/', { rest: true }],
    [star('Disallow: /private$'), '/private$', { rest: true, classic: false }],
    [star('Disallow: /api/*/debug$'), '/api/v1/debug', { rest: false, classic: true }],
    [star('Disallow: /api/*/debug$'), '/api/v1/debug/x', { rest: true }],
    [star('Disallow: /api/*/debug$'), '/api/v1/v2/debug', { rest: false, classic: true }],
    [star('Disallow: /*.php$'), '/a.php', { rest: false, classic: true }],
    [star('Disallow: /*.php$'), '/a.php5', { rest: true }],
    [star('Disallow: *'), '/a', { rest: false, classic: true }],
    [star('Disallow: /a$b'), '/a$b', { rest: false }],
    [star('Disallow: /a**b'), '/axb', { rest: false, classic: true }],
    [star('Disallow: /a*$'), '/abc', { rest: false, classic: true }],
  ];
  it.each(rows)('R4: %j against %s', (robots, url, row) => expectRow(robots, undefined, url, row));
});

describe('R5: a rule without a value (AC11)', () => {
  const rows: [title: string, robots: string, url: string, row: Row][] = [
    ['Disallow', star('Disallow:'), '/x', { rest: true, classic: false }],
    ['Disallow beside a real rule', star('Disallow:', 'Disallow: /x'), '/x', { rest: false }],
    ['Allow does not open what is closed', star('Disallow: /', 'Allow:'), '/x', { rest: false }],
    ['Allow first, in classic it opens', star('Allow:', 'Disallow: /'), '/x', { rest: false, classic: true }],
  ];
  it.each(rows)('R5: %s', (_, robots, url, row) => expectRow(robots, undefined, url, row));

  const record = [
    'User-agent: slurp',
    'User-agent: webcrawler',
    'Disallow: /private',
    '',
    'User-agent: *',
    'Disallow:',
    '',
  ].join('\n');
  it('R5: a file that lets two robots in and ends with an empty Disallow is closed for others only in classic', () => {
    expectRow(record, 'slurp', '/page', { rest: true });
    expectRow(record, 'webcrawler', '/private/x', { rest: false });
    expectRow(record, 'another', '/page', { rest: true, classic: false });
  });
});

describe('R6: percent-encoding', () => {
  const rows: [rule: string, url: string, row: Row][] = [
    ['/~fred/hi.html', '/%7Efred/hi.html', { rest: false, webkiller: true, google: true }],
    ['/%7Efred/hi.html', '/~fred/hi.html', { rest: false, webkiller: true, google: true }],
    ['/%7efred/hi.html', '/%7Efred/hi.html', { rest: false }],
    ['/%7Efred/hi.html', '/%7efred/hi.html', { rest: false, google: true }],
    ['/~fred/hi.html', '/~fred%2Fhi.html', { rest: true }],
    ['/a%2fb', '/a%2Fb', { rest: false }],
    ['/a%2fb', '/a/b', { rest: true }],
    ['/a%3cd.html', '/a%3Cd.html', { rest: false }],
    ['/%62%61%7A', '/baz', { rest: false, webkiller: true, google: true }],
    ['/中', '/%E4%B8%AD', { rest: false }],
    ['/%E4%B8%AD', '/中', { rest: false, google: true }],
    ['/a%2Ab', '/a*b', { rest: false, webkiller: true, google: true }],
    ['/a%24', '/a$', { rest: false, webkiller: true, google: true }],
    ['/%zz', '/%zz', { rest: false }],
    ['/a<b>', '/a%3Cb%3E', { rest: false, webkiller: true, google: true }],
  ];
  it.each(rows)('R6: Disallow %s against %s', (rule, url, row) =>
    expectRow(star(`Disallow: ${rule}`), undefined, url, row),
  );
});

describe('R7: what is matched', () => {
  const rows: [rule: string, url: string, row: Row][] = [
    ['/a?x=1', 'https://h.test/a?x=1', { rest: false, webkiller: true, classic: true }],
    ['/a?', 'https://h.test/a?', { rest: false, webkiller: true, classic: true }],
    ['/a?', 'https://h.test/a', { rest: true }],
    ['/a', 'https://h.test/a?x=1', { rest: false }],
    ['/a$', 'https://h.test/a?x=1', { rest: true, webkiller: false }],
    ['/a/b', 'https://h.test//a///b', { rest: true, webkiller: false }],
    ['/', 'https://h.test', { rest: false }],
    ['/a#b', 'https://h.test/a#b', { rest: false }],
    ['/b', 'https://h.test/a/../b', { rest: false, google: true }],
    ['/b', 'https://h.test/a/%2e%2e/b', { rest: false, google: true }],
    ['/b/c', 'https://h.test/b\\c', { rest: false, google: true }],
    ['/tmp', '/tmp', { rest: false }],
    ['/tmp', '/tmpfile.html', { rest: false }],
    ['/tmp', '/tmp/a.html', { rest: false }],
    ['/tmp/', '/tmp', { rest: true }],
    ['/tmp/', '/tmp/a.html', { rest: false }],
  ];
  it.each(rows)('R7: Disallow %s against %s', (rule, url, row) =>
    expectRow(star(`Disallow: ${rule}`), undefined, url, row),
  );
});

describe('R16: limits', () => {
  const filler = (bytes: number): string => `${'#'.repeat(99)}\n`.repeat(Math.ceil(bytes / 100));
  const KIB = 1024;
  it('R16: what lies behind 500 KiB is not read, and webkiller allows all over 512 KiB', () => {
    const head = 'User-agent: *\nDisallow: /first\n';
    const between = `${head}${filler(505 * KIB)}Disallow: /last\n`;
    expectRow(between, undefined, '/first', { rest: false });
    expectRow(between, undefined, '/last', { rest: true, webkiller: false });
    const large = `${head}${filler(513 * KIB)}`;
    expectRow(large, undefined, '/first', { rest: false, webkiller: true });
    expect(parseRobots(large, 'webkiller').warnings).toMatchObject([{ code: 'too-large' }]);
    expect(parseRobots(large, 'rfc9309').warnings).toMatchObject([{ code: 'too-large' }]);
  });

  it('R16: the cut falls on a line end, so half a rule is never obeyed', () => {
    const limit = 500 * KIB;
    const start = `User-agent: *\n${filler(limit)}`.slice(0, limit - 13);
    const robots = `${start.slice(0, start.lastIndexOf('\n') + 1).padEnd(limit - 13, '\n')}Disallow: /private-area\n`;
    expect(Buffer.byteLength(robots.slice(0, limit))).toBe(limit);
    expect(robots.slice(0, limit).endsWith('Disallow: /pr')).toBe(true);
    expect(parseRobots(robots).decide('docent', '/pr').allowed).toBe(true);
    expect(parseRobots(Buffer.from(robots)).decide('docent', '/pr').allowed).toBe(true);
  });

  it('R16: more than 1000 Allow and Disallow lines mean allow all in webkiller only', () => {
    const rules = (count: number): string => `User-agent: *\n${'Disallow: /x\n'.repeat(count)}`;
    expectRow(rules(1000), undefined, '/x', { rest: false });
    expectRow(rules(1001), undefined, '/x', { rest: false, webkiller: true });
    expect(parseRobots(rules(1001), 'webkiller').warnings).toMatchObject([{ code: 'too-many-rules' }]);
  });

  it('R16: google cuts lines at 16,663 bytes', () => {
    const long = `Disallow: /${'a'.repeat(20_000)}`;
    const path = `/${'a'.repeat(16_663 - 'Disallow: /'.length)}`;
    expectRow(star(long), undefined, path, { rest: true, google: false });
    const korean = `Disallow: /${'한'.repeat(8_000)}`;
    expect(parseRobots(star(korean), 'google').decide('docent', `/${'%ED%95%9C'.repeat(5_550)}`).allowed).toBe(false);
  });
});

describe('R17: Crawl-delay (AC14)', () => {
  it('R17: is honoured by rfc9309, intel and assistant and ignored by the others', () => {
    const robots = star('Crawl-delay: 3', 'Disallow: /x');
    const expected: Record<DialectName, number | null> = {
      rfc9309: 3,
      webkiller: null,
      classic: null,
      intel: 3,
      assistant: 3,
      google: null,
    };
    for (const name of dialectNames) expect(parseRobots(robots, name).crawlDelay('docent'), name).toBe(expected[name]);
  });

  it('R17: belongs to the agents named just before it, although it does not end their group', () => {
    const file = parseRobots(
      'user-agent: *\ncrawl-delay: 1\nuser-agent: b\ncrawl-delay: 12\nuser-agent: c\nuser-agent: d\ncrawl-delay: 10\n',
    );
    expect(['x', 'b', 'c', 'd'].map((agent) => file.crawlDelay(agent))).toEqual([1, 12, 10, 10]);
  });

  it.each([
    ['0.5', 0.5],
    ['.5', 0.5],
    ['2.', 2],
    ['1.2.1', null],
    ['10a', null],
    ['-1', null],
    ['', null],
    ['1e3', null],
  ])('R17: "Crawl-delay: %s" is read as %s', (text, seconds) =>
    expect(parseRobots(star(`Crawl-delay: ${text}`)).crawlDelay('docent')).toBe(seconds),
  );

  const patient = defineDialect('assistant', { crawlDelayMaxSec: 7_200 });
  it.each<[string, DialectName | Dialect, number | null, string | undefined]>([
    ['86400', 'rfc9309', 120, 'Crawl-delay 86400 is more than 120 s and is read as 120 s'],
    ['121', 'assistant', 120, 'Crawl-delay 121 is more than 120 s and is read as 120 s'],
    ['120', 'rfc9309', 120, undefined],
    ['3600', 'intel', 3_600, undefined],
    ['86400', 'intel', 86_400, 'Crawl-delay 86400 is obeyed: 24 hours between two requests to the site'],
    ['7000', patient, 7_000, 'Crawl-delay 7000 is obeyed: 117 minutes between two requests to the site'],
    ['7201', patient, 7_200, 'Crawl-delay 7201 is more than 7200 s and is read as 7200 s'],
    [
      '9'.repeat(400),
      'intel',
      2_000_000,
      `Crawl-delay ${'9'.repeat(20)} is more than 2000000 s and is read as 2000000 s`,
    ],
    ['86400', 'webkiller', null, undefined],
    ['86400', 'classic', null, undefined],
    ['86400', 'google', null, undefined],
    [
      '86400',
      defineDialect('google', { crawlDelay: true }),
      120,
      'Crawl-delay 86400 is more than 120 s and is read as 120 s',
    ],
  ])('R17: %s is held to the cap of the dialect %s, with a warning', (text, dialect, seconds, message) => {
    const file = parseRobots(star(`Crawl-delay: ${text}`, 'Disallow: /x'), dialect);
    expect(file.crawlDelay('docent')).toBe(seconds);
    const code = message?.includes('obeyed') ? 'crawl-delay-long' : 'crawl-delay-capped';
    expect(file.warnings).toEqual(message === undefined ? [] : [{ line: 2, code, message }]);
    const found = lintRobots(star(`Crawl-delay: ${text}`, 'Disallow: /x'), dialect);
    expect(found.filter(({ line }) => line === 2)).toMatchObject(
      message === undefined ? [] : [{ rule: 'crawl-delay', message }],
    );
  });

  it('R17: does not fall back to * when the agent has a group of its own', () => {
    expect(parseRobots('User-agent: *\nCrawl-delay: 5\n\nUser-agent: b\nDisallow: /x\n').crawlDelay('b')).toBeNull();
  });
});

describe('further knobs', () => {
  it('R18: Sitemap lines are collected, wherever they are, except by webkiller and classic', () => {
    const robots = 'Sitemap: https://h.test/a.xml\nUser-agent: *\nDisallow: /x\nsitemap:   /b.xml  # two\n';
    for (const name of dialectNames) {
      const expected = name === 'webkiller' || name === 'classic' ? [] : ['https://h.test/a.xml', '/b.xml'];
      expect(parseRobots(robots, name).sitemaps, name).toEqual(expected);
    }
  });

  it('R19: each dialect has its own agent', () => {
    expect(Object.fromEntries(dialectNames.map((name) => [name, dialects[name].agent]))).toEqual({
      rfc9309: `docent/${version}`,
      webkiller: 'WebKillerAI',
      classic: `docent/${version}`,
      intel: 'APIIntelBot/1.0 (+https://api-intel.vercel.app/bot)',
      assistant: 'AIAssistantBot/1.0',
      google: `docent/${version}`,
    });
  });

  it('R21: /robots.txt itself is always allowed, except by google', () => {
    expectRow(star('Disallow: /'), undefined, 'https://h.test/robots.txt', { rest: true, google: false });
    expectRow(star('Disallow: /'), undefined, 'https://h.test/robots.txt.bak', { rest: false });
  });

  it('R21: paths are compared case-sensitively', () => {
    expectRow(star('Disallow: /Private'), undefined, '/private', { rest: true });
  });

  it('a missing colon is accepted by google only', () => {
    expectRow('User-agent: *\nDisallow /x\n', undefined, '/x', { rest: true, google: false });
    expectRow('User-agent: *\nDisallow /x y\n', undefined, '/x', { rest: true });
  });

  it.each(['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw', 'Disallowed'])(
    'the misspelling %s is accepted by google only',
    (field) => {
      expectRow(star(`${field}: /x`), undefined, '/x', { rest: true, google: false });
    },
  );

  it.each(['useragent', 'user agent', 'user-agents'])('the misspelling %s is accepted by google only', (field) => {
    expectRow(`${field}: *\nDisallow: /x\n`, undefined, '/x', { rest: true, google: false });
  });

  it('an Allow of an index file opens its folder in google only', () => {
    const robots = star('Disallow: /', 'Allow: /x/index.html');
    expectRow(robots, undefined, '/x/', { rest: false, google: true });
    expectRow(robots, undefined, '/x/index.html', { rest: true, classic: false });
    expectRow(robots, undefined, '/x/other', { rest: false });
  });

  it('patterns with a space or a backslash are ignored by webkiller only', () => {
    expectRow(star('Disallow: /a b'), undefined, '/a b', { rest: false, webkiller: true });
    expect(parseRobots(star('Disallow: /a\\b'), 'webkiller').warnings).toMatchObject([
      { line: 2, code: 'pattern-ignored' },
    ]);
  });

  it('Allow lines are obeyed everywhere and can be ignored by a dialect of one’s own', () => {
    const old = defineDialect('classic', { allowIgnored: true });
    const robots = star('Allow: /a', 'Disallow: /');
    expectRow(robots, undefined, '/a', { rest: true });
    expect(parseRobots(robots, old).decide('docent', '/a').allowed).toBe(false);
  });
});

describe('defineDialect', () => {
  it('changes some knobs, keeps the rest and freezes the result', () => {
    const mine = defineDialect('intel', { name: 'mine', crawlDelay: false, ttl: { goodSec: 60 } });
    expect(mine).toMatchObject({
      name: 'mine',
      crawlDelay: false,
      agent: dialects.intel.agent,
      ttl: { goodSec: 60, failedSec: 600 },
    });
    expect(Object.isFrozen(mine) && Object.isFrozen(mine.ttl)).toBe(true);
    expect(dialects.intel.ttl.goodSec).toBe(86_400);
  });

  it('the shipped table cannot be changed', () => {
    expect(Object.isFrozen(dialects) && Object.isFrozen(dialects.google.statuses.network)).toBe(true);
  });

  it.each([
    [{ crawlDelays: true }, /unknown dialect knob "crawlDelays"/],
    [{ winner: 'shortest' }, /"winner" is "shortest"; allowed: longest, first/],
    [{ ttl: { goodSec: -1 } }, /"ttl.goodSec" is -1/],
    [{ statuses: { network: { kind: 'wait' } } }, /"statuses.network" is .* it needs a kind/],
    [{ statuses: { network: { kind: 'defer', firstSec: 1 } } }, /defer \+ firstSec \+ maxSec \+ giveUpSec/],
    [{ ttl: null }, /"ttl" is null; it must be a mapping/],
    [{ ttl: [] }, /"ttl" is \[\]; it must be a mapping/],
    [{ name: '' }, /"name" must not be empty/],
    [{ wildcards: 'yes' }, /"wildcards" is "yes"; it must be a boolean/],
  ])('refuses %j', (overrides, message) => {
    expect(() => defineDialect('rfc9309', overrides as never)).toThrow(message);
    expect(() => parseRobots('', 'nonsense' as never)).toThrow(DocentError);
  });
});
