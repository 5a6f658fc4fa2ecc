// R23: what is known about robots.txt files, as long as the process lives.
import type { RobotsMemory } from '../../robots/port.ts';
import type { MemoryData } from './records.ts';

/** The robots memory of this data. */
export function createRobotsMemory({ robots }: MemoryData): RobotsMemory {
  return {
    load: async (key) => robots.get(key),
    async save(key, saved, body) {
      // A copy: the octets may be part of a buffer that is used again.
      robots.set(key, { saved, body: Uint8Array.from(body) });
    },
  };
}
