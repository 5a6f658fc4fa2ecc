// M3: what a run changed, as data, and the block of lines that is logged for it.

import { counted } from '../../core/counted.ts';
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
  readonly unchanged: number;
  /** Every page that changed; `counts` may be more, where the list was cut. */
  readonly pages: readonly PageChange[];
  readonly counts?: Readonly<Record<PageChangeKind, number>> | undefined;
  readonly metrics: Pick<RunMetrics, 'successRate' | 'averageMs' | 'durationMs' | 'bytes'>;
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
  /** Pages whose copies left the store though they were not deleted: moved, merged with another, forbidden now, or by their own wish. */
  readonly left: number;
  /** (new + updated + deleted) / total × 100; 0 when there are no pages. */
  readonly changeRate: number;
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
    left: Math.max(0, (facts.before ?? 0) + counts.new - counts.deleted - counts.total),
    changeRate: shareOf(counts.new + counts.updated + counts.deleted, counts.total) ?? 0,
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
