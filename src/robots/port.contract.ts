// The contract of the robots memory: every engine keeps these promises, and proves it by running this suite.
import { describe, expect, it } from 'vitest';
import type { RobotsMemory } from './port.ts';

export interface RobotsMemoryUnderTest {
  readonly memory: RobotsMemory;
  /** The same memory for a process that starts anew. */
  reopen(): Promise<RobotsMemory>;
}

const octets = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** Runs the whole contract against an engine; `open` returns an empty memory each time. */
export function describeRobotsMemory(name: string, open: () => Promise<RobotsMemoryUnderTest>): void {
  describe(`the robots memory ${name}`, () => {
    it('R23: knows nothing of a host before something is saved', async () => {
      const { memory } = await open();
      expect(await memory.load('https://a.test')).toBeUndefined();
    });

    it('R23: returns what was saved, octet for octet, under its own key alone', async () => {
      const { memory } = await open();
      await memory.save('https://a.test', '{"state":"rules"}', octets(0, 255, 13, 10, 128));
      await memory.save('https://b.test', '{"state":"open"}', octets());
      const { saved, body } = (await memory.load('https://a.test')) ?? {};
      expect({ saved, body: [...(body ?? [])] }).toEqual({ saved: '{"state":"rules"}', body: [0, 255, 13, 10, 128] });
      expect((await memory.load('https://b.test'))?.body).toHaveLength(0);
      expect(await memory.load('http://a.test')).toBeUndefined();
    });

    it('R23: keeps the octets as they were, whatever becomes of the buffer they came in', async () => {
      const { memory } = await open();
      const buffer = Buffer.from('User-agent: *');
      await memory.save('https://a.test', 'rules', buffer.subarray(0, 4));
      buffer.fill(0);
      expect((await memory.load('https://a.test'))?.body).toEqual(new TextEncoder().encode('User'));
    });

    it('R23: keeps the latest of what is saved under one key', async () => {
      const { memory } = await open();
      await memory.save('https://a.test', 'first', octets(1));
      await memory.save('https://a.test', 'second', octets(2));
      expect(await memory.load('https://a.test')).toMatchObject({
        saved: 'second',
        body: expect.objectContaining([2]),
      });
    });

    it('F6: has everything that was saved after a restart', async () => {
      const { memory, reopen } = await open();
      await memory.save('https://a.test', 'kept', octets(7));
      const again = await reopen();
      expect(await again.load('https://a.test')).toMatchObject({ saved: 'kept' });
    });
  });
}
