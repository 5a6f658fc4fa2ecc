// M4: metrics in Prometheus' text format 0.0.4, written by prom-client.

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  /** The description of the metric, one sentence. */
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

/** The Content-Type to answer with. */
export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * The exposition of the families, in their order. Label values may hold anything. Rejects for a name or a label that Prometheus
 * would refuse, and for a family that occurs twice: one bad line makes it drop the whole page.
 */
export async function expose(families: readonly MetricFamily[]): Promise<string> {
  // 60 ms to load, and most commands write no metrics.
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  for (const { name, help, type, samples } of families) {
    const labelNames = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))];
    const config = { name, help, labelNames, registers: [registry] };
    if (type === 'counter') {
      const counter = new Counter(config);
      for (const { labels, value } of samples) counter.inc(wellFormed(labels), value);
    } else {
      const gauge = new Gauge(config);
      for (const { labels, value } of samples) gauge.set(wellFormed(labels), value);
    }
  }
  return registry.metrics();
}

/** Half a surrogate pair cannot be written as UTF-8. */
function wellFormed(labels: Labels): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, value.toWellFormed()]));
}
