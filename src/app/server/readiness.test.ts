// Proves when a server is ready, whatever its folder and its configuration file do.
import { describe, expect, it } from 'vitest';
import type { Health } from '../../watch/alerts/health.ts';
import { readinessOf } from './readiness.ts';

const settings = { path: 'docent.yml', hash: undefined, loadedAt: 0, changed: [], atNextStart: [] } as const;
const schedule = { state: 'kept' } as const;
const health = (status: Health['status']): Health => ({
  ...{ status, httpStatus: status === 'down' ? 503 : 200 },
  checks: [{ name: 'store', status, detail: 'as it is' }],
});

describe('readiness', () => {
  it.each(['ok', 'degraded', 'down'] as const)('M4: is %s as the folder is', async (status) => {
    expect(await readinessOf({ settings, schedule, health: async () => health(status) })).toEqual({
      status,
      checks: [
        { name: 'settings', status: 'ok', detail: 'docent.yml is in force' },
        { name: 'scheduler', status: 'ok', detail: 'runs what is due' },
        { name: 'store', status, detail: 'as it is' },
      ],
    });
  });

  it('M4: a file that was refused degrades it, since the settings before it are in force', async () => {
    const refused = { ...settings, problems: ['docent.yml:3: max_pages must be a number'] };
    const { status, checks } = await readinessOf({ settings: refused, schedule, health: async () => health('ok') });
    expect(status).toBe('degraded');
    expect(checks[0]).toMatchObject({ name: 'settings', detail: expect.stringContaining('max_pages must be') });
  });

  it.each([
    [{ state: 'starting' }, 'is starting'],
    [{ state: 'broken', problem: 'the disk is full' }, 'could not be kept: the disk is full'],
    [{ state: 'ended' }, 'has ended'],
  ] as const)('M4: it is down while the schedule is not kept: %j', async (state, detail) => {
    const found = await readinessOf({ settings, schedule: state, health: async () => health('ok') });
    expect(found).toMatchObject({ status: 'down', checks: [{}, { name: 'scheduler', status: 'down', detail }, {}] });
  });

  it('M4: it is down when the folder cannot be read, or not in time', async () => {
    const broken = await readinessOf({
      settings,
      schedule,
      health: () => Promise.reject(new Error('the data is damaged')),
    });
    expect(broken).toMatchObject({
      status: 'down',
      checks: [{}, {}, { name: 'store', detail: 'the data is damaged' }],
    });
    const late = await readinessOf({ settings, schedule, health: () => new Promise(() => {}) }, 10);
    expect(late).toMatchObject({ status: 'down', checks: [{}, {}, { detail: 'it could not be read within 0.01 s' }] });
  });
});
