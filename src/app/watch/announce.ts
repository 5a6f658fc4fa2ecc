// What a run came to becomes deliveries in the outbox: one for each webhook that subscribed to the event.
import { createHash, randomUUID } from 'node:crypto';
import type { Settings } from '../../settings.ts';
import type { AlertNews } from '../../watch/alerts/alerts.ts';
import type { RunRecord, Watch } from '../../watch/port.ts';
import type { NewDelivery } from '../../watch/port-outbox.ts';
import type { ChangeReport } from '../../watch/report/change-report.ts';
import { alertEvents, type EventDraft, eventBody, runEvents } from '../../watch/webhooks/events.ts';
import type { Webhook } from '../../watch/webhooks/webhook.ts';
import { reportOf } from './report-facts.ts';

/** More changed pages are not looked at; their counts are whole. */
const MOST_PAGES = 1_000;

/** The name of a webhook in the outbox: its address is secret, and is kept nowhere. */
export function receiverOf({ url }: Webhook): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 32);
}

/**
 * Queues the events of a run that ended, in the act that notes it as announced; also where there is no webhook, so that one
 * configured later gets nothing of before. Does nothing where another process was first, or the run goes on. Throws as `Outbox.announce`.
 */
export async function announceRun(
  { outbox }: Pick<Watch, 'outbox'>,
  run: RunRecord,
  report: ChangeReport,
  { webhooks }: Settings,
  at: number,
): Promise<void> {
  const { id, kind, endedAt, counters } = run;
  if (endedAt === undefined) return;
  const events = runEvents({ id, kind, requests: counters.requests }, report);
  await outbox.announce({ run: id, endedAt }, deliveriesOf(events, webhooks, at), at);
}

/** Announces runs that ended after `since` in a process that was killed before it could. Throws as the reader and the outbox. */
export async function announceLeft(watch: Watch, settings: Settings, since: number, at: number): Promise<void> {
  for (const { run: id, endedAt } of await watch.outbox.unannounced(since)) {
    const run = await watch.reader.run(id);
    if (run?.endedAt !== endedAt) continue;
    const report = await reportOf(watch.reader, run, settings, { mostPages: MOST_PAGES });
    await announceRun(watch, run, report, settings, at);
  }
}

/** The deliveries of what begins and ends with a run. */
export function alertDeliveries(
  news: AlertNews,
  run: number,
  { webhooks }: Settings,
  at: number,
): readonly NewDelivery[] {
  return deliveriesOf(alertEvents(news, run), webhooks, at);
}

/** A delivery of an event to one webhook, whether or not it subscribed to it. */
export function deliveryTo(webhook: Webhook, event: EventDraft, at: number, id: string = randomUUID()): NewDelivery {
  const { type, provider = '' } = event;
  return {
    ...{ id: randomUUID(), receiver: receiverOf(webhook), event: type, provider },
    body: eventBody(event, id, at),
  };
}

/** An event has one id for all its receivers, and each delivery has its own. */
function deliveriesOf(events: readonly EventDraft[], webhooks: readonly Webhook[], at: number): readonly NewDelivery[] {
  return events.flatMap((event) => {
    const id = randomUUID();
    const subscribed = webhooks.filter(({ events: names }) => (names as readonly string[]).includes(event.type));
    return subscribed.map((webhook) => deliveryTo(webhook, event, at, id));
  });
}
