// What is printed: one line for each site, the worst pages, and a page's losses in detail.
import type { JudgedPage, Measure } from './judge/page.ts';
import { type PageResult, peerShareOf, type SiteResult, shareOf, worstKept } from './measure.ts';

const columns = [
  ...[
    'generator',
    'pages',
    'kept %, worst page',
    'chrome %',
    'headings',
    'anchors',
    'chunk anchors',
    'code',
    'languages',
    'cells',
  ],
  'peer: kept, chrome, code %',
] as const;

const noShare = '–';

export function tableHead(): string {
  return `| ${columns.join(' | ')} |\n|${columns.map(() => '---|').join('')}`;
}

export function tableRow({ name, pages, found }: SiteResult): string {
  const chrome = shareOf(pages, 'chrome');
  const [keptByPeer, rightByPeer, codeByPeer] = (['kept', 'chrome', 'code'] as const).map((one) =>
    peerShareOf(pages, one),
  );
  return `| ${[
    name,
    pages.length === found ? String(found) : `${pages.length} of ${found}`,
    `${shown(shareOf(pages, 'kept'))}, ${shown(worstKept(pages).percent)}`,
    shown(chrome === undefined ? undefined : 100 - chrome),
    ...(['headings', 'anchors', 'chunks', 'code', 'languages', 'cells'] as const).map((measure) =>
      counted(pages, measure),
    ),
    `${shown(keptByPeer)}, ${shown(rightByPeer === undefined ? undefined : 100 - rightByPeer)}, ${shown(codeByPeer)}`,
  ].join(' | ')} |`;
}

function shown(percent: number | undefined): string {
  return percent === undefined ? noShare : percent.toFixed(1);
}

function counted(pages: readonly PageResult[], measure: Measure): string {
  const right = pages.reduce((sum, { judgement }) => sum + judgement[measure].right, 0);
  const all = pages.reduce((sum, { judgement }) => sum + judgement[measure].all, 0);
  return all === 0 ? noShare : `${right}/${all}`;
}

/** The mean of the sites, each counted once. */
export function totals(results: readonly SiteResult[]): Readonly<Record<Measure, number>> {
  const mean = (measure: Measure): number => {
    const shares = results.flatMap(({ pages }) => shareOf(pages, measure) ?? []);
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  };
  return {
    kept: mean('kept'),
    chrome: 100 - mean('chrome'),
    headings: mean('headings'),
    anchors: mean('anchors'),
    chunks: mean('chunks'),
    code: mean('code'),
    languages: mean('languages'),
    cells: mean('cells'),
  };
}

/** What is missed, one sentence each. */
export function missed(results: readonly SiteResult[]): readonly string[] {
  const all = totals(results);
  const lines: string[] = [];
  const check = (name: string, reached: number, bound: number, most = false): void => {
    if (most ? reached > bound : reached < bound)
      lines.push(`${name}: ${reached.toFixed(2)} %, expected ${most ? 'at most' : 'at least'} ${bound} %`);
  };
  check('kept, mean', all.kept, 99.6);
  check('chrome, mean', all.chrome, 1, true);
  for (const { name, pages } of results) {
    const worst = worstKept(pages);
    check(`${name}: kept on ${worst.path}`, worst.percent, 97);
    check(`${name}: chrome`, 100 - (shareOf(pages, 'chrome') ?? 100), 4, true);
    check(`${name}: headings`, shareOf(pages, 'headings') ?? 100, 99);
    check(`${name}: anchors`, shareOf(pages, 'anchors') ?? 100, 100);
    check(`${name}: chunk anchors`, shareOf(pages, 'chunks') ?? 100, 100);
    check(`${name}: code`, shareOf(pages, 'code') ?? 100, 99.5);
    check(`${name}: languages`, shareOf(pages, 'languages') ?? 100, 100);
  }
  return lines;
}

/** For each measure the pages with most wrong. */
export function printWorst({ name, pages }: SiteResult, most: number): void {
  for (const measure of ['kept', 'chrome', 'headings', 'anchors', 'chunks', 'code', 'languages', 'cells'] as const) {
    const worst = pages
      .filter(({ judgement }) => judgement[measure].wrong.length > 0)
      .toSorted((a, b) => b.judgement[measure].wrong.length - a.judgement[measure].wrong.length)
      .slice(0, most);
    for (const { path, judgement } of worst) {
      const { right, all, wrong } = judgement[measure];
      console.log(`  ${name} ${measure} ${right}/${all} ${path}: ${JSON.stringify(wrong.slice(0, 6)).slice(0, 260)}`);
    }
  }
}

/** Everything that is wrong with one page. */
export function printPage({ judgement, source, words, markdown, rule }: JudgedPage, withMarkdown: boolean): void {
  console.log(`rule ${rule}; ${source.words.length} words of content, ${words.length} came out`);
  const truth = source.words.map(({ word }) => word);
  section('lost words', judgement.kept.wrong.length, inContext(truth, judgement.kept.wrong, words));
  section('chrome', judgement.chrome.wrong.length, inContext(words, judgement.chrome.wrong, truth));
  for (const measure of ['headings', 'anchors', 'chunks', 'code', 'languages', 'cells'] as const) {
    const { right, all, wrong } = judgement[measure];
    section(`${measure} ${right}/${all}, wrong`, wrong.length, wrong);
  }
  if (withMarkdown) console.log(`\n${markdown}`);
}

function section(name: string, count: number, lines: readonly string[]): void {
  if (count === 0) return;
  console.log(`\n${name}: ${count}`);
  for (const line of lines.slice(0, 40)) console.log(`  ${line.replaceAll('\n', '\n  | ')}`);
  if (lines.length > 40) console.log(`  … and ${lines.length - 40} more`);
}

/** The wrong words where neighbours of theirs are missing on the other side as well, with their context. */
function inContext(all: readonly string[], wrong: readonly string[], other: readonly string[]): readonly string[] {
  const bad = new Set(wrong);
  const pairs = new Set(other.slice(1).map((word, at) => `${other[at]} ${word}`));
  const isBad = (at: number): boolean => {
    if (!bad.has(all[at] ?? '')) return false;
    return !(pairs.has(`${all[at - 1]} ${all[at]}`) && pairs.has(`${all[at]} ${all[at + 1]}`));
  };
  const lines: string[] = [];
  for (let at = 0; at < all.length; at++) {
    if (!isBad(at)) continue;
    let end = at;
    while (end + 1 < all.length && (isBad(end + 1) || isBad(end + 2))) end++;
    lines.push(
      `${all.slice(Math.max(0, at - 5), at).join(' ')} «${all
        .slice(at, end + 1)
        .join(' ')
        .slice(0, 400)}» ${all.slice(end + 1, end + 6).join(' ')}`,
    );
    at = end;
  }
  return lines.length > 0 ? lines : [wrong.join(' ').slice(0, 400)];
}
