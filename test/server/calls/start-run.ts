// Calls that start runs.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

export const startRunCalls: ExampleCalls = ({ site, provider }) => [
  { shows: 'that a crawl needs targets', operation: 'startRun', body: {}, status: 400 },
  {
    shows: 'that a folder of the server is no target',
    operation: 'startRun',
    body: { targets: ['/etc'] },
    status: 400,
  },
  {
    ...{ shows: 'that an unknown source is no target', operation: 'startRun', status: 400 },
    body: { targets: ['no-such-source'] },
  },
  { shows: 'that targets are a list', operation: 'startRun', body: { targets: site }, status: 400 },
  {
    ...{
      shows: 'a crawl that has begun, once for a target that is named twice',
      operation: 'startRun',
      body: { targets: [`${site}docs/`, `${site}docs/`], confirmed: true },
      status: 201,
    },
    check: ({ runs }: { runs: readonly { provider: string }[] }) =>
      expect(runs.map((run) => run.provider)).toEqual([provider]),
  },
];
