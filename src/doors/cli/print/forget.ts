// How a removal is printed: what would be removed, what was, and where else it may be.

import type { ForgetPlan } from '../../../app/forget/forget.ts';
import { counted, grouped } from '../../../core/counted.ts';
import { printable } from '../../../core/printable.ts';
import { facts, type Style } from './terminal.ts';
import { dayText } from './times.ts';

type Counts = ForgetPlan['removed'];

/** The counts in the order they are printed, with their names for one and for several. */
const NAMES = {
  urls: ['URL', 'URLs'],
  pages: ['page', 'pages'],
  chunks: ['chunk', 'chunks'],
  versions: ['earlier version', 'earlier versions'],
  links: ['link of another page', 'links of other pages'],
  robots: ['robots.txt', 'robots.txt files'],
} as const satisfies Readonly<Record<keyof Counts, readonly [string, string]>>;

/** Counts that are not zero, in words. */
export function countsText(counts: Counts): string {
  const parts = Object.entries(NAMES).flatMap(([name, [one, several]]) => {
    const n = counts[name as keyof Counts];
    return n === 0 ? [] : [counted(n, one, several)];
  });
  return parts.join(', ') || 'nothing';
}

/** Answers and questions that name it, as a row; none where there are none. */
export function mentionsRow({ mentions }: Pick<ForgetPlan, 'mentions'>): [string, string][] {
  if (mentions === 0) return [];
  const [one, several] = [
    'kept answer of Context7 or question that names it',
    'kept answers or questions that name it',
  ] as const;
  return [['with it', counted(mentions, one, several)]];
}

const EXTENT = { url: 'one page', path: 'with all that lies below it', provider: 'all it has brought' } as const;

/** What would be removed. */
export function planText(plan: ForgetPlan, style: Style): string {
  const { kind, what, removed, urls, before, copies } = plan;
  const shown = urls.map((url) => `  ${printable(url)}\n`).join('');
  const more = removed.urls - urls.length;
  const rows: [string, string][] = [['would go', countsText(removed)], ...mentionsRow(plan)];
  if (before !== undefined)
    rows.push(['removed before', `${countsText(before)}, in an attempt that was not completed`]);
  if (copies > 0) rows.push(['the same text', `at ${counted(copies, 'other URL')}, which a crawl may store instead`]);
  return `${style.bold(printable(what))}  ${style.dim(EXTENT[kind])}\n${shown}${more > 0 && urls.length > 0 ? `  … and ${grouped(more)} more\n` : ''}${facts(rows, style)}`;
}

/** Exports and copies of the data, which have to be removed by hand. */
export function elsewhereText({ exports, copiesOfData: copies }: ForgetPlan, timeZone: string, style: Style): string {
  if (exports.length + copies.length === 0) return '';
  const lines = [
    ...exports.map(({ out, format, at }) => `${out}  ${format}, ${dayText(at, timeZone)}`),
    ...copies.map((path) => `${path}  a copy of the data`),
  ];
  return `${style.note('by hand')}  these may still hold it; remove them, or make them again:\n${lines.map((line) => `  ${printable(line)}\n`).join('')}`;
}
