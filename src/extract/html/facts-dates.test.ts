// Proves which dates a page is believed (E4, FAULTS 34), and its keywords and language.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate, jsonLdDates } from './facts-dates.ts';
import { type Page, readHtmlPage } from './page.ts';
import { parseHtml } from './tree.ts';

const read = (html: string): Page => readHtmlPage(parseHtml(html));

describe('dates', () => {
  it.each([
    ['2026-02-23', '2026-02-23'],
    [' 2026-02-23 ', '2026-02-23'],
    ['20260223', '2026-02-23'],
    ['2026/02/23', '2026-02-23'],
    ['2026.02.23', '2026-02-23'],
    ['2026-02', '2026-02'],
    ['2026-02-23T03:04:05Z', '2026-02-23T03:04:05.000Z'],
    ['2026-02-23T03:04:05.678901Z', '2026-02-23T03:04:05.678Z'],
    ['2026-02-23T03:04:05+09:00', '2026-02-22T18:04:05.000Z'],
    ['2026-02-23T03:04+0900', '2026-02-22T18:04:00.000Z'],
    ['2026-02-23 03:04:05 -05', '2026-02-23T08:04:05.000Z'],
    ['2026-02-23T03:04:05', '2026-02-23T03:04:05.000Z'],
    ['2026-02-23T99:00:00Z', '2026-02-23'],
    ['2026-02-23 draft', '2026-02-23'],
    ['Mon, 23 Feb 2026 03:04:05 GMT', '2026-02-23T03:04:05.000Z'],
    ['23 Feb 2026', '2026-02-23'],
    ['February 23, 2026', '2026-02-23'],
    ['Feb 23, 2026 03:04', '2026-02-23T03:04:00.000Z'],
  ])('E4: %j is %j', (text, iso) => {
    expect(isoDate(text)).toBe(iso);
  });

  it.each([
    '',
    'yesterday',
    '{{ date }}',
    '03/04/2026',
    '2026-13-01',
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
    '1700000000',
    '2026',
    'NaN',
    'Smarch 13, 2026',
    '2026-02-23'.repeat(1_000_000),
    `${'x'.repeat(60)} 2026`,
  ])('FAULTS 34: %.20j is no date', (text) => {
    expect(isoDate(text)).toBeUndefined();
  });

  it('E4: no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isoDate(`2026-02-23T${text}`) ?? '2026').toMatch(/^2026|^$/);
        jsonLdDates(`{"datePublished":${text}}`);
      }),
    );
  });

  it('E4: come from metas, then elements, then JSON-LD', () => {
    const json =
      '<script type="application/ld+json">{"datePublished":"2021-01-01","dateModified":"2021-02-02"}</script>';
    const element =
      '<time datetime="2022-01-01" pubdate>x</time><time datetime="2022-02-02" itemprop="dateModified">x</time>';
    const meta =
      '<meta property="article:published_time" content="2023-01-01T00:00:00Z"><meta name="Last-Modified" content="2023-02-02">';
    expect(read(json)).toMatchObject({ published: '2021-01-01', modified: '2021-02-02' });
    expect(read(json + element)).toMatchObject({ published: '2022-01-01', modified: '2022-02-02' });
    expect(read(json + element + meta)).toMatchObject({
      published: '2023-01-01T00:00:00.000Z',
      modified: '2023-02-02',
    });
  });

  it.each([
    ['<meta property="og:updated_time" content="2026-02-23">', 'modified'],
    ['<meta http-equiv="last-modified" content="Mon, 23 Feb 2026 00:00:00 GMT">', 'modified'],
    ['<meta itemprop="dateModified" content="2026-02-23">', 'modified'],
    ['<meta name="DC.Date.Modified" content="2026-02-23">', 'modified'],
    ['<meta name="dc.date" content="2026-02-23">', 'published'],
    ['<meta name="DCTERMS.issued" content="2026-02-23">', 'published'],
    ['<meta itemprop=datePublished content="2026-02-23">', 'published'],
  ] as const)('E4: %s is read', (html, kind) => {
    expect(read(html)[kind]).toMatch(/^2026-02-23/);
  });

  it('E4: garbage counts as nothing, and what comes after it may do', () => {
    const page = read(
      '<meta name=date content="soon"><meta name=dc.date content="2026-02-23"><time datetime="2020-01-01">',
    );
    expect(page.published).toBe('2026-02-23');
    expect(page).not.toHaveProperty('modified');
    for (const json of [
      '{',
      '[]',
      'null',
      '{"datePublished":5}',
      `{"datePublished":"2026-02-23","x":"${'x'.repeat(70_000)}"}`,
    ]) {
      expect(jsonLdDates(json)).toEqual({});
    }
    expect(jsonLdDates('{"@graph":[{"@type":"Org"},{"datePublished":"2026-02-23"}]}')).toMatchObject({
      published: '2026-02-23',
    });
    expect(jsonLdDates(`{"datePublished":${'['.repeat(60_000)}`)).toEqual({});
    expect(jsonLdDates(`{"datePublished":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toEqual({});
  });
});

describe('keywords and language', () => {
  it('E4: keywords are split, folded, named once and at most twenty', () => {
    const page = read('<meta name="Keywords" content=" install,  set up ; Install,, 설치、설정 ">');
    expect(page.keywords).toEqual(['install', 'set up', '설치', '설정']);
    const many = Array.from({ length: 50 }, (_, at) => `k${at}`).join(',');
    expect(read(`<meta name=keywords content="${many}">`).keywords).toHaveLength(20);
    expect(read(`<meta name=keywords content="${'x'.repeat(5_000)}">`).keywords?.[0]).toHaveLength(100);
    expect(read('<meta name=keywords content=" , ">')).not.toHaveProperty('keywords');
  });

  it('E4: the language comes from html, else http-equiv, else Open Graph', () => {
    const locale = '<meta property="og:locale" content="ko_KR">';
    expect(read(locale).language).toBe('ko-KR');
    expect(read(`${locale}<meta http-equiv=content-language content=ja>`).language).toBe('ja');
    expect(read(`<html lang=de>${locale}`).language).toBe('de');
    expect(read('<meta property="og:locale" content="??">')).not.toHaveProperty('language');
  });
});
