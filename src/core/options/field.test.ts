// Proves how one raw value becomes an option: what fits, what is refused, and the message of a refusal.
import { describe, expect, it } from 'vitest';
import { type Field, fromText, readField, takes } from './field.ts';

const fields = {
  boolean: { name: 'flag', kind: 'boolean', doc: '' },
  integer: { name: 'count', kind: 'integer', min: 1, max: 5, unit: 'pages', doc: '' },
  choice: { name: 'mode', kind: 'choice', choices: [true, false, 'auto'], doc: '' },
  text: { name: 'word', kind: 'text', doc: '' },
  shaped: { name: 'mail', kind: 'text', pattern: /^\S+@\S+$/, shape: 'a mail address', doc: '' },
  url: { name: 'link', kind: 'url', doc: '' },
  urls: { name: 'links', kind: 'list', of: 'url', min: 1, doc: '' },
  paths: { name: 'paths', kind: 'list', of: 'path pattern', doc: '' },
  excluded: { name: 'exclude_paths', kind: 'list', of: 'excluded path', doc: '' },
} as const satisfies Record<string, Field>;

type Name = keyof typeof fields;

const url: Field = { name: 'info_url', kind: 'url', doc: '' };
const urls: Field = { name: 'seed_urls', kind: 'list', of: 'url', doc: '' };
const whole: Field = { name: 'concurrency', kind: 'integer', min: 1, max: 9, doc: '' };

describe('readField', () => {
  it.each<[Name, unknown]>([
    ['boolean', true],
    ['boolean', false],
    ['integer', 1],
    ['integer', 5],
    ['choice', 'auto'],
    ['choice', false],
    ['text', 'a word'],
    ['shaped', 'a@b.example'],
    ['url', 'https://example.com/docs'],
    ['urls', ['http://a.example/', 'https://b.example/']],
    ['paths', ['/docs/**', 're:^/v\\d+/']],
    ['paths', []],
    ['excluded', ['/admin', '*/*logout*', 're:\\?.*token=.+']],
  ])('A6: %s takes %j as it is', (name, value) => {
    expect(readField(fields[name], value, 'docent.yml, line 1')).toEqual({ ok: true, value });
  });

  it.each<[Name, unknown, string]>([
    ['boolean', 'true', 'flag is "true" in docent.yml, line 7: it must be true or false'],
    ['boolean', 1, 'flag is 1 in docent.yml, line 7: it must be true or false'],
    ['integer', 0, 'count is 0 in docent.yml, line 7: it must be a whole number from 1 to 5 pages'],
    ['integer', 6, 'count is 6 in docent.yml, line 7: it must be a whole number from 1 to 5 pages'],
    ['integer', 1.5, 'count is 1.5 in docent.yml, line 7: it must be a whole number from 1 to 5 pages'],
    ['integer', '3', 'count is "3" in docent.yml, line 7: it must be a whole number from 1 to 5 pages'],
    ['integer', null, 'count is null in docent.yml, line 7: it must be a whole number from 1 to 5 pages'],
    ['integer', Number.NaN, 'count is null in docent.yml, line 7: it must be a whole number from 1 to 5 pages'],
    ['choice', 'never', 'mode is "never" in docent.yml, line 7: it must be one of true, false, auto'],
    ['text', '', 'word is "" in docent.yml, line 7: it must be a line of text'],
    ['text', 'a\nb', 'word is "a\\nb" in docent.yml, line 7: it must be a line of text'],
    ['text', 5, 'word is 5 in docent.yml, line 7: it must be a line of text'],
    ['shaped', 'nobody', 'mail is "nobody" in docent.yml, line 7: it must be a mail address'],
    [
      'url',
      'example.com',
      'link is "example.com" in docent.yml, line 7: it must be an http(s) URL, such as https://example.com/docs',
    ],
    [
      'url',
      'ftp://a.example/',
      'link is "ftp://a.example/" in docent.yml, line 7: it must be an http(s) URL, such as https://example.com/docs',
    ],
    ['urls', [], 'links is [] in docent.yml, line 7: it needs at least 1 url'],
    ['urls', 'https://a.example/', 'links is "https://a.example/" in docent.yml, line 7: it must be a list of urls'],
    [
      'urls',
      ['https://a.example/', 'b'],
      'links is ["https://a.example/","b"] in docent.yml, line 7: "b" is not an http(s) URL',
    ],
    ['paths', ['/a', 5], 'paths is ["/a",5] in docent.yml, line 7: it must be a list of path patterns'],
    ['paths', [''], 'paths is [""] in docent.yml, line 7: it holds an empty path pattern'],
  ])('A6: %s refuses %j, naming field, value, place and what is allowed', (name, value, problem) => {
    expect(readField(fields[name], value, 'docent.yml, line 7')).toEqual({ ok: false, problem });
  });

  it.each<[Name, string]>([
    ['paths', 're:^/(?!docs)'],
    ['paths', 're:(a)\\1'],
    ['excluded', 're:(?<=x)y'],
    ['excluded', 're:('],
    ['paths', 'docs/**'],
  ])('R26: %s refuses the pattern %s with the name of the field', (name, pattern) => {
    const result = readField(fields[name], [pattern], 'docent.yml');
    expect(result).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`${fields[name].name}: pattern ${JSON.stringify(pattern)}`),
    });
  });

  it('A6: a very long value is shown in part', () => {
    const result = readField(fields.integer, 'x'.repeat(10_000), 'docent.yml');
    expect(result).toMatchObject({ ok: false });
    expect(JSON.stringify(result).length).toBeLessThan(300);
  });

  it.each([
    'ftp://docs.example/?token=hunter2',
    'ftp://kim:hunter2@docs.example/',
    `ftp://kim:hunter2${'x'.repeat(90)}@docs.example/`,
    `ftp://kim:hunter2@${'x'.repeat(90)}`,
    '//kim:hunter2@docs.example/map.xml',
    'kim:hunter2@docs.example/map.xml',
    'docs.example/?a=1&api_key=hunter2',
    'https//docs.example/#access_token=hunter2',
    'Authorization: Bearer hunter2',
  ])('H1: a value that is refused is shown without its secret: %s', (text) => {
    for (const raw of [text, [text, 5], { a: text }]) {
      const refused = [url, urls, whole].map((field) => readField(field, raw, 'here'));
      for (const one of refused) expect(one).toEqual({ ok: false, problem: expect.not.stringContaining('hunter2') });
    }
  });
});

describe('fromText', () => {
  it.each<[Name, string, unknown]>([
    ['boolean', 'true', true],
    ['boolean', 'YES', true],
    ['boolean', '1', true],
    ['boolean', 'on', true],
    ['boolean', 'False', false],
    ['boolean', 'no', false],
    ['boolean', '0', false],
    ['boolean', 'off', false],
    ['boolean', 'perhaps', 'perhaps'],
    ['integer', '3', 3],
    ['integer', '-3', -3],
    ['integer', ' 3 ', 3],
    ['integer', '1.5', 1.5],
    ['integer', '0x10', '0x10'],
    ['integer', 'soon', 'soon'],
    ['excluded', '/admin, */*logout*', ['/admin', '*/*logout*']],
    ['text', 'true', 'true'],
    ['url', 'https://a.example/', 'https://a.example/'],
  ])('A6: as %s, the text %j means %j', (name, text, expected) => {
    expect(fromText(fields[name], text)).toEqual(expected);
  });
});

describe('takes', () => {
  it.each<[Name, string]>([
    ['boolean', 'true or false'],
    ['integer', '1–5 pages'],
    ['choice', 'true, false, auto'],
    ['text', 'text'],
    ['shaped', 'a mail address'],
    ['url', 'http(s) URL'],
    ['excluded', 'list of excluded paths'],
  ])('describes the values that %s takes', (name, expected) => {
    expect(takes(fields[name])).toBe(expected);
  });
});
