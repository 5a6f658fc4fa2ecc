// The robots memory of the store in memory keeps the contract.
import { expect, it } from 'vitest';
import { describeRobotsMemory } from '../../robots/port.contract.ts';
import { newMemoryData } from './records.ts';
import { createRobotsMemory } from './robots.ts';

describeRobotsMemory('in memory', async () => {
  const data = newMemoryData();
  return { memory: createRobotsMemory(data), reopen: async () => createRobotsMemory(data) };
});

it('R23: keeps the octets as they were, whatever becomes of the buffer they came in', async () => {
  const memory = createRobotsMemory(newMemoryData());
  const buffer = Buffer.from('User-agent: *');
  await memory.save('https://a.test', 'rules', buffer.subarray(0, 4));
  buffer.fill(0);
  expect((await memory.load('https://a.test'))?.body).toEqual(new TextEncoder().encode('User'));
});
