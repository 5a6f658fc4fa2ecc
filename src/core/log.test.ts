// Proves the log: its two formats, its levels, and that secrets never reach it.
import { describe, expect, it } from 'vitest';
import { endless } from '../../test/support/hostile.ts';
import { hideSecrets, silentLog } from './log.ts';
import { createLog, type LogOptions } from './log-writer.ts';

function collect(options: Partial<Omit<LogOptions, 'out'>> & { isTTY?: boolean }): {
  log: ReturnType<typeof createLog>;
  text: () => string;
} {
  const lines: string[] = [];
  const { level = 'debug', format = 'json', isTTY = false } = options;
  const log = createLog({ level, format, out: { isTTY, write: (line) => lines.push(line) } });
  return { log, text: () => lines.join('') };
}

describe('the JSON format', () => {
  it('R24: writes one line per event: level in words, time in ISO form, the fields, the event', () => {
    const { log, text } = collect({});
    log.info({ host: 'example.com', status: 200, fromCache: false, ageSec: 0, bytes: 42 }, 'robots.fetch');
    log.warn({}, 'second');
    const [first, second, end] = text().split('\n');
    expect(JSON.parse(first as string)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      host: 'example.com',
      status: 200,
      fromCache: false,
      ageSec: 0,
      bytes: 42,
      event: 'robots.fetch',
    });
    expect(JSON.parse(second as string)).toMatchObject({ level: 'warn', event: 'second' });
    expect(end).toBe('');
  });

  it('keeps an error with its type, message and stack', () => {
    const { log, text } = collect({});
    log.error({ err: new TypeError('broken') }, 'robots.fault');
    expect(JSON.parse(text())).toMatchObject({
      level: 'error',
      err: { type: 'TypeError', message: 'broken', stack: expect.stringContaining('log.test') },
    });
  });

  it('holds no control character of any width, and means the same when it is parsed', () => {
    const { log, text } = collect({});
    log.info({ pattern: '/a\u001b[31m\u009b2J\u202e' }, 'robots.match');
    expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(text())).toMatchObject({ pattern: '/a\u001b[31m\u009b2J\u202e' });
  });
});

describe('the pretty format', () => {
  it('writes time, level, event and fields as words', () => {
    const { log, text } = collect({ format: 'pretty' });
    log.warn({ host: 'example.com', why: 'no answer', n: 3 }, 'robots.fail');
    expect(text()).toMatch(/^\d\d:\d\d:\d\d WARN {2}robots\.fail host=example\.com why="no answer" n=3\n$/);
  });

  it('is what auto means on a terminal, and only there', () => {
    const terminal = collect({ format: 'auto', isTTY: true });
    terminal.log.info({}, 'event');
    expect(terminal.text()).toMatch(/INFO/);
    const pipe = collect({ format: 'auto' });
    pipe.log.info({}, 'event');
    expect(JSON.parse(pipe.text())).toMatchObject({ event: 'event' });
  });

  it('lets nothing in a field or event act on the terminal', () => {
    const { log, text } = collect({ format: 'pretty' });
    log.info({ pattern: '/a\u001b]0;x\u0007\u009b2J\u202e', 'na\u001bme': 1 }, 'ev\u001b[2Jent');
    expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text()).toContain('pattern=/a\\u001b]0;x\\u0007\\u009b2J\\u202e');
  });
});

describe('events of several lines', () => {
  it('M3: keep their lines where people read, and nothing in them can pass for a line of the log', () => {
    const { log, text } = collect({ format: 'pretty' });
    log.info(
      { provider: 'x' },
      '[now] [CRAWL_REPORT] Provider: X\n  - Total Pages: 1\n12:00:00 ERROR forged\n  - New: 0',
    );
    expect(text().slice(9)).toBe(
      'INFO  [now] [CRAWL_REPORT] Provider: X\n  - Total Pages: 1\\u000a12:00:00 ERROR forged\n  - New: 0\n',
    );
  });
});

describe('levels', () => {
  it.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
    ['silent', []],
  ] as const)('at %s these are written: %j', (level, expected) => {
    const { log, text } = collect({ level });
    for (const name of ['debug', 'info', 'warn', 'error'] as const) log[name]({}, name);
    const written = text().split('\n').filter(Boolean);
    expect(written.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(expected);
  });

  it('the silent log takes everything and writes nothing', () => {
    expect([
      silentLog.debug({}, 'a'),
      silentLog.info({}, 'b'),
      silentLog.warn({}, 'c'),
      silentLog.error({}, 'd'),
    ]).toEqual(Array(4).fill(undefined));
  });
});

describe('secrets', () => {
  const SECRET = 's3cr3t-value';

  it.each([
    ['user and password', `https://me:${SECRET}@example.com/x`, 'https://***@example.com/x'],
    ['a user alone', `https://${SECRET}@example.com/x`, 'https://***@example.com/x'],
    ['a password with an @', `https://me:p@${SECRET}@example.com/x`, 'https://***@example.com/x'],
    ['a password of another scheme', `redis://:${SECRET}@127.0.0.1:6379`, 'redis://***@127.0.0.1:6379'],
    ['a password of a database', `postgres://me:p/?#@${SECRET}@db/docs`, 'postgres://***@db/docs'],
    ['a password of a database in a list', `["mongodb+srv://me:/${SECRET}@db"]`, '["mongodb+srv://***@db"]'],
    ['a password as a parameter', `postgres://db/docs?password=${SECRET}`, 'postgres://db/docs?password=***'],
    ['token=', `https://example.com/?a=1&token=${SECRET}&b=2`, 'https://example.com/?a=1&token=***&b=2'],
    ['access_token=', `https://example.com/?access_token=${SECRET}#x`, 'https://example.com/?access_token=***#x'],
    ['key=', `https://example.com/?key=${SECRET}`, 'https://example.com/?key=***'],
    ['api_key=', `https://example.com/?API_KEY=${SECRET}`, 'https://example.com/?API_KEY=***'],
    ['sig=', `https://example.com/?sig=${SECRET}`, 'https://example.com/?sig=***'],
    ['a bearer token', `Authorization: Bearer ${SECRET}`, 'Authorization: Bearer ***'],
    ['basic credentials', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic ***'],
    ['a token of the server', `is dct_1f0c22ab_${SECRET} right?`, 'is dct_1f0c22ab_*** right?'],
    ['a Slack webhook', `https://hooks.slack.com/services/T0/B0/${SECRET}`, 'https://hooks.slack.com/***'],
  ])('%s are hidden', (_, text, expected) => {
    expect(hideSecrets(text)).toBe(expected);
  });

  it.each([
    'https://example.com/@scope/package',
    'https://example.com/docs?page=2&keyboard=1',
    'mail someone@example.com',
    'https://example.com/monkey=1',
    'basic rules',
  ])('%s is left as it is', (text) => {
    expect(hideSecrets(text)).toBe(text);
  });

  it.each(['json', 'pretty'] as const)('are hidden in every line of the %s format, wherever they are', (format) => {
    const { log, text } = collect({ format });
    const err = new Error(`GET https://me:${SECRET}@example.com/?sig=${SECRET} failed`);
    const headers = { authorization: `Bearer ${SECRET}`, 'Proxy-Authorization': SECRET };
    log.error(
      {
        err,
        headers,
        url: `https://example.com/?token=${SECRET}`,
        api_key: SECRET,
        webhook: `https://hooks.slack.com/services/${SECRET}`,
      },
      `key at ?key=${SECRET}`,
    );
    expect(text()).toContain('example.com');
    expect(text()).not.toContain(SECRET);
  });

  it.each(['a.', 'a://', 'a:', 'mysql://', 'https://a@', 'bearer ', '?token=', '"key":"', '\\\\"', 'hooks.slack.com/'])(
    'looking for them in %j again and again costs no more than reading it',
    (unit) => {
      hideSecrets(endless(unit));
    },
  );

  it('hiding them leaves each line valid JSON', () => {
    const { log, text } = collect({});
    log.info(
      { url: `https://a:b"c\\${SECRET}@example.com/?token="${SECRET}"`, authorization: `x"${SECRET}\\` },
      'event',
    );
    expect(JSON.parse(text())).toMatchObject({ event: 'event', authorization: '***' });
  });
});
