// How providers are shown: a table, one policy with where its values come from, and a check page by page.

import type { CheckedPage, CheckReport } from '../../../app/providers/check.ts';
import type { ShownProvider } from '../../../app/providers/providers.ts';
import type { SourceRow } from '../../../app/providers/sources.ts';
import { counted } from '../../../core/counted.ts';
import { printable } from '../../../core/printable.ts';
import type { Provider } from '../../../seed/provider.ts';
import { mayRun } from '../../../seed/terms.ts';
import { cutToWidth, linesWithin } from './display-width.ts';
import { leftOutWords } from './left-out.ts';
import { facts, type Style, table } from './terminal.ts';
import { dayText } from './times.ts';

/** From this many columns on the table has room for names and hosts. */
const WIDE = 116;
/** Below this many columns it leaves out what seldom differs. */
const NARROW = 80;
const LONGEST_ID = 22;

/** The table of providers. */
export function providerTable(rows: readonly SourceRow[], columns: number, timeZone: string, style: Style): string {
  const isWide = columns >= WIDE;
  const isNarrow = columns < NARROW;
  const often = isNarrow ? ['state'] : ['seeds', 'from', 'state', 'retain'];
  const head = ['id', ...(isWide ? ['name'] : []), ...often, 'terms', 'last check', 'pages'];
  const body = rows.map((row) => [
    isNarrow ? cutToWidth(row.id, LONGEST_ID) : row.id,
    ...(isWide ? [cutToWidth(printable(row.name), 18)] : []),
    ...(isNarrow ? [] : [isWide ? cutToWidth(hostsOf(row.seeds), 30) : String(row.seeds.length), row.from]),
    row.lastRun?.state === 'running' ? `${row.state}, running` : row.state,
    ...(isNarrow ? [] : [row.retain]),
    row.terms ?? 'none',
    row.lastSuccess === undefined ? (row.pages > 0 ? 'not yet whole' : 'never') : dayText(row.lastSuccess, timeZone),
    String(row.pages),
  ]);
  const terms = head.indexOf('terms');
  return table([head, ...body], (cell, at, column) => {
    const row = at === 0 ? undefined : rows[at - 1];
    if (row === undefined) return style.dim(cell);
    if (column === 0) return style.bold(cell);
    if (column === terms) return paintTerms(row.terms, style)(cell);
    return row.enabled && row.from !== 'preset' ? cell : style.dim(cell);
  });
}

function paintTerms(terms: SourceRow['terms'], style: Style): (text: string) => string {
  return terms === 'allowed' ? style.good : terms === 'forbidden' ? style.bad : style.note;
}

function hostsOf(seeds: readonly string[]): string {
  const [first = '', ...more] = [...new Set(seeds.map((seed) => URL.parse(seed)?.host ?? seed))];
  return more.length === 0 ? first : `${first} +${more.length}`;
}

/** One policy: every field, the verdict on its terms, and what a crawl would do. */
export function shownProvider(shown: ShownProvider, columns: number, style: Style): string {
  const { mayRun } = shown;
  const fields =
    columns < NARROW
      ? facts(
          shown.fields.map(({ field, value, from }) => [
            field,
            from === 'default' ? textOf(value) : `${textOf(value)} (${from})`,
          ]),
          style,
        )
      : table(
          shown.fields.map(({ field, value, from }) => [field, textOf(value), from]),
          (cell, _, column) => (column === 1 ? cell : style.dim(cell)),
        );
  const rows: [string, string][] = [
    ['terms', shown.terms],
    ['crawl', mayRun.command.ok ? (mayRun.command.detail ?? 'may run') : `refused: ${mayRun.command.detail}`],
    ['schedule', mayRun.schedule.ok ? (mayRun.schedule.detail ?? 'may run') : `refused: ${mayRun.schedule.detail}`],
    ...shown.crawl.map((line, at): [string, string] => [at === 0 ? 'would do' : '', line]),
  ];
  const from = shown.from === 'preset' ? `  ${style.dim('a preset')}` : '';
  return `${style.bold(printable(shown.name))}  ${printable(shown.id)}${from}\n${fields}\n${facts(rows, style)}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ') || '(none)';
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${one}`)
      .join(', ');
  return String(value);
}

/** One page of a check. */
export function checkedPage(page: CheckedPage, columns: number, style: Style): string {
  const { url, finalUrl, robots, status, problem, read } = page;
  const to = finalUrl === url ? '' : `  → ${printable(finalUrl)}`;
  const rows: [string, string][] = [
    [
      'robots',
      robots === undefined ? 'not requested' : `${robots.allowed ? 'allowed' : 'not allowed'}: ${robots.reason}`,
    ],
    ...(status === undefined ? [] : [['status', String(status)] as [string, string]]),
    ...(problem === undefined ? [] : [['problem', problem] as [string, string]]),
    ...(read === undefined ? [] : readRows(read)),
  ];
  const sample = read === undefined ? '' : sampleOf(read.sample, columns, style);
  return `${problem === undefined ? style.good('page') : style.bad('page')}  ${style.bold(printable(url))}${to}\n${facts(rows, style)}${sample}`;
}

function readRows(read: NonNullable<CheckedPage['read']>): [string, string][] {
  const { title, rule, selectorHit, words, chunks, links, directives, shell } = read;
  const own = selectorHit === undefined ? '' : selectorHit ? ', its own selector' : '; its own selector found nothing';
  const refused = Object.entries(links.refused).map(([by, { count, example }]) => `${count} by ${by} (${example})`);
  return [
    ['title', title],
    ['content', `${counted(words, 'word')}, found by "${rule}"${own}`],
    [
      'chunks',
      chunks.count === 0
        ? 'none'
        : `${chunks.count}; ${chunks.least} to ${counted(chunks.most, 'token')}, ${chunks.average} on average; ${chunks.outside} outside 50 to 500`,
    ],
    ...(shell === undefined ? [] : [['browser', `${shell.by}: ${shell.detail}`] as [string, string]]),
    ['links', `${links.inScope} in scope`],
    ...refused.map((text): [string, string] => ['', cutToWidth(text, 160)]),
    ...(directives.length === 0 ? [] : [['directives', directives.join(', ')] as [string, string]]),
  ];
}

function sampleOf(lines: readonly string[], columns: number, style: Style): string {
  const shown = lines.map((line) => `  ${style.dim('│')} ${cutToWidth(printable(line), columns - 5)}\n`);
  return shown.join('');
}

/** How a check ended. */
export function checkEnd(report: CheckReport, columns: number, style: Style): string {
  const rows: [string, string][] = [
    ['terms', report.terms],
    ['scope', report.scope],
    ...(report.repeated.length === 0
      ? []
      : [['left out', leftOutWords(report.repeated, 'most of these pages')] as [string, string]]),
  ];
  const warnings = report.warnings.map(({ detail, change, isFatal }) => {
    const mark = isFatal ? style.bad('useless') : style.note('warning');
    return `${mark}  ${wrapped(detail, columns)}\n         ${style.dim(wrapped(change, columns))}\n`;
  });
  const read = report.pages.filter((page) => page.read !== undefined).length;
  const end = report.usable
    ? style.good(`${read} of ${counted(report.pages.length, 'page')} could be read; a crawl would bring something`)
    : style.bad('a crawl as it is would be of no use');
  return `${style.bold(printable(report.name))}\n${facts(rows, style)}${warnings.join('')}${end}\n`;
}

function wrapped(text: string, columns: number): string {
  const safe = printable(text);
  return linesWithin(safe, Math.max(30, columns - 10))
    .map(([start, end]) => safe.slice(start, end))
    .join('\n         ');
}

/** C8: what a provider's terms mean for what it may do; empty where there is nothing to say. */
export function termsLines(provider: Provider, style: Style): string {
  const [command, schedule] = [mayRun(provider, 'command'), mayRun(provider, 'schedule')];
  const id = printable(provider.provider_id);
  if (!command.ok) return `${style.bad('refused')}  ${printable(command.detail)}\n`;
  if (schedule.ok) return command.detail === undefined ? '' : `${style.dim('note')}     ${printable(command.detail)}\n`;
  return `${style.note('terms')}    no verdict: "docent crawl ${id}" warns, and runs by schedule are refused\n         read them, then: docent providers edit ${id} tos.verdict=allowed|unclear|forbidden tos.checked_by=NAME\n`;
}
