// How reports are shown: a line per provider, one run in full, and the lines after a crawl.

import type { ProviderReport, RunReport } from '../../../app/watch/report.ts';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { counted, grouped } from '../../../core/counted.ts';
import { bytesText, durationText, millisecondsText, percentText } from '../../../core/figures.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable } from '../../../core/printable.ts';
import { sectionName } from '../../../core/sections.ts';
import { valueText } from '../../../watch/alerts/alerts.ts';
import {
  apartTexts,
  blockFigures,
  type ChangeReport,
  leftText,
  unreachableText,
} from '../../../watch/report/change-report.ts';
import { endText } from './accounting.ts';
import { cutToWidth, displayWidth } from './display-width.ts';
import { sparkline } from './sparkline.ts';
import { type Style, table } from './terminal.ts';
import { minuteText, timeText } from './times.ts';
import { wrappedFacts, wrappedText } from './wrapped.ts';

export interface ReportView {
  readonly style: Style;
  /** The width of the terminal; undefined in a pipe, where nothing is cut. */
  readonly columns: number | undefined;
  readonly timeZone: string;
  /** At most this many pages of each kind, and sections of each page. */
  readonly most: number;
}

/** From this many columns on there is room for rates and times. */
const WIDE = 110;
/** Below this many columns rates and runs are left out. */
const NARROW = 80;
const TREND = { narrow: 8, wide: 20 } as const;

/** A line per provider with its last run. */
export function reportTable(
  reports: readonly ProviderReport[],
  { style, columns = WIDE, timeZone }: ReportView,
): string {
  const isWide = columns >= WIDE;
  const isNarrow = columns < NARROW;
  const head = [
    ...['provider', 'last run', 'pages', 'new', 'upd', 'del'],
    ...(isNarrow ? [] : ['change']),
    ...(isWide ? ['success', 'time'] : []),
    'alerts',
    ...(isNarrow ? [] : [isWide ? 'last runs' : 'runs']),
  ];
  const rows = reports.map(({ provider, runs: [last], trend, alerts }) => {
    const { counts, endedAt, changeRate, successRate, durationMs = 0 } = last?.report ?? {};
    const at = endedAt === undefined ? 'never' : minuteText(endedAt, timeZone);
    const bars = trend.map(({ stored }) => stored);
    return [
      cutToWidth(printable(provider), isWide ? 30 : isNarrow ? 14 : 16),
      isWide ? at : at.slice(5),
      ...[counts?.total, counts?.new, counts?.updated, counts?.deleted].map((n) => String(n ?? '')),
      ...(isNarrow ? [] : [changeText(changeRate)]),
      ...(isWide ? [percentText(successRate), durationText(durationMs)] : []),
      String(alerts.length),
      ...(isNarrow ? [] : [sparkline(bars, { width: isWide ? TREND.wide : TREND.narrow, fromZero: true })]),
    ];
  });
  const alertsAt = head.indexOf('alerts');
  return table(rightAligned([head, ...rows], 2, alertsAt), (cell, row, column) => {
    if (row === 0) return style.dim(cell);
    if (column === 0) return style.bold(cell);
    return column === alertsAt && cell.trim() !== '0' ? style.bad(cell) : cell;
  });
}

/** Aligns the columns `from` to `to`, which hold numbers, to the right. */
function rightAligned(rows: readonly (readonly string[])[], from: number, to: number): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  return rows.map((row) =>
    row.map((cell, column) =>
      column >= from && column <= to
        ? ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))) + cell
        : cell,
    ),
  );
}

/** The runs of one provider, each with its pages, then its current state. */
export function reportDetail(report: ProviderReport, view: ReportView): string {
  const { style } = view;
  const runs = report.runs.map((run) => oneRun(report, run, view));
  const open = report.alerts.map(({ text }) => marked(text, '!', view, style.bad));
  const advice = report.advice.map(({ setting, text }) => marked(`${setting}: ${text}`, '→', view, style.note));
  return hideSecrets([...runs, nowLines(report, view), ...open, ...advice].join(''));
}

function oneRun({ name }: ProviderReport, run: RunReport, view: ReportView): string {
  const { id, kind, report, metrics } = run;
  const { style, timeZone } = view;
  const { counts, estimate } = report;
  const apart = apartTexts(report);
  const rows: [string, string][] = [
    [
      'pages',
      `${counts.total}: ${countText(report)}, ${counts.unchanged} unchanged${report.notDue > 0 ? `, ${report.notDue} not due` : ''} (${changeText(report.changeRate)})`,
    ],
    ...(apart.length > 0 ? [['apart', apart.join('; ')] as [string, string]] : []),
    [
      'requests',
      `${metrics.requests}, ${percentText(report.successRate)} answered, ${millisecondsText(report.averageMs)} on average`,
    ],
    ['time', `${durationText(report.durationMs)}, ${bytesText(report.bytes)} received`],
    ...(report.pagesCut === undefined
      ? []
      : [
          ['cut', `${counted(report.pagesCut, 'page was', 'pages were')} too large to be read whole`] as [
            string,
            string,
          ],
        ]),
    ...(estimate === undefined ? [] : [['estimate', estimateText(estimate)] as [string, string]]),
  ];
  const when = `${kind} ${id}, ${timeText(report.endedAt, timeZone)}`;
  return [
    `${style.bold(printable(name))}  ${endText(run, style)}  ${style.dim(when)}\n`,
    wrappedFacts(rows, view.columns, style),
    ...(estimate?.warnings ?? []).map((text) => marked(text, '!', view, style.note)),
    ...changeLists(report, view),
    ...report.advice.map(({ setting, text }) => marked(`${setting}: ${text}`, '→', view, style.note)),
  ].join('');
}

/** A first run changes nothing. */
function changeText(changeRate: number | undefined): string {
  return changeRate === undefined ? 'first crawl' : percentText(changeRate);
}

/** A remark with a sign before it. */
function marked(text: string, sign: string, { columns }: ReportView, paint: (text: string) => string): string {
  return wrappedText(text, columns, { first: `  ${paint(sign)} `, indent: 4, paint });
}

/** 5 new, 12 updated, 2 deleted */
function countText({ counts }: ChangeReport): string {
  return `${counts.new} new, ${counts.updated} updated, ${counts.deleted} deleted`;
}

function estimateText({ rows }: NonNullable<ChangeReport['estimate']>): string {
  return rows.map(({ shown }) => `${shown.estimate} → ${shown.actual}`).join('; ');
}

const kinds = ['new', 'updated', 'deleted', 'unreachable', 'excluded'] as const;

function changeLists(report: ChangeReport, view: ReportView): readonly string[] {
  const { style, most, columns } = view;
  const room = columns === undefined ? Number.POSITIVE_INFINITY : columns - 6;
  return kinds.flatMap((kind) => {
    const count = report.counts[kind];
    if (count === 0) return [];
    const pages = report.pages.filter((page) => page.kind === kind);
    const shown = pages.slice(0, most);
    const lines = shown.flatMap(({ url, by, detail, sections = [] }) => {
      const why = kind === 'new' || kind === 'updated' || !by ? '' : `  ${by}${detail ? `: ${detail}` : ''}`;
      return [
        `    ${style.link(cutToWidth(printable(url), room))}${style.dim(printable(why))}\n`,
        ...sections
          .slice(0, most)
          .map((section) => `      ${style.dim(section.kind.padEnd(7))} ${sectionText(section, room - 10)}\n`),
        ...(sections.length > most
          ? [`      ${style.dim(`and ${counted(sections.length - most, 'more section')}`)}\n`]
          : []),
      ];
    });
    const left = count - shown.length;
    const more = left > 0 ? [`    ${style.dim(`and ${left} more; --all lists them`)}\n`] : [];
    return [`  ${style.bold(kind)} ${style.dim(`(${count})`)}\n`, ...lines, ...more];
  });
}

type Section = NonNullable<ChangeReport['pages'][number]['sections']>[number];

function sectionText({ headings, before }: Section, room: number): string {
  const from = before === undefined ? '' : `, before: ${sectionName(before)}`;
  return cutToWidth(printable(`${sectionName(headings)}${from}`), room);
}

function nowLines({ quality, judgements, trend }: ProviderReport, { style, columns }: ReportView): string {
  const { selector } = quality;
  const width = (columns ?? WIDE) >= WIDE ? TREND.wide : TREND.narrow;
  // As alerts and advice write it.
  const measured = (name: ProviderReport['judgements'][number]['bound']): string => {
    const found = judgements.find(({ bound }) => bound === name);
    return found === undefined ? 'n/a' : valueText(name, found.value, found.limit);
  };
  const drawn = (values: readonly number[]): string => sparkline(values, { width, fromZero: true });
  const rows: [string, string][] = [
    [
      'chunks',
      quality.chunks === 0
        ? 'none'
        : `${quality.chunks} on ${counted(quality.pages, 'page')}, ${measured('average_tokens_least')} on average; ${measured('duplicate_chunks')} repeated, ${measured('empty_chunks')} empty`,
    ],
    ...(selector === undefined
      ? []
      : [
          ['selector', `${selector.selector} matched on ${measured('selector_hits')} of the pages`] as [string, string],
        ]),
    ...(trend.length < 2
      ? []
      : [
          [
            'last runs',
            `pages ${drawn(trend.map(({ stored }) => stored))}  change ${drawn(trend.map(({ changeRate = 0 }) => changeRate))}`,
          ] as [string, string],
        ]),
  ];
  return wrappedFacts(rows, columns, style);
}

/** M3: what a run came to, with the figures of the block in the log. */
export function conclusionLines(conclusions: readonly Conclusion[], style: Style, columns: number | undefined): string {
  return conclusions
    .map(({ report, alerts: { raised, continuing, ended } }) => {
      const { estimate } = report;
      const figures = blockFigures(report);
      const apart = unreachableText(report);
      const rows: [string, string][] = [
        [
          'pages',
          `${grouped(figures.total)}: ${grouped(figures.new)} new, ${grouped(figures.updated)} updated, ${grouped(figures.deleted)} deleted; ${report.changeRate === undefined ? 'its first crawl' : `change rate ${figures.changeRate}`}`,
        ],
        report.successRate === undefined
          ? ['time', figures.duration]
          : ['requests', `${figures.successRate} answered, ${figures.average} on average; ${figures.duration} in all`],
        ...(report.left === 0 ? [] : [['left', leftText(report.left)] as [string, string]]),
        ...(apart === undefined ? [] : [['apart', apart] as [string, string]]),
        ...(estimate === undefined ? [] : [['estimate', estimateText(estimate)] as [string, string]]),
        ...(raised.length + continuing.length + ended.length === 0
          ? []
          : [
              [
                'alerts',
                `${raised.length} new, ${continuing.length} going on, ${ended.length} over; "docent alerts" shows the causes`,
              ] as [string, string],
            ]),
      ];
      return wrappedFacts(rows, columns, style);
    })
    .join('');
}

/** The blocks of M3 as they stand in the log. */
export function reportBlocks(conclusions: readonly Conclusion[]): string {
  return conclusions.map(({ text }) => `${text}\n`).join('');
}

/** For JSON.stringify: the key of an alert is internal to the store, and looks like a secret. */
export function withoutKeys(name: string, value: unknown): unknown {
  return name === 'key' ? undefined : value;
}
