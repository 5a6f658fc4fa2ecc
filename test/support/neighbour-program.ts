// The process behind neighbour.ts: does on a store what it is told, and stays until its channel closes or it is killed.

import type { StoreAddress } from '../../src/core/store-address.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { CrawlLedger } from '../../src/store/port.ts';
import type { Announcement, GrantedRoom } from '../../src/store/port-neighbours.ts';

/** What such a process does. */
export type NeighbourAct =
  | 'announce'
  | 'waitForRoom'
  | 'leaveTo'
  | 'close'
  | 'requestRoom'
  | 'leave'
  | 'write'
  | 'crawl';

export interface NeighbourOrder {
  readonly id: number;
  readonly act: NeighbourAct;
  readonly word: string;
}

export interface NeighbourReply {
  readonly id: number;
  /** Whether there is something to show for it. */
  readonly isDone?: boolean;
  readonly error?: string;
}

const store = openStore(JSON.parse(process.argv[2] ?? '') as StoreAddress);
let announced: Announcement | undefined;
let room: GrantedRoom | undefined;
let crawl: CrawlLedger | undefined;

const acts: Readonly<Record<NeighbourAct, (word: string) => Promise<unknown>>> = {
  async announce() {
    announced = await store.neighbours.announce();
    return announced;
  },
  async waitForRoom() {
    for await (const { rooms } of announced?.looks(new AbortController().signal) ?? []) if (rooms.length > 0) return;
  },
  leaveTo: async (task) => announced?.leaveTo(task),
  close: async () => announced?.close(),
  async requestRoom() {
    room = await store.neighbours.requestRoom();
    return room;
  },
  leave: async () => room?.leave(),
  async write(url) {
    const side = await store.openSideWriter();
    await side.addSeed('docs', url).finally(() => side.close());
  },
  async crawl() {
    crawl = await store.openLedger();
    return crawl;
  },
};

process.on('message', async ({ id, act, word }: NeighbourOrder) => {
  const reply = await acts[act](word).then(
    (value): NeighbourReply => ({ id, isDone: value !== undefined }),
    (error: Error): NeighbourReply => ({ id, error: error.message }),
  );
  process.send?.(reply);
});
process.on('disconnect', () => process.exit());
