// M1, M2: which alerts begin, go on and end with a run; begins and ends are reported, alerts that go on are not.
import { oneDecimal } from '../../core/figures.ts';
import { hideSecrets } from '../../core/log.ts';
import { printable } from '../../core/printable.ts';
import type { Measure } from '../metrics/metrics.ts';
import { type AlertBounds, type Bound, type BoundName, boundTable, isWithin } from './bounds.ts';
import { type Caused, type CauseFacts, type CauseName, causesOf, causeTable, type Excess } from './causes.ts';

/** An alert that is open: a row in the store. Bound, value and limit are those of the first of its bounds. */
export interface Alert extends Excess {
  /** One per provider and cause, and host where hosts are apart. */
  readonly key: string;
  readonly provider: string;
  /** The name of its cause; undefined in rows of versions in which each bound had an alert of its own. */
  readonly about?: CauseName | undefined;
  /** Every bound that is passed for this cause; undefined in such rows. */
  readonly bounds?: readonly Excess[] | undefined;
  /** When the alert began. */
  readonly since: number;
  /** What happened, and what to do. */
  readonly cause: string;
  /** Shows the URLs it is about. */
  readonly command: string;
  /** Cause, values, bounds and command, on one line that is safe to print. */
  readonly text: string;
}

export interface EndedAlert {
  readonly alert: Alert;
  readonly endedAt: number;
  /** The value of its first bound now; undefined when it does not apply any more. */
  readonly value: number | undefined;
  readonly text: string;
}

export interface AlertNews {
  /** New alerts, to be reported: a WARN, a row, a message. */
  readonly raised: readonly Alert[];
  /** Alerts reported before; their rows get the new values. */
  readonly continuing: readonly Alert[];
  readonly ended: readonly EndedAlert[];
}

export interface AlertQuestion {
  readonly provider: string;
  /** The number of the run. */
  readonly run: number;
  /** The measures of this run that may raise an alert; where nothing was measured, an open alert stays as it is. */
  readonly measures: readonly Measure[];
  /** What else the run shows; what is left out was not seen. */
  readonly facts?: Partial<CauseFacts> | undefined;
  readonly bounds: AlertBounds;
  /** Open alerts; those of other providers are ignored. */
  readonly open: readonly Alert[];
  readonly now: number;
}

/** Every open and every new alert of the provider is in exactly one of the three lists. */
export function judgeAlerts(question: AlertQuestion): AlertNews {
  const { provider, measures, facts, bounds, open, now } = question;
  const raised: Alert[] = [];
  const continuing: Alert[] = [];
  const ended: EndedAlert[] = [];
  const before = new Map(open.filter((alert) => alert.provider === provider).map((alert) => [alert.key, alert]));
  const measured = new Set(measures.map(({ bound }) => bound));
  for (const caused of causesOf(excessesIn(measures, bounds), facts)) {
    const key = keyOf(provider, caused);
    const known = before.get(key);
    before.delete(key);
    const kept = boundsOf(known).filter(({ bound }) => !measured.has(bound));
    const alert = alertOf(key, { ...caused, excesses: [...caused.excesses, ...kept] }, question, known?.since ?? now);
    (known === undefined ? raised : continuing).push(alert);
  }
  for (const alert of before.values()) {
    // Bounds of it that were measured are met now, or another cause has them.
    const [first, ...others] = boundsOf(alert).filter(({ bound }) => !measured.has(bound));
    if (first === undefined) ended.push(endOf(alert, measures, bounds, now));
    else if (others.length + 1 === boundsOf(alert).length || alert.about === undefined) continuing.push(alert);
    else {
      const caused = { cause: alert.about, of: first.of, excesses: [first, ...others] as const };
      continuing.push(alertOf(alert.key, caused, question, alert.since));
    }
  }
  return { raised, continuing, ended };
}

/** The measures that are out of their bounds. */
export function excessesIn(measures: readonly Measure[], bounds: AlertBounds): readonly Excess[] {
  return measures.flatMap(({ bound, value, of }) =>
    value === undefined || isWithin(bound, value, bounds)
      ? []
      : [{ bound, value, limit: bounds[bound], ...(of !== undefined && { of }) }],
  );
}

/** Every bound of an alert; the one that shows its cause comes first. */
export function boundsOf(alert: Alert | undefined): readonly Excess[] {
  if (alert === undefined) return [];
  const { bound, value, limit, of } = alert;
  return alert.bounds ?? [{ bound, value, limit, ...(of !== undefined && { of }) }];
}

function keyOf(provider: string, { cause, of }: Caused): string {
  return 'perHost' in causeTable[cause] ? `${provider}:${cause}:${of ?? ''}` : `${provider}:${cause}`;
}

function alertOf(key: string, caused: Caused, { provider, run }: AlertQuestion, since: number): Alert {
  const { excesses } = caused;
  const { cause, command } = remedyOf(caused, { provider, run });
  const text = textOf({ provider, cause, command }, excesses);
  return { key, provider, about: caused.cause, ...excesses[0], bounds: excesses, since, cause, command, text };
}

function textOf(
  { provider, cause, command }: Pick<Alert, 'provider' | 'cause' | 'command'>,
  excesses: readonly Excess[],
): string {
  return `${safe(provider)}: ${cause}. Measured: ${excesses.map(excessText).join('; ')}. Look closer: ${command}`;
}

/** An open alert with what is measured by now: a page may have been removed since its run, or a run that was killed has stored more. */
export function asMeasured(alert: Alert, now: readonly Pick<Excess, 'bound' | 'value'>[]): Alert {
  // One of an earlier version has a text of another form.
  if (alert.bounds === undefined) return alert;
  const values = new Map(now.map(({ bound, value }) => [bound, value]));
  const excesses = alert.bounds.map((one) => ({ ...one, value: values.get(one.bound) ?? one.value }));
  return { ...alert, ...excesses[0], bounds: excesses, text: textOf(alert, excesses) };
}

/** What a cause means and what to do, and the command that shows its URLs. */
export function remedyOf(
  { cause, of }: Pick<Caused, 'cause' | 'of'>,
  { provider, run }: { readonly provider: string; readonly run: number },
): { readonly cause: string; readonly command: string } {
  const { means, command } = causeTable[cause];
  return { cause: filled(means, { of }), command: filled(command, { provider, of, run: String(run) }) };
}

function endOf(alert: Alert, measures: readonly Measure[], bounds: AlertBounds, now: number): EndedAlert {
  const met = boundsOf(alert).map(({ bound, of }) => {
    const found = measures.find((one) => one.bound === bound && (bound !== 'response_time' || one.of === of));
    return { bound, of, value: found?.value };
  });
  const texts = met.map(({ bound, of, value }) => {
    const what = meaning(bound, of);
    if (value === undefined) return `${what}: no longer measured`;
    const is = `${what}: ${valueText(bound, value, bounds[bound])}`;
    return isWithin(bound, value, bounds)
      ? `${is}, back within ${boundText(bound, bounds[bound])}`
      : `${is}, for another cause`;
  });
  return { alert, endedAt: now, value: met[0]?.value, text: `${safe(alert.provider)}: over: ${texts.join('; ')}` };
}

/** A value beside the bound it has passed. */
export function excessText({ bound, value, limit, of }: Excess): string {
  return `${meaning(bound, of)} ${valueText(bound, value, limit)}, bound ${boundText(bound, limit)}`;
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
  const usual = unit === '%' || unit === 'h' ? oneDecimal(value) : String(Math.round(value));
  if (value === limit || Number(usual) !== limit) return `${usual} ${unit}`;
  for (let digits = 1; digits < 4; digits++)
    if (Number(value.toFixed(digits)) !== limit) return `${value.toFixed(digits)} ${unit}`;
  return `${value} ${unit}`;
}

function filled(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template
    .replace(/\{(of|provider|run)\}/g, (_, name: string) => safe(values[name] ?? ''))
    .replace(/ {2,}/g, ' ');
}

/** Hosts, selectors and names are untrusted. */
function safe(text: string): string {
  return hideSecrets(printable(text.slice(0, 200)));
}
