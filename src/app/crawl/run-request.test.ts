// A run that another process is to start, as text: what comes out is what went in, and what is too old or damaged is refused.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DocentError } from '../../core/errors.ts';
import { loadSettings, type Settings } from '../../settings.ts';
import { readRefusal, readRequest, refusalText, requestText } from './run-request.ts';
import { resolveTargets } from './targets.ts';

const T = 1_800_000_000_000;
const MINUTE_MS = 60_000;

function settingsOf(flags: Readonly<Record<string, string>> = {}, text = ''): Settings {
  return loadSettings({ text, config: 'docent.yml', env: {}, flags });
}

function textFor(urls: readonly string[], settings = settingsOf()): string {
  return requestText({ targets: resolveTargets(urls, settings), settings }, T);
}

describe('a run that another process is to start', () => {
  it('C4: is read back with its targets, its options and how it is to go about it', () => {
    const settings = settingsOf({ max_pages: '7', request_delay_ms: '1200' });
    const targets = resolveTargets(['https://a.example/x/', 'https://b.example/', 'stripe'], settings);
    const manner = { fresh: true, wait: false, confirmed: true, refresh: 'due' } as const;
    const read = readRequest(requestText({ targets, settings, ...manner }, T), settingsOf(), T);
    expect(read).toMatchObject(manner);
    expect(read.targets).toEqual(targets);
    expect(read.settings.options).toMatchObject({ max_pages: 7, request_delay_ms: 1_200 });
  });

  it('C4: leaves out what was not set', () => {
    const { fresh, wait, confirmed, refresh } = readRequest(textFor(['https://a.example/']), settingsOf(), T);
    expect([fresh, wait, confirmed, refresh]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('C4: keeps its data, log and webhook to the process that starts it', () => {
    const own = settingsOf({ data: '/here' }, 'slack_webhook: https://hooks.slack.com/services/A/B/C');
    const text = textFor(['https://a.example/'], settingsOf({ data: '/there' }));
    expect(readRequest(text, own, T).settings.options).toMatchObject({
      data: '/here',
      slack_webhook: 'https://hooks.slack.com/services/A/B/C',
    });
  });

  it('C4: is refused when no process can be waiting for it any more, also where a clock was set', () => {
    const text = textFor(['https://a.example/']);
    for (const minutes of [-11, 11])
      expect(() => readRequest(text, settingsOf(), T + minutes * MINUTE_MS)).toThrow(/is too old/);
    for (const minutes of [-9, 9]) expect(readRequest(text, settingsOf(), T + minutes * MINUTE_MS)).toBeDefined();
  });

  for (const [what, text] of [
    ['no JSON', 'now!'],
    ['nothing of a request', '{}'],
    ['no target', JSON.stringify({ at: T, policies: [] })],
    ['a policy that is none', JSON.stringify({ at: T, policies: ['{}'] })],
    ['a time that is none', JSON.stringify({ at: 'now', policies: [] })],
  ] as const)
    it(`C4: is refused when it holds ${what}`, () => {
      expect(() => readRequest(text, settingsOf(), T)).toThrow(expect.objectContaining({ code: 'DOC_STORE' }));
    });
});

describe('C4, A2: what another process requested names no place of this one', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'docent-requested-')));
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  /** A request of a plain target, as an operator's process would put it in, with these parts in place of its own. */
  const requested = (plain: object): string => {
    const { policies, ...rest } = JSON.parse(textFor(['https://a.example/'])) as { policies: readonly string[] };
    const policy = { ...JSON.parse(policies[0] as string), plain };
    return JSON.stringify({ ...rest, policies: [JSON.stringify(policy)] });
  };
  const folders = (text: string) => readRequest(text, settingsOf(), T).targets.map(({ provider }) => provider.folder);

  it('the folder that its operator named is crawled, by its absolute path', () => {
    const own = requested({ seeds: ['folder://x/'], folder: base, id: 'x' });
    expect(folders(own)).toEqual([base]);
    expect(folders(requestText(readRequest(own, settingsOf(), T), T))).toEqual([base]);
  });

  it.each<[string, object]>([
    ['a seed that is a folder here', { seeds: ['src'] }],
    ['a seed that is a path', { seeds: [base] }],
    ['a seed that leads up', { seeds: [`src/../../../..${base}`] }],
    ['a seed that is a file URL', { seeds: [`file://${base}`] }],
    ['a seed that is a path, beside a URL', { seeds: ['https://a.example/', base] }],
    ['a folder relative to this process', { seeds: ['folder://x/'], folder: 'src', id: 'x' }],
    ['a folder that leads up', { seeds: ['folder://x/'], folder: '../..', id: 'x' }],
    ['a folder below home', { seeds: ['folder://x/'], folder: '~', id: 'x' }],
    ['what the kernel makes up', { seeds: ['folder://x/'], folder: '/proc/self', id: 'x' }],
    ['a folder without a path', { seeds: ['folder://x/'], id: 'x' }],
    ['another one’s id', { seeds: ['folder://x/'], folder: base, id: '../x' }],
  ])('refused: %s', (_, plain) => {
    expect(() => folders(requested(plain))).toThrow(DocentError);
  });

  it('a folder beside seeds of a site is not looked at', () => {
    expect(folders(requested({ seeds: ['https://a.example/'], folder: base, id: 'x' }))).toEqual([undefined]);
  });
});

describe('why it was not started', () => {
  it('C4: reaches the other process with its code and its words', () => {
    const { code, message } = readRefusal(refusalText(new DocentError('DOC_TERMS', 'the terms forbid it')));
    expect({ code, message }).toEqual({ code: 'DOC_TERMS', message: 'the terms forbid it' });
  });

  it('C4: is an internal error where it was none of docent', () => {
    expect(readRefusal(refusalText(new TypeError('x is undefined')))).toMatchObject({
      code: 'DOC_INTERNAL',
      message: 'x is undefined',
    });
    expect(readRefusal(refusalText('no')).message).toBe('no');
  });

  it('C4: is read also from a version that knows other codes, and from what is no JSON', () => {
    expect(readRefusal('{"code":"DOC_OF_TOMORROW","message":"later"}')).toMatchObject({
      code: 'DOC_STORE_BUSY',
      message: 'later',
    });
    expect(readRefusal('later')).toMatchObject({ code: 'DOC_STORE_BUSY', message: 'later' });
  });
});
