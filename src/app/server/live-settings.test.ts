// Proves that a configuration file is followed while a process runs, on real files that are edited as editors do.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { ConfigError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { loadSettings, type Settings, type SettingsInput } from '../../settings.ts';
import { changeProviders, configPlace } from '../providers/config-file.ts';
import { type LiveSettings, type LiveTiming, openLiveSettings } from './live-settings.ts';

/** Longer than any test may take. */
const AGES_MS = 600_000;
const quick: LiveTiming = { everyMs: 50, stillMs: 40, doubtMs: 100, mostMs: AGES_MS };
/** What is wrong, empty or missing is never refused: it is half-written. */
const trusting: Partial<LiveTiming> = { doubtMs: AGES_MS };

let folder: string;
let logged: { readonly level: string; readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[];
let open: LiveSettings[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-live-'));
  logged = [];
  open = [];
});
afterEach(() => {
  for (const one of open) one.close();
  rmSync(folder, { recursive: true, force: true });
});

const keep =
  (level: string) =>
  (fields: object, event: string): void =>
    void logged.push({ level, event, fields: { ...fields } });
const log: Log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };

const file = (name = 'docent.yml'): string => join(folder, name);

function live(input: SettingsInput = {}, timing: Partial<LiveTiming> = {}): LiveSettings {
  const one = openLiveSettings({ cwd: folder, env: {}, ...input }, log, { ...quick, ...timing });
  open.push(one);
  return one;
}

const contact = (one: LiveSettings): string | undefined => one.current.options.contact;
const config = (name: string): string => `contact: ${name}@example.com\n`;
const provider = (id: string, more = ''): string =>
  `  - provider_id: ${id}\n    seed_url: https://${id}.example/\n    allowed_path_patterns: [/**]\n${more}`;

describe('a file that is edited', () => {
  /** As editors save: in place, by a new file under the old name, by a link, by removing it first. */
  const ways: Readonly<Record<string, (text: string) => void | Promise<void>>> = {
    'in place, emptied first': async (text) => {
      const descriptor = openSync(file(), 'w');
      await sleep(60);
      writeSync(descriptor, text);
      closeSync(descriptor);
    },
    'in pieces': async (text) => {
      writeFileSync(file(), text.slice(0, 10));
      await sleep(20);
      appendFileSync(file(), text.slice(10, 14));
      await sleep(20);
      appendFileSync(file(), text.slice(14));
    },
    'by a new file under its name': (text) => {
      writeFileSync(file('.docent.yml.swp'), text);
      renameSync(file('.docent.yml.swp'), file());
    },
    'by a copy of the old one and a new one': (text) => {
      renameSync(file(), file('docent.yml~'));
      writeFileSync(file(), text);
    },
    'by removing and making it': async (text) => {
      rmSync(file());
      await sleep(60);
      writeFileSync(file(), text);
    },
  };

  it.each(Object.entries(ways))('A6: is taken over when it is saved %s', async (_, save) => {
    writeFileSync(file(), config('before'));
    const one = live({}, trusting);
    const first = one.state;
    const news: unknown[] = [];
    one.onChange((settings, changed) => news.push([settings.options.contact, changed]));
    await save(config('after'));
    await until(() => contact(one) === 'after@example.com');
    expect(news).toEqual([['after@example.com', ['contact']]]);
    expect(one.state).toMatchObject({ path: 'docent.yml', changed: ['contact'], atNextStart: [] });
    expect(one.state.problems).toBeUndefined();
    expect(one.state.hash).not.toBe(first.hash);
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(logged).toContainEqual({
      level: 'info',
      event: 'settings.loaded',
      fields: { file: 'docent.yml', changed: ['contact'] },
    });
  });

  it('A6: is taken over when a link is turned to another file, and when what it leads to is edited', async () => {
    mkdirSync(file('a'));
    mkdirSync(file('b'));
    writeFileSync(file('a/real.yml'), config('a'));
    writeFileSync(file('b/real.yml'), config('b'));
    symlinkSync('a/real.yml', file());
    const one = live();
    symlinkSync('b/real.yml', file('next'));
    renameSync(file('next'), file());
    await until(() => contact(one) === 'b@example.com');
    // No change of the watched folder: only a look finds it.
    writeFileSync(file('b/real.yml'), config('edited'));
    await until(() => contact(one) === 'edited@example.com');
  });

  it('A6: is taken over as a mounted configuration is replaced: a folder behind a link', async () => {
    for (const name of ['one', 'two']) {
      mkdirSync(file(`..${name}`));
      writeFileSync(file(`..${name}/docent.yml`), config(name));
    }
    symlinkSync('..one', file('..data'));
    symlinkSync('..data/docent.yml', file());
    // So seldom looked at that only the event can be what finds it.
    const one = live({}, { everyMs: AGES_MS });
    await one.check();
    symlinkSync('..two', file('..next'));
    renameSync(file('..next'), file('..data'));
    await until(() => contact(one) === 'two@example.com');
  });

  it('A6: that is only touched, or commented, changes nothing', async () => {
    writeFileSync(file(), config('same'));
    const one = live();
    const news: unknown[] = [];
    one.onChange((_, changed) => news.push(changed));
    const { hash } = one.state;
    utimesSync(file(), new Date(), new Date());
    await one.check();
    expect(logged).toEqual([]);
    writeFileSync(file(), `# who\n${config('same')}`);
    await until(() => one.state.hash !== hash);
    expect(one.state.changed).toEqual([]);
    expect(one.current.origins.contact).toBe('docent.yml, line 2');
    expect(news).toEqual([]);
  });

  it('A6: names the options, providers, dialects and webhooks that changed', async () => {
    writeFileSync(file(), `providers:\n${provider('stays')}${provider('leaves')}${provider('changes')}`);
    const one = live();
    const changed = provider('changes', '    max_depth: 2\n');
    writeFileSync(
      file(),
      `max_pages: 50\nwebhooks: [{ url: "https://x.test/", events: [alert], secret_env: S }]\ndialects:\n  mine: { base: rfc9309 }\nproviders:\n${provider('comes')}${changed}${provider('stays')}`,
    );
    await until(() => one.current.options.max_pages === 50);
    expect(one.state.changed).toEqual([
      ...['max_pages', 'providers.leaves', 'providers.changes', 'providers.comes', 'dialects.mine', 'webhooks'],
    ]);
    expect(one.current.providers.map(({ provider_id: id }) => id)).toEqual(['comes', 'changes', 'stays']);
  });
});

describe('a file that cannot be used', () => {
  it('A6: is refused with every problem and its line, and the old settings stay', async () => {
    writeFileSync(file(), config('good'));
    const one = live();
    const first = one.state;
    const news: unknown[] = [];
    one.onChange(() => news.push('change'));
    writeFileSync(
      file(),
      `contact: nobody\nlog_levl: info\nproviders:\n${provider('x', '    schedule: "61 * * * *"\n')}`,
    );
    await until(() => one.state.problems !== undefined);
    const problems = [
      'contact is "nobody" in docent.yml, line 1: it must be a mail address',
      'unknown field "log_levl" in docent.yml, line 2; did you mean "log_level"?',
      expect.stringMatching(/61.*\(provider x\)$/),
    ];
    expect(one.state.problems).toEqual(problems);
    expect(one.state).toMatchObject({ hash: first.hash, loadedAt: first.loadedAt, changed: [] });
    expect(one.state.refusedAt).toBeGreaterThanOrEqual(first.loadedAt);
    expect(contact(one)).toBe('good@example.com');
    expect(logged).toEqual([{ level: 'warn', event: 'settings.refused', fields: { file: 'docent.yml', problems } }]);
    expect(news).toEqual([]);
    writeFileSync(file(), config('good'));
    await until(() => one.state.problems === undefined);
    expect(one.state.refusedAt).toBeUndefined();
    expect(news).toEqual([]);
  });

  it('A6: is refused for what a crawl would refuse, with the line', async () => {
    writeFileSync(file(), config('good'));
    const one = live();
    const bad =
      '    retain: full\n    custom_selectors:\n      content: "main["\n      remove:\n        - nav\n        - "::"\n';
    writeFileSync(file(), `providers:\n${provider('ok')}${provider('bad', bad)}`);
    await until(() => one.state.problems !== undefined);
    expect(one.state.problems).toEqual([
      expect.stringMatching(/^custom_selectors\.content: "main\[" is not a CSS selector .*, in docent\.yml, line 10$/),
      expect.stringMatching(/^custom_selectors\.remove: "::" is not a CSS selector .*, in docent\.yml, line 13$/),
      'retain is "full" in docent.yml, line 8: it must be preview unless tos.verdict is allowed or own_site is true',
    ]);
    expect(one.current.providers).toEqual([]);
  });

  it('A6: a syntax error is refused with its line and column', async () => {
    writeFileSync(file(), config('good'));
    const one = live();
    writeFileSync(file(), 'contact: "x@example.com\n');
    await until(() => one.state.problems !== undefined);
    expect(one.state.problems?.[0]).toMatch(/^docent\.yml, line \d+, column \d+: /);
  });

  it('A6: a removed file leaves the settings as they were, until it is back', async () => {
    writeFileSync(file(), `providers:\n${provider('one')}`);
    const one = live();
    rmSync(file());
    await until(() => one.state.problems !== undefined);
    expect(one.state.problems).toEqual([
      'docent.yml does not exist any more: put it back, or start docent again to run without it',
    ]);
    expect(one.current.providers).toHaveLength(1);
    writeFileSync(file(), `providers:\n${provider('one')}`);
    await until(() => one.state.problems === undefined);
    expect(one.state.changed).toEqual([]);
  });

  it('A6: the same holds for a file that was named', async () => {
    writeFileSync(file('own.yml'), config('own'));
    const one = live({ config: 'own.yml' });
    rmSync(file('own.yml'));
    await until(() => one.state.problems !== undefined);
    expect(one.state.problems?.[0]).toMatch(/^own\.yml does not exist any more/);
    writeFileSync(file('own.yml'), config('back'));
    await until(() => contact(one) === 'back@example.com');
  });

  it('A6: a file that was emptied counts once it stays so, and not while it is saved', async () => {
    writeFileSync(file(), `providers:\n${provider('one')}`);
    const [patient, one] = [live({}, trusting), live()];
    writeFileSync(file(), '');
    const checked = patient.check();
    await until(() => one.current.providers.length === 0);
    expect(one.state.changed).toEqual(['providers.one']);
    expect(patient.current.providers).toHaveLength(1);
    writeFileSync(file(), `providers:\n${provider('two')}`);
    await checked;
    expect(patient.state.changed).toEqual(['providers.one', 'providers.two']);
  });

  it.skipIf(process.getuid?.() === 0)('A6: a file that may not be read any more is refused', async () => {
    writeFileSync(file(), config('good'));
    const one = live();
    chmodSync(file(), 0);
    await until(() => one.state.problems !== undefined);
    expect(one.state.problems?.[0]).toMatch(/^cannot read docent\.yml: /);
    expect(contact(one)).toBe('good@example.com');
  });

  it('A6: a folder or a pipe in its place is refused, and nothing waits for the pipe', async () => {
    writeFileSync(file(), config('good'));
    const one = live();
    rmSync(file());
    mkdirSync(file());
    await until(() => one.state.problems?.[0] === 'cannot read docent.yml: it is a folder, neither a file nor a pipe');
    rmSync(file(), { recursive: true });
    execFileSync('mkfifo', [file()]);
    await until(() => one.state.problems?.[0] === 'cannot read docent.yml again: it is a pipe');
    expect(contact(one)).toBe('good@example.com');
  });

  it('A6: a file that never stays the same is judged in the end', async () => {
    writeFileSync(file(), config('good'));
    const one = live({}, { doubtMs: AGES_MS, mostMs: 200 });
    let round = 0;
    const writing = setInterval(() => writeFileSync(file(), `contact: nobody${round++}\n`), 20);
    try {
      await until(() => one.state.problems !== undefined);
    } finally {
      clearInterval(writing);
    }
  });

  it('A6: at the start it is an error, as for every command', () => {
    writeFileSync(file(), 'contact: nobody\n');
    expect(() => live()).toThrow(ConfigError);
    writeFileSync(file(), `providers:\n${provider('bad', '    custom_selectors: { content: "[" }\n')}`);
    expect(() => live()).toThrow(/custom_selectors\.content: "\[" is not a CSS selector .* in docent\.yml, line 5/);
    expect(() => live({ config: 'none.yml' })).toThrow('cannot read none.yml: it does not exist');
  });
});

describe('without a file', () => {
  it('A6: one that is made later is taken over, whatever its name', async () => {
    const one = live();
    expect(one.state).toMatchObject({ path: undefined, hash: undefined, changed: [] });
    writeFileSync(file('docent.json'), '{ "contact": "json@example.com" }');
    await until(() => contact(one) === 'json@example.com');
    expect(one.state.path).toBe('docent.json');
    writeFileSync(file(), config('yml'));
    await until(() => contact(one) === 'yml@example.com');
    rmSync(file());
    await until(() => contact(one) === 'json@example.com');
  });

  it('A6: one that comes through a pipe is read once', async () => {
    execFileSync('mkfifo', [file('pipe')]);
    const writer = spawn('sh', ['-c', `printf 'contact: pipe@example.com\\n' > pipe`], { cwd: folder });
    const one = live({ config: 'pipe' });
    await once(writer, 'exit');
    expect(contact(one)).toBe('pipe@example.com');
    await one.check();
    expect(contact(one)).toBe('pipe@example.com');
    expect(logged).toEqual([]);
  });
});

describe('options that cannot change while a process runs', () => {
  it('A6: are named, keep their value, and are no longer named once they are as at the start', async () => {
    writeFileSync(file(), 'listen: 7500\nmax_pages: 10\n');
    const one = live();
    const news: unknown[] = [];
    one.onChange((_, changed) => news.push(changed));
    writeFileSync(file(), 'data: elsewhere\nlisten: 7501\nbase_path: /docs\nmax_pages: 20\n');
    await until(() => one.current.options.max_pages === 20);
    expect(one.state.atNextStart).toEqual(['data', 'listen', 'base_path']);
    expect(one.state.changed).toEqual(['max_pages']);
    expect(one.current.options).toMatchObject({ data: '.docent', listen: '7500', base_path: '' });
    expect(one.current.origins.listen).toBe('docent.yml, line 1');
    expect(one.current.origins.data).toBeUndefined();
    expect(logged).toContainEqual({
      level: 'warn',
      event: 'data, listen, base_path: takes effect at the next start',
      fields: { file: 'docent.yml' },
    });
    writeFileSync(file(), 'listen: 7500\nmax_pages: 20\n');
    await until(() => one.state.atNextStart.length === 0);
    expect(news).toEqual([['max_pages']]);
  });

  it('A6: a flag or variable that wins over the file leaves nothing to name', async () => {
    writeFileSync(file(), 'max_pages: 10\n');
    const one = live({ flags: { listen: '7600' }, env: { DOCENT_DATA: 'here' } });
    writeFileSync(file(), 'listen: 7501\ndata: there\nmax_pages: 20\n');
    await until(() => one.current.options.max_pages === 20);
    expect(one.state.atNextStart).toEqual([]);
    expect(one.current.options).toMatchObject({ listen: '7600', data: 'here' });
  });
});

describe('the input for threads', () => {
  it('A6: loads what is in force, whatever the file holds by then', async () => {
    const one = live({ env: { DOCENT_CONCURRENCY: '4' }, flags: { max_depth: '2' } });
    const loaded = (): Settings => loadSettings(structuredClone(one.input));
    writeFileSync(file(), 'contact: nobody\n');
    await one.check();
    expect(one.state.problems).toHaveLength(1);
    expect(loaded().options).toEqual(one.current.options);
    expect(loaded().options).toMatchObject({ concurrency: 4, max_depth: 2 });
    writeFileSync(
      file(),
      `${config('good')}data: elsewhere\nlisten: 1\nproviders:\n  - {provider_id: x, folder: ./docs}\n`,
    );
    mkdirSync(file('docs'));
    await one.check();
    writeFileSync(file(), 'contact: nobody\n');
    expect(loaded().options).toEqual({ ...one.current.options, listen: '1' });
    expect(loaded().providers).toEqual(one.current.providers);
    expect(loaded().providers[0]?.folder).toBe(file('docs'));
    expect(loaded().options).toMatchObject({ data: '.docent', store: 'sqlite', contact: 'good@example.com' });
  });

  it.each([
    ['', 'data: elsewhere\n'],
    ['', 'store: ./pages\n'],
    ['data: ./pages\n', 'store: ./pages\n'],
    ['store: ./pages\n', 'data: ./pages\n'],
    ['store: ./pages\n', 'data: elsewhere\n'],
    ['store: ./pages\n', 'store: ./others\n'],
  ])('A6: keeps its folder and its pages where they were: %j, then %j', async (before, after) => {
    writeFileSync(file(), before);
    const one = live();
    const { data, store } = one.current;
    writeFileSync(file(), `${after}contact: good@example.com\n`);
    await one.check();
    for (const settings of [one.current, loadSettings(structuredClone(one.input))])
      expect(settings).toMatchObject({ data, store, options: { contact: 'good@example.com' } });
  });
});

describe('check', () => {
  it('A6: takes over at once what docent wrote itself', async () => {
    writeFileSync(file(), `providers:\n${provider('one')}`);
    // Nothing but the call can be what finds it in time.
    const one = live({}, { everyMs: AGES_MS, stillMs: AGES_MS });
    await changeProviders(configPlace({ cwd: folder, env: {} }), (list) =>
      list.add({ provider_id: 'two', seed_url: 'https://two.example/', allowed_path_patterns: ['/**'] }),
    );
    await one.check();
    expect(one.current.providers.map(({ provider_id: id }) => id)).toEqual(['one', 'two']);
    expect(one.state.changed).toEqual(['providers.two']);
  });

  it('A6: waits for a file that is being written, and never rejects', async () => {
    writeFileSync(file(), config('before'));
    const one = live({}, trusting);
    writeFileSync(file(), 'contact: "half');
    const checked = one.check();
    writeFileSync(file(), config('whole'));
    await checked;
    expect(contact(one)).toBe('whole@example.com');
    expect(logged.filter(({ level }) => level === 'warn')).toEqual([]);
    const other = live({}, { everyMs: AGES_MS });
    writeFileSync(file(), 'contact: "half');
    await other.check();
    expect(other.state.problems).toHaveLength(1);
  });

  it('A6: a listener that throws keeps no other from the news, and one that was ended is not called', async () => {
    writeFileSync(file(), config('before'));
    const one = live();
    const news: string[] = [];
    one.onChange(() => {
      throw new Error('broken');
    });
    one.onChange(() => news.push('second'));
    const end = one.onChange(() => news.push('third'));
    end();
    writeFileSync(file(), config('after'));
    await one.check();
    expect(news).toEqual(['second']);
    expect(logged.map(({ event }) => event)).toContain('settings.listener');
  });

  it('A6: after close nothing changes any more', async () => {
    writeFileSync(file(), config('before'));
    const one = live({}, trusting);
    writeFileSync(file(), 'contact: "half');
    const checked = one.check();
    one.close();
    await checked;
    writeFileSync(file(), config('after'));
    await one.check();
    expect(contact(one)).toBe('before@example.com');
  });
});
