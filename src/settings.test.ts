// Proves the configuration as operators write it: what each name does, and what wins over what.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from './core/errors.ts';
import type { RobotsChecker } from './robots/gate.ts';
import type { RobotsReply, RobotsRequest } from './robots/get.ts';
import { createRobotsChecker } from './robots.ts';
import { loadSettings, type Settings, type SettingsInput, withData } from './settings.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-settings-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(text?: string, input: SettingsInput & { name?: string } = {}): Settings {
  const { name = 'docent.yml', ...rest } = input;
  if (text !== undefined) writeFileSync(join(folder, name), text);
  return loadSettings({ cwd: folder, env: {}, ...rest });
}

function problemsOf(text: string, input: SettingsInput = {}): readonly string[] {
  try {
    load(text, input);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

/** A checker with the settings, on a host with fixed responses, with a clock that is set by hand. */
function checkerOf(
  settings: Settings,
  answer: () => RobotsReply,
): { checker: RobotsChecker; requests: RobotsRequest[]; urls: string[]; pass(seconds: number): void } {
  const requests: RobotsRequest[] = [];
  const urls: string[] = [];
  let now = Date.UTC(2026, 0, 1);
  const checker = createRobotsChecker({
    dialect: settings.dialect,
    agent: settings.agent,
    respectRobots: settings.options.respect_robots,
    excludePaths: settings.options.exclude_paths,
    now: () => now,
    get: async (url, request) => {
      urls.push(url);
      requests.push(request);
      return answer();
    },
  });
  const pass = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { checker, requests, urls, pass };
}

const shut = (): RobotsReply => ({ status: 200, body: 'User-agent: *\nDisallow: /\n' });
const redirect = (to: string) => (): RobotsReply => ({ status: 302, headers: { location: to } });

describe('without any configuration', () => {
  it('A6: rfc9309 under docent’s own name', () => {
    const settings = load();
    expect(settings).toMatchObject({ dialect: { name: 'rfc9309' }, providers: [], origins: {} });
    expect(settings.agent).toMatch(/^docent\/\d/);
    expect([...settings.dialects.keys()]).toEqual(['rfc9309', 'webkiller', 'classic', 'intel', 'assistant', 'google']);
  });

  it('A6: an empty file changes nothing', () => {
    expect(load('# nothing yet\n').options).toEqual(loadSettings({ cwd: join(folder, 'elsewhere'), env: {} }).options);
  });
});

describe('crawler: keys', () => {
  it('A6: any of them implies webkiller, with its defaults', () => {
    const { dialect, agent, options } = load('crawler:\n  respectRobots: true\n');
    expect(dialect).toMatchObject({
      name: 'webkiller',
      ttl: { goodSec: 30 * 60, failedSec: 10 * 60 },
      redirects: { max: 3 },
      timeouts: { connectMs: 2_000, readMs: 3_000 },
    });
    expect(agent).toBe('WebKillerAI');
    expect(options).toMatchObject({
      respect_robots: true,
      same_domain_only: true,
      exclude_paths: [],
      robots_fallback_allow_all: true,
    });
  });

  it('A6: written out in full with their defaults they change nothing', () => {
    const full = `crawler:
  respectRobots: true
  robotsTtlMinutes: 30
  robotsFailTtlMinutes: 10
  robotsMaxRedirects: 3
  robotsTimeoutMs: 3000
  robotsUa: WebKillerAI
  robotsFallbackAllowAll: true
  sameDomainOnly: true
  excludePaths: []
`;
    const short = load('crawler: { respectRobots: true }');
    const long = load(full);
    expect(long.dialect).toEqual(short.dialect);
    expect(long.agent).toBe(short.agent);
  });

  it('A6: a dialect that is named wins over the implied one', () => {
    expect(load('robots_dialect: classic\ncrawler:\n  robotsTtlMinutes: 5\n').dialect).toMatchObject({
      name: 'classic',
      ttl: { goodSec: 300 },
    });
    expect(load('crawler: { sameDomainOnly: true }', { flags: { robots_dialect: 'google' } }).dialect.name).toBe(
      'google',
    );
  });

  it('A6: respectRobots false requests nothing and allows', async () => {
    const { checker, urls } = checkerOf(load('crawler: { respectRobots: false }'), shut);
    expect(await checker.isAllowed('https://example.com/x')).toBe(true);
    expect(urls).toEqual([]);
  });

  it('A6: robotsTtlMinutes: a good file is kept that long', async () => {
    const { checker, urls, pass } = checkerOf(load('crawler: { robotsTtlMinutes: 5 }'), shut);
    await checker.isAllowed('https://example.com/x');
    pass(5 * 60 - 1);
    await checker.isAllowed('https://example.com/x');
    expect(urls).toHaveLength(1);
    pass(1);
    await checker.isAllowed('https://example.com/x');
    expect(urls).toHaveLength(2);
  });

  it('A6: robotsFailTtlMinutes: a failure is remembered that long, and 404 is one', async () => {
    const { checker, urls, pass } = checkerOf(load('crawler: { robotsFailTtlMinutes: 2 }'), () => ({ status: 404 }));
    await checker.isAllowed('https://example.com/x');
    pass(119);
    await checker.isAllowed('https://example.com/x');
    expect(urls).toHaveLength(1);
    pass(1);
    await checker.isAllowed('https://example.com/x');
    expect(urls).toHaveLength(2);
  });

  it('A6: robotsMaxRedirects: this many are followed', async () => {
    let hop = 0;
    const { checker, urls } = checkerOf(load('crawler: { robotsMaxRedirects: 1 }'), () =>
      redirect(`/robots-${++hop}.txt`)(),
    );
    expect(await checker.isAllowed('https://example.com/x')).toBe(true);
    expect(urls).toEqual(['https://example.com/robots.txt', 'https://example.com/robots-1.txt']);
  });

  it('A6: robotsTimeoutMs is for reading; connecting stays at 2 s', async () => {
    const { checker, requests } = checkerOf(load('crawler: { robotsTimeoutMs: 9000 }'), shut);
    await checker.isAllowed('https://example.com/x');
    expect(requests[0]).toMatchObject({ connectMs: 2_000, readMs: 9_000 });
  });

  it('A6: robotsUa is sent and matched', async () => {
    const only = (): RobotsReply => ({ status: 200, body: 'User-agent: MyBot\nDisallow: /\n' });
    const { checker, requests } = checkerOf(load('crawler: { robotsUa: MyBot/2.0 }'), only);
    expect(await checker.isAllowed('https://example.com/x')).toBe(false);
    expect(requests[0]?.headers['user-agent']).toBe('MyBot/2.0');
  });

  it.each([
    ['a 5xx', (): RobotsReply => ({ status: 503 })],
    ...[400, 401, 403, 418, 429, 451].map((status): [string, () => RobotsReply] => [`${status}`, () => ({ status })]),
    [
      'no answer',
      (): RobotsReply => {
        throw new Error('ECONNREFUSED');
      },
    ],
    ['a redirect to another host', redirect('https://other.example/robots.txt')],
    ['a redirect loop', redirect('/robots.txt')],
  ])('A6: robotsFallbackAllowAll decides about %s: true opens, false closes', async (_, answer) => {
    const open = checkerOf(load('crawler: { robotsFallbackAllowAll: true }'), answer);
    expect(await open.checker.isAllowed('https://example.com/x')).toBe(true);
    const closed = checkerOf(load('crawler: { robotsFallbackAllowAll: false }'), answer);
    expect(await closed.checker.isAllowed('https://example.com/x')).toBe(false);
  });

  it.each([404, 410])('A6: robotsFallbackAllowAll false leaves %i what it is: no rules', async (status) => {
    const { checker } = checkerOf(load('crawler: { robotsFallbackAllowAll: false }'), () => ({ status }));
    expect(await checker.isAllowed('https://example.com/x')).toBe(true);
  });

  it('A6, U4: a list in a variable is cut at commas, save those in braces', () => {
    const env = { DOCENT_EXCLUDE_PATHS: '/a/{b,c}/*, /d' };
    expect(load(undefined, { env }).options.exclude_paths).toEqual(['/a/{b,c}/*', '/d']);
  });

  it('A6: excludePaths is accepted at the top level, and joins what its other names hold', () => {
    expect(load('excludePaths: [/admin, "*/*logout*"]').options.exclude_paths).toEqual(['/admin', '*/*logout*']);
    expect(load('excludePaths: [/admin]').dialect.name).toBe('rfc9309');
    const all = load('excludePaths: [/a]\nexclude_paths: [/b]\ncrawler: { excludePaths: [/c] }');
    expect(all.options.exclude_paths).toEqual(['/a', '/b', '/c']);
    expect(problemsOf('excludePaths: ["re:("]')[0]).toContain('docent.yml, line 1');
    expect(problemsOf('excludePath: [/a]')[0]).toContain('did you mean');
  });

  it('A6: sameDomainOnly sets same_domain_only', () => {
    expect(load('crawler: { sameDomainOnly: false }').options.same_domain_only).toBe(false);
  });

  it('R26: excludePaths win over robots.txt: prefix, glob, expression', async () => {
    const settings = load('crawler:\n  excludePaths: [/admin, "*/*logout*", "re:\\\\?.*token=.+"]\n');
    const { checker } = checkerOf(settings, () => ({ status: 200, body: 'User-agent: *\nAllow: /\n' }));
    for (const path of ['/admin', '/admin/users', '/account/logout', '/x?a=1&token=2']) {
      expect(await checker.explain(`https://example.com${path}`)).toMatchObject({ allowed: false, by: 'excludePaths' });
    }
    for (const path of ['/', '/account', '/x?a=1'])
      expect(await checker.isAllowed(`https://example.com${path}`)).toBe(true);
  });

  it('A6: a misspelt key is reported with its line', () => {
    expect(problemsOf('crawler:\n  respectRobots: true\n  robotsTTLMinutes2: 5\n')).toEqual([
      'unknown field "crawler.robotsTTLMinutes2" in docent.yml, line 3; did you mean "crawler.robotsTtlMinutes"?',
    ]);
  });
});

describe('RAG_* variables', () => {
  it('A6: any of them implies assistant, with its defaults', () => {
    const { dialect, agent, options } = load(undefined, { env: { RAG_RESPECT_ROBOTS_TXT: 'true' } });
    expect(dialect).toMatchObject({ name: 'assistant', ttl: { goodSec: 3600, failedSec: 3600 } });
    expect(agent).toBe('AIAssistantBot/1.0');
    expect(options.respect_robots).toBe(true);
  });

  it('A6: RAG_RESPECT_ROBOTS_TXT false switches robots.txt off', () => {
    for (const text of ['false', 'False', '0', 'no']) {
      expect(load(undefined, { env: { RAG_RESPECT_ROBOTS_TXT: text } }).options.respect_robots).toBe(false);
    }
  });

  it('A6: RAG_ROBOTS_TXT_CACHE_TTL is for good and failed alike, in seconds', async () => {
    const settings = load(undefined, { env: { RAG_ROBOTS_TXT_CACHE_TTL: '120' } });
    expect(settings.dialect.ttl).toMatchObject({ goodSec: 120, failedSec: 120 });
    for (const status of [200, 500]) {
      const { checker, urls, pass } = checkerOf(settings, () => ({ status }));
      await checker.isAllowed('https://example.com/x');
      pass(119);
      await checker.isAllowed('https://example.com/x');
      expect(urls).toHaveLength(1);
      pass(1);
      await checker.isAllowed('https://example.com/x');
      expect(urls).toHaveLength(2);
    }
  });

  it('A6: RAG_USER_AGENT is sent and matched', async () => {
    const only = (): RobotsReply => ({ status: 200, body: 'User-agent: MyBot\nDisallow: /\n' });
    const { checker, requests } = checkerOf(load(undefined, { env: { RAG_USER_AGENT: 'MyBot/2.0' } }), only);
    expect(await checker.isAllowed('https://example.com/x')).toBe(false);
    expect(requests[0]?.headers['user-agent']).toBe('MyBot/2.0');
  });

  it('A6: they win over crawler: keys, as the environment wins over the file; a named dialect wins over both', () => {
    const text = 'crawler: { robotsUa: File/1, robotsTtlMinutes: 5 }';
    expect(load(text, { env: { RAG_USER_AGENT: 'Env/1' } })).toMatchObject({
      agent: 'Env/1',
      dialect: { name: 'assistant', ttl: { goodSec: 300 } },
    });
    expect(load(`robots_dialect: intel\n${text}`, { env: { RAG_USER_AGENT: 'Env/1' } }).dialect.name).toBe('intel');
  });
});

describe('what wins over what', () => {
  it('A6: default < file < environment < flags', () => {
    const name = (input: SettingsInput, text?: string): string => load(text, input).dialect.name;
    expect(name({})).toBe('rfc9309');
    expect(name({}, 'robots_dialect: classic\n')).toBe('classic');
    expect(name({ env: { DOCENT_ROBOTS_DIALECT: 'intel' } })).toBe('intel');
    expect(name({ env: { DOCENT_ROBOTS_DIALECT: 'intel' }, flags: { robots_dialect: 'google' } })).toBe('google');
  });

  it('A6: --config wins over DOCENT_CONFIG, and that over docent.yml', () => {
    for (const dialect of ['classic', 'intel', 'google'])
      writeFileSync(join(folder, `${dialect}.yml`), `robots_dialect: ${dialect}\n`);
    writeFileSync(join(folder, 'docent.yml'), 'robots_dialect: webkiller\n');
    expect(load().dialect.name).toBe('webkiller');
    expect(load(undefined, { env: { DOCENT_CONFIG: 'intel.yml' } }).dialect.name).toBe('intel');
    expect(load(undefined, { config: 'google.yml', env: { DOCENT_CONFIG: 'intel.yml' } }).dialect.name).toBe('google');
  });

  it.each(['docent.yml', 'docent.yaml', 'docent.json'])('A6: %s in the current folder is found', (name) => {
    expect(load('{ "robots_dialect": "classic" }', { name }).dialect.name).toBe('classic');
  });

  it('A6: a file that is named and not there is an error, one that is not named is not', () => {
    expect(() => load(undefined, { config: 'none.yml' })).toThrow(expect.objectContaining({ code: 'DOC_FILE' }));
    expect(() => load(undefined, { env: { DOCENT_CONFIG: 'none.yml' } })).toThrow(
      expect.objectContaining({ code: 'DOC_FILE' }),
    );
  });
});

describe('the agent', () => {
  it('H2: the info URL is added to the dialect’s own agent, or to the configured agent, and takes the place of another', () => {
    const info = 'info_url: https://example.com/bot\n';
    expect(load(info).agent).toMatch(/^docent\/[\d.]+ \(\+https:\/\/example\.com\/bot\)$/);
    expect(load(`${info}user_agent: MyBot/1\n`).agent).toBe('MyBot/1 (+https://example.com/bot)');
    expect(load(`${info}robots_dialect: intel\n`).agent).toBe('APIIntelBot/1.0 (+https://example.com/bot)');
    expect(load('robots_dialect: intel\n').agent).toBe('APIIntelBot/1.0 (+https://api-intel.vercel.app/bot)');
  });

  it.each([
    ['Mine/1 (+http://old.example/)', 'Mine/1 (+https://example.com/bot?a=$&)'],
    ['Mine/1 (+https://example.com/bot?a=$&)', 'Mine/1 (+https://example.com/bot?a=$&)'],
    [
      'Mozilla/5.0 (compatible; Mine/1; +https://old.example/x)',
      'Mozilla/5.0 (compatible; Mine/1; +https://example.com/bot?a=$&)',
    ],
    ['Mine/1 (a remark)', 'Mine/1 (a remark) (+https://example.com/bot?a=$&)'],
    ['Mine/1 +HTTPS://old.example', 'Mine/1 +https://example.com/bot?a=$&'],
  ])('H2: also in the configured agent %s', (agent, sent) => {
    const text = `info_url: "https://example.com/bot?a=$&"\nuser_agent: "${agent}"\n`;
    expect(load(text).agent).toBe(sent);
  });
});

describe('provider policies', () => {
  const yaml = 'provider_id: example\nseed_url: https://example.com/docs\nallowed_path_patterns: [/docs/**]\n';
  const json = JSON.stringify(
    { provider_id: 'example', seed_urls: ['https://example.com/docs'], allowed_path_patterns: ['/docs/**'] },
    null,
    2,
  );

  it.each([
    ['under providers:', `providers:\n  - ${yaml.replaceAll('\n', '\n    ')}`],
    ['as a bare policy in YAML', yaml],
    ['as a bare policy in JSON', json],
    ['as a list in YAML', `- ${yaml.replaceAll('\n', '\n  ')}`],
    ['as a list in JSON', `[${json}]`],
  ])('A6: are read %s', (_, text) => {
    const { providers } = load(text, { name: 'policies.any', config: 'policies.any' });
    expect(providers).toHaveLength(1);
    expect(providers[0]).toMatchObject({
      provider_id: 'example',
      seed_urls: ['https://example.com/docs'],
      max_depth: 3,
      max_pages: 200,
      request_delay_ms: 1500,
    });
  });

  it('A6: a mistake in one is reported with its line, in each form', () => {
    expect(problemsOf(`${yaml}max_depth: 9\n`)).toEqual([
      'max_depth is 9 in docent.yml, line 4: it must be a whole number from 1 to 5; with own_site: true it may be up to 50',
    ]);
    expect(problemsOf(`providers:\n  - ${yaml.replaceAll('\n', '\n    ')}max_pags: 9\n`)).toEqual([
      'unknown field "max_pags" in docent.yml, line 5; did you mean "max_pages"?',
    ]);
    expect(problemsOf(`[${json.replace('"example"', '"example", "request_delay_ms": 10')}]`)).toEqual([
      'request_delay_ms is 10 in docent.yml, line 2: it must be a whole number from 1000 to 5000 milliseconds',
    ]);
  });

  it('A6: an id used twice is reported', () => {
    expect(problemsOf(`[${json},${json}]`)).toEqual([
      expect.stringContaining('provider_id "example" is used twice in docent.yml, line'),
    ]);
  });

  it('A6: a dialect that a policy names must exist; one defined in the file does', () => {
    const policy = (dialect: string): string =>
      `providers:\n  - ${yaml.replaceAll('\n', '\n    ')}robots_dialect: ${dialect}\n`;
    expect(problemsOf(policy('goggle'))).toEqual([
      expect.stringContaining('robots_dialect of provider example is "goggle"'),
    ]);
    expect(problemsOf(`dialects: { mine: { base: classic } }\n${policy('mine')}`)).toEqual([]);
  });

  it('A6: a file that holds neither settings nor policies is refused', () => {
    expect(problemsOf('just words\n')).toEqual(['docent.yml must hold settings such as "robots_dialect: rfc9309"']);
  });
});

describe('dialects:', () => {
  it('R1–R19: a dialect of one’s own is a base and the knobs that differ', () => {
    const text =
      'robots_dialect: mine\ndialects:\n  mine:\n    base: webkiller\n    crawlDelay: true\n    ttl: { goodSec: 60 }\n';
    const { dialect, dialects } = load(text);
    expect(dialect).toMatchObject({
      name: 'mine',
      agent: 'WebKillerAI',
      crawlDelay: true,
      ttl: { goodSec: 60, failedSec: 600 },
    });
    expect([...dialects.keys()].at(-1)).toBe('mine');
  });

  it('a dialect may start from one defined before it', () => {
    const text =
      'robots_dialect: second\ndialects:\n  first: { base: classic, sitemaps: true }\n  second: { base: first, crawlDelay: true }\n';
    expect(load(text).dialect).toMatchObject({ name: 'second', winner: 'first', sitemaps: true, crawlDelay: true });
  });

  it('options about robots.txt are applied on top of it', () => {
    const text = 'robots_dialect: mine\nrobots_ttl_seconds: 90\ndialects: { mine: { base: intel } }\n';
    expect(load(text).dialect).toMatchObject({ name: 'mine', ttl: { goodSec: 90 } });
  });

  it.each([
    ['without a base', 'mine: { crawlDelay: true }', /dialect mine in docent\.yml, line 2 needs a base: rfc9309,/],
    ['with a base nobody knows', 'mine: { base: goggle }', /dialect mine in docent\.yml, line 2 needs a base/],
    [
      'with a knob nobody knows',
      'mine: { base: intel, crawldelay: true }',
      /dialect mine in docent\.yml, line 2: unknown dialect knob "crawldelay"/,
    ],
    [
      'with a word a knob does not know',
      'mine: { base: intel, winner: last }',
      /dialect knob "winner" is "last"; allowed: longest, first/,
    ],
    [
      'with a value of the wrong kind',
      'mine: { base: intel, ttl: { goodSec: soon } }',
      /dialect knob "ttl\.goodSec" is "soon"/,
    ],
    ['that is no mapping', 'mine: intel', /dialect mine in docent\.yml, line 2 needs a base/],
  ])('A6: one %s is reported', (_, line, expected) => {
    expect(problemsOf(`dialects:\n  ${line}\n`)).toEqual([expect.stringMatching(expected)]);
  });

  it('A6: a dialect that does not exist is reported with where it was set', () => {
    expect(problemsOf('robots_dialect: goggle\n')).toEqual([
      expect.stringMatching(/^robots_dialect is "goggle" in docent\.yml, line 1: known are rfc9309,/),
    ]);
    expect(problemsOf('', { flags: { robots_dialect: 'goggle' } })).toEqual([
      expect.stringContaining('in the flag --dialect'),
    ]);
  });

  it('A6: data and store are resolved together, and another data folder has pages of its own', () => {
    const kept = load('store: ./pages\n');
    const folderOf = (name: string): object => ({
      data: join(folder, name),
      store: { kind: 'sqlite', folder: join(folder, name) },
    });
    expect(kept).toMatchObject({ ...folderOf('pages'), options: { data: './pages', store: './pages' } });
    expect(withData(kept, join(folder, 'pages'))).toMatchObject({
      ...folderOf('pages'),
      options: { store: './pages' },
    });
    expect(withData(kept, join(folder, 'other'))).toMatchObject({ ...folderOf('other'), options: { store: 'sqlite' } });
    expect(problemsOf('store: ./pages\n', { flags: { data: 'here' } })).toEqual([
      'data is "here" in the flag --data and store is "./pages" in docent.yml, line 1: they must be the same folder; write one of them',
    ]);
  });

  it.each([
    ['max_pages: 900', 'max_pages is 900 in docent.yml, line 1: it must be 1 to 500 there'],
    ['max_depth: 6', 'max_depth is 6 in docent.yml, line 1: it must be 1 to 5 there'],
  ])('F3: %s in the file is refused; only the command line lifts the cap', (line, problem) => {
    expect(problemsOf(`${line}\n`)).toEqual([expect.stringContaining(problem)]);
    const [name] = line.split(':') as [string];
    expect(load(`${line}\n`, { flags: { [name]: '90' } }).options).toMatchObject({ [name]: 90 });
  });
});

describe('webhooks', () => {
  const yml = (url: string, more = ''): string =>
    `webhooks:\n  - url: ${url}\n    events: [alert, run.ended]\n    secret_env: HOOK_SECRET\n${more}`;
  const env = { HOOK_SECRET: 'a secret' };

  it('A6: are a section of the file, whose problems name the line', () => {
    const { webhooks, warnings } = load(yml('https://hooks.example/x'), { env });
    expect(webhooks).toEqual([
      { url: 'https://hooks.example/x', events: ['alert', 'run.ended'], secret_env: 'HOOK_SECRET' },
    ]);
    expect(warnings).toEqual([]);
    expect(load('', { env }).webhooks).toEqual([]);
    expect(problemsOf(yml('http://hooks.example/x'))).toEqual([
      'webhooks[0].url in docent.yml, line 2 must be https, or an address of this machine',
    ]);
    expect(problemsOf('webhook: []')[0]).toContain('did you mean "webhooks"?');
  });

  it('A6: a secret that is not in the environment is a warning, which names the variable', () => {
    for (const missing of [{}, { HOOK_SECRET: '' }]) {
      const { warnings = [] } = load(yml('https://hooks.example/s3cr3t'), { env: missing });
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/nothing is sent to webhooks\[0\] \(hooks\.example\): .* HOOK_SECRET is not set/);
      expect(warnings[0]).not.toContain('s3cr3t');
    }
  });

  it('H7: a private address is a warning unless it is listed; loopback that is written out needs no entry', () => {
    const { warnings = [] } = load(yml('https://10.0.0.7/x'), { env });
    expect(warnings).toEqual([expect.stringContaining('webhooks[0] (10.0.0.7): refused by address:private')]);
    expect(load(yml('https://10.0.0.7/x', 'allow_private: [10.0.0.0/8]'), { env }).warnings).toEqual([]);
    expect(load(yml('http://127.0.0.1:9999/x'), { env }).warnings).toEqual([]);
  });
});
