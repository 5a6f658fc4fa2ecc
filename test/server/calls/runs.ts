// Calls of the operations on runs and their events.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

export const runCalls: ExampleCalls = ({ provider }) => [
  {
    ...{ shows: 'the runs of the folder, the latest first', operation: 'listRuns', status: 200 },
    check: ({ runs }: { runs: readonly { provider: string }[] }) =>
      expect(runs.map((run) => run.provider)).toEqual([provider]),
  },
  { shows: 'that a limit of 0 is refused', operation: 'listRuns', query: { limit: 0 }, status: 400 },
  { shows: 'that no list has a made-up cursor', operation: 'listRuns', query: { cursor: '../x' }, status: 400 },
  { shows: 'one run', operation: 'getRun', path: { id: 1 }, status: 200 },
  { shows: 'that there is no run 99', operation: 'getRun', path: { id: 99 }, status: 404 },
  { shows: 'that a run has a number', operation: 'getRun', path: { id: '../1' }, status: 400 },
  { shows: 'that a complete run cannot be paused', operation: 'pauseRun', path: { id: 1 }, status: 409 },
  { shows: 'that a complete run cannot be resumed', operation: 'resumeRun', path: { id: 1 }, status: 409 },
  { shows: 'that a complete run cannot be stopped', operation: 'stopRun', path: { id: 1 }, status: 409 },
  { shows: 'that a run that is not there cannot be stopped', operation: 'stopRun', path: { id: 99 }, status: 404 },
  { shows: 'the stream of events', operation: 'streamEvents', query: { type: ['visited', 'ended'] }, status: 200 },
  {
    ...{ shows: 'that there are no such events', operation: 'streamEvents', query: { type: 'bogus' }, status: 400 },
    check: (value: object) =>
      expect(value).toMatchObject({ detail: expect.stringContaining('one of started, visited') }),
  },
  { shows: 'that events have no such filter', operation: 'streamEvents', query: { kind: 'x' }, status: 400 },
];
