// Proves how repositories are named, which of their files are documentation, and what answers of GitHub's API mean (X4).
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  apiBaseOf,
  fileUrlOf,
  homeOf,
  pageFolders,
  pathIn,
  refPattern,
  repositoryOf,
} from '../../core/github-repository.ts';
import { urlKey } from '../../core/url/key.ts';
import { answerMeaning } from './answers.ts';
import { gitHash, isDocument, readTree } from './repository.ts';

const kettle = repositoryOf('acme/kettle', { folder: '/docs/' });

describe('X4: the name of a repository', () => {
  it.each([
    ['acme/kettle', 'https://github.com', 'https://api.github.com'],
    ['https://github.com/acme/kettle.git', 'https://github.com', 'https://api.github.com'],
    ['https://acme.ghe.com/acme/kettle/', 'https://acme.ghe.com', 'https://api.acme.ghe.com'],
    ['https://git.example.com/acme/kettle', 'https://git.example.com', 'https://git.example.com/api/v3'],
    ['http://127.0.0.1:8080/acme/kettle', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/api/v3'],
  ])('%s is at %s, its API at %s', (text, server, api) => {
    const repository = repositoryOf(text);
    expect(repository).toEqual({ server, owner: 'acme', name: 'kettle', ref: 'HEAD', folder: '' });
    expect(apiBaseOf(repository)).toBe(api);
  });

  it.each(['acme', 'acme/', '/kettle', 'a/b/c', '../kettle', 'acme/..', 'a b/c', 'ftp://x/a/b', 'https://u:p@x/a/b'])(
    '%s names none',
    (text) => {
      expect(() => repositoryOf(text)).toThrow(expect.objectContaining({ code: 'DOC_CONFIG' }));
    },
  );

  it('refs are those of git: no way out of the path of a request', () => {
    for (const ref of ['HEAD', 'main', 'v2.1.0', 'feature/tea', 'a'.repeat(40)]) expect(ref).toMatch(refPattern);
    for (const ref of ['', '..', 'a..b', 'HEAD:docs', 'a b', '/a', 'a/', '-x', 'a?b', 'a\nb', 'a//b'])
      expect(ref).not.toMatch(refPattern);
  });

  it.each(['docs/가이드 1.md', 'docs/what?#.md', 'docs/100%.md', 'docs/[x] & y.md', 'docs/a%2Fb.md', "docs/it's.md"])(
    'U2: the file %j has a URL that leads back to it, and a key of its own',
    (path) => {
      const url = fileUrlOf(kettle, path);
      expect(new URL(url).href).toBe(url);
      expect(pathIn(kettle, url)).toBe(path);
      expect(pathIn(kettle, urlKey(url))).toBe(path);
    },
  );

  it('URLs of the folder are its own, and no others are', () => {
    const own = 'https://github.com/acme/kettle';
    expect(homeOf(kettle)).toBe(`${own}/tree/HEAD/docs/`);
    expect(pageFolders(kettle)).toEqual([`${own}/blob/HEAD/docs/`, `${own}/tree/HEAD/docs/`]);
    expect(homeOf(repositoryOf('acme/kettle', { ref: 'feature/tea' }))).toBe(`${own}/tree/feature/tea/`);
    expect(pathIn(kettle, `${own}/tree/HEAD/docs/#top`)).toBe('docs');
    for (const url of [
      `${own}/blob/main/docs/a.md`,
      `${own}/issues/1`,
      'https://github.com/acme/kettle2/blob/HEAD/a.md',
    ])
      expect(pathIn(kettle, url)).toBeUndefined();
    for (const url of [`${own}/blob/HEAD/..%2fa.md`, `${own}/blob/HEAD/%2e%2e/a.md`, `${own}/blob/HEAD/a%00.md`])
      expect(pathIn(kettle, url)).toBeUndefined();
  });
});

describe('X4: what a repository holds', () => {
  const sha = 'a'.repeat(40);
  const entry = (path: string, type: string, mode = '100644') => ({ path, type, mode, sha, size: 3 });

  const rules = { folder: 'docs', defaultExcludes: true };

  it.each([
    ['docs/a.md', true],
    ['docs/deep/api.yaml', true],
    ['docs/page.HTML', true],
    ['README.md', false],
    ['docs2/a.md', false],
    ['docs/a.png', false],
    ['docs/LICENSE', false],
    ['docs/.github/a.md', false],
    ['docs/node_modules/x/README.md', false],
  ])('%s is documentation: %s', (path, expected) => {
    expect(isDocument(path, rules)).toBe(expected);
  });

  it('default_excludes: false reads hidden files too, and no folder is the whole repository', () => {
    expect(isDocument('docs/.github/a.md', { ...rules, defaultExcludes: false })).toBe(true);
    expect(isDocument('README.md', { ...rules, folder: '' })).toBe(true);
  });

  it('a hash is the one that git has', () => {
    const body = Buffer.from('# Kettle\n');
    const own = execFileSync('git', ['hash-object', '--stdin'], { input: body, encoding: 'utf8' }).trim();
    expect(gitHash(body, own)).toBe(own);
  });

  it('of a tree the files count: neither links nor folders nor submodules', () => {
    const tree = [
      entry('a.md', 'blob', '100644'),
      entry('link.md', 'blob', '120000'),
      entry('docs', 'tree', '040000'),
      entry('sub', 'commit', '160000'),
      { ...entry('b.md', 'blob', '100755'), sha: '../../x' },
    ];
    const read = readTree(Buffer.from(JSON.stringify({ sha, tree, truncated: true })));
    expect(read).toEqual({ files: [{ path: 'a.md', sha, bytes: 3 }], isCut: true });
  });

  const listOf = (entries: number): string => JSON.stringify({ tree: Array(entries).fill(entry('a.md', 'blob')) });
  it.each<[string, () => string, RegExp]>([
    ['lists in lists', () => '['.repeat(15_000_000), /more than 8 deep/],
    ['a tree of lists in lists', () => `{"tree":[${'['.repeat(9_000_000)}`, /more than 8 deep/],
    ['a tree of empty lists', () => `{"tree":[${'[],'.repeat(5_000_000)}[]]}`, /more than 1,500,000 values/],
    ['500,000 files', () => listOf(500_000), /more than 16,000,000 octets/],
    [
      '150,001 files',
      () =>
        `{"tree":[${'{"path":"","type":"","mode":"","sha":""},'.repeat(150_000)}{"path":"a","type":"","mode":"","sha":""}]}`,
      /more than 150,000 entries/,
    ],
    ['600,000 files of two fields', () => `{"tree":[${'{"path":"","type":""},'.repeat(600_000)}{}]}`, /values/],
    [
      'fields that GitHub does not send, without end',
      () => `{"tree":[],"x":{${'"":0,'.repeat(1_600_000)}"":0}}`,
      /values/,
    ],
    ['a path of 17 MB', () => JSON.stringify({ tree: [entry('x'.repeat(17_000_000), 'blob')] }), /octets/],
  ])('FAULTS 14: %s are more than GitHub sends, and are not read', (_, text, why) => {
    expect(() => readTree(Buffer.from(text()))).toThrow(
      expect.objectContaining({ code: 'DOC_TOO_LARGE', message: expect.stringMatching(why) }),
    );
  });

  it('as many entries as GitHub lists are read', () => {
    const tree = Array.from({ length: 100_000 }, (_, nth) => ({ ...entry(`docs/${nth}.md`, 'blob'), url: '' }));
    expect(readTree(Buffer.from(JSON.stringify({ sha, url: '', tree, truncated: true }))).files).toHaveLength(100_000);
  });

  it.each(['', '{}', '[]', '{"tree": [{"path": 1}]}', '<html>'])('%j is no tree', (text) => {
    expect(() => readTree(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'DOC_ANSWER' }));
  });
});

describe('X4: what an answer means', () => {
  const now = 1_700_000_000_000;
  const meaning = (status: number, headers: Record<string, string> = {}, message = '') =>
    answerMeaning({ status, headers, body: Buffer.from(message === '' ? '' : JSON.stringify({ message })) }, now);

  it('a used-up limit waits until its reset, by the clock of GitHub', () => {
    const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 1_200) };
    expect(meaning(403, reset)).toMatchObject({ kind: 'limited', until: now + 1_200_000 });
    const date = new Date(now + 600_000).toUTCString();
    expect(meaning(429, { ...reset, date })).toMatchObject({ kind: 'limited', until: now + 600_000 });
  });

  it('Retry-After wins; a limit without a time is a minute, and no pause is longer than a day', () => {
    const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '999999999999' };
    expect(meaning(403, { ...reset, 'retry-after': '30' })).toMatchObject({ until: now + 30_000 });
    expect(meaning(403, reset)).toMatchObject({ until: now + 86_400_000 });
    expect(meaning(429)).toMatchObject({ kind: 'limited', until: now + 60_000 });
    expect(meaning(403, {}, 'You have exceeded a secondary rate limit')).toMatchObject({ until: now + 60_000 });
  });

  it.each([
    [200, 'read'],
    [304, 'same'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [451, 'refused'],
    [500, 'outage'],
    [503, 'outage'],
    [302, 'refused'],
  ])('%d without more is %s', (status, kind) => {
    expect(meaning(status, { 'x-ratelimit-remaining': '12' })).toMatchObject({ kind });
  });

  it('what GitHub says is part of the reason', () => {
    expect(meaning(404, {}, 'Not Found')).toEqual({ kind: 'refused', detail: 'GitHub answered 404 (Not Found)' });
  });
});
