// M3: what a run changed, as data, and the block of lines that is logged for it.

import { counted, grouped } from '../../core/counted.ts';
import { durationText, localTime, millisecondsText, percentText, shareOf } from '../../core/figures.ts';
import { type PageChangeKind, pageChangeKinds } from '../../core/page-change.ts';
import { printable } from '../../core/printable.ts';
import type { SectionChange } from '../../core/sections.ts';
import type { RunMetrics } from '../metrics/metrics.ts';
import type { Advice } from './advice.ts';
import type { EstimateCheck } from './estimate.ts';

/** One page that changed. */
export interface PageChange {
  readonly kind: PageChangeKind;
  readonly url: string;
  readonly title?: string | undefined;
  /** The reason: `http:404`, `scope:blocked`. */
  readonly by?: string | undefined;
  readonly detail?: string | undefined;
  /** The changed sections of an updated page. */
  readonly sections?: readonly SectionChange[] | undefined;
}

export interface ReportFacts {
  readonly provider: string;
  /** The name shown to people; default the id. */
  readonly name?: string | undefined;
  /** The run's number or time in the store; with the provider it names the report for ever. */
  readonly run: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Pages stored after the run. */
  readonly total: number;
  /** Pages stored before it; undefined for a first run. */
  readonly before?: number | undefined;
  /** Nothing was ever crawled before it, so that it found no change. */
  readonly isFirst?: boolean | undefined;
  /** Pages that were looked at, or not even requested by the date in their sitemap, and are as they were. */
  readonly unchanged: number;
  /** Pages that were not requested: because they were not due, and because their sitemap reports no change. */
  readonly notDue?: number | undefined;
  readonly sameByDate?: number | undefined;
  /** When the first page that was not due will be. */
  readonly nextDueAt?: number | undefined;
  /** Every page that changed; `counts` may be more, where the list was cut. */
  readonly pages: readonly PageChange[];
  readonly counts?: Readonly<Record<PageChangeKind, number>> | undefined;
  readonly metrics: Pick<RunMetrics, 'successRate' | 'averageMs' | 'durationMs' | 'bytes'> &
    Partial<Pick<RunMetrics, 'requests'>>;
  /** Whether the run was complete. */
  readonly complete: boolean;
  /** Pages of which links or text were left out; undefined where it is no longer known. */
  readonly pagesCut?: number | undefined;
  readonly advice?: readonly Advice[] | undefined;
  readonly estimate?: EstimateCheck | undefined;
}

export interface ChangeReport {
  readonly provider: string;
  readonly name: string;
  readonly run: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly complete: boolean;
  readonly counts: Readonly<Record<PageChangeKind | 'unchanged' | 'total', number>>;
  /** Requests for pages. */
  readonly requested: number;
  /** Pages that were not requested because they were not due; `unchanged` has none of them. */
  readonly notDue: number;
  /** Of those that are unchanged: pages that were not requested because their sitemap reports no change. */
  readonly sameByDate: number;
  /** When the first page that was not due will be. */
  readonly nextDueAt?: number | undefined;
  /** Pages whose copies left the store though they were not deleted: moved, merged with another, forbidden now, or by their own wish. */
  readonly left: number;
  /** (new + updated + deleted) / total × 100, 0 when there are no pages; undefined for a first run, which changes nothing. */
  readonly changeRate: number | undefined;
  readonly successRate: number | undefined;
  readonly averageMs: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
  /** Pages of which links or text were left out because they are too large; only right after the run, and where there are some. */
  readonly pagesCut?: number | undefined;
  /** Changed pages: new, updated, deleted, unreachable, excluded; by URL within each. */
  readonly pages: readonly PageChange[];
  readonly advice: readonly Advice[];
  readonly estimate?: EstimateCheck | undefined;
}

/** The report of a run; the same facts make the same report, in whatever order their pages come. */
export function changeReport(facts: ReportFacts): ChangeReport {
  const counts = { ...(facts.counts ?? countKinds(facts.pages)), unchanged: facts.unchanged, total: facts.total };
  const pages = [...facts.pages].sort(
    (one, other) =>
      pageChangeKinds.indexOf(one.kind) - pageChangeKinds.indexOf(other.kind) ||
      (one.url < other.url ? -1 : one.url > other.url ? 1 : 0),
  );
  return {
    provider: facts.provider,
    name: facts.name ?? facts.provider,
    run: facts.run,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    complete: facts.complete,
    counts,
    requested: facts.metrics.requests ?? 0,
    notDue: facts.notDue ?? 0,
    sameByDate: facts.sameByDate ?? 0,
    ...(facts.nextDueAt !== undefined && { nextDueAt: facts.nextDueAt }),
    left: Math.max(0, (facts.before ?? 0) + counts.new - counts.deleted - counts.total),
    changeRate: changeRateOf(counts, counts.total, facts.isFirst),
    successRate: facts.metrics.successRate,
    averageMs: facts.metrics.averageMs,
    durationMs: facts.metrics.durationMs,
    bytes: facts.metrics.bytes,
    ...((facts.pagesCut ?? 0) > 0 && { pagesCut: facts.pagesCut }),
    pages,
    advice: facts.advice ?? [],
    ...(facts.estimate !== undefined && { estimate: facts.estimate }),
  };
}

/** M3: the part of all pages that a run changed, in percent; undefined for a first run, which changes nothing. */
export function changeRateOf(
  changes: Readonly<Record<'new' | 'updated' | 'deleted', number>>,
  total: number,
  isFirst = false,
): number | undefined {
  if (isFirst) return undefined;
  return shareOf(changes.new + changes.updated + changes.deleted, total) ?? 0;
}

/** Whether anything was added, changed or removed. */
export function hasChanges({ counts, left }: ChangeReport): boolean {
  return counts.new + counts.updated + counts.deleted + left > 0;
}

/** The pages that are not among new, updated and deleted, in words. */
export function apartTexts({ counts, left }: Pick<ChangeReport, 'counts' | 'left'>): readonly string[] {
  return [
    ...(counts.unreachable > 0 ? [`${counts.unreachable} unreachable, kept as they were`] : []),
    ...(counts.excluded > 0 ? [`${counts.excluded} excluded now, by a rule, a redirect or as duplicates`] : []),
    ...(left > 0 ? [leftText(left)] : []),
  ];
}

/** What a person reads below the block; undefined where everything was reached. */
export function unreachableText({ counts: { unreachable } }: Pick<ChangeReport, 'counts'>): string | undefined {
  if (unreachable === 0) return undefined;
  const stay = unreachable === 1 ? 'stays' : 'stay';
  return `${counted(unreachable, 'page')} of those counted as deleted could not be reached, and ${stay} stored`;
}

/**
 * What a run looked at, where it did not look at all: `0 checked, 200 not due until 2026-11-25`; undefined where it
 * did. The day is that of the time zone.
 */
export function checkedText(
  { counts, notDue, sameByDate, nextDueAt }: Pick<ChangeReport, 'counts' | 'notDue' | 'sameByDate' | 'nextDueAt'>,
  timeZone: string,
): string | undefined {
  if (notDue + sameByDate === 0) return undefined;
  const { total: _, unchanged, ...changed } = counts;
  const checked = Object.values(changed).reduce((sum, n) => sum + n, Math.max(0, unchanged - sameByDate));
  const until = nextDueAt === undefined ? '' : ` until ${localTime(nextDueAt, timeZone).slice(0, 10)}`;
  return [
    `${grouped(checked)} checked`,
    ...(sameByDate > 0 ? [`${grouped(sameByDate)} unchanged by the dates of their sitemap, and not requested`] : []),
    ...(notDue > 0 ? [`${grouped(notDue)} not due${until}`] : []),
  ].join(', ');
}

/** How many pages are stored no more although they were not deleted, in words. */
export function leftText(left: number): string {
  return `${left} left the store: moved, merged with another page, forbidden now, or by their own wish`;
}

/** The figures of M3, as the block in the log and the summary that a person reads have them. */
export interface BlockFigures {
  readonly total: number;
  readonly new: number;
  readonly updated: number;
  /** With pages that could not be reached any more, in the block's tradition; `unreachableText` lists them apart. */
  readonly deleted: number;
  readonly changeRate: string;
  readonly successRate: string;
  readonly average: string;
  readonly duration: string;
}

/** The figures of a report. */
export function blockFigures({ counts, ...report }: ChangeReport): BlockFigures {
  const deleted = counts.deleted + counts.unreachable;
  return {
    ...{ total: counts.total, new: counts.new, updated: counts.updated, deleted },
    changeRate: percentText(shareOf(counts.new + counts.updated + deleted, counts.total) ?? 0),
    successRate: percentText(report.successRate),
    average: millisecondsText(report.averageMs),
    duration: durationText(report.durationMs),
  };
}

/** The block of M3, line by line, as of when the run ended; only the name is untrusted, and it is made safe to print. */
export function reportLines(report: ChangeReport, timeZone: string): readonly string[] {
  const figures = blockFigures(report);
  return [
    `[${localTime(report.endedAt, timeZone)}] [CRAWL_REPORT] Provider: ${printable(report.name)}`,
    `  - Total Pages: ${figures.total}`,
    `  - New: ${figures.new}, Updated: ${figures.updated}, Deleted: ${figures.deleted}`,
    `  - Change Rate: ${figures.changeRate}`,
    `  - Success Rate: ${figures.successRate}`,
    `  - Avg Response Time: ${figures.average}`,
    `  - Duration: ${figures.duration}`,
    ...(report.left === 0 ? [] : [`  - Left: ${report.left}`]),
    ...(report.pagesCut === undefined ? [] : [`  - Cut Pages: ${report.pagesCut}`]),
  ];
}

/** How many pages of each kind there are. */
export function countKinds(pages: readonly PageChange[]): Readonly<Record<PageChangeKind, number>> {
  const counts = { new: 0, updated: 0, deleted: 0, unreachable: 0, excluded: 0 };
  for (const { kind } of pages) counts[kind]++;
  return counts;
}
