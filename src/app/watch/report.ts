// `docent report`: what the last runs of each provider changed, how good it is, and the feed of it.
import { resolve } from 'node:path';
import { DocentError } from '../../core/errors.ts';
import { shareOf } from '../../core/figures.ts';
import { printable } from '../../core/printable.ts';
import { suggest } from '../../core/suggest.ts';
import type { Settings } from '../../settings.ts';
import type { Alert } from '../../watch/alerts/alerts.ts';
import { type RunMetrics, runMetrics } from '../../watch/metrics/metrics.ts';
import { chunkQuality, type Quality } from '../../watch/metrics/quality.ts';
import type { RunRecord, WatchReader } from '../../watch/port.ts';
import { atomFeed } from '../../watch/report/atom-feed.ts';
import type { ChangeReport } from '../../watch/report/change-report.ts';
import { markdownReport } from '../../watch/report/markdown-report.ts';
import { configuredProvider } from '../crawl/targets.ts';
import { storeIn } from '../data-store.ts';
import { draftFile } from '../export/file.ts';
import { providersIn } from '../read/reading.ts';
import { reportOf } from './report-facts.ts';

export interface ReportQuestion {
  readonly provider?: string | undefined;
  /** One run by its number. */
  readonly run?: number | undefined;
  /** At most this many runs of each provider, the latest first: 1. */
  readonly last?: number | undefined;
  /** At most this many changed pages of a run: 1,000. */
  readonly mostPages?: number | undefined;
}

export interface RunReport {
  readonly id: number;
  readonly kind: RunRecord['kind'];
  /** `stopped`: with work left; `killed`: no process continues it now. */
  readonly state: 'complete' | 'stopped' | 'running' | 'killed';
  readonly report: ChangeReport;
  readonly metrics: RunMetrics;
}

export interface ProviderReport {
  readonly provider: string;
  readonly name: string;
  /** The latest first. */
  readonly runs: readonly RunReport[];
  /** Pages stored after, and the change rate of, the last runs, the oldest first. */
  readonly trend: readonly { readonly run: number; readonly stored: number; readonly changeRate: number }[];
  readonly alerts: readonly Alert[];
  /** The quality of what is stored now. */
  readonly quality: Quality;
}

const TREND_RUNS = 20;
const MOST_PAGES = 1_000;

/** The reports of the providers that were crawled, by name. Throws DOC_STORE without a crawl, DOC_USAGE for what there is none of. */
export async function readReports(
  settings: Settings,
  question: ReportQuestion = {},
): Promise<readonly ProviderReport[]> {
  const folder = resolve(settings.options.data);
  const watch = await storeIn(folder, settings.options.store).openWatch();
  try {
    const { reader } = watch;
    const crawled = new Set((await reader.owner())?.providers);
    const now = { crawled, alerts: await reader.alerts() };
    if (question.run !== undefined) return [await ofOneRun(reader, question.run, settings, question, now)];
    // Looks whether the data is whole, too.
    await providersIn(folder, settings.options.store);
    const known = await reader.providers();
    const { provider } = question;
    if (provider !== undefined && !known.includes(provider)) throw noRuns(provider, known, folder);
    const names = provider === undefined ? known : [provider];
    const { last = 1 } = question;
    const reports: ProviderReport[] = [];
    for (const name of names) {
      const latest = await reader.runs({ provider: name, limit: Math.max(last, TREND_RUNS) });
      reports.push(await ofProvider(reader, latest.slice(0, last), latest, settings, question, now));
    }
    return reports;
  } finally {
    await watch.close();
  }
}

/** The reports as a Markdown document. */
export function reportsAsMarkdown(reports: readonly ProviderReport[], settings: Settings, mostPages?: number): string {
  return markdownReport(reportsIn(reports), { timeZone: settings.timeZone, mostPages });
}

/** Writes the changes of the runs as an Atom feed, replacing the previous one. Throws DOC_FILE. */
export async function writeFeed(reports: readonly ProviderReport[], settings: Settings, file: string): Promise<number> {
  const folder = resolve(settings.options.data);
  const [only, ...more] = reports;
  const about = only !== undefined && more.length === 0 ? `: ${only.name}` : '';
  const feed = atomFeed(reportsIn(reports), {
    title: `docent${about}: what changed`,
    // A feed of one provider is another one than that of all.
    id: about === '' ? folder : `${folder} ${only?.provider}`,
    now: Date.now(),
  });
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
  reader: WatchReader,
  id: number,
  settings: Settings,
  question: ReportQuestion,
  now: Now,
): Promise<ProviderReport> {
  const run = await reader.run(id);
  if (run === undefined || (question.provider !== undefined && run.provider !== question.provider))
    throw new DocentError(
      'DOC_USAGE',
      `there is no run ${id}${question.provider === undefined ? '' : ` of "${printable(question.provider)}"`}; "docent report --last 10" lists the last ones`,
    );
  const latest = await reader.runs({ provider: run.provider, limit: TREND_RUNS });
  return ofProvider(reader, [run], latest, settings, question, now);
}

/** The report of one provider; `latest` are its last runs, at least one. */
async function ofProvider(
  reader: WatchReader,
  runs: readonly RunRecord[],
  latest: readonly RunRecord[],
  settings: Settings,
  { mostPages = MOST_PAGES }: ReportQuestion,
  { crawled, alerts }: Now,
): Promise<ProviderReport> {
  const provider = (latest[0] as RunRecord).provider;
  const trend = latest.slice(0, TREND_RUNS).toReversed();
  const selector = trend.at(-1)?.selector;
  const reported: RunReport[] = [];
  for (const run of runs)
    reported.push({
      id: run.id,
      kind: run.kind,
      state: stateOf(run, crawled),
      report: await reportOf(reader, run, settings, { mostPages }),
      metrics: runMetrics(run.counters),
    });
  return {
    provider,
    name: configuredProvider(provider, settings)?.name ?? provider,
    runs: reported,
    trend: trend.map(({ id, counters: { stored }, changes }) => ({
      run: id,
      stored,
      changeRate: shareOf(changes.new + changes.updated + changes.deleted, stored) ?? 0,
    })),
    alerts: alerts.filter((alert) => alert.provider === provider),
    quality: await chunkQuality({ pages: reader.pageChunks(provider), selector }, settings.bounds),
  };
}

function stateOf({ provider, endedAt, complete }: RunRecord, crawled: ReadonlySet<string>): RunReport['state'] {
  if (endedAt !== undefined) return complete ? 'complete' : 'stopped';
  return crawled.has(provider) ? 'running' : 'killed';
}

function noRuns(provider: string, known: readonly string[], folder: string): DocentError {
  const nearest = suggest(provider, known);
  const hint = nearest === undefined ? `; known are ${known.join(', ') || 'none'}` : `; did you mean "${nearest}"?`;
  return new DocentError('DOC_USAGE', `there is no run of "${printable(provider)}" in ${folder}${hint}`);
}
