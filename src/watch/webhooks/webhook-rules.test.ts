// Proves the rules of deliveries: how they are signed, when they are tried again, and what they hold.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judgeAlerts } from '../alerts/alerts.ts';
import { defaultBounds } from '../alerts/bounds.ts';
import { type ChangeReport, changeReport, type PageChange } from '../report/change-report.ts';
import { alertEvents, eventBody, eventLimits, runEvents } from './events.ts';
import { afterFailure, deliveryLimits } from './retry.ts';
import { deliveryHeaders } from './signature.ts';

const T = Date.UTC(2026, 1, 23, 10);
const HOUR = 3_600_000;

describe('the signature', () => {
  it('M1: is an HMAC of time and body, with the id and the event beside it', () => {
    const delivery = { id: 'd1', event: 'alert', body: '{"text":"zwölf 페이지"}' };
    const expected = createHmac('sha256', 'secret')
      .update(`${T / 1000}.${delivery.body}`)
      .digest('hex');
    expect(deliveryHeaders(delivery, 'secret', T + 999)).toEqual({
      'docent-event': 'alert',
      'docent-delivery': 'd1',
      'docent-signature': `t=${T / 1000},v1=${expected}`,
    });
    expect(deliveryHeaders(delivery, 'other', T)['docent-signature']).not.toContain(expected);
  });
});

describe('after a try that failed', () => {
  const next = (failed: Parameters<typeof afterFailure>[0], tries = 1, at = T) => afterFailure(failed, tries, T, at);

  it('M1: pauses grow, and no delivery is tried more than thirteen times or after two days', () => {
    const pauses = deliveryLimits.pauses.map((_, n) => {
      const one = next({ status: 500 }, n + 1);
      return one.kind === 'again' ? one.at - T : Number.NaN;
    });
    expect(pauses).toEqual(deliveryLimits.pauses);
    expect(pauses.slice(0, 4)).toEqual([1_000, 5_000, 30_000, 120_000]);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(48 * HOUR);
    expect(next({ status: 500 }, pauses.length + 1)).toEqual({ kind: 'late' });
    expect(next({ status: 500 }, 1, T + 48 * HOUR - 1_000)).toMatchObject({ kind: 'again' });
    expect(next({ status: 500 }, 1, T + 48 * HOUR - 999)).toEqual({ kind: 'late' });
  });

  it.each([300, 301, 302, 307, 400, 401, 403, 404, 409, 410, 413, 422])(
    'M1: a receiver that answers %i has refused it',
    (status) => {
      expect(next({ status })).toEqual({ kind: 'refused' });
    },
  );

  it.each([408, 500, 502, 504])('M1: one that answers %i may take the next delivery at once', (status) => {
    expect(next({ status })).toEqual({ kind: 'again', at: T + 1_000, isReceivers: false });
  });

  it('M1: one that answers 429 or 503, or not at all, is left alone for the pause, or for as long as it requests', () => {
    expect(next({ status: 429, retryAfterMs: 60_000 })).toEqual({ kind: 'again', at: T + 60_000, isReceivers: true });
    expect(next({ status: 503, retryAfterMs: 0 })).toEqual({ kind: 'again', at: T + 1_000, isReceivers: true });
    for (const code of ['DOC_CONNECT', 'DOC_TLS', 'DOC_TIMEOUT', undefined])
      expect(next({ code })).toEqual({ kind: 'again', at: T + 1_000, isReceivers: true });
    expect(next({ status: 429, retryAfterMs: 49 * HOUR })).toEqual({ kind: 'late' });
  });

  it('H7: a refused address is final', () => {
    expect(next({ code: 'DOC_ADDRESS' })).toEqual({ kind: 'refused' });
  });
});

describe('the events', () => {
  const report = (pages: readonly PageChange[], more: Partial<Parameters<typeof changeReport>[0]> = {}): ChangeReport =>
    changeReport({
      ...{
        provider: 'docs',
        run: '7',
        startedAt: T,
        endedAt: T + 2_000,
        total: 40,
        unchanged: 30,
        complete: true,
        pages,
      },
      metrics: { successRate: 99.12345, averageMs: undefined, durationMs: 1_500.4, bytes: 9 },
      ...more,
    });
  const run = { id: 7, kind: 'refresh', requests: 41 } as const;
  const parsed = (draft: Parameters<typeof eventBody>[0]) =>
    JSON.parse(eventBody(draft, 'e1', T)) as Record<string, unknown>;

  it('M3: a run has its figures, and no list of pages where none changed', () => {
    const events = runEvents(run, report([]));
    expect(events.map(({ type }) => type)).toEqual(['run.ended']);
    expect(parsed(events[0] as never)).toEqual({
      ...{ id: 'e1', type: 'run.ended', time: '2026-02-23T10:00:00.000Z', provider: 'docs', run: 7, kind: 'refresh' },
      ...{ complete: true, started: '2026-02-23T10:00:00.000Z', ended: '2026-02-23T10:00:02.000Z' },
      figures: {
        ...{
          pages: 40,
          unchanged: 30,
          not_due: 0,
          new: 0,
          updated: 0,
          deleted: 0,
          unreachable: 0,
          excluded: 0,
          change_rate: 0,
        },
        ...{ success_rate: 99.12, requests: 41, bytes: 9, average_ms: null, duration_ms: 1_500.4 },
      },
    });
  });

  it('M3: changed pages are listed by kind and URL, at most a hundred, beside whole counts', () => {
    const pages = Array.from(
      { length: 150 },
      (_, n): PageChange => ({ kind: 'new', url: `https://a.test/${n}`, title: 'T' }),
    );
    const counts = { new: 300, updated: 0, deleted: 0, unreachable: 1, excluded: 0 };
    const [, changed] = runEvents(run, report(pages, { counts }));
    const body = parsed(changed as never) as { pages: object[] };
    expect(body).toMatchObject({ type: 'pages.changed', run: 7, counts: { ...counts, total: 40 }, more: 201 });
    expect(body.pages).toHaveLength(eventLimits.pages);
    expect(body.pages[0]).toEqual({ kind: 'new', url: 'https://a.test/0' });
  });

  it('H1, M3: long URLs do not make a long body, and secrets in them are hidden', () => {
    const long = Array.from(
      { length: 100 },
      (_, n): PageChange => ({ kind: 'new', url: `https://a.test/${n}${'x'.repeat(2_000)}` }),
    );
    const secret: PageChange = { kind: 'updated', url: 'https://me:s3cr3t@a.test/?token=s3cr3t' };
    const [, changed] = runEvents(run, report([...long, secret]));
    const text = eventBody(changed as never, 'e1', T);
    expect(Buffer.byteLength(text)).toBeLessThan(32_000);
    expect(text).toContain('https://a.test/?token=***');
    expect(text).not.toContain('s3cr3t');
  });

  it('M1, M2: an alert has one event when it begins and one when it ends', () => {
    const judge = (value: number | undefined, open: ReturnType<typeof judgeAlerts>['raised'] = []) =>
      judgeAlerts({
        run: 1,
        ...{ provider: 'docs', bounds: defaultBounds, now: T, open },
        measures: [{ bound: 'response_time', value, of: 'a.test' }],
      });
    const begun = judge(9_000);
    expect(alertEvents(begun, 7).map(parsed)).toEqual([
      {
        ...{ id: 'e1', type: 'alert', time: '2026-02-23T10:00:00.000Z', provider: 'docs', run: 7, state: 'began' },
        ...{
          since: '2026-02-23T10:00:00.000Z',
          bound: 'response_time',
          of: 'a.test',
          value: 9_000,
          limit: 5_000,
          unit: 'ms',
        },
        ...{
          measured: 'average response time of a.test',
          cause: begun.raised[0]?.cause,
          command: 'docent fetches docs --run 1 --host a.test',
        },
        about: 'slow',
        bounds: [
          {
            ...{ bound: 'response_time', measured: 'average response time of a.test' },
            ...{ value: 9_000, limit: 5_000, unit: 'ms' },
          },
        ],
        text: begun.raised[0]?.text,
      },
    ]);
    expect(alertEvents(judge(9_500, begun.raised), 7)).toEqual([]);
    expect(alertEvents(judge(100, begun.raised), 8).map(parsed)).toMatchObject([
      { state: 'ended', value: 100, ended: '2026-02-23T10:00:00.000Z', text: expect.stringContaining('over') },
    ]);
    expect(alertEvents(judge(undefined, begun.raised), 8).map(parsed)).toMatchObject([{ state: 'ended', value: null }]);
  });
});
