// M1, M2: which alerts begin, go on and end with a run; begins and ends are reported, alerts that go on are not.
import { hideSecrets } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';
import type { Measure } from '../metrics/metrics.ts';
import { type AlertBounds, type Bound, type BoundName, boundTable, isWithin, missedSelector } from './bounds.ts';

/** An alert that is open: a row in the store. */
export interface Alert {
  /** One per provider, bound and host. */
  readonly key: string;
  readonly provider: string;
  readonly bound: BoundName;
  readonly value: number;
  /** The bound as it was set. */
  readonly limit: number;
  /** The host or the selector it is about. */
  readonly of?: string | undefined;
  /** When the alert began. */
  readonly since: number;
  readonly cause: string;
  readonly command: string;
  /** Value, bound, likely cause and command, on one line that is safe to print. */
  readonly text: string;
}

export interface EndedAlert {
  readonly alert: Alert;
  readonly endedAt: number;
  /** The value now; undefined when it does not apply any more. */
  readonly value: number | undefined;
  readonly text: string;
}

export interface AlertNews {
  /** New alerts, to be reported: a WARN, a row, a message. */
  readonly raised: readonly Alert[];
  /** Alerts reported before; their rows get the new value. */
  readonly continuing: readonly Alert[];
  readonly ended: readonly EndedAlert[];
}

export interface AlertQuestion {
  readonly provider: string;
  /** The measures of this run; where nothing was measured, an open alert stays as it is. */
  readonly measures: readonly Measure[];
  readonly bounds: AlertBounds;
  /** Open alerts; those of other providers are ignored. */
  readonly open: readonly Alert[];
  readonly now: number;
}

/** Every open and every new alert of the provider is in exactly one of the three lists. */
export function judgeAlerts({ provider, measures, bounds, open, now }: AlertQuestion): AlertNews {
  const raised: Alert[] = [];
  const continuing: Alert[] = [];
  const ended: EndedAlert[] = [];
  const before = new Map(open.filter((alert) => alert.provider === provider).map((alert) => [alert.key, alert]));
  const measured = new Set<BoundName>();
  for (const measure of measures) {
    const key = keyOf(provider, measure);
    const known = before.get(key);
    measured.add(measure.bound);
    before.delete(key);
    if (measure.value === undefined || isWithin(measure.bound, measure.value, bounds)) {
      if (known !== undefined) ended.push(endOf(known, measure.value, bounds, now));
      continue;
    }
    const alert = alertOf(provider, measure, measure.value, bounds, known?.since ?? now);
    (known === undefined ? raised : continuing).push(alert);
  }
  for (const alert of before.values()) {
    // The alert's host got no more requests while others did.
    if (measured.has(alert.bound)) ended.push(endOf(alert, undefined, bounds, now));
    else continuing.push(alert);
  }
  return { raised, continuing, ended };
}

function keyOf(provider: string, { bound, of }: Measure): string {
  return bound === 'response_time' ? `${provider}:${bound}:${of ?? ''}` : `${provider}:${bound}`;
}

function alertOf(provider: string, measure: Measure, value: number, bounds: AlertBounds, since: number): Alert {
  const { bound, of, missed } = measure;
  const rule: Pick<Bound, 'cause' | 'command'> = missed ? missedSelector : boundTable[bound];
  const limit = bounds[bound];
  const cause = filled(rule.cause, { of });
  const command = filled(rule.command, { provider });
  const text = `${safe(provider)}: ${meaning(bound, of)}: ${valueText(bound, value, limit)}, bound ${boundText(bound, limit)}. Likely cause: ${cause}. Look closer: ${command}`;
  return {
    key: keyOf(provider, { bound, value, of }),
    provider,
    bound,
    value,
    limit,
    ...(of !== undefined && { of }),
    since,
    cause,
    command,
    text,
  };
}

function endOf(alert: Alert, value: number | undefined, bounds: AlertBounds, now: number): EndedAlert {
  const { provider, bound, of } = alert;
  const what = `${safe(provider)}: ${meaning(bound, of)}`;
  const text =
    value === undefined
      ? `${what}: over, no longer measured`
      : `${what}: ${valueText(bound, value, bounds[bound])}, over: back within ${boundText(bound, bounds[bound])}`;
  return { alert, endedAt: now, value, text };
}

/** A bound as text: at least 90 %. */
export function boundText(name: BoundName, limit: number): string {
  const words = { least: 'at least', most: 'at most', under: 'under' } as const;
  const rule: Bound = boundTable[name];
  return `${words[rule.direction]} ${limit} ${rule.unit}`;
}

/** The measured quantity as text, with the host or selector it was measured on. */
export function meaning(name: BoundName, of?: string): string {
  return filled(boundTable[name].means, { of });
}

/** A value with its unit, and with as many decimals as it takes to see that it is not the bound: 89.96 %, not 90.0 %. */
export function valueText(name: BoundName, value: number, limit: number): string {
  const { unit }: Bound = boundTable[name];
  const least = unit === '%' || unit === 'h' ? 1 : 0;
  for (let digits = least; digits < 4; digits++)
    if (value === limit || Number(value.toFixed(digits)) !== limit) return `${value.toFixed(digits)} ${unit}`;
  return `${value} ${unit}`;
}

function filled(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(of|provider)\}/g, (_, name: string) => safe(values[name] ?? '')).replace(/ {2,}/g, ' ');
}

/** Hosts, selectors and names are untrusted. */
function safe(text: string): string {
  return hideSecrets(printable(text.slice(0, 200)));
}
