// Sends what waits in the outbox to its webhooks: signed, again after a pause where it did not arrive, each delivery under one id.

import type { Log } from '../../core/log.ts';
import { Signal } from '../../core/signal.ts';
import { openWebhook, type PostEnd, type WebhookClient } from '../../fetch/webhook.ts';
import type { Settings } from '../../settings.ts';
import type { Store } from '../../store/port.ts';
import type { Watch } from '../../watch/port.ts';
import type { QueuedDelivery } from '../../watch/port-outbox.ts';
import { afterFailure, deliveryLimits } from '../../watch/webhooks/retry.ts';
import { deliveryHeaders } from '../../watch/webhooks/signature.ts';
import { type Webhook, webhookName } from '../../watch/webhooks/webhook.ts';
import { apiHttpOptions } from '../guard.ts';
import type { Place } from '../place.ts';
import { withWatch } from '../with-watch.ts';
import { announceLeft, receiverOf } from './announce.ts';

export interface Delivering extends Place {
  readonly log: Log;
  /** Ends a try under way; what was not sent stays in the outbox. */
  readonly signal?: AbortSignal | undefined;
  /** All of it takes at most this long, and what becomes due meanwhile is sent as well. Left out: only what is due now, without such a bound. */
  readonly withinMs?: number | undefined;
  readonly now?: (() => number) | undefined;
}

/** What came of it. */
export interface DeliveryEnd {
  readonly sent: number;
  /** When the next delivery can be sent; undefined when none waits for a webhook that is configured. */
  readonly nextAt: number | undefined;
}

const nothing: DeliveryEnd = Object.freeze({ sent: 0, nextAt: undefined });

/**
 * Sends what is due, also from runs of other processes; any number of processes may do so at the same time. What cannot be sent is
 * logged and stays, at most 48 hours; without its secret nothing is sent. Throws DOC_STORE for data that cannot be used.
 */
export async function deliverDue(delivering: Delivering): Promise<DeliveryEnd> {
  const { settings, store, log, now = Date.now } = delivering;
  const { webhooks } = settings;
  if (webhooks.length === 0) return nothing;
  return withWatch(store, async (watch) => {
    const oldest = now() - deliveryLimits.longestMs;
    await announceLeft(watch, settings, oldest, now());
    const names = new Map(webhooks.map((webhook, nth) => [receiverOf(webhook), webhookName(webhook, nth)]));
    for (const [receiver, count] of await watch.outbox.removeOlder(oldest, now()))
      log.warn({ to: names.get(receiver) ?? 'a webhook that is no longer configured', count }, 'webhook.late');
    const left = leftOf(delivering.withinMs);
    const ends = await Promise.allSettled(
      webhooks.map((webhook, nth) =>
        deliverTo(webhook, webhookName(webhook, nth), { ...delivering, now, watch, left }),
      ),
    );
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])).reduce(joined, nothing);
  });
}

interface Needs extends Delivering {
  readonly watch: Watch;
  readonly now: () => number;
  /** Milliseconds that are left. */
  readonly left: () => number;
}

/** Sends what is due to one webhook, one delivery after the other. */
async function deliverTo(webhook: Webhook, to: string, needs: Needs): Promise<DeliveryEnd> {
  const { watch, now, left, log, signal, settings } = needs;
  const receiver = receiverOf(webhook);
  const secret = process.env[webhook.secret_env];
  if (!secret) {
    log.debug({ to, variable: webhook.secret_env }, 'webhook.secret-missing');
    return nothing;
  }
  let client: WebhookClient | undefined;
  let sent = 0;
  try {
    for (;;) {
      const isOver = signal?.aborted === true || left() <= 0;
      const delivery = isOver ? undefined : await watch.outbox.take(receiver, now());
      if (delivery === undefined) {
        const nextAt = await watch.outbox.nextDue(receiver);
        if (isOver || nextAt === undefined || !(await becomesDue(nextAt, needs))) return { sent, nextAt };
        continue;
      }
      client ??= openWebhook({ ...apiHttpOptions(settings, webhook.url), url: webhook.url, agent: settings.agent });
      const end = await client.post(delivery.body, {
        headers: deliveryHeaders(delivery, secret, Date.now()),
        signal: untilOver(needs),
      });
      if (end.ok) {
        await watch.outbox.remove(delivery.id);
        log.debug({ to, sent: delivery.event, delivery: delivery.id, tries: delivery.tries }, 'webhook.sent');
        sent++;
      } else await settleFailed(delivery, end, to, needs);
    }
  } finally {
    await client?.close();
  }
}

/** A try that did not succeed: the delivery is due again later, or is removed. */
async function settleFailed(
  delivery: QueuedDelivery,
  end: Extract<PostEnd, { ok: false }>,
  to: string,
  { watch, now, log, left, withinMs }: Needs,
): Promise<void> {
  const { id, receiver, event, tries } = delivery;
  const problem = left() > 0 ? end.problem : `no answer within ${withinMs} ms`;
  const fields = { to, event, delivery: id, tries, problem };
  const next = afterFailure(end, tries, delivery.queuedAt, now());
  if (next.kind !== 'again') {
    await watch.outbox.remove(id);
    log.warn(fields, `webhook.${next.kind}`);
    return;
  }
  await watch.outbox.putBack(id, next.at);
  if (next.isReceivers) await watch.outbox.postpone(receiver, next.at);
  log.warn({ ...fields, again: new Date(next.at).toISOString() }, 'webhook.failed');
}

/** Waits for a delivery that becomes due within the time that is left; false when it does not. */
async function becomesDue(at: number, { now, left, withinMs, signal }: Needs): Promise<boolean> {
  // A past time is of one that another process takes at this moment.
  const wait = Math.max(at - now(), 100);
  if (withinMs === undefined || wait >= left()) return false;
  await new Signal().wait(wait, signal);
  return true;
}

function leftOf(withinMs: number | undefined): () => number {
  const startedAt = performance.now();
  return () => (withinMs ?? Number.POSITIVE_INFINITY) - (performance.now() - startedAt);
}

function untilOver({ signal, withinMs, left }: Needs): AbortSignal | undefined {
  if (withinMs === undefined) return signal;
  const deadline = AbortSignal.timeout(Math.max(1, Math.floor(left())));
  return signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
}

function joined(one: DeliveryEnd, other: DeliveryEnd): DeliveryEnd {
  const next = Math.min(one.nextAt ?? Number.POSITIVE_INFINITY, other.nextAt ?? Number.POSITIVE_INFINITY);
  return { sent: one.sent + other.sent, nextAt: Number.isFinite(next) ? next : undefined };
}

/** How often is looked although nothing is due: other processes queue deliveries too. */
const LOOK_MS = 30_000;

/** Sends what becomes due until the signal, for a process that stays. Never throws: what goes wrong is logged, once until it changes. */
export async function runDeliveries({
  settings,
  store,
  log,
  signal,
}: {
  /** Called at every look. */
  readonly settings: () => Settings;
  readonly store: Store;
  readonly log: Log;
  readonly signal: AbortSignal;
}): Promise<void> {
  let problem: string | undefined;
  while (!signal.aborted) {
    let wait = LOOK_MS;
    try {
      const { nextAt } = await deliverDue({ settings: settings(), store, log, signal });
      if (nextAt !== undefined) wait = Math.min(LOOK_MS, Math.max(1_000, nextAt - Date.now()));
      problem = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== problem) log.warn({ problem: message }, 'webhook.stopped');
      problem = message;
    }
    await new Signal().wait(wait, signal);
  }
}
