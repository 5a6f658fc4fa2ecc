// Proves which measures of which runs are held against their bounds.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import { openStore } from '../../store/open-store.ts';
import { type Alert, boundsOf } from '../../watch/alerts/alerts.ts';
import type { RunRecord, Watch } from '../../watch/port.ts';
import { judgeRun } from './alerts.ts';

const HOUR = 3_600_000;
let folder: string;
let watch: Watch;
const settings = loadSettings({ cwd: tmpdir(), env: {} });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docent-test-'));
  await (await openStore({ kind: 'sqlite', folder }).openLedger()).ledger.close();
  watch = await openStore({ kind: 'sqlite', folder }).openWatch();
});
afterEach(async () => {
  await watch.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A preset with the usual 200 pages: 10 hours, and three times as many pages as before. */
function run(facts: { readonly complete: boolean; readonly stored: number; readonly before?: number }): RunRecord {
  const { complete, stored, before } = facts;
  const counters = { requests: stored, ok: stored, notModified: 0, clientErrors: 0, serverErrors: 0, retried: 0 };
  return {
    ...{ id: 2, provider: 'example', generation: 2, kind: 'crawl', startedAt: 0, endedAt: 10 * HOUR, complete },
    wish: 'go',
    pagesCut: 0,
    counters: {
      ...counters,
      ...{
        startedAt: 0,
        endedAt: 10 * HOUR,
        read: stored,
        empty: 0,
        bytes: 0,
        hosts: [],
        stored,
        storedBefore: before,
      },
    },
    changes: { new: 0, updated: 0, deleted: 0, unreachable: 0, excluded: 0, unchanged: 0 },
    reasons: {},
  };
}

async function raised(now: RunRecord, before?: RunRecord): Promise<readonly string[]> {
  return passed((await judgeRun(watch.reader, now, settings, { before, now: 0 })).raised);
}

/** Every bound that alerts name. */
function passed(alerts: readonly Alert[]): readonly string[] {
  return alerts.flatMap(boundsOf).map(({ bound }) => bound);
}

describe('M1: a run', () => {
  it('M1: that came to its end is judged by its time and its pages', async () => {
    const before = run({ complete: true, stored: 50 });
    expect(await raised(run({ complete: true, stored: 150, before: 50 }), before)).toEqual([
      'stored_change',
      'run_hours',
    ]);
  });

  it('M1: that stopped at the provider’s bound came as far as it may', async () => {
    const before = run({ complete: true, stored: 50 });
    expect(await raised(run({ complete: false, stored: 200, before: 50 }), before)).toEqual([
      'stored_change',
      'run_hours',
    ]);
  });

  it('M1: that was interrupted, or was a trial, is judged by neither', async () => {
    const before = run({ complete: true, stored: 50 });
    expect(await raised(run({ complete: false, stored: 20, before: 50 }), before)).toEqual([]);
  });

  it('M1: of fewer than five requests, or pages, begins no alert by its shares, and may end one', async () => {
    const failing = (n: number, more: Partial<RunRecord['counters']> = {}): RunRecord => {
      const whole = run({ complete: true, stored: n, before: n });
      const short = { endedAt: HOUR, requests: n, ok: 0, serverErrors: n, retried: n, read: n, empty: n };
      return { ...whole, kind: 'refresh', counters: { ...whole.counters, ...short, ...more } };
    };
    const before = run({ complete: true, stored: 5 });
    expect(await raised(failing(4), before)).toEqual([]);
    expect(await raised(failing(5), before)).toEqual(['success_rate', 'error_rate', 'retry_rate', 'empty_content']);
    await watch.writer.keepAlerts(await judgeRun(watch.reader, failing(5), settings, { before, now: 0 }), 0);
    const { continuing, ended } = await judgeRun(watch.reader, failing(3, { ok: 3 }), settings, { before, now: 1 });
    expect(ended).toEqual([]);
    expect(passed(continuing).toSorted()).toEqual(['empty_content', 'error_rate', 'retry_rate']);
    expect(continuing.map(({ about }) => about)).toEqual(['broken', 'empty']);
    expect(await raised(failing(0, { storedBefore: 4 }), before)).toEqual([]);
    expect(await raised(failing(0, { storedBefore: 5 }), before)).toEqual(['stored_change']);
  });

  it('M1: after a trial has nothing to be compared with', async () => {
    const trial = run({ complete: false, stored: 20 });
    expect(await raised(run({ complete: true, stored: 150, before: 20 }), trial)).toEqual(['run_hours']);
  });
});
