// Proves the exposition format and the health verdict (M4).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HealthFacts, healthOf } from '../alerts/health.ts';
import { metricFamilies } from './metric-families.ts';
import { expose, type MetricFamily } from './prometheus.ts';

const family = (name: string, samples: MetricFamily['samples']): MetricFamily => ({
  name,
  help: 'x',
  type: 'gauge',
  samples,
});

describe('expose', () => {
  it('M4: writes HELP, TYPE and one line per series, escaped', async () => {
    const families: readonly MetricFamily[] = [
      {
        name: 'docent_pages',
        help: 'Pages\\stored\nnow.',
        type: 'gauge',
        samples: [
          { labels: { provider: 'a"b\\c\nd', kind: 'x' }, value: 12 },
          { labels: { provider: 'e' }, value: 0.5 },
        ],
      },
      { name: 'docent_requests_total', help: 'Requests.', type: 'counter', samples: [{ labels: {}, value: 7 }] },
    ];
    expect((await expose(families)).split('\n').filter((line) => line !== '')).toEqual([
      '# HELP docent_pages Pages\\\\stored\\nnow.',
      '# TYPE docent_pages gauge',
      'docent_pages{provider="a\\"b\\\\c\\nd",kind="x"} 12',
      'docent_pages{provider="e"} 0.5',
      '# HELP docent_requests_total Requests.',
      '# TYPE docent_requests_total counter',
      'docent_requests_total 7',
    ]);
  });

  it.each<[string, readonly MetricFamily[]]>([
    ['a name with a dash', [family('a-b', [])]],
    ['a family that is there twice', [family('a', []), family('a', [])]],
    ['a label that begins with a digit', [family('a', [{ labels: { '1': 'x' }, value: 1 }])]],
  ])('M4: %s is refused here, since Prometheus would drop the whole page', async (_, families) => {
    await expect(expose(families)).rejects.toThrow();
  });

  it('FAULTS 70: any label value stays on its line and between its quotes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
        const text = await expose([family('a', [{ labels: { v: value }, value: 1 }])]);
        const [, , line = '', ...rest] = text.split('\n');
        expect(rest).toEqual(['']);
        const [, inside = ''] = /^a\{v="((?:[^"\\\n]|\\["\\n])*)"\} 1$/s.exec(line) ?? [];
        const read = inside.replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char));
        expect(read).toBe(value.toWellFormed());
      }),
    );
  });
});

describe('metricFamilies', () => {
  it('M4: has one series per provider, in seconds, bytes and ratios, and none where nothing is known', async () => {
    const known = {
      urls: { indexed: 3, failed: 1 },
      pages: 3,
      chunks: 9,
      state: 'fresh',
      running: true,
      openAlerts: 1,
    };
    const lastRun = { endedAt: 5_000, complete: true, durationMs: 1_500, successRate: 98.4, averageMs: 340 };
    const text = await expose(
      metricFamilies(
        [
          { provider: 'a', ...known, runState: 'incomplete (limit)', lastRun },
          { provider: 'b', ...known, running: false },
        ],
        '0.1.0',
      ),
    );
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'docent_info{version="0.1.0"} 1',
      'docent_urls{provider="a",state="indexed"} 3',
      'docent_urls{provider="a",state="failed"} 1',
      'docent_urls{provider="b",state="indexed"} 3',
      'docent_urls{provider="b",state="failed"} 1',
      'docent_source_state{provider="a",state="fresh"} 1',
      'docent_source_state{provider="b",state="fresh"} 1',
      'docent_run_state{provider="a",state="incomplete (limit)"} 1',
      'docent_pages{provider="a"} 3',
      'docent_pages{provider="b"} 3',
      'docent_chunks{provider="a"} 9',
      'docent_chunks{provider="b"} 9',
      'docent_running{provider="a"} 1',
      'docent_running{provider="b"} 0',
      'docent_alerts_open{provider="a"} 1',
      'docent_alerts_open{provider="b"} 1',
      'docent_last_run_timestamp_seconds{provider="a"} 5',
      'docent_last_run_complete{provider="a"} 1',
      'docent_last_run_duration_seconds{provider="a"} 1.5',
      `docent_last_run_success_ratio{provider="a"} ${98.4 / 100}`,
      'docent_last_run_response_seconds{provider="a"} 0.34',
    ]);
  });
});

describe('healthOf', () => {
  const now = 1_000_000_000_000;
  const well: HealthFacts = {
    owner: { pid: 7, heartbeatAt: now - 5_000 },
    providers: [{ provider: 'a', running: true, lastRun: { endedAt: now - 1_000, failed: false }, dueAt: now + 1 }],
    openAlerts: 0,
    freeBytes: 50e9,
  };

  it('M4: all is well', () => {
    expect(healthOf(well, now)).toMatchObject({ status: 'ok', httpStatus: 200 });
    expect(healthOf({ providers: [], openAlerts: 0 }, now)).toMatchObject({ status: 'ok' });
  });

  it.each<[string, Partial<HealthFacts>, string, string, number]>([
    ['a store that cannot be read', { storeProblem: 'damaged' }, 'store', 'down', 503],
    ['a crawler that was not heard of', { owner: { pid: 7, heartbeatAt: now - 61_000 } }, 'owner', 'degraded', 200],
    ['a run that nobody makes', { owner: undefined }, 'owner', 'degraded', 200],
    [
      'a failed run',
      { providers: [{ provider: 'a', running: false, lastRun: { endedAt: 1, failed: true } }] },
      'runs',
      'degraded',
      200,
    ],
    [
      'a run nobody started',
      { providers: [{ provider: 'a', running: false, dueAt: now - 3 * 3_600_000 }] },
      'schedule',
      'degraded',
      200,
    ],
    ['open alerts', { openAlerts: 2 }, 'alerts', 'degraded', 200],
    ['little space', { freeBytes: 400e6 }, 'disk', 'degraded', 200],
    ['no space', { freeBytes: 1e6 }, 'disk', 'down', 503],
  ])('M4: %s is reported', (_, more, name, status, httpStatus) => {
    const health = healthOf({ ...well, ...more }, now);
    expect(health).toMatchObject({ status, httpStatus });
    expect(health.checks.filter((check) => check.status !== 'ok').map((check) => check.name)).toEqual([name]);
  });

  it('FAULTS 35: a clock that is put back or forward an hour does not hide or invent a failed schedule', () => {
    const scheduled = { ...well, providers: [{ provider: 'a', running: false, dueAt: now }] };
    for (const jump of [-3_600_000, 3_600_000]) {
      const { checks } = healthOf(scheduled, now + jump);
      expect(checks.find(({ name }) => name === 'schedule')?.status).toBe('ok');
    }
  });
});
