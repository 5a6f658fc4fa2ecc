// Proves what a listener of live events gets when it comes for the first time, and when it comes back.
import { expect, it } from 'vitest';
import type { CrawlEvent } from '../../crawl/run/events.ts';
import { Hub } from '../../crawl/run/hub.ts';
import { eventStream } from './events.ts';

const paused: CrawlEvent = { type: 'paused' };

/** The first pieces of a stream, which is left then. */
async function pieces(response: Response, count: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const piece of response.body ?? []) if (seen.push(Buffer.from(piece).toString()) === count) break;
  return seen;
}

it('A2: a new listener gets the id to come back with before the first event', async () => {
  const hub = new Hub<CrawlEvent>({ incarnation: 'a' });
  hub.publish(paused);
  const [first] = await pieces(eventStream(hub, {}, new AbortController().signal), 1);
  expect(first).toBe('retry: 2000\nid: a-1\n: docent\n\n');
});

it('A2: one that comes back keeps its id until it has what it missed', async () => {
  const hub = new Hub<CrawlEvent>({ incarnation: 'a' });
  for (let nth = 0; nth < 3; nth++) hub.publish(paused);
  const [first, second] = await pieces(eventStream(hub, { after: 'a-1' }, new AbortController().signal), 2);
  expect(first).toBe('retry: 2000\n: docent\n\n');
  expect(second).toMatch(/^id: a-2\n/);
});

it('A2, FAULTS 69: a stream ends when its caller may not have it any more', async () => {
  const hub = new Hub<CrawlEvent>({ incarnation: 'a' });
  let isStill = true;
  const seen = pieces(
    eventStream(hub, {}, new AbortController().signal, () => isStill),
    99,
  );
  hub.publish(paused);
  isStill = false;
  expect(await seen).toHaveLength(2);
});
