// Reads of what runs changed, how good what is stored is, and what is out of bounds.
import type { PageChangeKind } from '../../../watch/port.ts';
import { type KnownAlert, type NotJudged, readAlerts, readJudged } from '../../watch/alerts.ts';
import {
  type PageReading,
  type ReadingsCall,
  readReadings,
  readSourceQuality,
  type SourceQuality,
} from '../../watch/quality.ts';
import {
  type ProviderReport,
  type ReportQuestion,
  readQuality,
  readReports,
  readRunReport,
  reportsAsMarkdown,
} from '../../watch/report.ts';
import { withWatch } from '../../with-watch.ts';
import type { ReadPlace } from './read-place.ts';

/** Which alerts are listed, and how many of those that are over. */
export interface AlertFilter {
  readonly provider?: string | undefined;
  readonly closed: number;
}

export interface AlertList {
  readonly alerts: readonly KnownAlert[];
  /** Sources whose last run was compared with all bounds. */
  readonly judged: readonly string[];
  readonly notJudged: readonly { readonly why: NotJudged; readonly providers: readonly string[] }[];
}

/** A part of the sources that were crawled, by name. */
export interface SourcePart {
  readonly provider?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export const reportReads = {
  /** The reports of the sources that were crawled; none where nothing was yet. */
  reports: (place: ReadPlace, question: ReportQuestion): Promise<readonly ProviderReport[]> =>
    readReports(place, question, { checked: false }),
  /** The last runs of a source as a Markdown document; undefined where there are none. */
  async reportMarkdown(
    place: ReadPlace,
    { provider, last, mostPages }: { provider: string; last: number; mostPages: number },
  ): Promise<string | undefined> {
    if (!(await hasRuns(place, provider))) return undefined;
    const reports = await readReports(place, { provider, last, mostPages }, { checked: false });
    return reportsAsMarkdown(reports, place.settings, mostPages);
  },
  /** The report of a source; undefined where it has no run. */
  async report(
    place: ReadPlace,
    question: ReportQuestion & { readonly provider: string },
  ): Promise<ProviderReport | undefined> {
    if (!(await hasRuns(place, question.provider))) return undefined;
    return (await readReports(place, question, { checked: false }))[0];
  },
  /** The report of one run with a part of its changed pages, and how many there are; undefined where none has this number. */
  runReport: (
    place: ReadPlace,
    { run, kind, offset, limit }: { run: number; kind?: PageChangeKind | undefined; offset: number; limit: number },
  ): ReturnType<typeof readRunReport> => readRunReport(place, { run, mostPages: limit, part: { kind, offset } }),
  /** M2: the quality of what is stored, of a part of the sources. */
  async quality(
    place: ReadPlace,
    { provider, offset, limit }: SourcePart,
  ): Promise<Awaited<ReturnType<typeof readQuality>>> {
    return readQuality(place, (known) =>
      known.filter((one) => provider === undefined || one === provider).slice(offset, offset + limit),
    );
  },
  /** M1, M2: the same with the bounds it is held against, and how pages were read. */
  sourceQuality: (place: ReadPlace, part: SourcePart): Promise<readonly SourceQuality[]> =>
    readSourceQuality(place, part),
  /** Pages of a source that were read in one way. */
  pagesRead: (place: ReadPlace, call: ReadingsCall): Promise<readonly PageReading[]> => readReadings(place, call),
  /** M1, M2: open alerts, the oldest first, then the last that are over; and which last runs were judged. */
  async alerts(place: ReadPlace, { provider, closed }: AlertFilter): Promise<AlertList> {
    const { judged, notJudged } = await readJudged(place.store, provider, { checked: false });
    return {
      alerts: await readAlerts(place, { provider, closed }),
      judged,
      notJudged: [...notJudged].map(([why, providers]) => ({ why, providers })),
    };
  },
};

async function hasRuns(place: ReadPlace, provider: string): Promise<boolean> {
  return withWatch(place.store, async ({ reader }) => (await reader.providers()).includes(provider));
}
