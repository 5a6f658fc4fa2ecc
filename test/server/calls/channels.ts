// Calls of the operations on channels, the schedule and settings.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

export const channelCalls: ExampleCalls = () => [
  { shows: 'where documentation comes from', operation: 'getChannels', status: 200 },
  { shows: 'that channels have no filter', operation: 'getChannels', query: { provider: 'x' }, status: 400 },
  {
    ...{ shows: 'that a source that is not there is not checked', operation: 'checkChannels', status: 400 },
    body: { providers: ['no-such-source'] },
  },
  { shows: 'when sources run next', operation: 'getSchedule', status: 200 },
  { shows: 'that the schedule has no filter', operation: 'getSchedule', query: { provider: 'x' }, status: 400 },
  {
    ...{ shows: 'the settings with their origins', operation: 'getSettings', status: 200 },
    check: ({ settings }: { settings: readonly { name: string; origin: string }[] }) =>
      expect(settings.find(({ name }) => name === 'listen')?.origin).toBe('the flag --listen'),
  },
  { shows: 'that settings have no filter', operation: 'getSettings', query: { name: 'x' }, status: 400 },
];
