// M1, M2: a run is compared with its bounds; what begins and what ends is logged, kept, and sent to the webhook.

import { type Log, silentLog } from '../../core/log.ts';
import { postWebhook } from '../../fetch/webhook.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import { type Alert, type AlertNews, asMeasured, boundsOf, judgeAlerts } from '../../watch/alerts/alerts.ts';
import { type AlertBounds, type BoundName, contentBounds, isWithin } from '../../watch/alerts/bounds.ts';
import {
  causeFacts,
  type Measure,
  type RunCounters,
  replacedRate,
  runMeasures,
  runMetrics,
} from '../../watch/metrics/metrics.ts';
import { chunkQuality, qualityMeasures } from '../../watch/metrics/quality.ts';
import type { RunRecord, WatchReader } from '../../watch/port.ts';
import { LEAST_PAGES } from '../../watch/report/content-advice.ts';
import { type SlackMessage, slackAlerts } from '../../watch/report/slack-message.ts';
import { httpOptions } from '../guard.ts';
import type { Place } from '../place.ts';
import { providersIn } from '../read/reading.ts';
import { withWatch } from '../with-watch.ts';
import { judgementsOf } from './judgements.ts';
import { type QualityReaders, qualityNow } from './kept-quality.ts';
import { withReaders } from './report.ts';
import { maxPagesOf } from './report-facts.ts';
import { boundsFor, hasJudgedContent, type SourceBounds } from './source-bounds.ts';

/** Bounds that do not apply to an unfinished run: it did less, and took less time. */
const ofWholeRuns: ReadonlySet<BoundName> = new Set<BoundName>(['stored_change', 'run_hours']);
/** Averages and shares over fewer pages, or fewer requests for them, are chance. */
const LEAST = 5;
/** What each share of a run is a share of. */
const samples: Readonly<Partial<Record<BoundName, (counters: RunCounters) => number>>> = Object.freeze({
  success_rate: ({ requests }) => requests,
  error_rate: ({ requests }) => requests,
  retry_rate: ({ requests }) => requests,
  empty_content: ({ read }) => read,
  stored_change: ({ storedBefore = 0 }) => storedBefore,
  replaced_pages: ({ storedBefore = 0 }) => storedBefore,
});

/** What begins, goes on and ends with the provider's latest run; writes nothing. */
export async function judgeRun(
  reader: WatchReader,
  run: RunRecord,
  settings: Settings,
  { before, now }: { readonly before: RunRecord | undefined; readonly now: number },
): Promise<AlertNews> {
  const { provider, counters, reasons } = run;
  const own = boundsFor(provider, settings);
  return judgeAlerts({
    provider,
    run: run.id,
    measures: [...ofRun(run, settings, own.bounds, before), ...(await ofContent(reader, run, settings, own))],
    facts: causeFacts(counters, reasons),
    bounds: own.bounds,
    open: await reader.alerts(),
    now,
  });
}

function ofRun(
  run: RunRecord,
  settings: Settings,
  bounds: AlertBounds,
  before: RunRecord | undefined,
): readonly Measure[] {
  const { counters, reasons } = run;
  const replaced = { bound: 'replaced_pages', value: replacedRate(reasons, counters.storedBefore) } as const;
  return [...runMeasures(runMetrics(counters)), replaced].filter(({ bound, value }) => {
    // Few begin no alert; they may end one, or a small site would never be rid of it.
    const isFew = (samples[bound]?.(counters) ?? LEAST) < LEAST;
    if (isFew && value !== undefined && !isWithin(bound, value, bounds)) return false;
    if (!isWhole(run, settings)) return !ofWholeRuns.has(bound);
    // After a trial there is nothing to compare with yet.
    return bound !== 'stored_change' || (before !== undefined && isWhole(before, settings));
  });
}

/** M2: what is stored, as far as it may raise an alert for the source; the rest ends alerts that it has begun. */
async function ofContent(
  reader: WatchReader,
  { provider, selector }: RunRecord,
  settings: Settings,
  { bounds, raises }: SourceBounds,
): Promise<readonly Measure[]> {
  const unset = contentBounds.filter((bound) => !raises(bound)).map((bound) => ({ bound, value: undefined }));
  if (unset.length === contentBounds.length || !hasJudgedContent(provider, settings)) return unset;
  const quality = await chunkQuality({ pages: reader.pageChunks(provider), selector }, bounds);
  const isFew = quality.pages < LEAST_PAGES;
  const judged = qualityMeasures(quality).filter(({ bound }) => raises(bound) && !(isFew && bound !== 'selector_hits'));
  return [...unset, ...judged];
}

/** Whether a run came as far as it may: to its end, or to the provider's bound. A trial and an interrupted one did not. */
function isWhole(run: RunRecord, settings: Settings): boolean {
  return run.complete || run.counters.stored >= maxPagesOf(run, settings);
}

/** One WARN for each alert that begins, one INFO for each that ends. */
export function logAlerts({ raised, ended }: AlertNews, log: Log): void {
  for (const { provider, about, bound, text } of raised) log.warn({ provider, about, bound }, `alert: ${text}`);
  for (const { alert, text } of ended) {
    const { provider, about, bound } = alert;
    log.info({ provider, about, bound }, `alert over: ${text}`);
  }
}

/** Posts to the webhook, where one is set. A failure is logged, and false is returned: the run does not depend on it. */
export async function notifySlack(
  message: SlackMessage,
  settings: Settings,
  log: Log,
  signal?: AbortSignal,
): Promise<boolean> {
  const { slack_webhook: url } = settings.options;
  if (url === undefined) return true;
  // The remark about proxies and addresses was logged when the crawl began.
  const http = httpOptions(settings, [], silentLog);
  const end = await postWebhook(message, { ...http, url, agent: settings.agent, signal });
  if (!end.ok) log.warn({ tries: end.tries, problem: end.problem }, 'slack.failed');
  else log.debug({ tries: end.tries }, 'slack.sent');
  return end.ok;
}

/**
 * Sends alerts of a folder that the webhook has not received, from whichever run. They are marked when they have arrived: what could not
 * be sent, also because of a kill, is sent after the next run; after a kill between both, twice. Without a webhook the log has them.
 */
export async function notifyAlerts(
  { settings, store }: Place,
  { log, now, signal }: { readonly log: Log; readonly now: () => number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const unsent = await withWatch(store, ({ reader }) => reader.unsent());
  const message = slackAlerts({
    raised: unsent.filter(({ isNew }) => isNew).map(({ alert }) => alert),
    ended: unsent.flatMap(({ alert, end: text }) => (text === undefined ? [] : [{ alert, text }])),
  });
  if (message === undefined || !(await notifySlack(message, settings, log, signal))) return;
  await withWatch(store, ({ writer }) => writer.markSent(unsent, now()));
}

/** What an empty `docent alerts` covers. */
export interface Judged {
  /** Providers whose last run was compared with all bounds. */
  readonly judged: readonly string[];
  /** Providers whose last run was not compared with all bounds, by the reason. */
  readonly notJudged: ReadonlyMap<NotJudged, readonly string[]>;
}

export type NotJudged = 'never run' | 'under way' | 'cut off' | 'too small';

/**
 * Which of the folder's providers were judged, or whether this one was. Unless `checked` is false, a small folder is looked through for
 * damage first.
 */
export async function readJudged(store: Store, provider?: string, { checked = true } = {}): Promise<Judged> {
  const names = provider === undefined ? await providersIn(store, { checked }) : [provider];
  return withWatch(store, async ({ reader }) => {
    const crawled = new Set((await reader.owner())?.providers);
    const reasonsOf = new Map<string, NotJudged | 'judged'>();
    for (const name of names)
      reasonsOf.set(name, reasonOf((await reader.runs({ provider: name, limit: 1 }))[0], crawled));
    const found = Map.groupBy(names, (name) => reasonsOf.get(name));
    const { judged = [], ...reasons } = Object.fromEntries(found) as Partial<Record<NotJudged | 'judged', string[]>>;
    return { judged, notJudged: new Map(Object.entries(reasons) as [NotJudged, string[]][]) };
  });
}

function reasonOf(run: RunRecord | undefined, crawled: ReadonlySet<string>): NotJudged | 'judged' {
  if (run === undefined) return 'never run';
  if (run.endedAt === undefined) return crawled.has(run.provider) ? 'under way' : 'cut off';
  return run.counters.requests < LEAST ? 'too small' : 'judged';
}

export interface KnownAlert extends Alert {
  readonly endedAt?: number | undefined;
}

/** Open alerts, the oldest first, and with `closed` at most this many that are over, the latest first. */
export async function readAlerts(
  place: Place,
  { provider, closed = 0 }: { readonly provider?: string | undefined; readonly closed?: number | undefined } = {},
): Promise<readonly KnownAlert[]> {
  const { settings, store } = place;
  const found = await withWatch(store, async ({ reader }) => {
    const alerts = await reader.alerts({ closed });
    return alerts.filter((alert) => provider === undefined || alert.provider === provider);
  });
  const isOfContent = (alert: KnownAlert): boolean =>
    alert.endedAt === undefined && boundsOf(alert).some(({ bound }) => contentBounds.includes(bound));
  if (!found.some(isOfContent)) return found;
  // Their figures are those that quality has of them.
  return withReaders(place, false, async (readers) => {
    const shown: KnownAlert[] = [];
    for (const alert of found) shown.push(isOfContent(alert) ? await measuredNow(alert, readers, settings) : alert);
    return shown;
  });
}

async function measuredNow(alert: KnownAlert, readers: QualityReaders, settings: Settings): Promise<KnownAlert> {
  const [latest] = await readers.reader.runs({ provider: alert.provider, limit: 1 });
  if (latest === undefined) return alert;
  const own = boundsFor(alert.provider, settings);
  return asMeasured(alert, judgementsOf(await qualityNow(readers, latest, own.bounds), own));
}
