// M4: metrics in Prometheus' text format 0.0.4.
import { DocentError } from '../core/errors.ts';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels | undefined;
  readonly value: number;
}

export interface HistogramSample {
  readonly labels?: Labels | undefined;
  /** Upper bounds, rising, each with how many fell into it and no lower one. */
  readonly buckets: readonly { readonly le: number; readonly count: number }[];
  readonly sum: number;
  /** All of them, those above the last bound included. */
  readonly count: number;
}

interface Named {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
}

export type MetricFamily = Named &
  (
    | { readonly type: 'counter' | 'gauge'; readonly samples: readonly Sample[] }
    | { readonly type: 'histogram'; readonly samples: readonly HistogramSample[] }
  );

/** The Content-Type to answer with. */
export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * The exposition of the families, in their order. Label values may hold anything. Throws DOC_INTERNAL for a name Prometheus would
 * refuse, and for a family or a series that is there twice: one bad line makes it drop the whole page.
 */
export function expose(families: readonly MetricFamily[]): string {
  const lines: string[] = [];
  const names = new Set<string>();
  for (const family of families) {
    const { name, help, type } = family;
    if (!NAME.test(name) || names.has(name))
      throw wrong(`the metric ${JSON.stringify(name)} is misnamed or there twice`);
    names.add(name);
    lines.push(`# HELP ${name} ${help.replace(/[\\\n]/g, escapeOf)}`, `# TYPE ${name} ${type}`);
    const series = new Set<string>();
    for (const sample of family.samples) {
      const own = labelsOf(sample.labels ?? {}, name);
      const key = JSON.stringify(own.toSorted());
      if (series.has(key)) throw wrong(`the metric ${name} has {${own.join(',')}} twice`);
      series.add(key);
      for (const line of 'buckets' in sample
        ? histogramLines(name, own, sample)
        : [seriesLine(name, own, sample.value)])
        lines.push(line);
    }
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function histogramLines(
  name: string,
  own: readonly string[],
  { buckets, sum, count }: HistogramSample,
): readonly string[] {
  let below = 0;
  const bars = buckets.map((bucket) => {
    below += bucket.count;
    return seriesLine(`${name}_bucket`, [...own, `le="${numberText(bucket.le)}"`], below);
  });
  return [
    ...bars,
    seriesLine(`${name}_bucket`, [...own, 'le="+Inf"'], Math.max(count, below)),
    seriesLine(`${name}_sum`, own, sum),
    seriesLine(`${name}_count`, own, Math.max(count, below)),
  ];
}

/** The values in buckets with these upper bounds, rising. */
export function histogramOf(values: Iterable<number>, bounds: readonly number[], labels?: Labels): HistogramSample {
  const counts = bounds.map(() => 0);
  let [sum, count] = [0, 0];
  for (const value of values) {
    const at = bounds.findIndex((bound) => value <= bound);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    sum += value;
    count++;
  }
  const buckets = bounds.map((le, at) => ({ le, count: counts[at] ?? 0 }));
  return { ...(labels !== undefined && { labels }), buckets, sum, count };
}

function labelsOf(labels: Labels, name: string): readonly string[] {
  return Object.entries(labels).map(([label, value]) => {
    if (!LABEL.test(label) || label === 'le')
      throw wrong(`the metric ${name} has a label named ${JSON.stringify(label)}`);
    return `${label}="${value.toWellFormed().replace(/[\\\n"]/g, escapeOf)}"`;
  });
}

function seriesLine(name: string, labels: readonly string[], value: number): string {
  return `${name}${labels.length === 0 ? '' : `{${labels.join(',')}}`} ${numberText(value)}`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}

function escapeOf(char: string): string {
  return char === '\n' ? '\\n' : `\\${char}`;
}

function wrong(message: string): DocentError {
  return new DocentError('DOC_INTERNAL', message);
}
