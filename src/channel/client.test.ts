// The client of Context7 against a stand-in that answers each row of the status table, over the real HTTP client.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Context7StandIn,
  listedLibrary,
  type StandInReply,
  startContext7,
  twoSnippets,
} from '../../test/support/context7-server.ts';
import { temporaryStore } from '../../test/support/temporary-store.ts';
import { createAddressGuard } from '../fetch/address.ts';
import { type Api, createApi } from '../fetch/api.ts';
import { channelBounds } from './answers.ts';
import { type Context7, createContext7, keptFor } from './client.ts';
import type { WantedLibrary } from './has-it.ts';
import type { ChannelMemory } from './port.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const retry = { timeoutMs: 600_000, delays: [1] };
/** For a service that does not answer. */
const hasty = { timeoutMs: 100, delays: [1] };
const wanted: WantedLibrary = {
  provider: 'kettle',
  names: ['Kettle'],
  hosts: ['docs.example.com'],
  maxAgeMs: 30 * DAY,
};
const found = { json: { results: [listedLibrary('/acme/kettle')] } };
const error = (
  status: number,
  code: string,
  more: Partial<StandInReply> & { redirectUrl?: string } = {},
): StandInReply => {
  const { redirectUrl, ...rest } = more;
  return {
    status,
    json: { error: code, message: `it says ${code}`, ...(redirectUrl !== undefined && { redirectUrl }) },
    ...rest,
  };
};

let standIn: Context7StandIn;
let api: Api;
let memory: ChannelMemory;
let client: Context7;
let now: number;
let alerts: string[];

beforeEach(async () => {
  standIn = await startContext7();
  api = createApi({
    guard: createAddressGuard({ allowPrivate: ['127.0.0.1'] }),
    base: standIn.origin,
    agent: 'docent/test',
    key: 'ctx7sk-secret',
  });
  now = Date.now();
  alerts = [];
  memory = await temporaryStore().openChannel({ make: true });
  client = createContext7({
    ...{ base: standIn.origin, get: api.get, memory, now: () => now, random: () => 0 },
    pause: async () => {},
    clean: (text) => text.replaceAll('me@shop.test', '[email]'),
    alert: (detail) => alerts.push(detail),
  });
});
afterEach(async () => {
  await memory.close();
  await api.close();
  await standIn[Symbol.asyncDispose]();
});

const question = 'how do I refund?';
const ask = (library = '/acme/kettle', keepWhole = true, how = retry): ReturnType<Context7['snippets']> =>
  client.snippets({ provider: 'kettle', library, question, keepWhole, retry: how });

describe('X1: whether Context7 has a library', () => {
  it('is searched by its name alone, and a hit holds for a day', async () => {
    const decision = await client.decide(wanted, retry);
    expect(decision).toMatchObject({ source: 'context7', by: 'channel:context7', library: '/acme/kettle' });
    now += keptFor.yes - 1;
    await client.decide(wanted, retry);
    expect(standIn.requests).toEqual(['search Kettle Kettle']);
    now += 2;
    await client.decide(wanted, retry);
    expect(standIn.requests).toHaveLength(2);
    expect(keptFor).toMatchObject({ yes: DAY, no: 6 * HOUR });
  });

  const rows: readonly (readonly [string, StandInReply, string, string])[] = [
    ['200 with an empty body', { body: '' }, 'crawl', 'channel:miss'],
    ['200 with no results', { json: { results: [] } }, 'crawl', 'channel:miss'],
    ['202', { status: 202, json: { message: 'indexing' } }, 'crawl', 'channel:later'],
    ['400', error(400, 'validation_error'), 'crawl', 'channel:off'],
    ['401', error(401, 'invalid_api_key'), 'crawl', 'channel:off'],
    ['402', error(402, 'spending_limit_exceeded'), 'crawl', 'channel:off'],
    ['403', error(403, 'access_denied'), 'crawl', 'channel:off'],
    ['404', error(404, 'no_libraries_found'), 'crawl', 'channel:miss'],
    ['422', error(422, 'library_too_large'), 'crawl', 'channel:miss'],
    ['429', error(429, 'rate_limit_exceeded', { headers: { 'retry-after': '7' } }), 'crawl', 'channel:limited'],
    ['500', error(500, 'internal_error'), 'crawl', 'channel:outage'],
    ['503', error(503, 'search_failed'), 'crawl', 'channel:outage'],
    ['504', error(504, 'timeout'), 'crawl', 'channel:outage'],
    ['529', { status: 529 }, 'crawl', 'channel:outage'],
    ['a status that the API does not have', { status: 418 }, 'crawl', 'channel:outage'],
    ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/' } }, 'crawl', 'channel:outage'],
    ['malformed JSON', { body: '{"results":[' }, 'crawl', 'channel:outage'],
    ['a page in place of JSON', { body: '<html>Sign in</html>' }, 'crawl', 'channel:outage'],
    ['JSON of another shape', { json: ['x'] }, 'crawl', 'channel:outage'],
    ['nothing within the time', { silent: true }, 'crawl', 'channel:outage'],
    [
      'a library that is not indexed yet',
      { json: { results: [listedLibrary('/acme/kettle', { state: 'processing' })] } },
      'crawl',
      'channel:later',
    ],
    [
      'a library without snippets',
      { json: { results: [listedLibrary('/acme/kettle', { totalSnippets: 0 })] } },
      'crawl',
      'channel:miss',
    ],
    ['another library', { json: { results: [listedLibrary('/acme/kettle-lid')] } }, 'crawl', 'channel:miss'],
    [
      'a copy that is too old',
      { json: { results: [listedLibrary('/acme/kettle', { lastUpdateDate: '2020-01-01T00:00:00Z' })] } },
      'crawl',
      'channel:stale',
    ],
    [
      'a copy of unknown age',
      { json: { results: [listedLibrary('/acme/kettle', { lastUpdateDate: 'soon' })] } },
      'crawl',
      'channel:stale',
    ],
    [
      'the site of the provider under another name',
      { json: { results: [listedLibrary('/websites/docs_example_com', { title: 'Shop' })] } },
      'context7',
      'channel:context7',
    ],
  ];
  it.each(rows)('X2: %s', async (_, reply, source, by) => {
    standIn.search(reply);
    expect(await client.decide(wanted, 'silent' in reply ? hasty : retry)).toMatchObject({ source, by });
  });

  it('a miss holds for six hours, and a decision about another name or version does not count', async () => {
    standIn.search({ json: { results: [] } });
    await client.decide(wanted, retry);
    now += keptFor.no - 1;
    await client.decide(wanted, retry);
    expect(standIn.requests).toHaveLength(1);
    await client.decide({ ...wanted, version: '2' }, retry);
    now += keptFor.no + 1;
    await client.decide({ ...wanted, version: '2' }, retry);
    expect(standIn.requests).toHaveLength(3);
  });

  it('the wanted version must be there, and is part of the id', async () => {
    standIn.search({ json: { results: [listedLibrary('/acme/kettle', { versions: ['v3.12.1', 'v3.11.4'] })] } });
    expect(await client.decide({ ...wanted, version: '3.11' }, retry)).toMatchObject({
      library: '/acme/kettle/v3.11.4',
    });
    expect(await client.decide({ ...wanted, version: '3.1' }, retry)).toMatchObject({ by: 'channel:miss' });
  });

  it('an id that the operator has named is the only one that counts', async () => {
    standIn.search({ json: { results: [listedLibrary('/acme/kettle'), listedLibrary('/other/kettle')] } });
    expect(await client.decide({ ...wanted, id: '/other/kettle' }, retry)).toMatchObject({ library: '/other/kettle' });
    expect(await client.decide({ ...wanted, id: '/third/kettle' }, retry)).toMatchObject({ by: 'channel:miss' });
  });

  it('an outage leaves what was decided before, and a retry mends a short one', async () => {
    standIn.search(error(503, 'x'), found);
    expect(await client.decide(wanted, retry)).toMatchObject({ source: 'context7' });
    expect(standIn.requests).toHaveLength(2);
    standIn.search(error(503, 'x'));
    now += keptFor.yes + 1;
    expect(await client.decide(wanted, retry)).toMatchObject({ source: 'context7', library: '/acme/kettle' });
  });

  it.each([401, 402])(
    '%i lets the crawl take over as soon as the decision before has to be renewed',
    async (status) => {
      await client.decide(wanted, retry);
      standIn.search(error(status, 'x'));
      now += keptFor.yes + 1;
      for (const _ of ['refused', 'switched off'])
        expect(await client.decide(wanted, retry)).toMatchObject({ source: 'crawl', by: 'channel:off' });
      expect(standIn.requests).toHaveLength(2);
    },
  );
});

describe('X2: the breaker', () => {
  it('is open after 429 until Retry-After, and nothing is requested meanwhile', async () => {
    standIn.search(
      error(429, 'rate_limit_exceeded', {
        headers: {
          'retry-after': '90',
          'ratelimit-limit': '50',
          'ratelimit-remaining': '0',
          'ratelimit-reset': String(Math.floor(now / 1_000) + 60),
        },
      }),
      found,
    );
    await client.decide(wanted, retry);
    expect(await memory.service()).toMatchObject({ pausedUntil: now + 90_000, quota: { limit: 50, remaining: 0 } });
    now += 89_000;
    expect(await client.decide(wanted, retry)).toMatchObject({ by: 'channel:limited' });
    expect(standIn.requests).toHaveLength(1);
    now += 2_000;
    expect(await client.decide(wanted, retry)).toMatchObject({ source: 'context7' });
  });

  it('waits for the reset of the quota, or twice as long each time, where no Retry-After is sent', async () => {
    const reset = Math.floor(now / 1_000) + 600;
    standIn.search({ ...error(429, 'x'), headers: { 'ratelimit-reset': String(reset) } }, { ...error(429, 'x') });
    await client.decide(wanted, retry);
    expect(await memory.service()).toMatchObject({ pausedUntil: reset * 1_000 });
    now = reset * 1_000 + 1;
    await client.decide(wanted, retry);
    expect(((await memory.service())?.pausedUntil ?? 0) - now).toBe(120_000);
  });

  it('a quota of an earlier answer, with requests left, says nothing about a limit that is met now', async () => {
    const headers = { 'ratelimit-remaining': '997', 'ratelimit-reset': String(Math.floor(now / 1_000) + 3_600) };
    standIn.search({ ...found, headers });
    await client.decide(wanted, retry);
    standIn.context(error(429, 'x'));
    await ask();
    expect(((await memory.service())?.pausedUntil ?? 0) - now).toBe(60_000);
    expect(await memory.service()).toMatchObject({ quota: { remaining: 997 } });
  });

  it('opens after three outages in a row, and closes with the first answer', async () => {
    standIn.search(error(500, 'x'));
    for (let count = 0; count < 3; count++) await client.decide(wanted, retry);
    expect(standIn.requests).toHaveLength(6);
    expect(await client.decide(wanted, retry)).toMatchObject({ by: 'channel:limited' });
    expect(standIn.requests).toHaveLength(6);
    now += 61_000;
    standIn.search(found);
    await client.decide(wanted, retry);
    expect(await memory.service()).toEqual({ failures: 0 });
  });

  it('a quota that is used up is not overdrawn', async () => {
    const reset = Math.floor(now / 1_000) + 30;
    standIn.search({ ...found, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(reset) } });
    await client.decide(wanted, retry);
    expect(await ask()).toMatchObject({ ok: false, by: 'channel:limited' });
    expect(standIn.requests).toHaveLength(1);
  });

  it.each([401, 402])('%i switches Context7 off with one alert and no retry, until it is checked', async (status) => {
    standIn.search(error(status, 'x'), found);
    await client.decide(wanted, retry);
    await client.decide({ ...wanted, provider: 'other' }, retry);
    now += 7 * DAY;
    await client.decide(wanted, retry);
    expect({ asked: standIn.requests.length, alerts: alerts.length }).toEqual({ asked: 1, alerts: 1 });
    await client.switchOn();
    expect(await client.decide(wanted, retry, 0)).toMatchObject({ source: 'context7' });
  });

  it.each([400, 403])('%i switches one library off, and no other', async (status) => {
    await client.decide(wanted, retry);
    standIn.context(error(status, 'x'));
    expect(await ask()).toMatchObject({ ok: false, by: 'channel:off' });
    expect(alerts).toHaveLength(1);
    expect(await client.decide(wanted, retry)).toMatchObject({ source: 'crawl', by: 'channel:off' });
    expect(await client.decide({ ...wanted, provider: 'other' }, retry)).toMatchObject({ source: 'context7' });
  });
});

describe('X1: what Context7 answers to a question', () => {
  it('comes as snippets with their pages, and its rules never do', async () => {
    const end = await ask();
    expect(end).toEqual({
      ok: true,
      library: '/acme/kettle',
      fromCache: false,
      snippets: [
        {
          title: 'Create a refund',
          headings: ['Refunds', 'Create a refund'],
          url: 'https://docs.example.com/refunds#create',
          text: 'Refunds a charge of the kettle shop.\n\n```js\nawait shop.refunds.create({ charge });\n```',
        },
        {
          title: 'Refunds',
          headings: ['Guides', 'Refunds'],
          url: 'https://docs.example.com/refunds',
          text: 'A refund takes five days to arrive at the kettle account.',
        },
      ],
    });
    expect(standIn.requests).toEqual([`context /acme/kettle ${question}`]);
    expect(standIn.server.requests[0]?.url).toContain('type=json');
    expect(JSON.stringify(end)).not.toContain('teapots');
  });

  it.each([
    ['404', error(404, 'no_snippets_found'), 'channel:miss'],
    ['422', error(422, 'no_code_found'), 'channel:miss'],
    ['202, whose body is no documentation', { status: 202, json: twoSnippets }, 'channel:later'],
    ['an empty body', { body: '' }, 'channel:miss'],
    ['empty lists', { json: { codeSnippets: [], infoSnippets: [] } }, 'channel:miss'],
    ['503', error(503, 'x'), 'channel:outage'],
    ['malformed JSON', { body: '{' }, 'channel:outage'],
    ['301 without a new place', error(301, 'library_redirected'), 'channel:miss'],
    ['301 to another origin', error(301, 'x', { redirectUrl: 'https://elsewhere.example/acme/pot' }), 'channel:miss'],
    ['a body over two megabytes', { body: ' '.repeat(2 * 1024 * 1024 + 1) }, 'channel:outage'],
  ] as const)('X2: %s is no answer', async (_, reply, by) => {
    standIn.context(reply);
    expect(await ask()).toMatchObject({ ok: false, by });
  });

  it.each([
    ['an id', (_: string): string => '/new/kettle', {}],
    ['a page of it', (origin: string): string => `${origin}/new/kettle`, {}],
    ['a request', (_: string): string => '/api/v2/context?libraryId=%2Fnew%2Fkettle&query=x', {}],
    [
      'an id, with a Location that leads elsewhere',
      (_: string): string => '/new/kettle',
      { location: 'https://elsewhere.example/' },
    ],
  ] as const)('X2: 301 to %s is followed once, and remembered', async (_, redirectUrl, headers) => {
    standIn.context(error(301, 'library_redirected', { redirectUrl: redirectUrl(standIn.origin), headers }), {
      json: twoSnippets,
    });
    expect(await ask()).toMatchObject({ ok: true, library: '/new/kettle' });
    expect(await memory.alias('/acme/kettle')).toBe('/new/kettle');
    now += 2 * DAY;
    await ask();
    expect(standIn.requests.map((one) => one.split(' ')[1])).toEqual(['/acme/kettle', '/new/kettle', '/new/kettle']);
  });

  it('X2: a library that moves twice is not followed further', async () => {
    standIn.context(error(301, 'x', { redirectUrl: '/b/kettle' }), error(301, 'x', { redirectUrl: '/c/kettle' }));
    expect(await ask()).toMatchObject({ ok: false, by: 'channel:miss' });
    expect(standIn.requests).toHaveLength(2);
  });

  it('E5: holds no e-mail address, in its text and its headings', async () => {
    standIn.context({ json: { infoSnippets: [{ content: 'write to me@shop.test', breadcrumb: 'A > me@shop.test' }] } });
    const end = await ask();
    expect(end).toMatchObject({ snippets: [{ title: '[email]', text: 'write to [email]' }] });
    expect(await ask()).toEqual({ ...end, fromCache: true });
  });

  it('C2: is kept for a day, whole where that is allowed; the question itself is not', async () => {
    await ask();
    expect(await ask()).toMatchObject({ ok: true, fromCache: true });
    expect(standIn.requests).toHaveLength(1);
    now += keptFor.yes + 1;
    expect(await ask()).toMatchObject({ fromCache: false });
    standIn.context(error(404, 'x'));
    now += keptFor.yes + 1;
    await ask();
    now += keptFor.no - 1;
    await ask();
    expect(standIn.requests).toHaveLength(3);
  });

  it('C2: of a text that may not be kept whole 500 characters are, and used when Context7 does not answer', async () => {
    const long = { infoSnippets: [{ content: `begin ${'word '.repeat(400)}`, breadcrumb: 'A' }] };
    standIn.context({ json: long });
    const whole = await ask('/acme/kettle', false);
    expect(whole).toMatchObject({ ok: true, fromCache: false });
    await ask('/acme/kettle', false);
    expect(standIn.requests).toHaveLength(2);
    standIn.context(error(429, 'x', { headers: { 'retry-after': '60' } }));
    const end = await ask('/acme/kettle', false);
    expect(end).toMatchObject({ ok: true, fromCache: true, snippets: [{ cut: true }] });
    const kept = (end.ok && end.snippets[0]?.text) || '';
    expect([kept.length > 450, kept.length <= 500, /(?:^|\s)word…$/.test(kept)]).toEqual([true, true, true]);
  });
});

describe('H1: the API key', () => {
  it('is sent to the configured base', async () => {
    await client.decide(wanted, retry);
    expect(standIn.server.requests[0]?.headers.authorization).toBe('Bearer ctx7sk-secret');
  });

  it('is sent nowhere else, and is in no message and no memory', async () => {
    await using other = await startContext7();
    await expect(api.get(`${other.origin}/api/v2/context`, { timeoutMs: 100, maxBytes: 10 })).rejects.toThrow(
      expect.objectContaining({ code: 'DOC_URL' }),
    );
    expect(other.server.requests).toHaveLength(0);
    standIn.search({ silent: true });
    const decision = await client.decide(wanted, hasty);
    standIn.context({ silent: true });
    const end = await ask('/acme/kettle', true, hasty);
    const said = JSON.stringify([decision, end, await memory.service(), await memory.decisions(), alerts]);
    expect(said).not.toContain('secret');
    expect(said).not.toContain('refund');
  });
});

describe('X2: an answer that is large in one direction', () => {
  const many = 600_000;
  // What holds more values than the bounds is not read at all.
  const values = channelBounds.values / 4;
  const code = (text: string): object => ({
    codeTitle: 'Refund',
    codeId: '',
    codeList: [{ language: 'js', code: text }],
  });
  it.each<readonly [string, object, RegExp]>([
    ['runs of backticks', { codeSnippets: [code('` '.repeat(many))] }, /^```js\n` ` /],
    ['one run of backticks', { codeSnippets: [code('`'.repeat(many))] }, /^`{8000}/],
    [
      'runs that grow',
      { codeSnippets: [code(Array.from({ length: 900 }, (_, n) => '`'.repeat(n)).join(' '))] },
      /^`{100}/,
    ],
    ['empty lines between backticks', { codeSnippets: [code('`\n\n'.repeat(many / 10))] }, /^```js\n`\n\n`/],
    [
      'half of a character after 8,000',
      { codeSnippets: [code(`${'x'.repeat(7_999)}${'\u{1f600}'.repeat(9)}`)] },
      /^```js\nxxx/,
    ],
    [
      'code blocks',
      { codeSnippets: [{ ...code('x'), codeList: Array(values).fill({ code: 'y' }) }] },
      /^```\ny\n```\n\n```\ny/,
    ],
    ['marks in a breadcrumb', { infoSnippets: [{ breadcrumb: ' > '.repeat(many), content: 'Refund.' }] }, /^Refund\.$/],
    ['spaces in a breadcrumb', { infoSnippets: [{ breadcrumb: ' '.repeat(many), content: 'Refund.' }] }, /^Refund\.$/],
    ['snippets that are none', { codeSnippets: [...Array(values * 3).fill(0), code('x')] }, /^```js\nx\n```$/],
    ['snippets', { infoSnippets: Array(values).fill({ content: 'Refund.' }) }, /^Refund\.$/],
    ['a text', { infoSnippets: [{ content: '`'.repeat(many) }] }, /^`{8000}…$/],
  ])('has %s, and is read', async (_, answer, text) => {
    standIn.context({ json: answer });
    const end = await ask();
    expect(end).toMatchObject({ ok: true });
    if (end.ok) expect(end.snippets[0]?.text).toMatch(text);
    expect(alerts).toEqual([]);
  });
});
