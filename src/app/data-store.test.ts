// What not every store can do is opened, or refused in plain words.
import { expect, it } from 'vitest';
import { openCapability } from './data-store.ts';

it('opens what a store can do', async () => {
  expect(await openCapability(() => Promise.resolve('it'), 'a backup')).toBe('it');
});

it('refuses what a store cannot do, and names it', () => {
  expect(() => openCapability(undefined, 'a backup')).toThrow(
    expect.objectContaining({
      code: 'DOC_CONFIG',
      message: 'a backup is not possible with this store; use store: sqlite',
    }),
  );
});
