import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, scaled } from '../../test/support/how-long.ts';
import { defineDialect, dialectNames } from './dialects.ts';
import { parseRobots } from './file.ts';

const star = (...rules: string[]): string => ['User-agent: *', ...rules, ''].join('\n');
const allows = (robots: string | Uint8Array, url: string): boolean => parseRobots(robots).decide('docent', url).allowed;

describe('R20: how lines are read, in every dialect', () => {
  const closed: [string, string | Uint8Array][] = [
    ['LF', 'User-agent: *\nDisallow: /x\n'],
    ['CR', 'User-agent: *\rDisallow: /x\r'],
    ['CRLF', 'User-agent: *\r\nDisallow: /x\r\n'],
    ['no final line end', 'User-agent: *\nDisallow: /x'],
    ['a byte order mark in text', '\ufeffUser-agent: *\nDisallow: /x\n'],
    ['a byte order mark in bytes', Buffer.from('\ufeffUser-agent: *\nDisallow: /x\n')],
    ['a comment behind a rule', 'User-agent: * # all\nDisallow: /x # not this\n'],
    ['white space everywhere', ' \tUser-agent \t: \t* \t\n\tDisallow\t:\t/x\t\n'],
    ['any case', 'uSER-aGENT: *\nDISALLOW: /x\n'],
    ['unknown fields', 'User-agent: *\nNoodles: yes\nDisallow: /x\n'],
    ['malformed lines', 'User-agent: *\n???\n: /y\nDisallow\nDisallow: /x\n'],
    ['NUL bytes elsewhere', 'User-agent: *\nFoo: \0\0\nDisallow: /x\n'],
  ];
  it.each(closed)('R20: %s', (_, robots) => {
    for (const name of dialectNames) expect(parseRobots(robots, name).decide('docent', '/x').allowed, name).toBe(false);
  });

  it('R20: a byte order mark inside the file spoils only its own line', () => {
    expect(allows('User-agent: *\n\ufeffDisallow: /x\nDisallow: /y\n', '/x')).toBe(true);
    expect(allows('User-agent: *\n\ufeffDisallow: /x\nDisallow: /y\n', '/y')).toBe(false);
  });

  it('R20: there are no continuation lines', () => {
    expect(allows('User-agent: *\nDisallow:\n /x\n', '/x')).toBe(true);
  });

  it('R20: a rule outside any record is ignored', () => {
    expect(allows('Disallow: /x\nUser-agent: *\nDisallow: /y\n', '/x')).toBe(true);
  });

  it('R20: the charset comes from the HTTP header, else it is UTF-8', () => {
    const latin = Buffer.from('User-agent: *\nDisallow: /caf\u00e9\n', 'latin1');
    expect(parseRobots(latin, 'rfc9309', 'iso-8859-1').decide('docent', '/caf%C3%A9').allowed).toBe(false);
    expect(parseRobots(latin, 'rfc9309').decide('docent', '/caf%C3%A9').allowed).toBe(true);
    const wide = Buffer.from('User-agent: *\nDisallow: /x\n', 'utf16le');
    expect(parseRobots(wide, 'rfc9309', 'utf-16le').decide('docent', '/x').allowed).toBe(false);
    expect(
      parseRobots(Buffer.from(star('Disallow: /x')), 'rfc9309', 'no-such-charset').decide('docent', '/x').allowed,
    ).toBe(false);
  });

  it('an incomplete byte order mark is dropped by google only', () => {
    const partial = Buffer.concat([Buffer.from([0xef, 0xbb]), Buffer.from('User-agent: *\nDisallow: /x\n')]);
    expect(parseRobots(partial, 'google').decide('docent', '/x').allowed).toBe(false);
    expect(parseRobots(partial, 'rfc9309').decide('docent', '/x').allowed).toBe(true);
  });
});

describe('R24: a decision explains itself', () => {
  it('R24: names the rule, its line and its length as compared', () => {
    const file = parseRobots('# hello\n\nUser-agent: *\r\nDisallow: /a\r\nAllow: /a/%7eb\n');
    expect(file.decide('docent/1.0', 'https://h.test/a/~b/c?d#e')).toEqual({
      allowed: true,
      by: 'robots:rfc9309:line-5',
      reason: 'line 5: Allow: /a/%7eb',
      dialect: 'rfc9309',
      group: '*',
      winner: { type: 'allow', pattern: '/a/%7eb', length: 5, line: 5 },
      path: '/a/~b/c?d',
      source: null,
    });
  });

  it('R24: reports when no rule, no group or nothing at all applies', () => {
    expect(parseRobots(star('Disallow: /x')).decide('docent', '/y')).toMatchObject({
      by: 'robots:rfc9309:no-rule',
      group: '*',
      winner: null,
    });
    expect(parseRobots('User-agent: other\nDisallow: /\n').decide('docent', '/y')).toMatchObject({
      by: 'robots:rfc9309:no-group',
      group: null,
    });
    expect(parseRobots('').decide('docent', '')).toMatchObject({ allowed: true, path: '/' });
  });
});

describe('R25: hostile input', () => {
  it('R25 (FAULTS 38): a thousand wildcard bombs against a path of a megabyte do not hang', () => {
    const bombs = Array.from({ length: 1000 }, (_, i) => `Disallow: /${'*a'.repeat(200 + (i % 7))}*b${i}$`);
    const file = parseRobots(star(...bombs));
    const path = `/${'a'.repeat(1_000_000)}`;
    expect(file.decide('docent', path).allowed).toBe(true);
    expect(file.decide('docent', `${path}b999`).allowed).toBe(false);
  });

  it('R25 (FAULTS 38): 500,000 rules do not hang, and only the first 500 KiB count', () => {
    const robots = `User-agent: *\n${Array.from({ length: 500_000 }, (_, i) => `Disallow: /${i}/\n`).join('')}`;
    const file = parseRobots(robots);
    expect(file.decide('docent', '/1/').allowed).toBe(false);
    expect(file.decide('docent', '/499999/').allowed).toBe(true);
    const whole = parseRobots(robots, defineDialect('rfc9309', { limits: { maxBytes: robots.length } }));
    expect(whole.decide('docent', '/499999/').allowed).toBe(false);
  });

  it('FAULTS 37: 50 MB, a 10 MB line, NULs, UTF-16 and an HTML page never throw', () => {
    const inputs = [
      Buffer.alloc(50_000_000, 'Disallow: /x\n'),
      Buffer.alloc(10_000_000, 'a'),
      Buffer.alloc(1000),
      Buffer.from(`\ufeff${star('Disallow: /')}`, 'utf16le'),
      Buffer.from('<!doctype html><html><body>Disallow: /</body></html>'),
    ];
    for (const name of dialectNames) {
      for (const input of inputs) expect(parseRobots(input, name).decide('docent', '/y')).toHaveProperty('allowed');
    }
  });

  it('R25: arbitrary bytes, agents and URLs never throw', scaled, async () => {
    await fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'binary' }),
        (bytes, agent, url) => {
          for (const name of dialectNames) {
            const file = parseRobots(bytes, name);
            const decision = file.decide(agent, url);
            if (typeof decision.allowed !== 'boolean' || file.crawlDelay(agent) === undefined) return false;
          }
          return true;
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('R25: structured nonsense never throws and agrees with a plain reference matcher', scaled, async () => {
    const piece = fc.constantFrom('/', 'a', 'b', '*', '$', '%41', '%2F', 'é', '?', '..', ' ');
    const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);
    await fc.assert(
      fc.property(path, path, (pattern, url) => {
        const file = parseRobots(`User-agent: *\nDisallow: ${pattern}\n`, 'google');
        const compared = file.decide('docent', url).path;
        // The dialect decides how a pattern is escaped and trimmed; the reference only matches.
        const raw = pattern.replace(/ +$/, '').replaceAll('é', '%C3%A9');
        return file.decide('docent', url).allowed !== slowMatch(raw, compared);
      }),
      { numRuns: runs(3000) },
    );
  });
});

/** Position sets, as the reference matcher does it: slow and obviously right. */
function slowMatch(pattern: string, path: string): boolean {
  let positions = new Set([0]);
  for (const [index, char] of [...pattern].entries()) {
    if (char === '$' && index === pattern.length - 1) return positions.has(path.length);
    const next = new Set<number>();
    for (const at of positions) {
      if (char === '*') for (let to = at; to <= path.length; to++) next.add(to);
      else if (path[at] === char) next.add(at + 1);
    }
    positions = next;
  }
  return positions.size > 0;
}
