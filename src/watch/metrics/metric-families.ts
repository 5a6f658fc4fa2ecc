// M4: which metrics are exposed, and how the facts of providers, hosts and alerts become them.
import type { MetricFamily, Sample } from './prometheus.ts';

/** The facts of one provider: of now, and of its last run. */
export interface ProviderFacts {
  readonly provider: string;
  /** URLs by state, as accounted for. */
  readonly urls: Readonly<Record<string, number>>;
  readonly pages: number;
  readonly chunks: number;
  /** Of the source, and of its latest run. */
  readonly state: string;
  readonly runState?: string | undefined;
  readonly running: boolean;
  readonly openAlerts: number;
  /** Requests since the data folder was made. */
  readonly requestsTotal?: number | undefined;
  readonly bytesTotal?: number | undefined;
  readonly lastRun?: LastRun | undefined;
  readonly nextRunAt?: number | undefined;
}

interface LastRun {
  readonly endedAt: number;
  readonly complete: boolean;
  readonly durationMs: number;
  /** The success rate in percent, as measured. */
  readonly successRate?: number | undefined;
  readonly changeRate?: number | undefined;
  readonly averageMs?: number | undefined;
}

type Value = (facts: ProviderFacts) => number | undefined;

interface Row {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly value: Value;
}

const seconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);
const ratio = (percent: number | undefined): number | undefined => (percent === undefined ? undefined : percent / 100);

/** Metrics with one sample per provider. Units as Prometheus expects them: seconds, bytes, ratios. */
const rows: readonly Row[] = Object.freeze([
  { name: 'docent_pages', type: 'gauge', help: 'Pages stored.', value: ({ pages }) => pages },
  { name: 'docent_chunks', type: 'gauge', help: 'Chunks stored.', value: ({ chunks }) => chunks },
  {
    name: 'docent_running',
    type: 'gauge',
    help: 'Whether a crawl is under way.',
    value: ({ running }) => Number(running),
  },
  { name: 'docent_alerts_open', type: 'gauge', help: 'Open alerts.', value: ({ openAlerts }) => openAlerts },
  {
    name: 'docent_requests_total',
    type: 'counter',
    help: 'Requests made for pages.',
    value: ({ requestsTotal }) => requestsTotal,
  },
  {
    name: 'docent_received_bytes_total',
    type: 'counter',
    help: 'Bytes received.',
    value: ({ bytesTotal }) => bytesTotal,
  },
  {
    name: 'docent_last_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the last run ended.',
    value: ({ lastRun }) => seconds(lastRun?.endedAt),
  },
  {
    name: 'docent_last_run_complete',
    type: 'gauge',
    help: 'Whether the last run came to its end.',
    value: ({ lastRun }) => (lastRun === undefined ? undefined : Number(lastRun.complete)),
  },
  {
    name: 'docent_last_run_duration_seconds',
    type: 'gauge',
    help: 'How long the last run took.',
    value: ({ lastRun }) => seconds(lastRun?.durationMs),
  },
  {
    name: 'docent_last_run_success_ratio',
    type: 'gauge',
    help: 'Share of page requests answered with 200 or 304 in the last run.',
    value: ({ lastRun }) => ratio(lastRun?.successRate),
  },
  {
    name: 'docent_last_run_change_ratio',
    type: 'gauge',
    help: 'New, updated and deleted pages over all pages in the last run.',
    value: ({ lastRun }) => ratio(lastRun?.changeRate),
  },
  {
    name: 'docent_last_run_response_seconds',
    type: 'gauge',
    help: 'Average response time in the last run.',
    value: ({ lastRun }) => seconds(lastRun?.averageMs),
  },
  {
    name: 'docent_next_run_timestamp_seconds',
    type: 'gauge',
    help: 'When the next scheduled run is due.',
    value: ({ nextRunAt }) => seconds(nextRunAt),
  },
] satisfies readonly Row[]);

/** The families of all providers; a metric without values has no family. */
export function metricFamilies(providers: readonly ProviderFacts[], version: string): readonly MetricFamily[] {
  const urls = providers.flatMap(({ provider, urls: states }) =>
    Object.entries(states).map(([state, value]): Sample => ({ labels: { provider, state }, value })),
  );
  const states = (of: (facts: ProviderFacts) => string | undefined): readonly Sample[] =>
    providers.flatMap((facts) => {
      const state = of(facts);
      return state === undefined ? [] : [{ labels: { provider: facts.provider, state }, value: 1 }];
    });
  const families: MetricFamily[] = [
    { name: 'docent_info', help: 'The version.', type: 'gauge', samples: [{ labels: { version }, value: 1 }] },
    { name: 'docent_urls', help: 'URLs by state.', type: 'gauge', samples: urls },
    {
      ...{ name: 'docent_source_state', type: 'gauge', samples: states(({ state }) => state) },
      help: 'The state of a source, which its label names.',
    },
    {
      ...{ name: 'docent_run_state', type: 'gauge', samples: states(({ runState }) => runState) },
      help: 'The state of the latest run, which its label names.',
    },
  ];
  for (const { name, type, help, value } of rows) {
    const samples = providers.flatMap((facts): readonly Sample[] => {
      const known = value(facts);
      return known === undefined ? [] : [{ labels: { provider: facts.provider }, value: known }];
    });
    families.push({ name, type, help, samples });
  }
  return families.filter(({ samples }) => samples.length > 0);
}
