// Which headers may come from the environment, and how the others are refused.
import { describe, expect, it } from 'vitest';
import { headersFromText, misfitInHeaders } from './header-variables.ts';

describe('headers from the environment', () => {
  it.each([
    [{ Authorization: 'DOCS_TOKEN' }],
    [{ 'PRIVATE-TOKEN': 'GITLAB', 'CF-Access-Client-Id': 'ID', 'CF-Access-Client-Secret': '_SECRET2' }],
  ])('H1: %j can be used', (headers) => {
    expect(misfitInHeaders(headers)).toBeUndefined();
  });

  it.each([
    ['no mapping', 'Bearer abc', /must be a mapping/],
    ['a list', ['Authorization'], /must be a mapping/],
    ['nothing in it', {}, /1 to 8 headers/],
    ['too many', Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`X-${n}`, 'A'])), /1 to 8 headers/],
    ['a line break in a name', { 'X\r\nHost': 'A' }, /letters, digits and dashes/],
    ['a name that objects have', JSON.parse('{"__proto__":"A"}'), /letters, digits and dashes/],
    ['one header twice', { Authorization: 'A', authorization: 'B' }, /twice/],
    ['a cookie', { Cookie: 'SESSION' }, /session of a browser/],
    ['no text', { Authorization: 5 }, /name of an environment variable/],
  ])('H1: %s is refused', (_, raw, sentence) => {
    expect(misfitInHeaders(raw)).toMatch(sentence);
  });

  it.each([
    ...['Host', 'User-Agent', 'Accept-Encoding', 'Connection', 'Transfer-Encoding', 'TE', 'Upgrade', 'Keep-Alive'],
    ...['Content-Length', 'Proxy-Authorization', 'If-None-Match', 'Sec-Fetch-Mode', 'Range', 'From', 'Referer'],
  ])('H1: %s is not the operator’s to set', (name) => {
    expect(misfitInHeaders({ [name]: 'A' })).toMatch(/cannot come from the environment/);
  });

  it.each(['Bearer abc', 'ghp_s3cret', 'a\nb', '$TOKEN', ''])(
    'H1: the value itself in place of a variable (%j) is refused, and not repeated',
    (value) => {
      const problem = misfitInHeaders({ Authorization: value }) ?? '';
      expect(problem).toMatch(/and not the value itself/);
      if (value !== '') expect(problem).not.toContain(value);
    },
  );

  it('A6: on a command line pairs follow each other', () => {
    expect(headersFromText('Authorization=DOCS_TOKEN, X-Key=KEY')).toEqual({
      Authorization: 'DOCS_TOKEN',
      'X-Key': 'KEY',
    });
    expect(headersFromText('DOCS_TOKEN')).toBe('DOCS_TOKEN');
  });
});
