import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { always, type LocalServer, startServer } from '../test/support/local-server.ts';
import type { Log } from './core/log.ts';
import {
  createRobotsChecker,
  type DialectName,
  defineDialect,
  dialectNames,
  dialects,
  type RobotsCheckerOptions,
} from './robots.ts';

const CLOSED = 'User-agent: *\nDisallow: /x\n';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let server: LocalServer;
let time: number;

beforeEach(async () => {
  server = await startServer(always(200, CLOSED));
  time = Date.UTC(2026, 1, 23);
});
afterEach(() => server[Symbol.asyncDispose]());

/** The dialect with time for a busy machine to answer. */
const patient = (name: DialectName) => defineDialect(name, { name, timeouts: { connectMs: 60_000, readMs: 60_000 } });
const checker = (dialect: RobotsCheckerOptions['dialect'] = 'rfc9309', more: RobotsCheckerOptions = {}) =>
  createRobotsChecker({
    dialect: typeof dialect === 'string' ? patient(dialect) : dialect,
    now: () => time,
    ...more,
  });
const page = (path: string): string => `${server.origin}${path}`;

type Words = Record<DialectName, 'open' | 'closed' | 'slow' | 'deferred'>;

describe('R8–R12: what a status means', () => {
  const all = (word: Words['rfc9309'], but: Partial<Words> = {}): Words => ({
    ...(Object.fromEntries(dialectNames.map((name) => [name, word])) as Words),
    ...but,
  });
  const rows: [title: string, status: number, words: Words][] = [
    ['R8 (AC4): 404', 404, all('open')],
    ['R8: 410', 410, all('open')],
    ['R9: 401', 401, all('open', { classic: 'closed' })],
    ['R9: 403', 403, all('open', { classic: 'closed' })],
    ['R10: 400', 400, all('open')],
    ['R10: 429', 429, all('open', { google: 'closed' })],
    ['R10: 451', 451, all('open')],
    ['R11: 500', 500, all('closed', { webkiller: 'open', classic: 'deferred', intel: 'slow', assistant: 'open' })],
    ['R11: 503', 503, all('closed', { webkiller: 'open', classic: 'deferred', intel: 'slow', assistant: 'open' })],
  ];
  it.each(rows)('%s (FAULTS 36)', async (_, status, words) => {
    server.answer(always(status, 'User-agent: *\nDisallow: /never-read\n'));
    for (const name of dialectNames) {
      const gate = checker(name);
      const decision = await gate.explain(page('/never-read'));
      expect(decision.allowed, `${name}: ${decision.reason}`).toBe(words[name] === 'open' || words[name] === 'slow');
      expect(decision.source).toMatchObject({ status, fromCache: false });
      expect(gate.crawlDelay(page('/')), name).toBe(words[name] === 'slow' ? 2 : null);
      expect(decision.by, name).toBe(`robots:${name}:${words[name] === 'slow' ? 'open' : words[name]}`);
    }
  });

  it('R12 (AC5): no connection', async () => {
    const { origin } = server;
    await server[Symbol.asyncDispose]();
    const words: Words = {
      rfc9309: 'closed',
      webkiller: 'open',
      classic: 'deferred',
      intel: 'open',
      assistant: 'open',
      google: 'closed',
    };
    for (const name of dialectNames) {
      const gate = checker(name);
      const decision = await gate.explain(`${origin}/x`);
      expect(decision.by, decision.reason).toBe(`robots:${name}:${words[name]}`);
      expect(decision.source?.status).toBe(0);
      expect(gate.crawlDelay(`${origin}/x`), name).toBe(name === 'intel' ? 2 : null);
    }
  });

  it('R12, R14: a host that never answers is abandoned after the dialect’s read time-out', async () => {
    server.answer(() => {});
    const hasty = defineDialect(patient('rfc9309'), { timeouts: { readMs: 80 } });
    const decision = await checker(hasty).explain(page('/x'));
    expect(decision).toMatchObject({ allowed: false, source: { status: 0 } });
    expect(decision.reason).toMatch(/could not be fetched/);
  });

  it('R14: the time-outs are those of the table', () => {
    const timeouts = Object.fromEntries(dialectNames.map((name) => [name, Object.values(dialects[name].timeouts)]));
    expect(timeouts).toEqual({
      rfc9309: [5000, 10_000],
      webkiller: [2000, 3000],
      classic: [10_000, 10_000],
      intel: [30_000, 30_000],
      assistant: [10_000, 10_000],
      google: [5000, 10_000],
    });
  });
});

describe('R11: a site whose robots.txt is out of reach', () => {
  it('R11: rfc9309 requests again as in H3 and then every ten minutes, and is closed meanwhile', async () => {
    server.answer(always(503));
    const gate = checker();
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      const { allowed, retryAt = 0 } = await gate.explain(page('/a'));
      expect(allowed).toBe(false);
      waits.push((retryAt - time) / SECOND);
      time = retryAt - 1;
      expect((await gate.explain(page('/a'))).source?.fromCache).toBe(true);
      time = retryAt;
    }
    expect(waits).toEqual([30, 60, 120, 600, 600]);
    expect(server.requestLines).toHaveLength(5);
    server.answer(always(200, CLOSED));
    expect(await gate.isAllowed(page('/a'))).toBe(true);
    expect(await gate.isAllowed(page('/x'))).toBe(false);
  });

  it('R11: a Retry-After decides when it is requested again', async () => {
    server.answer(always(503, '', { 'retry-after': '7' }));
    expect(((await checker().explain(page('/a'))).retryAt ?? 0) - time).toBe(7 * SECOND);
  });

  it('R11: an older good copy stays in force', async () => {
    const gate = checker();
    await gate.isAllowed(page('/a'));
    server.answer(always(500));
    time += 25 * HOUR;
    expect(await gate.explain(page('/a'))).toMatchObject({ allowed: true, source: { status: 500 } });
    const decision = await gate.explain(page('/x'));
    expect(decision).toMatchObject({ allowed: false, winner: { line: 2 } });
    expect(decision.reason).toMatch(/older copy stays in force/);
  });

  it('R11: after 30 days out of reach everything is allowed', async () => {
    server.answer(always(500));
    const gate = checker();
    const start = time;
    for (; time < start + 30 * DAY; time += 6 * HOUR) expect(await gate.isAllowed(page('/a'))).toBe(false);
    expect(await gate.explain(page('/a'))).toMatchObject({ allowed: true, reason: expect.stringContaining('30 days') });
  });

  it('R11: classic defers for 5 minutes, doubling to an hour, and gives up after a day', async () => {
    server.answer(always(503));
    const gate = checker('classic');
    const start = time;
    const waits: number[] = [];
    for (;;) {
      const { allowed, retryAt = 0, gaveUp } = await gate.explain(page('/a'));
      expect(allowed).toBe(false);
      if (gaveUp) break;
      waits.push((retryAt - time) / MINUTE);
      time = retryAt;
    }
    expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 60, 60]);
    expect(time - start).toBeGreaterThanOrEqual(DAY);
    expect(time - start).toBeLessThan(DAY + 2 * HOUR);
  });

  it('R11: classic obeys Retry-After when it defers', async () => {
    server.answer(always(503, '', { 'retry-after': new Date(time + 90 * SECOND).toUTCString() }));
    expect((await checker('classic').explain(page('/a'))).retryAt).toBe(time + 90 * SECOND);
  });
});

describe('R13 (FAULTS 36): redirects of robots.txt', () => {
  /** /robots.txt → /1 → /2 …, and `length` hops later the file. */
  const chain = (length: number): void =>
    server.answer((request, response) => {
      const at = request.url === '/robots.txt' ? 0 : Number(request.url?.slice(1));
      if (at < length) response.writeHead(302, { location: `/${at + 1}` }).end();
      else response.writeHead(200).end(CLOSED);
    });
  const most: Record<DialectName, number> = { rfc9309: 5, webkiller: 3, classic: 5, intel: 3, assistant: 5, google: 5 };

  it.each(dialectNames)('R13: %s follows as many as its table allows, and more mean allow all', async (name) => {
    chain(most[name]);
    expect((await checker(name).explain(page('/x'))).winner).toMatchObject({ line: 2 });
    chain(most[name] + 1);
    const decision = await checker(name).explain(page('/x'));
    expect(decision).toMatchObject({ allowed: true, by: `robots:${name}:open` });
    expect(decision.reason).toContain(`more than ${most[name]} redirects`);
  });

  it('R13: a loop, a missing Location and another scheme mean allow all', async () => {
    for (const [location, why] of [
      ['/robots.txt', 'loop'],
      ['', 'nowhere'],
      ['file:///etc/passwd', 'file:'],
    ] as const) {
      server.answer((_, response) => void response.writeHead(301, location ? { location } : {}).end());
      expect(await checker().explain(page('/x'))).toMatchObject({
        allowed: true,
        reason: expect.stringContaining(why),
      });
    }
  });

  it('R13: the rules found on another host apply to the host first requested; webkiller does not go there', async () => {
    await using other = await startServer(always(200, CLOSED));
    const elsewhere = `http://localhost:${other.port}/robots.txt`;
    server.answer(always(301, '', { location: elsewhere }));
    const allowPrivate = ['localhost', '127.0.0.1'];
    expect(await checker('rfc9309', { allowPrivate }).explain(page('/x'))).toMatchObject({
      allowed: false,
      winner: { line: 2 },
    });
    expect(other.requestLines).toEqual(['GET /robots.txt']);
    expect(await checker('webkiller', { allowPrivate }).explain(page('/x'))).toMatchObject({ allowed: true });
    expect(other.requestLines).toHaveLength(1);
  });
});

describe('R15: how long an answer is kept', () => {
  const kept: [name: DialectName, good: number, failed: number, missing: number][] = [
    ['rfc9309', 24 * HOUR, 10 * MINUTE, 24 * HOUR],
    ['webkiller', 30 * MINUTE, 10 * MINUTE, 10 * MINUTE],
    ['classic', 24 * HOUR, 10 * MINUTE, 24 * HOUR],
    ['intel', 24 * HOUR, 10 * MINUTE, 24 * HOUR],
    ['assistant', HOUR, HOUR, HOUR],
    ['google', 24 * HOUR, 10 * MINUTE, 24 * HOUR],
  ];
  const keepsFor = async (name: DialectName, ms: number): Promise<void> => {
    const gate = checker(name);
    const start = time;
    const before = server.requestLines.length;
    await gate.isAllowed(page('/a'));
    time = start + ms - SECOND;
    expect((await gate.explain(page('/a'))).source).toMatchObject({ fromCache: true, ageSec: ms / SECOND - 1 });
    time = start + ms;
    await gate.isAllowed(page('/a'));
    expect(server.requestLines.length - before, name).toBe(2);
    time = start;
  };

  it.each(kept)('R15 (AC12, AC13): %s', async (name, good, failed, missing) => {
    await keepsFor(name, good);
    server.answer(always(404));
    await keepsFor(name, missing);
    server.answer(always(name === 'rfc9309' || name === 'google' ? 400 : 401));
    await keepsFor(name, failed);
  });

  it('R15: a shorter Cache-Control counts in rfc9309 and classic, Expires in classic, neither elsewhere', async () => {
    server.answer(always(200, CLOSED, { 'cache-control': 'public, max-age=300' }));
    for (const [name, good] of kept) await keepsFor(name, name === 'rfc9309' || name === 'classic' ? 5 * MINUTE : good);
    server.answer(always(200, CLOSED, { expires: new Date(time + HOUR).toUTCString() }));
    for (const [name, good] of kept) await keepsFor(name, name === 'classic' ? HOUR : good);
  });

  it('R15: a longer Cache-Control does not, and no-store still spares the host a request per page', async () => {
    server.answer(always(200, CLOSED, { 'cache-control': 'max-age=604800' }));
    await keepsFor('rfc9309', 24 * HOUR);
    server.answer(always(200, CLOSED, { 'cache-control': 'no-store' }));
    await keepsFor('rfc9309', 5 * MINUTE);
  });
});

describe('R22, R23: asking and remembering', () => {
  it('R22 (AC1): the file of scheme, host and port is requested, with User-Agent, From and Host', async () => {
    await checker('rfc9309', { agent: 'MyBot/2.0 (+https://my.test/bot)', contact: 'me@my.test' }).isAllowed(
      page('/deep/page?x=1#y'),
    );
    expect(server.requestLines).toEqual(['GET /robots.txt']);
    const [request] = server.requests;
    expect(request?.headers).toMatchObject({
      'user-agent': 'MyBot/2.0 (+https://my.test/bot)',
      from: 'me@my.test',
      host: `127.0.0.1:${server.port}`,
    });
    expect(request?.headers.cookie).toBeUndefined();
  });

  it('R22: http and https, and each port, have a robots.txt of their own; the default port is not written', async () => {
    const requested: string[] = [];
    const get = async (url: string) => {
      requested.push(url);
      return { status: 404 };
    };
    const gate = createRobotsChecker({ get });
    for (const url of [
      'http://h.test/a',
      'http://h.test:80/b',
      'https://h.test:443/',
      'https://h.test/',
      'http://h.test:8080/',
    ])
      await gate.isAllowed(url);
    expect(requested).toEqual([
      'http://h.test/robots.txt',
      'https://h.test/robots.txt',
      'http://h.test:8080/robots.txt',
    ]);
  });

  it('R23 (AC12): fifty concurrent askers cause one request', async () => {
    const gate = checker();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => gate.isAllowed(page(i % 2 ? '/x' : '/a'))));
    expect(answers.filter(Boolean)).toHaveLength(25);
    expect(server.requestLines).toHaveLength(1);
  });

  it('R23: failures are remembered too, and concurrent askers of a failing host cause one request', async () => {
    server.answer(always(500));
    const gate = checker('assistant');
    await Promise.all(Array.from({ length: 20 }, () => gate.isAllowed(page('/a'))));
    await gate.isAllowed(page('/b'));
    expect(server.requestLines).toHaveLength(1);
  });

  it('R23: the least recently used of too many hosts is forgotten', async () => {
    const requested: string[] = [];
    const get = async (url: string) => {
      requested.push(new URL(url).hostname);
      return { status: 404 };
    };
    const gate = createRobotsChecker({ cacheHosts: 2, get });
    for (const host of ['a', 'b', 'a', 'c', 'a', 'b']) await gate.isAllowed(`https://${host}.test/`);
    expect(requested).toEqual(['a.test', 'b.test', 'c.test', 'b.test']);
  });

  it('R29: clearCache forgets everything', async () => {
    const gate = checker();
    await gate.isAllowed(page('/a'));
    gate.clearCache();
    await gate.isAllowed(page('/a'));
    expect(server.requestLines).toHaveLength(2);
  });
});

describe('R16: the size of the file over HTTP', () => {
  const large = `${CLOSED}${`${'#'.repeat(1023)}\n`.repeat(2000)}`;
  it.each([
    ['identity', {}],
    ['gzip', { 'content-encoding': 'gzip' }],
  ])('R16 (FAULTS 37): 2 MB (%s) are cut, and allow all in webkiller', async (_, headers) => {
    const { gzipSync } = await import('node:zlib');
    const body = 'content-encoding' in headers ? gzipSync(large) : large;
    server.answer((_request, response) => void response.writeHead(200, headers).end(body));
    expect(await checker().isAllowed(page('/x'))).toBe(false);
    expect(await checker('webkiller').explain(page('/x'))).toMatchObject({
      allowed: true,
      by: 'robots:webkiller:too-large',
    });
  });
});

describe('R24: logs', () => {
  it('R24: fetches at INFO, matches at DEBUG when switched on, failures at WARN', async () => {
    const lines: [string, object, string][] = [];
    const writer = (level: string) => (fields: object, event: string) => void lines.push([level, fields, event]);
    const log: Log = { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
    const host = `127.0.0.1:${server.port}`;
    const gate = checker('rfc9309', { log, logMatches: true });
    await gate.isAllowed(page('/x'));
    await gate.isAllowed(page('/a'));
    expect(lines).toEqual([
      ['info', { host, status: 200, fromCache: false, ageSec: 0, bytes: 27 }, 'robots.fetch'],
      ['debug', { path: '/x', decision: 'DISALLOW', winnerPattern: '/x', matchLen: 2 }, 'robots.match'],
      ['debug', { host, status: 200, fromCache: true, ageSec: 0, bytes: 27 }, 'robots.fetch'],
      ['debug', { path: '/a', decision: 'ALLOW', winnerPattern: null, matchLen: 0 }, 'robots.match'],
    ]);
    lines.length = 0;
    server.answer(always(500));
    await checker('rfc9309', { log }).isAllowed(page('/x'));
    expect(lines.map(([level, , event]) => `${level} ${event}`)).toEqual(['info robots.fetch', 'warn robots.fail']);
  });
});

describe('R26, R27: the operator’s own word', () => {
  it('R26: excludePaths win over an Allow, then the blocklist, then robots.txt; nothing is requested for what is excluded', async () => {
    server.answer(always(200, 'User-agent: *\nAllow: /admin\nDisallow: /x\n'));
    const gate = checker('rfc9309', {
      excludePaths: ['/admin', '*/*logout*', 're:\\?.*token=.+'],
      blocklist: (url) => (url.includes('/blocked') ? '403 on 2026-02-23' : undefined),
    });
    const by = async (path: string): Promise<string> => (await gate.explain(page(path))).by;
    expect(await by('/admin/users')).toBe('excludePaths');
    expect(await by('/account/logout')).toBe('excludePaths');
    expect(await by('/a?b=1&token=abc')).toBe('excludePaths');
    expect(await by('/blocked')).toBe('blocklist');
    expect(server.requestLines).toEqual([]);
    expect(await by('/x')).toBe('robots:rfc9309:line-3');
    expect(await by('/a?token=')).toBe('robots:rfc9309:no-rule');
  });

  it('R26: a pattern outside linear time is refused with the field’s name', () => {
    expect(() => checker('rfc9309', { excludePaths: ['re:(?=x)'] })).toThrow(/excludePaths/);
  });

  it('R27: robots.txt can be switched off, loudly, and the rest stays', async () => {
    const warned: string[] = [];
    const nothing = (): void => {};
    const log: Log = { debug: nothing, info: nothing, error: nothing, warn: (_, event) => void warned.push(event) };
    const gate = checker('rfc9309', { respectRobots: false, excludePaths: ['/admin'], log });
    expect(warned).toEqual([expect.stringContaining('switched off')]);
    expect(await gate.explain(page('/x'))).toMatchObject({ allowed: true, by: 'robots:off' });
    expect(await gate.isAllowed(page('/admin'))).toBe(false);
    expect(server.requestLines).toEqual([]);
  });
});

describe('R29: the checker', () => {
  it('R29 (AC14, AC15): crawlDelay knows only cached hosts and sends no request', async () => {
    server.answer(always(200, 'User-agent: *\nCrawl-delay: 2.5\nDisallow: /x\n'));
    const gate = checker();
    expect(gate.crawlDelay(page('/'))).toBeNull();
    expect(server.requestLines).toEqual([]);
    await gate.isAllowed(page('/'));
    expect(gate.crawlDelay(page('/other'))).toBe(2.5);
    expect(server.requestLines).toHaveLength(1);
  });

  it('R29: sitemaps are absolute, http(s) only and named once', async () => {
    server.answer(
      always(200, 'Sitemap: /s.xml\nSitemap: https://h.test/t.xml\nSitemap: /s.xml\nSitemap: file:///etc/passwd\n'),
    );
    expect(await checker().sitemaps(page('/deep/'))).toEqual([page('/s.xml'), 'https://h.test/t.xml']);
  });

  it('R29: fetch itself will do as get', async () => {
    server.answer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(302, { location: '/real.txt' }).end('moved');
      else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(CLOSED);
    });
    expect(await checker('rfc9309', { get: fetch }).explain(page('/x'))).toMatchObject({
      allowed: false,
      winner: { line: 2 },
    });
  });

  it('R29: a text that is no http(s) URL is refused by name', async () => {
    await expect(checker().isAllowed('nonsense')).rejects.toMatchObject({
      code: 'DOC_URL',
      message: expect.stringContaining('"nonsense"'),
    });
    await expect(checker().explain('ftp://h.test/')).rejects.toMatchObject({ code: 'DOC_URL' });
    expect(() => checker().crawlDelay('')).toThrow(/not an http/);
  });

  it('R29: an unknown dialect and an agent that cannot be sent are refused', () => {
    expect(() => createRobotsChecker({ dialect: 'yahoo' as never })).toThrow(/unknown robots dialect "yahoo"/);
    expect(() => createRobotsChecker({ agent: 'bot\r\nX: y' })).toThrow(/printable ASCII/);
  });

  it('R19: google’s matcher receives the product token of the agent that is sent', async () => {
    server.answer(always(200, 'User-agent: docent\nDisallow: /x\n'));
    expect(await checker('google').explain(page('/x'))).toMatchObject({ allowed: false, group: 'docent' });
  });
});

describe('H7: the default get requests only public addresses', () => {
  it('H7: a URL on loopback opens exactly its host and port; a redirect to another port is refused', async () => {
    await using secret = await startServer(always(200, 'User-agent: *\nDisallow: /\n'));
    server.answer(always(302, '', { location: `${secret.origin}/robots.txt` }));
    const decision = await checker().explain(page('/a'));
    expect(decision).toMatchObject({ allowed: false, source: { status: 0 } });
    expect(decision.reason).toMatch(/address:loopback/);
    expect(secret.requestLines).toEqual([]);
  });

  it('H7: allowLoopback: false refuses loopback too, and private addresses are never requested', async () => {
    for (const url of [
      page('/a'),
      'http://10.0.0.1/',
      'http://169.254.169.254/latest',
      'http://[::ffff:127.0.0.1]:1/',
      'http://2130706433/',
    ]) {
      const decision = await createRobotsChecker({ allowLoopback: false }).explain(url);
      expect(decision, url).toMatchObject({ allowed: false, reason: expect.stringContaining('refused by address:') });
    }
    expect(server.requestLines).toEqual([]);
  });
});

describe('R7: what is judged is what would be requested', () => {
  const spellings = (host: string): string[] => [
    `http://${host}\\x`,
    `http:\\\\${host}\\x/y`,
    `http:/${host}/x`,
    `http:///${host}/x`,
    `http://a;b@${host}/x/y`,
    `http://${host}/a/../x`,
    `http://${host}/a/%2e%2e/x`,
    `ht\ttp://${host}/x`,
    ` http://${host}/x`,
  ];

  it.each(dialectNames)('R7: no spelling of a URL gets past a rule of %s', async (name) => {
    const gate = checker(name);
    for (const url of spellings(`127.0.0.1:${server.port}`)) {
      expect(await gate.explain(url), url).toMatchObject({ allowed: false, winner: { line: 2 } });
    }
    expect(server.requestLines).toEqual(['GET /robots.txt']);
  });

  it('R7: google receives the encoded path, as its matcher expects it', async () => {
    server.answer(always(200, 'User-agent: *\nDisallow: /中\n'));
    expect(await checker('google').isAllowed(page('/中/x'))).toBe(false);
  });
});

describe('what a review found', () => {
  it('R11: a Retry-After of nothing does not mean a request per page in classic', async () => {
    server.answer(always(503, '', { 'retry-after': '0' }));
    const gate = checker('classic');
    for (let i = 0; i < 20; i++) await gate.isAllowed(page('/a'));
    expect(server.requestLines).toHaveLength(1);
  });

  it('R11: a file that was deleted does not come back when the server fails later', async () => {
    const gate = checker();
    expect(await gate.isAllowed(page('/x'))).toBe(false);
    server.answer(always(404));
    time += 25 * HOUR;
    expect(await gate.isAllowed(page('/x'))).toBe(true);
    server.answer(always(503));
    time += 25 * HOUR;
    expect(await gate.explain(page('/x'))).toMatchObject({ allowed: false, by: 'robots:rfc9309:closed' });
  });

  it('H7: an address that may not be requested is never taken for an open site, whatever the dialect', async () => {
    for (const name of dialectNames) {
      const decision = await checker(name).explain('http://10.0.0.1/x');
      expect(decision, name).toMatchObject({ allowed: false, reason: expect.stringContaining('allow_private') });
    }
  });

  it('R14, R16: fetch as get is bounded too', async () => {
    server.answer((_, response) => {
      response.writeHead(200);
      const chunk = `${'#'.repeat(65_535)}\n`;
      const feed = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', feed);
      };
      feed();
    });
    expect((await checker('rfc9309', { get: fetch }).explain(page('/a'))).source?.bytes).toBe(500 * 1024 + 1);
    server.answer(() => {});
    const hasty = defineDialect('rfc9309', { timeouts: { connectMs: 50, readMs: 50 } });
    expect((await checker(hasty, { get: fetch }).explain(`${page('/a')}`)).allowed).toBe(false);
  });

  it('R29: clearCache during a request is not undone by its response', async () => {
    const gate = checker();
    const pending = gate.isAllowed(page('/a'));
    gate.clearCache();
    await pending;
    await gate.isAllowed(page('/a'));
    expect(server.requestLines).toHaveLength(2);
  });

  it('R1: the info URL in the agent’s comment does not take part in classic’s matching', async () => {
    server.answer(always(200, 'User-agent: example\nDisallow: /\n'));
    expect(await checker('classic', { agent: 'docent/1.0 (+https://example.com/about)' }).isAllowed(page('/a'))).toBe(
      true,
    );
  });

  it('R23: a cache for no host at all is refused', () => {
    expect(() => createRobotsChecker({ cacheHosts: 0 })).toThrow(/cacheHosts is 0/);
  });
});
