// `docent channels` against a stand-in for Context7: what is decided, why, and what leaves the machine.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Context7StandIn, listedLibrary, startContext7 } from '../../../test/support/context7-server.ts';
import { until } from '../../../test/support/until.ts';
import { silentLog } from '../../core/log.ts';
import type { Provider } from '../../seed/provider.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { openPlace } from '../place.ts';
import { type ChannelRow, checkChannels, readChannels, withoutChoice } from './channels.ts';
import { channelKey } from './open-channel.ts';

const policy = (id: string, lines: string): string =>
  `  - provider_id: ${id}\n    seed_urls: ["https://${id}.example.com/docs/"]\n    allowed_path_patterns: ["/docs/**"]\n${lines}`;

let folder: string;
let standIn: Context7StandIn;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-channels-'));
  standIn = await startContext7();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await standIn[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function settingsOf(...policies: readonly string[]): Settings {
  const text = `data: ${join(folder, 'data')}\ncontext7_url: ${standIn.origin}\nproviders:\n${policies.join('')}`;
  return loadSettings({ config: 'docent.yml', text, env: {} });
}

describe('X1: docent channels', () => {
  it('resolves every provider with its name alone, and reports what was decided and why', async () => {
    const settings = settingsOf(
      policy('kettle', '    channel: context7-first\n    context7: { ask: true }\n'),
      policy('lid', '    channel: context7-first\n'),
      policy('pot', '    channel: crawl-unless-context7\n'),
      policy('mug', ''),
    );
    const listed = [listedLibrary('/acme/kettle'), listedLibrary('/acme/lid'), listedLibrary('/acme/tea-pot')];
    const headers = { 'ratelimit-limit': '50', 'ratelimit-remaining': '47' };
    standIn.search({ json: { results: listed }, headers });
    const channels = await checkChannels(openPlace(settings));
    expect(standIn.requests).toEqual(['search kettle kettle', 'search lid lid', 'search pot pot']);
    expect(channels).toMatchObject({ state: 'ok', why: null, quota: { limit: 50, remaining: 47 } });
    expect(channels.providers).toMatchObject([
      { provider: 'kettle', source: 'context7', by: 'channel:context7', library: '/acme/kettle', ask: true },
      { provider: 'lid', source: 'crawl', by: 'channel:consent', library: '/acme/lid', ask: false },
      { provider: 'pot', source: 'crawl', by: 'channel:miss', library: null },
      { provider: 'mug', source: 'crawl', by: 'channel:crawl', checkedAt: null },
    ]);
    expect(channels.providers[1]?.detail).toContain('docent providers edit lid context7.ask=true');
    expect(await readChannels(openPlace(settings))).toEqual(channels);
    expect(standIn.requests).toHaveLength(3);
  });

  it('ends with its caller, and takes what was cut off for no outage', async () => {
    const settings = settingsOf(policy('kettle', '    channel: context7-first\n'));
    standIn.search({ silent: true });
    const caller = new AbortController();
    const checked = checkChannels(openPlace(settings), [], silentLog, caller.signal);
    await until(() => standIn.requests.length === 1);
    caller.abort();
    await expect(checked).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('shows what is not known yet, requests nothing and makes no folder', async () => {
    const settings = settingsOf(policy('kettle', '    channel: context7-first\n'));
    const { providers, quota } = await readChannels(openPlace(settings));
    expect({ providers, quota }).toMatchObject({ quota: null, providers: [{ source: 'crawl', checkedAt: null }] });
    expect({ asked: standIn.requests, made: existsSync(join(folder, 'data')) }).toEqual({ asked: [], made: false });
  });

  it('an outage leaves the crawl as the source, and the next check mends it', async () => {
    const settings = settingsOf(policy('kettle', '    channel: context7-first\n    context7: { ask: true }\n'));
    standIn.search({ status: 401, json: { error: 'invalid_api_key', message: 'no such key' } });
    expect(await checkChannels(openPlace(settings))).toMatchObject({
      state: 'stopped',
      providers: [{ by: 'channel:off' }],
    });
    expect((await readChannels(openPlace(settings))).why).toContain('no such key');
    standIn.search({ json: { results: [listedLibrary('/acme/kettle')] } });
    expect(await checkChannels(openPlace(settings), ['kettle'])).toMatchObject({
      state: 'ok',
      providers: [{ source: 'context7' }],
    });
  });

  it('H1: a key that Context7 repeats in its message is neither shown nor kept, not even a part of it', async () => {
    const key = 'ctx7sk-0123456789abcdef';
    vi.stubEnv('CONTEXT7_API_KEY', key);
    const settings = settingsOf(policy('kettle', '    channel: context7-first\n    context7: { ask: true }\n'));
    for (const before of ['Your key', 'x'.repeat(290)]) {
      standIn.search({ status: 401, json: { error: 'invalid_api_key', message: `${before} ${key} is wrong` } });
      const warned: unknown[] = [];
      const log = { ...silentLog, warn: (...args: readonly unknown[]) => warned.push(args) };
      const said = JSON.stringify([
        await checkChannels(openPlace(settings), [], log),
        await readChannels(openPlace(settings)),
        warned,
      ]);
      expect(warned).toHaveLength(1);
      expect(said).toContain(before);
      expect(said).not.toContain(key.slice(0, 8));
    }
    expect(standIn.server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  it.each([
    [402, {}, 'stopped', 'channel:off'],
    [429, { 'retry-after': '60' }, 'parked', 'channel:limited'],
  ] as const)('while a status of %i holds, the index is what answers questions', async (status, headers, state, by) => {
    const settings = settingsOf(
      policy('kettle', '    channel: context7-first\n    context7: { ask: true }\n'),
      policy('lid', '    channel: context7-first\n    context7: { ask: true }\n'),
    );
    standIn.search({ json: { results: [listedLibrary('/acme/kettle')] } }, { status, headers, json: { error: 'x' } });
    for (const channels of [await checkChannels(openPlace(settings)), await readChannels(openPlace(settings))])
      expect(channels).toMatchObject({ state, providers: [{ source: 'crawl', by, library: '/acme/kettle' }, {}] });
  });

  it('refuses a name that is no provider, and a URL', async () => {
    const settings = settingsOf(policy('kettle', ''));
    await expect(readChannels(openPlace(settings), ['kettel'])).rejects.toThrow(/did you mean "kettle"/);
    await expect(readChannels(openPlace(settings), ['https://a.example/'])).rejects.toThrow(/is no provider/);
  });
});

describe('X2: where Context7 is', () => {
  it.each(['http://context7.example', 'http://192.168.1.4:80'])(
    '%s may not be, a key would be read on the way',
    (url) => {
      const settings = (): unknown => loadSettings({ env: { DOCENT_CONTEXT7_URL: url }, cwd: folder });
      expect(settings).toThrow(/context7_url is .* it must be https, or on this machine/);
    },
  );

  it('the key is valid in a header, or there is none', () => {
    expect(channelKey({ CONTEXT7_API_KEY: ' ctx7sk-1 ' })).toBe('ctx7sk-1');
    for (const key of ['', ' ', 'a\r\nb', 'ü']) expect(channelKey({ CONTEXT7_API_KEY: key })).toBeUndefined();
  });
});

it('X1: withoutChoice returns configured context7-first providers that Context7 has, and whose file sets nothing', () => {
  const provider = (provider_id: string, channel = 'context7-first') => ({ provider_id, channel }) as Provider;
  const row = (name: string, library: string | null) => ({ provider: name, library }) as ChannelRow;
  const written: Record<string, Record<string, unknown>> = {
    open: {},
    listed: { context7: { topics: ['a'] } },
    refused: { context7: { ask: false } },
    unknown: {},
    crawled: {},
  };
  const names = ['open', 'listed', 'refused', 'unknown', 'preset'];
  const providers = [...names.map((name) => provider(name)), provider('crawled', 'crawl')];
  const rows = [...names.filter((name) => name !== 'unknown'), 'crawled'].map((name) => row(name, '/a/b'));
  const open = withoutChoice(
    { providers: [...rows, row('unknown', null)] },
    { providers },
    { get: (id) => written[id] },
  );
  expect(open.map(({ provider_id }) => provider_id)).toEqual(['open', 'listed']);
});
