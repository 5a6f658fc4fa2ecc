// Proves when alerts begin, go on and end, and their texts (M1, M2).
import { describe, expect, it } from 'vitest';
import type { Measure } from '../metrics/metrics.ts';
import { type Alert, asMeasured, judgeAlerts } from './alerts.ts';
import { defaultBounds, resolveBounds } from './bounds.ts';

const judge = (measures: readonly Measure[], open: readonly Alert[] = [], now = 1_000, bounds = defaultBounds) =>
  judgeAlerts({ run: 7, provider: 'openai', measures, facts: { broken: 9 }, bounds, open, now });

const failing: Measure = { bound: 'success_rate', value: 42.1234 };

describe('judgeAlerts', () => {
  it('M1: bounds that are passed for one cause are one alert, which names it, every bound, and the command to look closer', () => {
    const { raised } = judge([failing, { bound: 'error_rate', value: 57.9 }, { bound: 'retry_rate', value: 3 }]);
    expect(raised.map(({ text }) => text)).toEqual([
      'openai: the server of the site answers with errors (5xx): tell whoever runs it, or wait; what is stored stays, and each run tries again. Measured: page requests answered with 200 or 304 42.1 %, bound at least 90 %; page requests answered with 4xx or 5xx 57.9 %, bound at most 20 %. Look closer: docent fetches openai --run 7 --status 5xx',
    ]);
    expect(raised[0]).toMatchObject({
      ...{ key: 'openai:broken', about: 'broken', bound: 'success_rate', value: 42.1234, limit: 90, since: 1_000 },
      bounds: [{ bound: 'success_rate' }, { bound: 'error_rate', value: 57.9, limit: 20 }],
    });
  });

  it('M2: a site-wide redesign that empties the selector raises an alert that names the selector', () => {
    const { raised } = judge([{ bound: 'selector_hits', value: 0, of: '.docs-body' }]);
    expect(raised[0]?.text).toContain('the content selector .docs-body matches 0.0 %, bound at least 90 %');
    expect(raised[0]?.text).toContain('the selector .docs-body matches too few pages');
    expect(raised[0]?.command).toBe('docent providers check openai');
  });

  it('M1: an alert that persists is not reported again and keeps its beginning; its end is reported', () => {
    const first = judge([failing]);
    const second = judge([{ bound: 'success_rate', value: 10 }], first.raised, 2_000);
    expect(second).toMatchObject({ raised: [], continuing: [{ value: 10, since: 1_000 }], ended: [] });
    const third = judge([{ bound: 'success_rate', value: 99 }], second.continuing, 3_000);
    expect(third).toMatchObject({ raised: [], continuing: [], ended: [{ endedAt: 3_000, value: 99 }] });
    expect(third.ended[0]?.text).toBe(
      'openai: over: page requests answered with 200 or 304: 99.0 %, back within at least 90 %',
    );
    expect(judge([failing], [], 4_000).raised).toHaveLength(1);
  });

  it('M1: a bound of an open alert that was not measured stays in it, one that is met leaves it', () => {
    const shrunk: Measure = { bound: 'stored_change', value: 60 };
    const gone = (measures: readonly Measure[], open: readonly Alert[]) =>
      judgeAlerts({ run: 8, provider: 'p', measures, facts: { gone: 9 }, bounds: defaultBounds, open, now: 2 });
    const first = gone([failing, { bound: 'error_rate', value: 50 }, shrunk], []);
    expect(first.raised).toHaveLength(1);
    const again = gone([failing, { bound: 'error_rate', value: 1 }], first.raised);
    expect(again.continuing.map(({ bounds = [] }) => bounds.map(({ bound }) => bound))).toEqual([
      ['success_rate', 'stored_change'],
    ]);
    const met = gone([{ bound: 'success_rate', value: 99 }], again.continuing);
    expect(met.continuing).toMatchObject([{ bound: 'stored_change', value: 60 }]);
    expect(met.continuing[0]?.text).not.toContain('200 or 304');
    expect(gone([{ bound: 'stored_change', value: 1 }], met.continuing).ended).toHaveLength(1);
  });

  it('M1: what is passed for another cause now ends the alert of the first, and says so', () => {
    const { raised } = judge([failing]);
    const news = judgeAlerts({
      ...{ run: 8, provider: 'openai', measures: [failing], facts: { gone: 9 } },
      ...{ bounds: defaultBounds, open: raised, now: 2 },
    });
    expect(news.raised.map(({ about }) => about)).toEqual(['gone']);
    expect(news.ended[0]?.text).toBe('openai: over: page requests answered with 200 or 304: 42.1 %, for another cause');
  });

  it('M2: an open alert is shown with what is measured by now, in its text too', () => {
    const measures: readonly Measure[] = [
      { bound: 'page_chunks', value: 36 },
      { bound: 'average_tokens_least', value: 150 },
    ];
    const [alert] = judge(measures).raised as [Alert];
    const shown = asMeasured(alert, [{ bound: 'page_chunks', value: 35.93 }]);
    expect(shown).toMatchObject({ value: 35.93, bounds: [{ value: 35.93 }, { value: 150 }] });
    expect(shown.text).toBe(alert.text.replace('36.0 %', '35.9 %'));
    const old: Alert = { ...alert, bounds: undefined };
    expect(asMeasured(old, [{ bound: 'page_chunks', value: 35.93 }])).toBe(old);
  });

  it('M1: a row of a version in which each bound had an alert of its own ends with its bound', () => {
    const { about: _, bounds: __, ...row } = judge([failing]).raised[0] as Alert;
    const old: Alert = { ...row, key: 'openai:success_rate' };
    expect(judge([], [old]).continuing).toEqual([old]);
    expect(judge([{ bound: 'success_rate', value: 99 }], [old]).ended).toHaveLength(1);
  });

  it('M1: where nothing was measured an open alert stays as it is', () => {
    const { raised } = judge([failing]);
    expect(judge([], raised, 2_000)).toEqual({ raised: [], continuing: raised, ended: [] });
  });

  it('M1: each slow host has its own alert, which ends when the host gets no more requests', () => {
    const slow = (of: string): Measure => ({ bound: 'response_time', value: 6_000, of });
    const first = judge([slow('a.example')]);
    expect(first.raised[0]?.command).toBe('docent fetches openai --run 7 --host a.example');
    const second = judge([slow('b.example')], first.raised, 2_000);
    expect(second.raised.map(({ of }) => of)).toEqual(['b.example']);
    expect(second.ended.map(({ text }) => text)).toEqual([
      'openai: over: average response time of a.example: no longer measured',
    ]);
  });

  it('M2: an alert about a selector ends when the provider has none any more', () => {
    const { raised } = judge([{ bound: 'selector_hits', value: 0, of: '.x' }]);
    expect(judge([{ bound: 'selector_hits', value: undefined }], raised).ended).toHaveLength(1);
  });

  it('M1: a bound that is set anew ends what it covered', () => {
    const { raised } = judge([failing]);
    const { ended } = judge([failing], raised, 2_000, resolveBounds({ success_rate: 40 }));
    expect(ended[0]?.text).toContain('back within at least 40 %');
  });

  it('M1: alerts of other providers are left alone', () => {
    const other = judgeAlerts({
      run: 1,
      provider: 'b',
      measures: [failing],
      bounds: defaultBounds,
      open: [],
      now: 1,
    }).raised;
    expect(judge([{ bound: 'success_rate', value: 100 }], other)).toEqual({ raised: [], continuing: [], ended: [] });
  });

  it('M1: a value a hair beyond its bound is not written as the bound', () => {
    expect(judge([{ bound: 'success_rate', value: 89.96 }]).raised[0]?.text).toContain('89.96 %, bound at least 90 %');
    expect(judge([{ bound: 'response_time', value: 5_000.2, of: 'a' }]).raised[0]?.text).toContain('5000.2 ms');
  });

  it('FAULTS 70: a hostile selector or host moves no cursor, is cut, and shows no secret', () => {
    const [alert] = judge([{ bound: 'selector_hits', value: 0, of: `\u001b[2J${'x'.repeat(5_000)}` }]).raised;
    expect(alert?.text).toContain('\\u001b[2J');
    expect(alert?.text.length).toBeLessThan(1_000);
    const [secret] = judge([{ bound: 'response_time', value: 9_999, of: 'http://me:word@host' }]).raised;
    expect(secret?.text).not.toContain('word@');
  });
});
