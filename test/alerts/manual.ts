// A small manual like real ones: long references, guides, and pages of a line or two.
import type { Manual } from './broken-site.ts';

const PAGES = 24;

/** Sentences that no two pages have in common. */
function sentences(page: number, part: number, count: number): string {
  return Array.from(
    { length: count },
    (_, n) =>
      `Setting ${page}.${part}.${n} of topic ${page * 31 + n} decides how part ${part} of module ${page} reads line ${n}.`,
  ).join(' ');
}

function htmlOf(page: number): string {
  // Every fourth is a long reference, every fifth a short page.
  const parts = page % 4 === 1 ? 30 : page % 5 === 2 ? 1 : 4;
  const text = Array.from(
    { length: parts },
    (_, part) => `<h2>Part ${part} of ${page}</h2><p>${sentences(page, part, parts === 1 ? 2 : 14)}</p>`,
  ).join('');
  const links =
    page === 0 ? Array.from({ length: PAGES - 1 }, (_, n) => `<a href="/p${n + 1}.html">Page ${n + 1}</a>`) : [];
  return `<!doctype html><title>Page ${page}</title><body><div class="text"><h1>Module ${page}</h1>${text}</div><div class="rows">${links.join(' ')}</div></body>`;
}

export const smallManual: Manual & { readonly selector: string } = {
  pages: new Map(Array.from({ length: PAGES }, (_, page) => [page === 0 ? '/' : `/p${page}.html`, htmlOf(page)])),
  served: PAGES / 2,
  ...{ mark: ['class="text"', 'class="words"'], selector: '.text' },
};
