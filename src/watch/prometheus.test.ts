// Proves the exposition format and the health verdict (M4).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HealthFacts, healthOf } from './health.ts';
import { metricFamilies } from './metric-families.ts';
import { expose, histogramOf, type MetricFamily } from './prometheus.ts';

describe('expose', () => {
  it('M4: writes HELP, TYPE and one line per series, escaped', () => {
    const families: readonly MetricFamily[] = [
      {
        name: 'docent_pages',
        help: 'Pages\\stored\nnow.',
        type: 'gauge',
        samples: [{ labels: { provider: 'a"b\\c\nd', kind: 'x' }, value: 12 }, { value: 0.5 }],
      },
      {
        name: 'docent_requests_total',
        help: 'Requests.',
        type: 'counter',
        samples: [{ value: Number.POSITIVE_INFINITY }],
      },
    ];
    expect(expose(families)).toBe(
      [
        '# HELP docent_pages Pages\\\\stored\\nnow.',
        '# TYPE docent_pages gauge',
        'docent_pages{provider="a\\"b\\\\c\\nd",kind="x"} 12',
        'docent_pages 0.5',
        '# HELP docent_requests_total Requests.',
        '# TYPE docent_requests_total counter',
        'docent_requests_total +Inf',
        '',
      ].join('\n'),
    );
    expect(expose([])).toBe('');
  });

  it('M4: a histogram counts upwards, up to infinity', () => {
    const samples = [histogramOf([0.05, 0.2, 0.1, 7], [0.1, 1, 5], { host: 'h' })];
    expect(
      expose([{ name: 'docent_seconds', help: 'Times.', type: 'histogram', samples }])
        .split('\n')
        .slice(2),
    ).toEqual([
      'docent_seconds_bucket{host="h",le="0.1"} 2',
      'docent_seconds_bucket{host="h",le="1"} 3',
      'docent_seconds_bucket{host="h",le="5"} 3',
      'docent_seconds_bucket{host="h",le="+Inf"} 4',
      'docent_seconds_sum{host="h"} 7.35',
      'docent_seconds_count{host="h"} 4',
      '',
    ]);
  });

  it.each<[string, readonly MetricFamily[]]>([
    ['a name with a dash', [{ name: 'a-b', help: '', type: 'gauge', samples: [] }]],
    ['a family that is there twice', Array(2).fill({ name: 'a', help: '', type: 'gauge', samples: [] })],
    [
      'a label that begins with a digit',
      [{ name: 'a', help: '', type: 'gauge', samples: [{ labels: { '1': 'x' }, value: 1 }] }],
    ],
    ['a series that is there twice', [{ name: 'a', help: '', type: 'gauge', samples: [{ value: 1 }, { value: 2 }] }]],
    [
      'the same labels in another order',
      [
        {
          name: 'a',
          help: '',
          type: 'gauge',
          samples: [
            { labels: { x: '1', y: '2' }, value: 1 },
            { labels: { y: '2', x: '1' }, value: 2 },
          ],
        },
      ],
    ],
  ])('M4: %s is refused here, since Prometheus would drop the whole page', (_, families) => {
    expect(() => expose(families)).toThrow(/^the metric /);
  });

  it('FAULTS 70: any label value stays on its line and between its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const [, , line = '', ...rest] = expose([
          { name: 'a', help: 'x', type: 'gauge', samples: [{ labels: { v: value }, value: 1 }] },
        ]).split('\n');
        expect(rest).toEqual(['']);
        const [, inside = ''] = /^a\{v="((?:[^"\\\n]|\\["\\n])*)"\} 1$/s.exec(line) ?? [];
        const read = inside.replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char));
        expect(read).toBe(value.toWellFormed());
      }),
    );
  });
});

describe('metricFamilies', () => {
  it('M4: has one series per provider, in seconds, bytes and ratios, and none where nothing is known', () => {
    const known = { urls: { indexed: 3, failed: 1 }, pages: 3, chunks: 9, running: true, openAlerts: 1 };
    const lastRun = { endedAt: 5_000, complete: true, durationMs: 1_500, successRate: 98.4, averageMs: 340 };
    const text = expose(
      metricFamilies(
        [
          { provider: 'a', ...known, lastRun },
          { provider: 'b', ...known, running: false },
        ],
        '0.1.0',
      ),
    );
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      'docent_info{version="0.1.0"} 1',
      'docent_urls{provider="a",state="indexed"} 3',
      'docent_urls{provider="a",state="failed"} 1',
      'docent_urls{provider="b",state="indexed"} 3',
      'docent_urls{provider="b",state="failed"} 1',
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
      '',
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
  ])('M4: %s is told', (_, more, name, status, httpStatus) => {
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
