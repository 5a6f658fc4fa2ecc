// Proves how the configuration file is changed: what was not changed stays as it was, and nothing invalid is ever written.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../test/support/process.ts';
import { pinnedNode, root } from '../../../test/support/repository.ts';
import { withFileLock } from '../../core/file-lock.ts';
import { loadSettings } from '../../settings.ts';
import { openPlace } from '../place.ts';
import { addSeeds } from './add-seeds.ts';
import { type ConfigPlace, changeProviders, configPlace, readProviderList } from './config-file.ts';
import { draftProvider, editProvider, removeProvider, saveDraft } from './edit.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const commented = `# what we crawl
contact:   me@example.com   # two people read it
exclude_paths: [ /admin,   '*/*logout*' ]

providers:
  # the first
  - provider_id: first   # do not rename
    seed_urls:
      - https://first.example/docs   # guide
      - https://first.example/api
    allowed_path_patterns: [/docs/**, /api/**]
    # few, until we know better
    max_pages: 20 # a fifth


  - provider_id: second
    seed_url: "https://second.example/"
    allowed_path_patterns: [/**]

# and how
robots_dialect: rfc9309
`;

function write(text: string, name = 'docent.yml'): ConfigPlace {
  writeFileSync(join(folder, name), text);
  return configPlace({ cwd: folder, config: name, env: {} });
}

function read(name = 'docent.yml'): string {
  return readFileSync(join(folder, name), 'utf8');
}

const TODAY = '2026-02-23';
const settings = () => loadSettings({ cwd: folder, env: { DOCENT_DATA: join(folder, 'data') } });

describe('a change', () => {
  it('A6: touches the lines it is about, and no other byte', async () => {
    const place = write(commented);
    await editProvider(place, 'first', ['max_pages=30', 'seed_urls+=https://first.example/new'], TODAY);
    expect(read()).toBe(
      commented
        .replace('max_pages: 20 # a fifth', 'max_pages: 30 # a fifth')
        .replace('/api\n', '/api\n      - https://first.example/new\n'),
    );
    await editProvider(place, 'second', ['enabled=false'], TODAY);
    expect(read()).toContain('    allowed_path_patterns: [/**]\n    enabled: false\n\n# and how\n');
    expect(read()).toContain("exclude_paths: [ /admin,   '*/*logout*' ]");
  });

  it('A6: adds at the end of the list, and removes nothing else', async () => {
    const place = write(commented);
    await saveDraft(place, draftProvider('https://third.example/docs/', {}, TODAY));
    expect(read()).toBe(
      commented.replace(
        '[/**]\n',
        '[/**]\n  - provider_id: third.example\n    seed_urls: [https://third.example/docs/]\n    allowed_path_patterns: [/docs/**]\n',
      ),
    );
    await removeProvider(place, 'third.example');
    expect(read()).toBe(commented);
    await removeProvider(place, 'first');
    await removeProvider(place, 'second');
    expect(loadSettings({ cwd: folder, env: {} })).toMatchObject({
      providers: [],
      options: { contact: 'me@example.com' },
    });
    expect(read()).toContain('# and how');
  });

  it.each([
    ['no file', undefined],
    ['an empty file', ''],
    ['a file of comments', '# nothing yet\n'],
    ['a file without providers', 'contact: a@b.example\n'],
    ['a null list', 'providers:\n'],
    ['an empty list', 'providers: []\n'],
    [
      'one policy in place of a list',
      'providers:\n  provider_id: a\n  seed_url: https://a.example/\n  allowed_path_patterns: [/**]\n',
    ],
    ['a bare policy', 'provider_id: a\nseed_url: https://a.example/\nallowed_path_patterns: [/**]\n'],
    ['a bare list', '- provider_id: a\n  seed_url: https://a.example/\n  allowed_path_patterns: [/**]\n'],
    [
      'lists that are not indented',
      'providers:\n- provider_id: a\n  seed_url: https://a.example/\n  allowed_path_patterns: [/**]\n',
    ],
    [
      'four spaces',
      'providers:\n    - provider_id: a\n      seed_url: https://a.example/\n      allowed_path_patterns: [/**]\n',
    ],
    [
      'flow style',
      '{providers: [{provider_id: a, seed_url: "https://a.example/", allowed_path_patterns: [/**]}]} # mine\n',
    ],
    ['JSON', '{\n\t"contact": "a@b.example",\n\t"providers": []\n}'],
    ['a JSON list', '[{"provider_id":"a","seed_urls":["https://a.example/"],"allowed_path_patterns":["/**"]}]\n'],
    [
      'Windows line ends',
      'contact: a@b.example # me\r\nproviders:\r\n  - provider_id: a\r\n    seed_url: https://a.example/\r\n    allowed_path_patterns: [/**]\r\n',
    ],
    ['a start mark', '---\ncontact: a@b.example\n'],
  ])('A6: can be made in %s', async (_, text) => {
    const place = text === undefined ? configPlace({ cwd: folder, env: {} }) : write(text);
    const before = text === undefined ? [] : readProviderList(place).ids();
    await saveDraft(place, draftProvider('https://new.example/x/', { max_pages: '7' }, TODAY));
    await editProvider(place, 'new.example', ['tos.verdict=unclear', 'max_pages=8'], TODAY);
    const { providers } = loadSettings({ cwd: folder, env: {} });
    expect(providers.map(({ provider_id }) => provider_id)).toEqual([...before, 'new.example']);
    expect(providers.at(-1)).toMatchObject({ max_pages: 8, tos: { verdict: 'unclear', checked_at: TODAY } });
    if (text?.includes('\r\n')) expect(read().replaceAll('\r\n', '')).not.toContain('\n');
    if (text?.startsWith('{\n\t') || text?.startsWith('[')) expect(JSON.parse(read())).toBeTruthy();
    if (text?.includes('# m')) expect(read()).toContain('# m');
  });

  it('A6: keeps every comment of a file that is written in a way of its own', async () => {
    const odd = `%YAML 1.2
---
# c0
exclude_paths: [
  /admin, # c1
  '/x', # c2
]
providers:

  # c3
  - # c4
    provider_id: a
    seed_urls:   # c5
      - https://a.example/   # c6

      # c7
      - https://a.example/b
    allowed_path_patterns: [
      /docs/**,
    ]
    # c8
    max_pages: 20
  # c9
  - {provider_id: b, seed_url: 'https://b.example/', allowed_path_patterns: [/**]}   # c10
  # c11
# c12`;
    const comments = odd.match(/# c\d+/g) as string[];
    for (const [id, word] of [
      ['a', 'max_pages=3'],
      ['a', 'seed_urls+=https://a.example/c'],
      ['b', 'tos.verdict=allowed'],
      ['stripe', 'max_depth=2'],
    ] as const) {
      await editProvider(write(odd), id, [word], TODAY);
      expect(comments.filter((comment) => !read().includes(comment))).toEqual([]);
    }
  });

  it('A6: keeps the mode of the file, and the link that leads to it', async () => {
    const place = write(commented, 'real.yml');
    chmodSync(join(folder, 'real.yml'), 0o640);
    symlinkSync('real.yml', join(folder, 'docent.yml'));
    await editProvider({ ...place, absolute: join(folder, 'docent.yml') }, 'first', ['max_pages=3'], TODAY);
    expect(readlinkSync(join(folder, 'docent.yml'))).toBe('real.yml');
    expect(statSync(join(folder, 'real.yml')).mode & 0o777).toBe(0o640);
    expect(read('real.yml')).toContain('max_pages: 3 #');
    expect(readdirSync(folder).sort()).toEqual(['docent.yml', 'real.yml']);
  });
});

describe('nothing invalid is written', () => {
  it.each<[what: string, words: readonly string[], message: string | RegExp]>([
    [
      'a number out of range',
      ['max_pages=9999'],
      'max_pages is 9999 in the command: it must be a whole number from 1 to 500 pages',
    ],
    ['a number that is none', ['max_pages=many'], 'max_pages is "many" in the command'],
    ['a misspelt field', ['max_page=3'], 'did you mean "max_pages"?'],
    ['a field of no section', ['tos.verdikt=allowed'], 'did you mean "tos.verdict"?'],
    ['a field of the prototype', ['__proto__.x=1'], 'unknown field "__proto__.x"'],
    ['a verdict that is none', ['tos.verdict=maybe'], 'it must be one of allowed, unclear, forbidden'],
    ['no seed at all', ['seed_urls='], 'seed_urls is missing'],
    [
      'the last seed taken away',
      ['seed_urls=["https://a.example/"]', 'seed_urls-=https://a.example/'],
      'it needs at least 1 url',
    ],
    ['a seed that is no URL', ['seed_urls+=docs'], '"docs" is not an http(s) URL'],
    ['a look-ahead', ['allowed_path_patterns+=re:^/(?!x)'], 'allowed_path_patterns: pattern "re:^/(?!x)"'],
    ['a selector that cannot be read', ['custom_selectors.content=a['], 'custom_selectors.content'],
    [
      'the whole text without leave',
      ['retain=full'],
      'it must be preview unless tos.verdict is allowed or own_site is true',
    ],
    ['a pace for sites of one’s own', ['request_delay_ms=0'], 'from 1000 to 5000'],
    ['an unknown dialect', ['robots_dialect=goggle'], 'robots_dialect of provider first is "goggle"'],
    ['another id', ['provider_id=x'], 'provider_id is the name its pages are stored under'],
    ['a line end in a text', ['note=a\nmax_pages: 500'], 'it must be a line of text'],
    ['an item that is not there', ['blocked_path_patterns-=/x'], 'blocked_path_patterns holds no "/x"'],
    ['a list sign on a number', ['max_pages+=3'], 'is for lists'],
    ['a word without =', ['max_pages'], 'not of the form key=value'],
  ])('A6: %s', async (_, words, message) => {
    const place = write(commented);
    await expect(editProvider(place, 'first', words, TODAY)).rejects.toThrow(message);
    expect(read()).toBe(commented);
    expect(readdirSync(folder)).toEqual(['docent.yml']);
  });

  it.each([
    '../etc',
    'A B',
    'a--b',
    '-x',
    '__proto__',
    'constructor prototype',
    'a\nb: c',
    'a: b',
    '#x',
    '&a',
    '*a',
    '!!js',
  ])('A6: the id %j is refused before there is a file', async (id) => {
    expect(() => draftProvider(id, { seed_urls: ['https://a.example/'] }, TODAY)).toThrow('it must be a slug');
    await expect(editProvider(configPlace({ cwd: folder, env: {} }), id, ['max_pages=3'], TODAY)).rejects.toThrow(
      'there is no provider',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('A6: text that YAML would take for something else is written so that it is read as text', async () => {
    const place = write(commented);
    const note = `yes: no # not a comment, 'quoted' "twice" & *anchored* [1]`;
    await editProvider(place, 'second', [`note=${note}`, 'name=null', 'category=1e3', 'image_label=- x'], TODAY);
    expect(loadSettings({ cwd: folder, env: {} }).providers[1]).toMatchObject({
      note,
      name: 'null',
      category: '1e3',
      image_label: '- x',
    });
  });

  it('A6: a file that is wrong elsewhere is reported, with its line; a change that puts it right is saved', async () => {
    const place = write(commented.replace('max_pages: 20', 'max_pages: 999'));
    const before = read();
    await expect(editProvider(place, 'second', ['max_depth=2'], TODAY)).rejects.toThrow(
      'max_pages is 999 in docent.yml, line 13',
    );
    expect(read()).toBe(before);
    await editProvider(place, 'first', ['max_pages=50'], TODAY);
    expect(read()).toContain('max_pages: 50 # a fifth');
  });

  it.each([
    [
      'an alias for the list',
      'x: &p [{provider_id: a, seed_url: "https://a.example/", allowed_path_patterns: [/**]}]\nproviders: *p\n',
    ],
    ['text', 'just words\n'],
    ['broken YAML', 'providers: [\n'],
    ['two documents', 'contact: a@b.example\n---\ncontact: c@d.example\n'],
    [
      'an anchor that is used elsewhere and would go',
      'providers:\n  - provider_id: a\n    seed_urls: &s [https://a.example/]\n    allowed_path_patterns: [/**]\n  - provider_id: b\n    seed_urls: *s\n    allowed_path_patterns: [/**]\n',
    ],
  ])('A6: %s is left alone', async (_, text) => {
    const place = write(text);
    await expect(removeProvider(place, 'a')).rejects.toThrow();
    expect(read()).toBe(text);
  });
});

describe('several writers', () => {
  it('A6: all of them get their change in, by real processes at once', async () => {
    write(commented);
    const ids = Array.from({ length: 6 }, (_, at) => `new-${at}`);
    const ends = await Promise.all(
      ids.map((id) =>
        run(pinnedNode, [join(root, 'bin/docent.js'), 'providers', 'add', id, '--seed', `https://${id}.example/`], {
          cwd: folder,
        }),
      ),
    );
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(ids.map(() => ({ code: 0, stderr: '' })));
    expect(
      readProviderList(configPlace({ cwd: folder, env: {} }))
        .ids()
        .toSorted(),
    ).toEqual(['first', ...ids, 'second'].sort());
    expect(readdirSync(folder)).toEqual(['docent.yml']);
    expect(read().startsWith(commented.slice(0, commented.indexOf('# and how')).trimEnd())).toBe(true);
  });

  it('A6: within one process they take turns', async () => {
    const place = write(commented);
    const seeds = Array.from({ length: 20 }, (_, at) => `https://first.example/docs/${at}`);
    await Promise.all(seeds.map((seed) => editProvider(place, 'first', [`seed_urls+=${seed}`], TODAY)));
    expect(loadSettings({ cwd: folder, env: {} }).providers[0]?.seed_urls).toEqual(expect.arrayContaining(seeds));
  });

  it('A6: a lock that a dead process left is taken over by the first caller', async () => {
    const place = write(commented);
    const dead = await run(pinnedNode, ['-e', 'console.log(process.pid, require("os").hostname(), "x")'], {
      cwd: folder,
    });
    writeFileSync(join(folder, 'docent.yml.lock'), dead.stdout.trim());
    await Promise.all(['max_pages=3', 'max_depth=2'].map((word) => editProvider(place, 'first', [word], TODAY)));
    expect(loadSettings({ cwd: folder, env: {} }).providers[0]).toMatchObject({ max_pages: 3, max_depth: 2 });
  });

  it('A6: so is a very old one of another machine; a fresh one is waited for', async () => {
    const place = write(commented);
    const lock = join(folder, 'docent.yml.lock');
    writeFileSync(lock, '1 elsewhere.example x');
    const old = new Date(Date.now() - 120_000);
    utimesSync(lock, old, old);
    await editProvider(place, 'first', ['max_pages=3'], TODAY);
    const order: string[] = [];
    const held = Promise.withResolvers<void>();
    const first = withFileLock(place.absolute, async () => {
      await held.promise;
      order.push('first');
    });
    const second = changeProviders(place, () => void order.push('second'));
    held.resolve();
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second']);
  });
});

describe('FAULTS 69: a file that cannot be changed', () => {
  const nothing = (): void => {};

  it('is not written by a change that makes no difference', async () => {
    for (const text of ['# a comment\n', '', 'data: x\n\n\n']) {
      await changeProviders(write(text), nothing);
      expect(readFileSync(join(folder, 'docent.yml'), 'utf8')).toBe(text);
    }
    rmSync(join(folder, 'docent.yml'));
    await changeProviders(configPlace({ cwd: folder, env: {} }), nothing);
    expect(existsSync(join(folder, 'docent.yml'))).toBe(false);
  });

  it('is refused where a link leads nowhere, and where it is a pipe, at once', async () => {
    const path = join(folder, 'docent.yml');
    symlinkSync(join(folder, 'nowhere.yml'), path);
    const place = { path: 'docent.yml', absolute: path };
    await expect(changeProviders(place, nothing)).rejects.toThrow('docent.yml is a link that leads nowhere');
    rmSync(path);
    spawnSync('mkfifo', [path]);
    await expect(changeProviders(place, nothing)).rejects.toThrow('docent.yml is no regular file');
    expect(() => readProviderList(place)).toThrow('docent.yml is no regular file');
  });
});

describe('seeds', () => {
  it('F1: are saved once, whatever form they were in; one out of scope saves none', async () => {
    const place = write(commented);
    const inScope = ['https://second.example/b', 'https://second.example/'];
    const outside = addSeeds(openPlace(settings()), place, 'second', [...inScope, 'https://other.example/']);
    await expect(outside).rejects.toThrow('https://other.example/ is out of the scope of second, by scope:host');
    expect(settings().providers[1]?.seed_urls).toEqual(['https://second.example/']);
    expect(await addSeeds(openPlace(settings()), place, 'second', inScope)).toEqual({
      ...{ id: 'second', added: ['https://second.example/b'], isQueued: false },
    });
    expect(settings().providers[1]?.seed_urls).toEqual(['https://second.example/', 'https://second.example/b']);
    await expect(addSeeds(openPlace(settings()), place, 'second', ['docs'])).rejects.toThrow(
      '"docs" is not an http(s) URL',
    );
  });

  it('A6: a preset is copied into the file before it is changed', async () => {
    const place = write(commented);
    const { copied } = await editProvider(place, 'stripe', ['max_pages=9'], TODAY);
    expect(copied).toBe(true);
    const stripe = settings().providers.find(({ provider_id }) => provider_id === 'stripe');
    expect(stripe).toMatchObject({ max_pages: 9, max_depth: 4, robots_dialect: 'intel', channel: 'context7-first' });
    await expect(removeProvider(place, 'openai')).rejects.toThrow('is a preset and not in docent.yml');
    await expect(removeProvider(place, 'sceond')).rejects.toThrow('did you mean "second"?');
  });
});
