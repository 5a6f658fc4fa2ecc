// Proves that a configuration file is read with the line of every value, and that its problems are reported.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, DocentError } from '../errors.ts';
import { type ConfigDocument, readConfigDocument } from './config-document.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-document-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string): ConfigDocument {
  const path = join(folder, 'docent.yml');
  writeFileSync(path, text);
  return readConfigDocument('docent.yml', path);
}

function problemsOf(text: string): readonly string[] {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfigDocument', () => {
  const yaml =
    '# mine\ncontact: a@b.example\n\ncrawler:\n  respectRobots: true\nproviders:\n  - provider_id: a\n    seed_urls:\n      - https://a.example/\n';

  it('A6: reads YAML', () => {
    expect(read(yaml).content).toEqual({
      contact: 'a@b.example',
      crawler: { respectRobots: true },
      providers: [{ provider_id: 'a', seed_urls: ['https://a.example/'] }],
    });
  });

  it('A6: reads JSON, with the same lines', () => {
    const document = read('{\n  "contact": "a@b.example",\n  "crawler": {\n    "robotsUa": "X"\n  }\n}\n');
    expect(document.content).toEqual({ contact: 'a@b.example', crawler: { robotsUa: 'X' } });
    expect(document.where(['crawler', 'robotsUa'])).toBe('docent.yml, line 4');
  });

  it.each([
    [['contact'], 'docent.yml, line 2'],
    [['crawler', 'respectRobots'], 'docent.yml, line 5'],
    [['providers', 0], 'docent.yml, line 7'],
    [['providers', 0, 'seed_urls'], 'docent.yml, line 8'],
    [['providers', 0, 'seed_urls', 0], 'docent.yml, line 9'],
    [['nothing', 'of', 'that', 'name'], 'docent.yml'],
    [['contact', 'inside', 'a', 'text'], 'docent.yml'],
  ])('A6: reports the line of %j', (at, expected) => {
    expect(read(yaml).where(at)).toBe(expected);
  });

  it('A6: an empty file holds nothing', () => {
    expect(read('').content).toBeNull();
    expect(read('').where(['contact'])).toBe('docent.yml');
  });

  it.each([
    ['a list that does not end', 'contact: [a\n', /^docent\.yml, line 2, column 1: /],
    ['a mapping in a line', 'a: b: c\n', /^docent\.yml, line 1, column \d+: /],
    ['a field twice', 'a: 1\nb: 2\na: 3\n', /^docent\.yml, line 3, column 1: Map keys must be unique/],
    ['a tab as indentation', 'a:\n\tb: 1\n', /^docent\.yml, line 2/],
    ['an alias to nothing', 'a: *nobody\n', /^a in docent\.yml, line 1: .*nobody/],
    [
      'aliases that multiply',
      `a: &a [${'x,'.repeat(9)}x]\n${[...'bcdef'].map((n, i) => `${n}: &${n} [${`*${'abcde'[i]},`.repeat(9)}*${'abcde'[i]}]`).join('\n')}\n`,
      /^e\[\d\] in docent\.yml, line 5: .*more than 100000 values/,
    ],
    [
      'an alias to the list that contains it',
      'x: 1\nexclude_paths: &a [*a]\n',
      /^exclude_paths\[0\] in docent\.yml, line 2: \*a /,
    ],
    ['one further down', 'p: &p\n  - id: a\n    tos: { url: *p }\n', /^p\[0\]\.tos\.url in docent\.yml, line 3: \*p /],
    ['one to the whole file', '&a\nx: *a\n', /^x in docent\.yml, line 2: \*a /],
    ['one as a name', 'x: &a\n  ? [*a]\n  : 1\n', /docent\.yml, line 2: \*a /],
    ['lists in lists', `x: ${'['.repeat(150)}${']'.repeat(150)}\n`, /^x[[\]0]+ in docent\.yml, line 1: it is nested/],
    ['lists in lists without end', `x: ${'['.repeat(30_000)}${']'.repeat(30_000)}\n`, /^docent\.yml, line 1, .*nested/],
  ])('A6: %s is a mistake with one line', (_, text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
    expect(problems[0]).not.toContain('\n');
  });

  it('A6: a file that is not there is DOC_FILE, under the name that was passed', () => {
    expect(() => readConfigDocument('none.yml', join(folder, 'none.yml'))).toThrow(
      expect.objectContaining({ code: 'DOC_FILE', message: 'cannot read none.yml: it does not exist' }),
    );
    expect(() => readConfigDocument(folder)).toThrow(DocentError);
  });
});
