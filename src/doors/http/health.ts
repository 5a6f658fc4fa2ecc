// M4: /healthz, /readyz and /metrics, for supervisors, load balancers and Prometheus.
import { Hono } from 'hono';
import { keepHealth } from '../../app/server/kept-health.ts';
import type { ProcessMetrics } from '../../app/server/process-metrics.ts';
import { readinessOf } from '../../app/server/readiness.ts';
import { prometheusType } from '../../app/watch/metrics.ts';
import { hideSecrets } from '../../core/log.ts';
import { printableLines } from '../../core/printable.ts';
import type { Means } from './means.ts';

export interface HealthParts {
  readonly means: Means;
  readonly metrics: ProcessMetrics;
  /** The response for a caller that may not read. */
  readonly refused: (request: Request, env: unknown) => Promise<Response | undefined>;
}

const HEADERS = Object.freeze({ 'cache-control': 'no-store' });

/** The routes. Whoever names the server rightly may ask whether it is alive and ready; why not, and metrics, are for readers. */
export function healthRoutes({ means, metrics, refused }: HealthParts): Hono {
  const routes = new Hono({ strict: false });
  const health = keepHealth({ read: () => means.reads.run('health', undefined) });
  routes.get('/healthz', (context) => context.json({ status: 'ok' }, 200, HEADERS));
  routes.get('/readyz', async (context) => {
    const { status, checks } = await readinessOf({
      settings: means.settingsState(),
      schedule: means.service.schedule(),
      health,
    });
    const isReader = (await refused(context.req.raw, context.env)) === undefined;
    const shown = checks.map((check) => ({
      name: check.name,
      status: check.status,
      ...(isReader && { detail: printableLines(hideSecrets(check.detail)) }),
    }));
    return context.json({ status, checks: shown }, status === 'down' ? 503 : 200, HEADERS);
  });
  routes.get('/metrics', async ({ req: { raw }, env }) => {
    const refusal = await refused(raw, env);
    if (refusal !== undefined) return refusal;
    // Without the folder's metrics those of the process still tell why.
    const folder = await means.reads.run('metrics', undefined).catch((error: Error) => {
      means.log.warn({ problem: error.message }, 'metrics.not_read');
      return undefined;
    });
    const text = `${folder ?? ''}${await metrics.text(folder !== undefined)}`;
    return new Response(text, { headers: { ...HEADERS, 'content-type': prometheusType } });
  });
  return routes;
}
