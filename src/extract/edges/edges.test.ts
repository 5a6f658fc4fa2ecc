// E2: chrome learnt from a site's own pages: what counts as an edge, what is learnt, what is cut, and what never is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderBlocks } from '../../core/document.ts';
import { cutAnew, extractPage } from '../extract-page.ts';
import { cutOf, type LearntChrome, nothingLearnt, packCut, withoutEdges } from './edge-cut.ts';
import { EdgePlaces } from './edge-places.ts';
import { EdgeTally, LeftOvers, learnFrom, surely, undecided } from './edge-tally.ts';
import { packLearnt, unpackLearnt } from './learnt-text.ts';
import { edgesOf, type PageEdges, packEdges, unpackEdges } from './page-edges.ts';

const url = 'https://docs.example.org/page3.html';
const urlOf = (nth: number): string => `https://docs.example.org/page${nth}.html`;
const own = (nth: number): string =>
  `<p>Widget number ${'abcdefghijklmnopqrstuvwxyz'[nth % 26]}${'klmnopqrst'[Math.floor(nth / 26)]} turns in a way of its own, and this says how it does.</p>`;

/** A site: the same frame around pages of their own. */
async function site(count: number, frame: (inside: string, nth: number) => string, inside = own) {
  const pages = [];
  for (let nth = 0; nth < count; nth++) pages.push(await extractPage(frame(inside(nth), nth), { url: urlOf(nth) }));
  return pages;
}

function learn(pages: readonly { readonly edges: string; readonly url: string }[]): LearntChrome {
  const all = new EdgeTally();
  for (const page of pages) all.note(unpackEdges(page.edges), page.url);
  const learnt = learnFrom({ all, fresh: all }, new Set());
  const places = new EdgePlaces(learnt.map(({ key }) => key));
  for (const page of pages) places.note(unpackEdges(page.edges), page.url, true);
  return unpackLearnt(packLearnt(learnt, places));
}

/** What becomes of a page of such a site. */
async function left(
  frame: (inside: string, nth: number) => string,
  inside = own,
  count = 8,
): Promise<{ readonly markdown: string; readonly leftOut: readonly string[] }> {
  const learnt = learn(await site(count, frame, inside));
  const page = await extractPage(frame(inside(3), 3), { url, learnt });
  return { markdown: page.markdown, leftOut: page.leftOut.map(({ edge, text }) => `${edge}: ${text}`) };
}

describe('E2: blocks at the same edge of most pages are chrome', () => {
  it('leaves out a slogan and a menu before the first heading, and a footer behind the last section', async () => {
    const frame = (inside: string): string =>
      `<body><div>Turn everything.</div><ul><li>Start</li><li>Guide</li></ul><h1>Widgets</h1>${inside}<h2>More</h2>${inside}<p>Licensed to anybody.</p></body>`;
    const { markdown, leftOut } = await left(frame);
    expect(leftOut).toEqual(['top: Turn everything.', 'top: - Start', 'top: - Guide', 'bottom: Licensed to anybody.']);
    expect(markdown).toBe(`# Widgets\n\n${textOf(3)}\n\n## More\n\n${textOf(3)}`);
  });

  it('compares without white space and marks, and counters without their numbers', async () => {
    const frame = (inside: string, nth: number): string =>
      `<h1>T</h1>${inside}${inside}<p>${nth % 2 ? '<b>All</b> is <code>said</code>' : '» All • is said |'}</p><p><b>Page ${nth}</b> of 90, updated 2026-01-${nth + 10}</p>`;
    expect((await left(frame)).leftOut).toEqual([
      'bottom: **All** is `said`',
      'bottom: **Page 3** of 90, updated 2026-01-13',
    ]);
  });

  it('leaves out what is between a heading and its own text, but nothing behind that', async () => {
    const frame = (inside: string): string =>
      `<h1>Module</h1><p>Languages: en, ko</p>${inside}<p>Languages: en, ko</p>${inside}`;
    const { markdown } = await left(frame);
    expect(markdown).toBe(`# Module\n\n${textOf(3)}\n\nLanguages: en, ko\n\n${textOf(3)}`);
  });

  it('passes over a line that differs before the heading, but not at the end of a page', async () => {
    const crumb = (inside: string, nth: number): string =>
      `<div>Menu of all</div><p>${textOf(nth + 9)}</p><div>Second line</div><h1>T</h1>${inside}${inside}<p>Footer of all</p><p>${textOf(nth + 9)}</p>`;
    expect((await left(crumb)).leftOut).toEqual(['top: Menu of all', 'top: Second line']);
  });

  it('counts pages of one language with each other', async () => {
    const frame = (inside: string, nth: number): string =>
      `<html lang="${nth < 5 ? 'ko-KR' : nth < 10 ? 'ja' : 'de'}"><body><h1>T</h1>${inside}${inside}<p>${nth < 5 ? '라이선스' : 'ライセンス'}</p></body></html>`;
    const pages = await site(12, frame);
    const learnt = learn(pages);
    const cuts = pages.map((page) => packCut(cutOf(unpackEdges(page.edges), learnt, page.url)));
    // The first page in each language keeps it, and two pages decide nothing.
    expect(cuts).toEqual(['', ...Array(4).fill('/1'), '', ...Array(4).fill('/1'), '', '']);
  });
});

describe('E2: what is never left out', () => {
  it.each([
    ['a heading', `<h1>Overview</h1>`, `<h2>Questions</h2>`],
    ['code', `<pre>import widgets</pre>`, `<pre>widgets.close()</pre>`],
    ['an API entry', `<dl><dt id="a">widget.turn()</dt><dd>Turns.</dd></dl>`, ''],
    ['the label of a part', '<p><b>Parameters</b></p>', '<p><strong>See also:</strong></p>'],
    ['the text below a heading', '', '<h2>See also</h2><p>The index of all widgets</p>'],
    ['a line that introduces what stays', '<h1>T</h1><p>Use it like this:</p>', ''],
    [
      'items of a list with one of its own',
      '',
      '<h2>Steps</h2><ol><li>Unpack OWN</li><li>Start it</li><li>Look at it</li></ol>',
    ],
    ['a list below a heading', '', '<h2>See also</h2><ul><li>Index</li><li>Glossary</li></ul>'],
    ['a list below a label', '', '<p><b>See also</b></p><ul><li>Index</li><li>Glossary</li></ul>'],
    ['the text below a label', '', '<p><b>Returns</b></p><p>An error code, or zero.</p>'],
    [
      'a list that a line of the page introduces',
      '',
      '<p>OWN accepts these options:</p><ul><li>quiet</li><li>force</li></ul>',
    ],
    ['a number', '<h1>CONST</h1><p>FIGURE</p>', ''],
    ['a limit', '', '<p>Rate limit: FIGURE requests per minute</p>'],
    ['since when there is such a thing', '', '<p>Available since 1.FIGURE</p>'],
    [
      'a table of figures',
      '',
      '<table><tr><th>CPU</th><th>Price</th></tr><tr><td>FIGURE</td><td>1FIGURE</td></tr></table>',
    ],
  ])('%s', async (_name, before, after) => {
    const frame = (inside: string, nth: number): string =>
      `<body>${before}${inside}${inside}${after}</body>`
        .replaceAll('FIGURE', String(nth + 30))
        .replaceAll('OWN', textOf(nth).slice(0, 16));
    expect((await left(frame)).leftOut).toEqual([]);
  });

  it('most of a page', async () => {
    const frame = (inside: string): string =>
      `<h1>T</h1>${inside}<p>${'One long text stands on all of them. '.repeat(9)}</p>`;
    expect((await left(frame)).leftOut).toEqual([]);
  });

  it('the only text of a page', async () => {
    const learnt = learn(await site(8, (inside) => `<h1>T</h1>${inside}${inside}<p>Footer</p>`));
    const page = await extractPage('<h1>T</h1><p>Footer</p>', { url, learnt });
    expect(page.markdown).toBe('# T\n\nFooter');
  });

  it('most of a short page, however long the others are', async () => {
    const frame = (inside: string): string => `<div>${'Menu of this site. '.repeat(4)}</div><h1>T</h1>${inside}`;
    const learnt = learn(await site(8, frame, (nth) => own(nth).repeat(90)));
    expect(learnt.keys.size).toBe(1);
    const page = await extractPage(frame('<p>Gone.</p>'), { url, learnt });
    expect(page.leftOut).toEqual([]);
  });

  it('what is on half of the pages, or on no more than four', async () => {
    const half = (inside: string, nth: number): string =>
      `<h1>T</h1>${inside}${inside}${nth % 2 ? '<p>Footer</p>' : ''}`;
    expect((await left(half)).leftOut).toEqual([]);
    expect((await left((inside) => `<h1>T</h1>${inside}${inside}<p>Footer</p>`, own, 4)).leftOut).toEqual([]);
  });

  it('text and Markdown files, which have no chrome', async () => {
    const page = await extractPage('# T\n\nText.', { url: 'https://docs.example.org/a.md' });
    expect(page).toMatchObject({ edges: '', cut: '', leftOut: [] });
  });
});

describe('E2: two lines are two blocks where one says something else', () => {
  const lastOf = async (html: string): Promise<string | undefined> =>
    unpackEdges((await extractPage(`<h1>T</h1>${own(1)}${html}`, { url })).edges).bottom[0]?.hash;

  it.each([
    ['a number in a word that counts', '<p>Limit: 25 items per page</p>', '<p>Limit: 50 items per page</p>'],
    ['a version', '<p>Added in version 2.3</p>', '<p>Added in version 2.4</p>'],
    ['a decimal point', '<p>Costs 1.5 coins</p>', '<p>Costs 15 coins</p>'],
    ['a decimal comma', '<p>Costs 1,5 coins</p>', '<p>Costs 1.5 coins</p>'],
    ['a minus', '<p>Offset -5 rows</p>', '<p>Offset 5 rows</p>'],
    ['a bound', '<p>Needs ≤ 5 rows</p>', '<p>Needs ≥ 5 rows</p>'],
    ['another bound', '<p>Needs &lt; 5 rows</p>', '<p>Needs &gt; 5 rows</p>'],
    ['a share', '<p>Costs 5% more</p>', '<p>Costs 5 more</p>'],
    ['a currency', '<p>Costs $5 a day</p>', '<p>Costs €5 a day</p>'],
    ['a unit by its case', '<p>Takes 5 MB</p>', '<p>Takes 5 Mb</p>'],
    ['digits of full width', '<p>最大２５件</p>', '<p>最大５０件</p>'],
    ['Arabic digits', '<p>Limit ٢٥ rows</p>', '<p>Limit ٥٠ rows</p>'],
    ['a fraction', '<p>Takes ½ of it</p>', '<p>Takes ¼ of it</p>'],
    ['a power', '<p>Takes 10² steps</p>', '<p>Takes 10³ steps</p>'],
    ['a number in a circle', '<p>See note ② there</p>', '<p>See note ③ there</p>'],
    ['a Roman number', '<p>Class II device</p>', '<p>Class III device</p>'],
    ['a tick', '<p>Windows ✓</p>', '<p>Windows ✗</p>'],
    ['a language by its signs', '<p>Written in C</p>', '<p>Written in C++</p>'],
    ['the start of a list', '<ol start="3"><li>Wait for it</li></ol>', '<ol start="7"><li>Wait for it</li></ol>'],
    [
      'a cell',
      '<table><tr><th>Max</th></tr><tr><td>25</td></tr></table>',
      '<table><tr><th>Max</th></tr><tr><td>50</td></tr></table>',
    ],
    ['an address', '<p>Listens on 10.0.0.1</p>', '<p>Listens on 10.0.0.2</p>'],
    ['a date', '<p>Valid until 2026-01-13</p>', '<p>Valid until 2027-01-13</p>'],
    ['a mark that is text', '<p>Called as f(*args) there</p>', '<p>Called as f(**args) there</p>'],
    ['a pattern', '<p>Matches <code>*</code> there</p>', '<p>Matches <code>**</code> there</p>'],
    ['a pattern of underscores', '<p>Matches <code>_</code> there</p>', '<p>Matches <code>__</code> there</p>'],
    ['an underscore in a name', '<p>Set max_items there</p>', '<p>Set max items there</p>'],
    ['an operator', '<p>It is 2 * 3 in all</p>', '<p>It is 2 3 in all</p>'],
    ['a pipe', '<p>Run a | b now</p>', '<p>Run a b now</p>'],
    ['a pipe of code at the end', '<p>Separated by <code>|</code></p>', '<p>Separated by <code>·</code></p>'],
    ['an index', '<p>Use <code>x[1]</code> there</p>', '<p>Use <code>x 1</code> there</p>'],
    ['an escape', '<p>Ends with \\n there</p>', '<p>Ends with n there</p>'],
    ['a unit of two', '<p>In kg·m of it</p>', '<p>In kg m of it</p>'],
    [
      'a box that is ticked',
      '<ul><li><input type="checkbox" checked> Supported</li></ul>',
      '<ul><li><input type="checkbox"> Supported</li></ul>',
    ],
    ['a bound alone', '<p>&lt; 5 rows</p>', '<p>&gt; 5 rows</p>'],
    ['a rating', '<p>Rated 3/5</p>', '<p>Rated 4/5</p>'],
    ['a percentile', '<p>p99 of it</p>', '<p>p50 of it</p>'],
    ['a deadline in Japanese', '<p>更新：30日前</p>', '<p>更新：60日前</p>'],
    ['what was struck out', '<p>Costs <del>5</del> coins</p>', '<p>Costs 5 coins</p>'],
    ['a counter beside a fact', '<p>Limit 5. Page 3 of 9</p>', '<p>Limit 7. Page 3 of 9</p>'],
  ])('%s', async (_name, one, other) => {
    const hashes = [await lastOf(one), await lastOf(other)];
    expect(hashes).not.toContain('');
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});

describe('E2: the text of a page with and without it', () => {
  const frame = (inside: string, nth: number): string => `<h1>T</h1>${inside}${inside}<p>Page ${nth} of 90</p>`;

  it('has two hashes: learning and another number of the page change neither its text nor the first', async () => {
    const learnt = learn(await site(8, frame));
    const whole = await extractPage(frame(own(3), 3), { url });
    const cut = await extractPage(frame(own(3), 3), { url, learnt });
    const later = await extractPage(frame(own(3), 26), { url, learnt });
    expect(whole.hash).toBe(whole.readHash);
    expect(cut.readHash).toBe(whole.hash);
    expect(cut.hash).not.toBe(whole.hash);
    expect(later.hash).toBe(cut.hash);
    expect(later.readHash).not.toBe(cut.readHash);
    expect(cut.words).toBeLessThan(whole.words);
  });

  it('is cut anew from a draft as if it were read now, with kept links, too', async () => {
    const learnt = learn(await site(8, frame));
    const html = frame(`${own(3)}<p><a href="x.html">Next to it</a> is another.</p>`, 3);
    for (const keepLinks of [false, true]) {
      const first = await extractPage(html, { url, keepLinks, keepDraft: () => true });
      const now = await extractPage(html, { url, keepLinks, learnt });
      const anew = cutAnew(first.draft as Uint8Array, url, learnt);
      const { blocks, markdown, hash, readHash, cut, leftOut, fingerprint, words, outline } = anew;
      const text = { blocks, markdown, hash, readHash, cut, leftOut, fingerprint, words, outline };
      expect(now).toEqual({ ...now, ...text });
      expect(leftOut).toHaveLength(1);
    }
  });

  it('keeps its edges as a line of text that holds the same', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 40 }), (blocks) => {
        const edges = edgesOf(blocks as never, 'ko-KR');
        expect(unpackEdges(packEdges(edges))).toEqual(edges);
        const learnt: LearntChrome = { keys: new Set(keysIn(edges)), keptOn: new Map(), folders: new Map() };
        const cut = cutOf(edges, learnt, url);
        const { blocks: kept, leftOut } = withoutEdges(blocks as never, cut);
        expect(kept.length + leftOut.length).toBe(blocks.length);
        // Never a heading, never code, never everything.
        for (const kind of ['heading', 'code'])
          expect(kept.filter((one) => one.kind === kind)).toEqual(blocks.filter((one) => one.kind === kind));
        if (blocks.some(({ kind }) => kind !== 'heading')) expect(renderBlocks(kept)).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

describe('E2: learning', () => {
  const edges = (...bottom: readonly string[]): PageEdges => ({
    language: 'en',
    length: 1_000,
    blocks: 9,
    top: [],
    bottom: bottom.map((hash) => ({ hash, length: 9, count: 1, introduces: false })),
  });
  const tallyOf = (pages: readonly PageEdges[]): EdgeTally => {
    const tally = new EdgeTally();
    for (const page of pages) tally.note(page, url);
    return tally;
  };
  const key = (hash: string): string => `en bottom ${hash}`;
  const many = (count: number, ...bottom: readonly string[]): readonly PageEdges[] =>
    Array.from({ length: count }, () => edges(...bottom));
  const learnt = (fresh: readonly PageEdges[], rest: readonly PageEdges[], ...known: readonly string[]): unknown => {
    const pages = [...fresh, ...rest];
    const keys = new Set(known.map(key));
    const found = learnFrom({ all: tallyOf(pages), fresh: tallyOf(fresh) }, keys);
    const left = new LeftOvers(found, keys);
    for (const page of pages) left.note(page);
    return [...found, ...left.kept()].map((block) => block.key.split(' ')[2]).toSorted();
  };

  it('learns the same from the same pages in any order', () => {
    const pages = [...many(6, 'a', 'b'), ...many(3, 'b'), ...many(2, 'c', 'a'), ...many(1, 'd')];
    const urls = (page: PageEdges): string =>
      `https://docs.example.org/${pages.indexOf(page) % 7}/${pages.indexOf(page)}`;
    const textOfAll = (all: readonly PageEdges[]): string => {
      const blocks = learnFrom(siteOf(all), new Set());
      const places = new EdgePlaces(blocks.map((block) => block.key));
      for (const page of all) places.note(page, urls(page), true);
      return packLearnt(blocks, places);
    };
    const expected = textOfAll(pages);
    fc.assert(
      fc.property(fc.shuffledSubarray(pages, { minLength: pages.length }), (shuffled) => {
        expect(textOfAll(shuffled)).toBe(expected);
      }),
    );
    expect([...unpackLearnt(expected).keys]).toEqual([key('a'), key('b')]);
  });
  const siteOf = (pages: readonly PageEdges[]) => ({
    all: tallyOf(pages),
    fresh: tallyOf(pages),
  });

  it('knows a footer that took the place of another, while some pages still have the old one', () => {
    expect(learnt(many(10, 'new'), many(90, 'old'), 'old')).toEqual(['new', 'old']);
    expect(learnt(many(60, 'new'), many(40, 'old'), 'old')).toEqual(['new', 'old']);
    expect(learnt(many(100, 'new'), [], 'old')).toEqual(['new']);
  });

  it('does not take what a few pages that were read again have in common for chrome', () => {
    expect(learnt(many(8, 'notice', 'footer'), many(92, 'footer'), 'footer')).toEqual(['footer']);
    expect(learnt(many(12, 'notice'), many(28))).toEqual([]);
    expect(learnt(many(3, 'new'), many(97, 'old'), 'old')).toEqual(['old']);
  });

  it('forgets what it learnt of a few pages when the whole site differs', () => {
    expect(learnt([...many(5, 'a', 'b'), ...many(95, 'b')], [], 'a')).toEqual(['b']);
    expect(learnt([...many(5, 'a'), ...many(95)], [], 'a')).toEqual([]);
  });

  it('keeps what it learnt where a few pages less have it, as duplicates that were merged', () => {
    expect(learnt([...many(5, 'a'), ...many(5)], [])).toEqual([]);
    expect(learnt([...many(5, 'a'), ...many(5)], [], 'a')).toEqual(['a']);
  });

  it('is careful while pages are still being read', () => {
    const tally = tallyOf([...many(19, 'sure'), ...many(1, 'other')]);
    expect(surely(tally)).toEqual([key('sure')]);
    const early = tallyOf([...many(14, 'likely'), ...many(6, 'other')]);
    expect(surely(early)).toEqual([]);
    expect([...undecided(early)]).toEqual([key('likely'), key('other')]);
  });

  it('counts any number of different blocks in bounded memory, and keeps what is frequent', () => {
    const tally = new EdgeTally();
    for (let nth = 0; nth < 30_000; nth++) tally.note(edges('footer', `own${nth}`, `other${nth}`), urlOf(nth));
    expect(tally.forgot).toBe(true);
    expect([...tally.above()]).toEqual([{ key: key('footer'), pages: 30_000, of: 30_000 }]);
  });

  it('reads nothing from a text that is damaged', () => {
    for (const text of [
      '{"blocks":',
      '{"blocks":[9]}',
      '{"blocks":[["key"]]}',
      '{"blocks":[["key",9,9,9]]}',
      '[]',
      'null',
    ])
      expect(unpackLearnt(text)).toBe(nothingLearnt);
    expect(unpackEdges('')).toMatchObject({ length: 0, top: [], bottom: [] });
  });
});

function textOf(nth: number): string {
  return own(nth).slice(3, -4);
}

const place = { first: '', rest: '', blank: '', ids: [], names: [] };
const anyBlock = fc
  .record({
    kind: fc.constantFrom('text', 'text', 'text', 'heading', 'code', 'table', 'entry'),
    text: fc.constantFrom('Menu', 'Footer 2026', 'Own text', 'Parameters', 'Such as:', '---', '가나다'),
    entryDepth: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ kind, text, entryDepth }) => ({
    ...{ ...place, kind, text, markdown: text, entryDepth, level: 2, anchor: 'a' },
    ...{ code: text, header: `| ${text} |`, divider: '| --- |', rows: [`| ${text} |`] },
  }));

function* keysIn({ language, top, bottom }: PageEdges): IterableIterator<string> {
  for (const block of top) if (block !== 'heading') yield `${language} top ${block.hash}`;
  for (const block of bottom) yield `${language} bottom ${block.hash}`;
}
