// `docent report`: what the last runs of each provider changed, how good it is, and the feed of it.

import { resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { suggest } from '../../core/suggest.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { type Alert, asMeasured } from '../../watch/alerts/alerts.ts';
import type { AlertBounds } from '../../watch/alerts/bounds.ts';
import { type RunMetrics, runMetrics } from '../../watch/metrics/metrics.ts';
import { type Quality, qualityScore } from '../../watch/metrics/quality.ts';
import type { ChangesPart, RunRecord, WatchReader } from '../../watch/port.ts';
import type { Advice } from '../../watch/report/advice.ts';
import { type ChangeReport, changeRateOf } from '../../watch/report/change-report.ts';
import { markdownReport } from '../../watch/report/markdown-report.ts';
import { type StateOfRun, stateOfRecord } from '../../watch/states/run-state.ts';
import { configuredProvider } from '../crawl/targets.ts';
import { draftFile } from '../export/file.ts';
import type { Place } from '../place.ts';
import { withWatch } from '../with-watch.ts';
import { feedText } from './change-list.ts';
import { adviceOn, type Judgement, judgementsOf } from './judgements.ts';
import { type QualityReaders, qualityNow } from './kept-quality.ts';
import { listedIn } from './listed.ts';
import { type ReportLimits, reportOf } from './report-facts.ts';
import { boundsFor } from './source-bounds.ts';

export interface ReportQuestion {
  readonly provider?: string | undefined;
  /** One run by its number. */
  readonly run?: number | undefined;
  /** At most this many runs of each provider, the latest first: 1. */
  readonly last?: number | undefined;
  /** At most this many changed pages of a run: 1,000. */
  readonly mostPages?: number | undefined;
  /** A part of the providers, by name: all. */
  readonly part?: { readonly offset: number; readonly limit: number } | undefined;
}

export interface RunReport extends StateOfRun {
  readonly id: number;
  readonly kind: RunRecord['kind'];
  readonly report: ChangeReport;
  readonly metrics: RunMetrics;
}

export interface ProviderReport {
  readonly provider: string;
  readonly name: string;
  /** The latest first. */
  readonly runs: readonly RunReport[];
  /** Pages stored after, and the change rate of, the last runs, the oldest first. */
  readonly trend: readonly { readonly run: number; readonly stored: number; readonly changeRate: number | undefined }[];
  readonly alerts: readonly Alert[];
  /** The quality of what is stored now, and its values beside their bounds. */
  readonly quality: Quality;
  readonly judgements: readonly Judgement[];
  /** M2: what could be better in it, where that raises no alert. */
  readonly advice: readonly Advice[];
}

const TREND_RUNS = 20;
const MOST_PAGES = 1_000;

/**
 * The reports of the providers that were crawled, by name. Unless `checked` is false, a small folder is looked through for damage first.
 * Throws DOC_USAGE for what there is none of.
 */
export function readReports(
  place: Place,
  question: ReportQuestion = {},
  { checked = true } = {},
): Promise<readonly ProviderReport[]> {
  const { settings, store } = place;
  return withReaders(place, checked, async (readers) => {
    const { reader } = readers;
    const now = await nowIn(reader);
    if (question.run !== undefined) return [await ofOneRun(readers, question.run, settings, question, now)];
    const known = await reader.providers();
    const { provider, part = { offset: 0, limit: known.length } } = question;
    if (provider !== undefined && !known.includes(provider)) throw noRuns(provider, known, store.name);
    const listed = known.filter(await listedIn(reader, settings));
    const names = provider === undefined ? listed.slice(part.offset, part.offset + part.limit) : [provider];
    const { last = 1 } = question;
    const reports: ProviderReport[] = [];
    for (const name of names) {
      const latest = await reader.runs({ provider: name, limit: Math.max(last, TREND_RUNS) });
      reports.push(await ofProvider(readers, latest.slice(0, last), latest, settings, question, now));
    }
    return reports;
  });
}

/**
 * A run's report with a part of its changed pages, how many there are of that kind, and how many of all pages ended for which reason;
 * undefined for a number that no run has.
 */
export function readRunReport(
  place: Place,
  { run: id, mostPages, part }: { readonly run: number; readonly mostPages: number; readonly part?: ChangesPart },
): Promise<(RunReport & Pick<RunRecord, 'reasons'> & { readonly changed: number }) | undefined> {
  const { settings } = place;
  return withReaders(place, false, async ({ reader }) => {
    const run = await reader.run(id);
    if (run === undefined) return undefined;
    const { crawled } = await nowIn(reader);
    const changed = await reader.changeCount(id, part?.kind);
    return { ...(await ofRun(reader, run, settings, crawled, { mostPages, part })), reasons: run.reasons, changed };
  });
}

/** The quality of a provider, and how many of its measures are within their bounds. */
export interface KnownQuality {
  readonly provider: string;
  readonly quality: Quality;
  readonly score?: ReturnType<typeof qualityScore>;
  /** The bounds it is held against. */
  readonly bounds: AlertBounds;
  readonly advice: readonly Advice[];
}

/** The quality of what is stored of each provider that was crawled, by name. */
export function readQuality(
  place: Place,
  names: (known: readonly string[]) => readonly string[],
): Promise<readonly KnownQuality[]> {
  const { settings } = place;
  return withReaders(place, false, async (readers) => {
    const found: KnownQuality[] = [];
    const { reader } = readers;
    const known = await reader.providers();
    for (const provider of names(known.filter(await listedIn(reader, settings)))) {
      const [latest] = await reader.runs({ provider, limit: 1 });
      if (latest === undefined) continue;
      const { bounds } = boundsFor(provider, settings);
      const quality = await qualityNow(readers, latest, bounds);
      found.push({
        ...{ provider, quality, bounds, score: qualityScore(quality, bounds) },
        advice: adviceOn(quality, latest, settings),
      });
    }
    return found;
  });
}

/** Runs a task with what reports are read with. */
export async function withReaders<T>(
  { store }: Place,
  checked: boolean,
  task: (readers: QualityReaders) => Promise<T>,
): Promise<T> {
  return withWatch(store, async ({ reader }) => {
    const ledger = await store.openReader({ checked });
    try {
      return await task({ store, reader, ledger });
    } finally {
      await ledger.close();
    }
  });
}

async function nowIn(reader: WatchReader): Promise<Now> {
  return { crawled: new Set((await reader.owner())?.providers), alerts: await reader.alerts() };
}

/** The reports as a Markdown document. */
export function reportsAsMarkdown(reports: readonly ProviderReport[], settings: Settings, mostPages?: number): string {
  return markdownReport(reportsIn(reports), { timeZone: settings.timeZone, mostPages });
}

/** Writes the changes of the runs as an Atom feed, replacing the previous one. Throws DOC_FILE. */
export async function writeFeed(reports: readonly ProviderReport[], store: Store, file: string): Promise<number> {
  const [only, ...more] = reports;
  const provider = only !== undefined && more.length === 0 ? { id: only.provider, name: only.name } : undefined;
  const feed = feedText(reportsIn(reports), { folder: store.name, provider });
  const draft = await draftFile(resolve(file));
  try {
    await draft.write(feed);
    await draft.finish();
  } finally {
    await draft.discard();
  }
  return (feed.match(/^ {2}<entry>$/gm) ?? []).length;
}

function reportsIn(reports: readonly ProviderReport[]): readonly ChangeReport[] {
  return reports.flatMap(({ runs }) => runs.map(({ report }) => report));
}

/** What is the same for every provider, read once. */
interface Now {
  /** Providers with a crawl under way. */
  readonly crawled: ReadonlySet<string>;
  readonly alerts: readonly Alert[];
}

async function ofOneRun(
  readers: QualityReaders,
  id: number,
  settings: Settings,
  question: ReportQuestion,
  now: Now,
): Promise<ProviderReport> {
  const { reader } = readers;
  const run = await reader.run(id);
  if (run === undefined || (question.provider !== undefined && run.provider !== question.provider))
    throw new DocentError(
      'DOC_USAGE',
      `there is no run ${id}${question.provider === undefined ? '' : ` of "${printable(question.provider)}"`}; "docent report --last 10" lists the last ones`,
    );
  const latest = await reader.runs({ provider: run.provider, limit: TREND_RUNS });
  return ofProvider(readers, [run], latest, settings, question, now);
}

/** The report of one provider; `latest` are its last runs, at least one. */
async function ofProvider(
  readers: QualityReaders,
  runs: readonly RunRecord[],
  latest: readonly RunRecord[],
  settings: Settings,
  { mostPages = MOST_PAGES }: ReportQuestion,
  { crawled, alerts }: Now,
): Promise<ProviderReport> {
  const provider = (latest[0] as RunRecord).provider;
  const trend = latest.slice(0, TREND_RUNS).toReversed();
  const own = boundsFor(provider, settings);
  const quality = await qualityNow(readers, latest[0] as RunRecord, own.bounds);
  const reported: RunReport[] = [];
  for (const run of runs) reported.push(await ofRun(readers.reader, run, settings, crawled, { mostPages }));
  const judgements = judgementsOf(quality, own);
  return {
    provider,
    name: configuredProvider(provider, settings)?.name ?? provider,
    runs: reported,
    trend: trend.map(({ id, counters: { stored, storedBefore }, changes }) => ({
      ...{ run: id, stored },
      changeRate: changeRateOf(changes, stored, storedBefore === undefined),
    })),
    alerts: alerts.filter((alert) => alert.provider === provider).map((alert) => asMeasured(alert, judgements)),
    quality,
    judgements,
    advice: adviceOn(quality, latest[0] as RunRecord, settings),
  };
}

async function ofRun(
  reader: WatchReader,
  run: RunRecord,
  settings: Settings,
  crawled: ReadonlySet<string>,
  limits: ReportLimits,
): Promise<RunReport> {
  return {
    id: run.id,
    kind: run.kind,
    ...stateOfRecord(run, run.endedAt === undefined && crawled.has(run.provider)),
    report: await reportOf(reader, run, settings, limits),
    metrics: runMetrics(run.counters),
  };
}

function noRuns(provider: string, known: readonly string[], folder: string): DocentError {
  const nearest = suggest(provider, known);
  const hint = nearest === undefined ? `; known are ${known.join(', ') || 'none'}` : `; did you mean "${nearest}"?`;
  return new DocentError('DOC_USAGE', `there is no run of "${printable(provider)}" in ${folder}${hint}`);
}
