// Test files share a process, and with it the options of test/support/how-long.ts.
import { expect, it } from 'vitest';
import { scaled } from './how-long.ts';

it.concurrent('a test beside others stays one', scaled, ({ task }) => {
  expect(task.concurrent).toBe(true);
});

it('the next one with the same options runs by itself', scaled, ({ task }) => {
  expect(task.concurrent).toBeUndefined();
});
