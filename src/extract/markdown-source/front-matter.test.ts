// Proves how front matter is read (E7, E4).
import { describe, expect, it } from 'vitest';
import { renderBlocks } from '../../core/document.ts';
import { markdownBlocks } from './blocks.ts';
import { splitFrontMatter } from './front-matter.ts';

const written = (source: string): string =>
  renderBlocks(markdownBlocks(source, { keepLinks: false, imageLabel: 'image', resolve: () => undefined }).blocks);

describe('front matter', () => {
  it.each([
    [
      'YAML',
      '---\ntitle: "Set: up"\ndescription: >\n  One\n  two\ntags: [a, b, a]\nlang: ko_KR\ndate: 2024-05-06\n---\n# A\n',
    ],
    [
      'YAML ended by dots',
      '---\ntitle: "Set: up"\ndescription: One two\nkeywords: a, b\nlanguage: ko-KR\nlastmod: 2024-05-06 00:00:00 +0000\n...\n# A\n',
    ],
    [
      'TOML',
      '+++\ntitle = "Set: up" # why\ndescription = \'One two\'\ntags = ["a", "b"]\nlang = "ko-KR"\ndate = 2024-05-06T00:00:00Z\n[extra]\ntitle = "no"\n+++\n# A\n',
    ],
    [
      'JSON',
      '{\n  "title": "Set: up",\n  "description": "One two",\n  "tags": ["a", "b"], "lang": "ko-KR",\n  "date": "2024-05-06"\n}\n\n# A\n',
    ],
    [
      'CRLF and a mark',
      '\ufeff---\r\ntitle: "Set: up"\r\ndescription: One two\r\nkeywords: [a, b]\r\nlocale: ko-KR\r\nlast_update:\r\n  date: 2024-05-06\r\n---\r\n# A\r\n',
    ],
  ])('E4: yields title, description, keywords, language and date: %s', (_, source) => {
    const { published, modified, ...facts } = markdownBlocks(source, {
      ...{ keepLinks: false, imageLabel: '', resolve: () => undefined },
    });
    expect(facts).toMatchObject({
      title: 'Set: up',
      description: 'One two',
      keywords: ['a', 'b'],
      language: 'ko-KR',
    });
    expect(published ?? modified).toBe('2024-05-06T00:00:00.000Z');
    expect(written(source)).toBe('# A');
  });

  it.each([
    ['broken YAML', '---\ntitle: [a\n  b: "c\n---\ntext'],
    ['no map', '---\njust words\n---\ntext'],
    ['empty', '---\n---\ntext'],
    ['tags that would run code', '---\na: !!js/function "function () { throw 1 }"\n---\ntext'],
    [
      'an alias bomb',
      `---\na: &a [x, x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*${at === 0 ? 'a' : `b${at - 1}`}, *${at === 0 ? 'a' : `b${at - 1}`}]`).join('\n')}\n---\ntext`,
    ],
    ['deep nesting', `---\na: ${'['.repeat(30_000)}\n---\ntext`],
    ['values of the wrong kind', '---\ntitle: [1]\nlang: {a: b}\ndate: soon\ntags: 5\ndescription:\n---\ntext'],
  ])('E7: that holds nothing useful is left out all the same: %s', (_, source) => {
    expect(written(source)).toBe('text');
    expect(splitFrontMatter(source).facts).toEqual({});
  });

  it.each([
    ['a thematic break', '---\n\ntext\n\n---\n\nmore', '---\n\ntext\n\n---\n\nmore'],
    ['a break without an end', '---\ntext', '---\n\ntext'],
    ['one too long', `---\na: ${'x'.repeat(70_000)}\n---\n`, undefined],
    ['JSON that is none', '{"a" b}', '{"a" b}'],
    ['a heading below', 'text\n---\nmore', '## text\n\nmore'],
  ])('E7: is not what only looks like it: %s', (_, source, expected) => {
    const { facts, body } = splitFrontMatter(source);
    expect(facts).toEqual({});
    expect(body).toBe(source);
    if (expected !== undefined) expect(written(source)).toBe(expected);
  });

  it('E4: the day of the first version and that of the last change are two facts', () => {
    const { facts } = splitFrontMatter('---\ndate: 2020-01-01\nlastmod: 2024-01-01\n---\n');
    expect(facts).toEqual({ published: '2020-01-01T00:00:00.000Z', modified: '2024-01-01T00:00:00.000Z' });
  });

  it('E4: a date without a zone is the same everywhere, and garbage is none', () => {
    const dateOf = (date: string) => splitFrontMatter(`---\ndate: ${date}\n---\n`).facts.published;
    expect(dateOf('2024-05-06 07:08:09')).toBe('2024-05-06T07:08:09.000Z');
    expect(dateOf('"2024-05-06T07:08:09+09:00"')).toBe('2024-05-05T22:08:09.000Z');
    expect(dateOf('2024-13-99')).toBeUndefined();
    expect(dateOf('yesterday')).toBeUndefined();
  });
});
