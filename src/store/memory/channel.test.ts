// The channel's memory of the store in memory keeps the contract.
import { describeChannelMemory } from '../../channel/port.contract.ts';
import { createChannelMemory } from './channel.ts';
import { newMemoryData } from './records.ts';

describeChannelMemory('in memory', async () => {
  const data = newMemoryData();
  return { memory: createChannelMemory(data), reopen: async () => createChannelMemory(data) };
});
