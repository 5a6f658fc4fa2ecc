// How much of real documentation survives its way to Markdown: code, cells, headings, words, languages (E3). `--show` names the losses.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { renderBlocks } from '../src/core/document.ts';
import { findContent } from '../src/extract/html/content.ts';
import { toBlocks } from '../src/extract/html/markdown/blocks.ts';
import type { Element } from '../src/extract/html/node.ts';
import { parseHtml } from '../src/extract/html/tree.ts';
import { type Comparison, type Measure, measures, parseBack } from '../test/extract/parse-back.ts';
import { contentOf } from '../test/extract/source-content.ts';
import { debianDocs, fetchDocs, pagesBelow } from './debian-docs.ts';

/** In per cent; below, the program fails. */
const least: Readonly<Partial<Record<Measure, number>>> = Object.freeze({
  code: 99.5,
  cells: 99,
  words: 99,
  language: 95,
});

const show = process.argv.includes('--show');
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));

interface PageResult {
  readonly path: string;
  readonly ms: number;
  readonly compared: Comparison;
}

const docbookParts: ReadonlySet<string> = new Set(
  'book part chapter appendix sect1 reference refentry preface index bibliography legalnotice'.split(' '),
);

/** The content element of all four: what Sphinx calls main, Django's theme `yui-main`, and DocBook a chapter or the like. */
function isContent({ attribs, name }: Element): boolean {
  return (
    attribs.role === 'main' || attribs.id === 'yui-main' || (name === 'div' && docbookParts.has(attribs.class ?? ''))
  );
}

function judge(path: string, folder: string): PageResult {
  const html = readFileSync(path, 'utf8');
  const start = performance.now();
  const tree = parseHtml(html);
  const options = { keepLinks: false, imageLabel: 'image', resolve: () => undefined };
  const markdown = renderBlocks(toBlocks(findContent(tree), options));
  const ms = performance.now() - start;
  return { path: relative(folder, path), ms, compared: parseBack(contentOf(tree.root, isContent), markdown) };
}

function shareOf(results: readonly PageResult[], measure: Measure): number | undefined {
  const all = results.reduce((sum, { compared }) => sum + compared[measure].all, 0);
  const kept = results.reduce((sum, { compared }) => sum + compared[measure].kept, 0);
  return all === 0 ? undefined : (100 * kept) / all;
}

function lossOf({ compared }: PageResult, measure: Measure): number {
  const { all, kept } = compared[measure];
  return all === 0 ? 0 : (all - kept) / all;
}

function printWorst(results: readonly PageResult[]): void {
  for (const measure of measures) {
    const worst = results
      .filter(({ compared }) => compared[measure].lost.length > 0)
      .toSorted(
        (a, b) =>
          b.compared[measure].lost.length - a.compared[measure].lost.length || lossOf(b, measure) - lossOf(a, measure),
      )
      .slice(0, 10);
    for (const { path, compared } of worst) {
      const { kept, all, lost } = compared[measure];
      console.log(`  ${measure} ${kept}/${all} ${path}: ${JSON.stringify(lost.slice(0, 3)).slice(0, 300)}`);
    }
  }
}

let failed = false;
for (const docs of debianDocs) {
  if (only.length > 0 && !only.includes(docs.name)) continue;
  const folder = fetchDocs(docs);
  const results = pagesBelow(folder).map((path) => judge(path, folder));
  const slowest = results.reduce((a, b) => (b.ms > a.ms ? b : a));
  const average = results.reduce((sum, { ms }) => sum + ms, 0) / results.length;
  const shares = measures.map((measure) => {
    const share = shareOf(results, measure);
    const isLow = share !== undefined && share < (least[measure] ?? 0);
    failed ||= isLow;
    return `${measure} ${share === undefined ? '–' : `${share.toFixed(2)} %`}${isLow ? ' (too low)' : ''}`;
  });
  console.log(
    `${docs.name}: ${results.length} pages, ${shares.join(', ')}, average ${average.toFixed(1)} ms, slowest ${slowest.ms.toFixed(0)} ms (${slowest.path})`,
  );
  if (show) printWorst(results);
}
process.exitCode = failed ? 1 : 0;
