// M4: metrics of the server's own process, in Prometheus' text format: memory, event loop, collections, requests it responded to.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface ProcessMetrics {
  /** Notes a response; for a stream the time until it began. */
  note(response: { readonly area: string; readonly status: number; readonly seconds: number }): void;
  /** The exposition. `isReadable`: whether the data folder could be read just now. */
  text(isReadable: boolean): Promise<string>;
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

let ofProcess: Registry | undefined;

/** What prom-client measures of every process. It is observed once, however many servers the process has. */
function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** Metrics of one server; measuring begins here. */
export function openProcessMetrics(): ProcessMetrics {
  const own = new Registry();
  const requests = new Histogram({
    name: 'docent_http_request_duration_seconds',
    help: 'Time until a response began, by area and status.',
    labelNames: ['area', 'status'],
    buckets: BUCKETS,
    registers: [own],
  });
  const readable = new Gauge({
    name: 'docent_store_readable',
    help: 'Whether the data folder could be read for these metrics.',
    registers: [own],
  });
  const all = Registry.merge([processRegistry(), own]);
  return {
    note: ({ area, status, seconds }) => requests.observe({ area, status }, seconds),
    text(isReadable) {
      readable.set(Number(isReadable));
      return all.metrics();
    },
  };
}
