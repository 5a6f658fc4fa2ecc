// The events that webhooks get, as small JSON: figures of a run, which pages changed, which alerts began and ended.
import { hideSecrets } from '../../core/log.ts';
import type { PageChangeKind } from '../../core/page-change.ts';
import { printable } from '../../core/printable.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { type Alert, type AlertNews, boundsOf, meaning } from '../alerts/alerts.ts';
import { boundTable } from '../alerts/bounds.ts';
import { type ChangeReport, hasChanges } from '../report/change-report.ts';
import type { WebhookEvent } from './webhook.ts';

/** An event before it is queued; `test` is sent by hand, and needs no subscription. */
export interface EventDraft {
  readonly type: WebhookEvent | 'test';
  readonly provider?: string | undefined;
  /** What its JSON holds beside id, type, time and provider. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** At most this many changed pages are named, in at most this many bytes of JSON. */
export const eventLimits = Object.freeze({ pages: 100, pageBytes: 30_000 });

/** The run that an event is about. */
export interface EventRun {
  readonly id: number;
  readonly kind: 'crawl' | 'refresh';
  readonly requests: number;
}

/** What the end of a run is announced with: its figures, and, where pages changed, which ones. */
export function runEvents(run: EventRun, report: ChangeReport): readonly EventDraft[] {
  const { provider, counts, complete } = report;
  const { total, unchanged, ...changes } = counts;
  const ended: EventDraft = {
    type: 'run.ended',
    provider,
    content: {
      run: run.id,
      kind: run.kind,
      complete,
      started: timeText(report.startedAt),
      ended: timeText(report.endedAt),
      figures: {
        ...{ pages: total, unchanged, not_due: report.notDue, ...changes, change_rate: rounded(report.changeRate) },
        ...{ success_rate: rounded(report.successRate), requests: run.requests, bytes: report.bytes },
        ...{ average_ms: rounded(report.averageMs), duration_ms: rounded(report.durationMs) },
      },
    },
  };
  if (!hasChanges(report)) return [ended];
  const pages = namedPages(report);
  const all = Object.values(changes).reduce((sum, count) => sum + count, 0);
  const content = { run: run.id, counts: { ...changes, total }, pages, more: Math.max(0, all - pages.length) };
  return [ended, { type: 'pages.changed', provider, content }];
}

/** One event for each alert that begins or ends; those that go on are announced already. */
export function alertEvents({ raised, ended }: AlertNews, run: number): readonly EventDraft[] {
  return [
    ...raised.map((alert) => alertEvent(alert, alert.value, { run, state: 'began', text: alert.text })),
    ...ended.map(({ alert, text, endedAt, value }) =>
      alertEvent(alert, value, { run, state: 'ended', text, ended: timeText(endedAt) }),
    ),
  ];
}

function alertEvent(alert: Alert, value: number | undefined, content: Readonly<Record<string, unknown>>): EventDraft {
  const { provider, about, bound, of, limit, since, cause, command } = alert;
  return {
    type: 'alert',
    provider,
    content: {
      ...content,
      since: timeText(since),
      ...{ about, bound, of: of === undefined ? undefined : hideSecrets(printable(of.slice(0, 200))) },
      ...{ measured: meaning(bound, of), value: value ?? null, limit, unit: boundTable[bound].unit, cause, command },
      bounds: boundsOf(alert).map((one) => ({
        ...{ bound: one.bound, measured: meaning(one.bound, one.of), value: one.value, limit: one.limit },
        unit: boundTable[one.bound].unit,
      })),
    },
  };
}

/** The body of a delivery; the same for every receiver of the event. */
export function eventBody({ type, provider, content }: EventDraft, id: string, at: number): string {
  return JSON.stringify({ id, type, time: timeText(at), provider, ...content });
}

/** The first changed pages that fit, in the order of the report; an address too long for them is left out. */
function namedPages({ pages }: ChangeReport): readonly { readonly kind: PageChangeKind; readonly url: string }[] {
  const named: { readonly kind: PageChangeKind; readonly url: string }[] = [];
  let bytes = 0;
  for (const { kind, url } of pages) {
    const page = { kind, url: shownUrl(url) };
    const size = Buffer.byteLength(JSON.stringify(page));
    if (named.length === eventLimits.pages) break;
    if (bytes + size > eventLimits.pageBytes) continue;
    bytes += size;
    named.push(page);
  }
  return named;
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}

/** Two decimals; null where nothing was measured. */
function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 100) / 100;
}
