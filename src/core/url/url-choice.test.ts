import { describe, expect, it } from 'vitest';
import { urlChoice } from './url-choice.ts';

const urls = [
  'https://docs.test/',
  'https://docs.test/guide/pool',
  'https://docs.test/guide/pool.html?page=2',
  'https://docs.test/Guidebook',
  'folder://manual/guide/intro.md',
];

function chosen(choice: Parameters<typeof urlChoice>[0]): readonly string[] {
  return urls.filter(urlChoice(choice) ?? (() => true)).map((url) => url.replace(/^.*?:\/\/[^/]*/, ''));
}

describe('the choice of URLs', () => {
  it('is every URL where nothing is named', () => {
    expect(urlChoice({})).toBeUndefined();
  });

  it('takes a plain path for the beginning of it, whatever the host', () => {
    expect(chosen({ path: '/guide/' })).toEqual(['/guide/pool', '/guide/pool.html?page=2', '/guide/intro.md']);
    expect(chosen({ path: '/nowhere' })).toEqual([]);
  });

  it('takes a path with a star for a glob, and re: for a regular expression', () => {
    expect(chosen({ path: '/guide/*.html' })).toEqual(['/guide/pool.html?page=2']);
    expect(chosen({ path: 're:page=\\d' })).toEqual(['/guide/pool.html?page=2']);
  });

  it('finds what is written with escapes, and a folder without its slash', () => {
    const isChosen = urlChoice({ path: '/~docs/*' });
    expect(isChosen?.('https://docs.test/%7Edocs/a')).toBe(true);
    expect(urlChoice({ path: '/guide/' })?.('https://docs.test/guide')).toBe(true);
    expect(urlChoice({ path: '/guide/*' })?.('https://docs.test/guide')).toBe(true);
  });

  it('finds a part of the URL in any case', () => {
    expect(chosen({ text: 'GUIDEB' })).toEqual(['/Guidebook']);
    expect(chosen({ text: 'docs.test', path: '/guide' })).toEqual(['/guide/pool', '/guide/pool.html?page=2']);
  });

  it('finds no secret that is not shown', () => {
    const isChosen = urlChoice({ text: 's3cret' });
    expect(isChosen?.('https://docs.test/a?token=s3cret')).toBe(false);
    expect(isChosen?.('https://docs.test/s3cret')).toBe(true);
  });

  it('refuses a path that is no pattern', () => {
    expect(() => urlChoice({ path: 'guide' })).toThrow(expect.objectContaining({ code: 'DOC_PATTERN' }));
    expect(() => urlChoice({ path: 're:(' })).toThrow(expect.objectContaining({ code: 'DOC_PATTERN' }));
  });
});
