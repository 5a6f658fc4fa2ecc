import { describe, expect, it } from 'vitest';
import { type PageDirectivesInput, pageDirectives } from './page-directives.ts';

const read = (input: Omit<PageDirectivesInput, 'agent'>, agent = 'docent/1.0') => pageDirectives({ agent, ...input });
const set = (input: Omit<PageDirectivesInput, 'agent'>, agent?: string): string[] =>
  Object.entries(read(input, agent))
    .filter(([, value]) => value === true)
    .map(([name]) => name);
const meta = (content: string, name = 'robots'): string =>
  `<html><head><meta name="${name}" content="${content}"></head></html>`;
const DAY = 86_400_000;

describe('R28: META robots', () => {
  it.each([
    ['noindex', ['noindex']],
    ['nofollow', ['nofollow']],
    ['none', ['noindex', 'nofollow']],
    ['noarchive', ['noarchive']],
    ['nosnippet', ['nosnippet']],
    ['all', []],
    ['index, follow', []],
    ['NoIndex,NOFOLLOW', ['noindex', 'nofollow']],
    ['  noindex ,, nofollow  ', ['noindex', 'nofollow']],
    ['noindex, index', ['noindex']],
    ['noodp, max-snippet:20, wibble', []],
    ['constructor, __proto__', []],
  ])('R28: content="%s" means %j', (content, expected) => expect(set({ html: meta(content) })).toEqual(expected));

  it('R28: is read anywhere in the document, in any case, several times, the most restrictive winning', () => {
    expect(set({ html: '<body><p>text<META NAME=ROBOTS CONTENT=NOINDEX></p></body>' })).toEqual(['noindex']);
    expect(set({ html: meta('index') + meta('noarchive') })).toEqual(['noarchive']);
  });

  it('R28: inside a comment or a script it is not markup', () => {
    expect(
      set({
        html: '<!-- <meta name="robots" content="noindex"> --><script>"<meta name=robots content=none>"</script>',
      }),
    ).toEqual([]);
  });

  it('R28: a META for our own agent counts, one for another does not', () => {
    expect(set({ html: meta('noindex', 'Docent') })).toEqual(['noindex']);
    expect(set({ html: meta('noindex', 'googlebot') })).toEqual([]);
  });

  it('R28: white space around a name is no part of it', () => {
    expect(set({ metas: [{ name: ' \n Robots\t', content: 'noindex' }] })).toEqual(['noindex']);
    expect(set({ html: meta('noarchive', '  docent ') })).toEqual(['noarchive']);
  });

  it('R28: metas that were parsed already will do', () => {
    expect(set({ metas: [{ name: 'robots', content: 'none' }] })).toEqual(['noindex', 'nofollow']);
  });

  it('R28: broken HTML never throws', () => {
    expect(set({ html: '<meta name=robots content="noindex' })).toEqual([]);
    expect(set({ html: `${'<div>'.repeat(40_000)}<meta name=robots content=noindex>` })).toEqual(['noindex']);
  });
});

describe('R28: X-Robots-Tag', () => {
  it.each<[string | string[], string[]]>([
    ['noindex', ['noindex']],
    [
      ['noindex', 'nofollow'],
      ['noindex', 'nofollow'],
    ],
    ['docent: noindex', ['noindex']],
    ['DOCENT: none', ['noindex', 'nofollow']],
    ['otherbot: noindex', []],
    ['otherbot: noindex, nofollow', []],
    ['nosnippet, otherbot: noindex, docent: noarchive', ['noarchive', 'nosnippet']],
    ['max-snippet: 10, noindex', ['noindex']],
    ['unavailable_after: 25 Jun 2010 15:00:00 GMT, nofollow', ['noindex', 'nofollow']],
    ['unavailable_after: Friday, 25-Jun-10 15:00:00 GMT', ['noindex']],
  ])('R28: %j means %j', (value, expected) => {
    expect(set({ headers: { 'X-Robots-Tag': value }, now: Date.UTC(2026, 1, 1) })).toEqual(expected);
  });

  it('R28: a Headers object will do', () => {
    expect(
      set({
        headers: new Headers([
          ['x-robots-tag', 'noindex'],
          ['x-robots-tag', 'otherbot: none'],
        ]),
      }),
    ).toEqual(['noindex']);
  });

  it('R28: header and META add up, and the page’s record lists which were obeyed', () => {
    const result = read({ html: meta('nofollow'), headers: { 'x-robots-tag': 'docent: noindex' } });
    expect(result).toMatchObject({
      noindex: true,
      nofollow: true,
      obeyed: ['META robots: nofollow', 'X-Robots-Tag: noindex'],
    });
  });
});

describe('R28: unavailable_after', () => {
  const at = Date.UTC(2030, 5, 25, 15);
  it.each([
    '25 Jun 2030 15:00:00 GMT',
    'Tue, 25 Jun 2030 15:00:00 GMT',
    '2030-06-25T15:00:00Z',
    '25-Jun-2030 15:00:00 GMT',
  ])('R28: %s is read', (date) => {
    const html = meta(`noarchive, unavailable_after: ${date}`);
    expect(read({ html })).toMatchObject({ unavailableAfter: at, noindex: false, noarchive: true });
    expect(read({ html, now: at - DAY }).noindex).toBe(false);
    expect(read({ html, now: at }).noindex).toBe(true);
  });

  it('R28: an unreadable date is ignored, the words around it are not', () => {
    expect(read({ html: meta('unavailable_after: soon, noindex') })).toMatchObject({
      unavailableAfter: null,
      noindex: true,
    });
  });
});
