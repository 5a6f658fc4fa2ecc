// What follows every run: its report is made and logged, its alerts are judged, kept and sent, its events are queued and sent.

import { type Log, logAlways } from '../../core/log.ts';
import type { RunResult } from '../../crawl/run/events.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import type { AlertNews } from '../../watch/alerts/alerts.ts';
import type { RunRecord, Watch } from '../../watch/port.ts';
import { type ChangeReport, hasChanges, reportLines } from '../../watch/report/change-report.ts';
import { type SlackMessage, slackReport } from '../../watch/report/slack-message.ts';
import type { Place } from '../place.ts';
import { withWatch } from '../with-watch.ts';
import { judgeRun, logAlerts, notifyAlerts, notifySlack } from './alerts.ts';
import { alertDeliveries, announceRun } from './announce.ts';
import { deliverDue } from './deliveries.ts';
import { reportOf } from './report-facts.ts';

/** What a run of one provider came to. */
export interface Conclusion {
  readonly provider: string;
  readonly run: number;
  readonly report: ChangeReport;
  /** M3: the block of lines, in local time, as it is logged and printed. */
  readonly text: string;
  readonly alerts: AlertNews;
}

export interface Concluding extends Place {
  readonly log: Log;
  /** The command prints reports on the terminal that the log is written to. */
  readonly isPrinted?: boolean | undefined;
  readonly now: () => number;
  /** Aborts the notification. */
  readonly signal?: AbortSignal | undefined;
}

/** At most this many changed pages are looked at; their counts are whole. */
const MOST_PAGES = 1_000;
/** A run stays open at most this long for its webhooks; what they have not received then is sent by the next process. */
const WEBHOOKS_MS = 5_000;

/**
 * Concludes the runs that have just ended, in their order. Never throws: what goes wrong here is logged, and the run is what it was.
 * Done when Slack has every notification, or could not be reached, and webhooks have theirs, or had a few seconds.
 */
export async function concludeRuns(
  providers: RunResult['providers'],
  concluding: Concluding,
): Promise<readonly Conclusion[]> {
  const { store, log } = concluding;
  const conclusions: Conclusion[] = [];
  let watch: Watch | undefined;
  try {
    // A full disk, or a machine without a free file handle, does not let it be opened.
    watch = await store.openWatch();
    for (const one of providers) {
      const conclusion = await conclude(one, watch, concluding);
      if (conclusion !== undefined) conclusions.push(conclusion);
    }
  } catch (error) {
    log.error({ err: error }, 'report.failed');
  } finally {
    await watch?.close();
  }
  if (conclusions.length > 0) await Promise.all([postToSlack(conclusions, concluding), postToWebhooks(concluding)]);
  return conclusions;
}

async function postToSlack(conclusions: readonly Conclusion[], concluding: Concluding): Promise<void> {
  const { settings, log, signal } = concluding;
  try {
    await notifyAlerts(concluding, concluding);
    for (const message of reportsOf(conclusions, settings)) await notifySlack(message, settings, log, signal);
  } catch (error) {
    log.error({ problem: (error as Error).message }, 'slack.failed');
  }
}

async function postToWebhooks({ settings, store, log, signal }: Concluding): Promise<void> {
  try {
    await deliverDue({ settings, store, log, signal, withinMs: WEBHOOKS_MS });
  } catch (error) {
    log.error({ problem: (error as Error).message }, 'webhook.stopped');
  }
}

/** What runs came to that another process has concluded; their alerts are announced there. */
export async function readConclusions(
  runs: readonly RunRecord[],
  settings: Settings,
  store: Store,
): Promise<readonly Conclusion[]> {
  return withWatch(store, async ({ reader }) => {
    const conclusions: Conclusion[] = [];
    for (const run of runs) {
      const report = await reportOf(reader, run, settings, { mostPages: MOST_PAGES });
      const text = reportLines(report, settings.timeZone).join('\n');
      const alerts: AlertNews = { raised: [], continuing: [], ended: [] };
      conclusions.push({ provider: run.provider, run: run.id, report, text, alerts });
    }
    return conclusions;
  });
}

async function conclude(
  { provider, mergedByQuery }: RunResult['providers'][number],
  watch: Watch,
  { settings, log, now, isPrinted = false }: Concluding,
): Promise<Conclusion | undefined> {
  const { reader, writer } = watch;
  const [run, before] = await reader.runs({ provider, limit: 2 });
  if (run === undefined) return undefined;
  const report = await reportOf(reader, run, settings, { mostPages: MOST_PAGES, mergedByQuery });
  const { counts, changeRate, successRate } = report;
  const fields = { provider, run: run.id, kind: run.kind, complete: run.complete, counts, changeRate, successRate };
  const text = reportLines(report, settings.timeZone).join('\n');
  if (!isPrinted) logAlways(log, fields, text);
  for (const warning of report.estimate?.warnings ?? []) log.warn({ provider, run: run.id }, `estimate: ${warning}`);
  const at = now();
  const alerts = await judgeRun(reader, run, settings, { before, now: at });
  if (alerts.raised.length + alerts.continuing.length + alerts.ended.length > 0)
    await writer.keepAlerts(alerts, at, alertDeliveries(alerts, run.id, settings, at));
  logAlerts(alerts, log);
  await announceRun(watch, run, report, settings, at);
  return { provider, run: run.id, report, text, alerts };
}

function reportsOf(conclusions: readonly Conclusion[], { options }: Settings): readonly SlackMessage[] {
  const changed = options.slack_reports ? conclusions.filter(({ report }) => hasChanges(report)) : [];
  return changed.map(({ report }) => slackReport(report));
}
