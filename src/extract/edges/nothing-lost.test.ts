// E2: whatever a page loses as chrome, another page says, word by word: over sites made by chance, with lines that differ in little.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs, scaled } from '../../../test/support/how-long.ts';
import { renderBlock } from '../../core/document.ts';
import { type ExtractedPage, extractPage } from '../extract-page.ts';
import { counterOf } from './counters.ts';
import type { LearntChrome } from './edge-cut.ts';
import { EdgePlaces } from './edge-places.ts';
import { EdgeTally, learnFrom } from './edge-tally.ts';
import { packLearnt, unpackLearnt } from './learnt-text.ts';
import { unpackEdges } from './page-edges.ts';

const words =
  'limit page version views port read until 한도 페이지 이내 조회 分 ページ 更新 閲覧 seite % °C kg·m rpm'.split(' ');
const numbers = '7 25 2.3 -5 3/5 10² ½ ② ２５ 2026-01-13 10:22 v1.2 ≥ ± 1,204'.split(' ');
const signs = ['*', '**', '_', '|', '·', '[', ']', '\\', '-', '+', '~', '#', '=', '/', '»', ' ', '.', ':', '7'];
const wraps = [
  (line: string) => `<p>${line}</p>`,
  (line: string) => `<p><code>${line}</code></p>`,
  (line: string) => `<p>Set <b>${line}</b> here</p>`,
  (line: string) => `<ul><li>${line}</li></ul>`,
  (line: string) => `<blockquote><p>${line}</p></blockquote>`,
  (line: string) => `<table><tr><th>Of</th></tr><tr><td>${line}</td></tr></table>`,
  (line: string) => `<div class="admonition"><p>${line}</p></div>`,
];

/** A line of a site, and which of its two wordings a page has: they differ by one sign. */
const slot = fc
  .record({
    parts: fc.array(fc.constantFrom(...words, ...numbers), { minLength: 1, maxLength: 4 }),
    sign: fc.constantFrom(...signs),
    at: fc.nat(30),
    every: fc.constantFrom(1, 2, 3),
    wrap: fc.constantFrom(...wraps),
    edge: fc.constantFrom('before', 'heading', 'behind'),
  })
  .map(({ parts, sign, at, every, wrap, edge }) => {
    const line = parts.join(' ');
    const other = line.slice(0, at) + sign + line.slice(at);
    return { edge, of: (nth: number) => wrap(nth % every === 0 ? line : other) };
  });

const site = fc.record({
  slots: fc.array(slot, { minLength: 1, maxLength: 5 }),
  count: fc.integer({ min: 5, max: 12 }),
  folders: fc.constantFrom(['/'], ['/a/', '/b/'], ['/a/', '/a/b/', '/c/']),
});

function learn(pages: readonly (ExtractedPage & { readonly url: string })[]): LearntChrome {
  const all = new EdgeTally();
  for (const { edges, url } of pages) all.note(unpackEdges(edges), url);
  const blocks = learnFrom({ all, fresh: all }, new Set());
  const places = new EdgePlaces(blocks.map(({ key }) => key));
  for (const { edges, url } of pages) places.note(unpackEdges(edges), url, true);
  return unpackLearnt(packLearnt(blocks, places));
}

/** What blocks say, without what sets a line out: emphasis, code, bullets, separators at the ends. */
function said({ blocks }: Pick<ExtractedPage, 'blocks'>): readonly string[] {
  return blocks.map((block) =>
    renderBlock(block)
      .replace(/^(?:- |\d+\. |> )+/, '')
      .replaceAll(/(?<!\\)(\*\*|\*)(?=\S)(.*?\S)\1/g, '$2')
      .replaceAll(/(?<!\\)(`+)\s*(.*?)\s*\1/g, '$2')
      .replaceAll(/(^|\s)»(?=\s|$)/g, ' ')
      .replaceAll(/^[\s|·]+|[\s|·]+$/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

it('E2: whatever a page loses, another page says, or it is a counter', scaled, async () => {
  let cuts = 0;
  await fc.assert(
    fc.asyncProperty(site, async ({ slots, count, folders }) => {
      const html = (nth: number): string => {
        const lines = (edge: string): string => slots.map((one) => (one.edge === edge ? one.of(nth) : '')).join('');
        const own = `<p>${`Part ${'abcdefghijkl'[nth]} says at length what it alone has to say. `.repeat(5)}</p>`;
        return `<html lang="en">${lines('before')}<h1>T</h1>${lines('heading')}${own}<h2>More</h2>${own}${lines('behind')}`;
      };
      const urls = Array.from(
        { length: count },
        (_, nth) => `https://docs.example.org${folders[nth % folders.length]}p${nth}`,
      );
      const read = await Promise.all(
        urls.map(async (url, nth) => ({ ...(await extractPage(html(nth), { url })), url })),
      );
      const learnt = learn(read);
      const cut = await Promise.all(urls.map((url, nth) => extractPage(html(nth), { url, learnt })));
      const kept = new Set(cut.flatMap(said));
      for (const [nth, page] of cut.entries()) {
        const left = said(page);
        const lost = said(read[nth] as ExtractedPage).filter((line) => !left.includes(line));
        cuts += lost.length;
        expect(lost.filter((line) => !kept.has(line) && counterOf(line) === undefined)).toEqual([]);
      }
    }),
    { numRuns: runs(500) },
  );
  expect(cuts).toBeGreaterThan(100);
});
