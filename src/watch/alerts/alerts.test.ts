// Proves when alerts begin, go on and end, and their texts (M1, M2).
import { describe, expect, it } from 'vitest';
import type { Measure } from '../metrics/metrics.ts';
import { type Alert, judgeAlerts } from './alerts.ts';
import { defaultBounds, resolveBounds } from './bounds.ts';

const judge = (measures: readonly Measure[], open: readonly Alert[] = [], now = 1_000, bounds = defaultBounds) =>
  judgeAlerts({ provider: 'openai', measures, bounds, open, now });

const failing: Measure = { bound: 'success_rate', value: 42.1234 };

describe('judgeAlerts', () => {
  it('M1: an alert names value, bound, likely cause and the command to look closer', () => {
    const { raised } = judge([failing, { bound: 'error_rate', value: 3 }]);
    expect(raised.map(({ text }) => text)).toEqual([
      'openai: page requests answered with 200 or 304: 42.1 %, bound at least 90 %. Likely cause: the site is down, refuses the robot, or has moved its pages. Look closer: docent urls openai --state failed',
    ]);
    expect(raised[0]).toMatchObject({ key: 'openai:success_rate', value: 42.1234, limit: 90, since: 1_000 });
  });

  it('M2: a site-wide redesign that empties the selector raises an alert that names the selector', () => {
    const { raised } = judge([{ bound: 'selector_hits', value: 0, of: '.docs-body' }]);
    expect(raised[0]?.text).toContain('the content selector .docs-body matches: 0.0 %, bound at least 90 %');
    expect(raised[0]?.text).toContain('the selector .docs-body changed');
    expect(raised[0]?.command).toBe('docent providers check openai');
  });

  it('M1: an alert that persists is not reported again and keeps its beginning; its end is reported', () => {
    const first = judge([failing]);
    const second = judge([{ bound: 'success_rate', value: 10 }], first.raised, 2_000);
    expect(second).toMatchObject({ raised: [], continuing: [{ value: 10, since: 1_000 }], ended: [] });
    const third = judge([{ bound: 'success_rate', value: 99 }], second.continuing, 3_000);
    expect(third).toMatchObject({ raised: [], continuing: [], ended: [{ endedAt: 3_000, value: 99 }] });
    expect(third.ended[0]?.text).toBe(
      'openai: page requests answered with 200 or 304: 99.0 %, over: back within at least 90 %',
    );
    expect(judge([failing], [], 4_000).raised).toHaveLength(1);
  });

  it('M1: where nothing was measured an open alert stays as it is', () => {
    const { raised } = judge([failing]);
    expect(judge([], raised, 2_000)).toEqual({ raised: [], continuing: raised, ended: [] });
  });

  it('M1: each slow host has its own alert, which ends when the host gets no more requests', () => {
    const slow = (of: string): Measure => ({ bound: 'response_time', value: 6_000, of });
    const first = judge([slow('a.example')]);
    const second = judge([slow('b.example')], first.raised, 2_000);
    expect(second.raised.map(({ of }) => of)).toEqual(['b.example']);
    expect(second.ended.map(({ text }) => text)).toEqual([
      'openai: average response time of a.example: over, no longer measured',
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
    const other = judgeAlerts({ provider: 'b', measures: [failing], bounds: defaultBounds, open: [], now: 1 }).raised;
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
