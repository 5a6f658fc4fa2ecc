// M3: change reports as a Markdown document, in which nothing crawled is markup.
import { counted } from '../../core/counted.ts';
import { bytesText, durationText, localTime, millisecondsText, percentText } from '../../core/figures.ts';
import type { PageChangeKind } from '../../core/page-change.ts';
import { type SectionChange, sectionName } from '../../core/sections.ts';
import { type ChangeReport, leftText, type PageChange } from './change-report.ts';
import { linkTarget, oneLine } from './link-text.ts';

const titles: Readonly<Record<PageChangeKind, string>> = Object.freeze({
  new: 'New',
  updated: 'Updated',
  deleted: 'Deleted',
  unreachable: 'Unreachable, kept as they were',
  excluded: 'Excluded now, by a rule, a redirect or as duplicates',
});

export interface MarkdownReportOptions {
  readonly timeZone: string;
  /** At most this many pages of each kind are listed: 200. */
  readonly mostPages?: number | undefined;
}

/** The reports in their order, each with its figures, its pages and what to adjust; ends with a line end. */
export function markdownReport(reports: readonly ChangeReport[], options: MarkdownReportOptions): string {
  const lines = ['# Change report', ''];
  if (reports.length === 0) lines.push('No runs yet.', '');
  for (const report of reports) for (const line of oneReport(report, options)) lines.push(line);
  return lines.join('\n');
}

function oneReport(report: ChangeReport, { timeZone, mostPages = 200 }: MarkdownReportOptions): readonly string[] {
  const { counts } = report;
  const lines = [
    `## ${escapeMarkdown(report.name)}, ${localTime(report.endedAt, timeZone)}`,
    '',
    ...(report.complete ? [] : ['The run stopped before its end; what it did not reach is as it was.', '']),
    '| total | new | updated | unchanged | deleted | unreachable | excluded | change rate | success rate | avg response | duration | received |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    `| ${[
      ...[counts.total, counts.new, counts.updated, counts.unchanged],
      ...[counts.deleted, counts.unreachable, counts.excluded],
      ...[percentText(report.changeRate), percentText(report.successRate), millisecondsText(report.averageMs)],
      ...[durationText(report.durationMs), bytesText(report.bytes)],
    ].join(' | ')} |`,
    '',
  ];
  if (report.left > 0) lines.push(`${leftText(report.left)}.`, '');
  for (const kind of Object.keys(titles) as PageChangeKind[]) {
    const pages = report.pages.filter((page) => page.kind === kind);
    if (pages.length === 0 && counts[kind] === 0) continue;
    lines.push(`### ${titles[kind]}`, '');
    for (const page of pages.slice(0, mostPages)) for (const line of pageLines(page)) lines.push(line);
    const more = Math.max(pages.length, counts[kind]) - Math.min(pages.length, mostPages);
    if (more > 0) lines.push(`- and ${more} more`);
    lines.push('');
  }
  const { estimate, advice } = report;
  if (estimate !== undefined) {
    lines.push('| | estimated | actual |', '|---|---:|---:|');
    for (const { what, shown, off } of estimate.rows)
      lines.push(`| ${what} | ${shown.estimate} | ${shown.actual}${off ? ' (off by more than 2×)' : ''} |`);
    lines.push('');
  }
  if (advice.length > 0) {
    lines.push('### Settings worth adjusting', '');
    for (const { setting, text } of advice) lines.push(`- \`${setting}\`: ${escapeMarkdown(text, 400)}`);
    lines.push('');
  }
  return lines;
}

function pageLines({ kind, url, title, by, detail, sections = [] }: PageChange): readonly string[] {
  const target = linkTarget(url);
  const name = escapeMarkdown(title === undefined || title === '' ? url : title);
  // A new page's 200 is not shown.
  const shown = kind === 'new' || kind === 'updated' ? undefined : by;
  const reason = shown === undefined ? '' : `: ${escapeMarkdown(detail ? `${shown}, ${detail}` : shown)}`;
  return [
    `- ${target === undefined ? name : `[${name}](<${target}>)`}${reason}`,
    ...sections.slice(0, MOST_SECTIONS).map((section) => `  - ${sectionText(section)}`),
    ...(sections.length > MOST_SECTIONS ? [`  - and ${counted(sections.length - MOST_SECTIONS, 'more section')}`] : []),
  ];
}

const MOST_SECTIONS = 50;

function sectionText({ kind, headings, before }: SectionChange): string {
  const name = escapeMarkdown(sectionName(headings));
  return before === undefined ? `${kind}: ${name}` : `${kind}: ${name}, before: ${escapeMarkdown(sectionName(before))}`;
}

/** Text that Markdown and HTML leave as it is. */
function escapeMarkdown(text: string, longest = 200): string {
  return oneLine(text, longest)
    .replace(/[\\`*_[\]|~#!$]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/^[-+=:]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}
