// `npm run test:listeners [seconds]`: 200 listeners on one hub, steady, slow, late and coming back; each gets every event once or in a gap.
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Gap, Hub } from '../../src/crawl/run/hub.ts';
import { collectGarbage, heapInUse } from '../support/collect-garbage.ts';

export interface Load {
  readonly listeners: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** How many events the hub holds. */
  readonly size: number;
}

export interface LoadResult {
  /** One line for each violated promise. */
  readonly problems: readonly string[];
  readonly published: number;
  /** Sums over all listeners: events they got, events that gaps counted, gaps, and how often one came back. */
  readonly got: number;
  readonly missed: number;
  readonly gaps: number;
  readonly returns: number;
  /** Events that are still held when all listeners wait for the next one. */
  readonly held: number;
  /** Bytes in use with all listeners connected and the ring full, and at the end. */
  readonly heap: readonly [start: number, end: number];
}

interface Numbered {
  readonly type: 'numbered';
  readonly n: number;
  /** As large as a URL, so that kept events show in memory. */
  readonly url: string;
}

/** How a listener behaves; each kind is a fifth of them. */
interface Kind {
  readonly name: string;
  /** The share of the load's time before it connects for the first time. */
  readonly lateBy?: number;
  /** Whether its first id is of another process. */
  readonly isForeign?: boolean;
  /** It pauses after each of this many events. */
  readonly every: number;
  readonly pauseMs: number;
  /** It disconnects for the pause, and comes back with its last id. */
  readonly leaves?: boolean;
}

const KINDS: readonly Kind[] = [
  { name: 'steady', every: Number.POSITIVE_INFINITY, pauseMs: 0 },
  { name: 'slow', every: 20, pauseMs: 100 },
  { name: 'back at once', every: 37, pauseMs: 5, leaves: true },
  { name: 'back too late', every: 300, pauseMs: 700, leaves: true },
  { name: 'late', lateBy: 0.5, isForeign: true, every: 150, pauseMs: 20, leaves: true },
];

/** More than garbage that is about to be collected; what 200 listeners keep of each second would be many times that. */
const MOST_GROWTH = 2_000_000;

/** The events of one listener, checked as they arrive. */
class Listener {
  readonly #kind: Kind;
  readonly #name: string;
  readonly #problems: string[];
  /** The number of the last event it got, or that a gap counted. */
  at = 0;
  lastId: string | undefined;
  got = 0;
  missed = 0;
  gaps = 0;
  returns = 0;

  constructor(nth: number, problems: string[]) {
    this.#kind = KINDS[nth % KINDS.length] as Kind;
    this.#name = `${this.#kind.name} listener ${nth}`;
    this.#problems = problems;
    if (this.#kind.isForeign) this.lastId = 'another-7';
  }

  /** Listens until the hub ends. */
  async listen(hub: Hub<Numbered>, seconds: number): Promise<void> {
    const { lateBy = 0, every, pauseMs, leaves } = this.#kind;
    await sleep(lateBy * seconds * 1_000);
    for (;;) {
      const leave = new AbortController();
      for await (const { id, event } of hub.subscribe({ after: this.lastId, signal: leave.signal })) {
        this.#take(id, event);
        if (this.got % every !== 0 || event.type === 'gap') continue;
        // A connection is cut at any moment, most often while it waits for the next event.
        if (leaves) setTimeout(() => leave.abort(), 1);
        else await sleep(pauseMs);
      }
      if (!leave.signal.aborted) return;
      this.returns++;
      await sleep(pauseMs);
    }
  }

  #take(id: string, event: Numbered | Gap): void {
    const n = Number(id.slice(id.lastIndexOf('-') + 1));
    if (event.type === 'numbered') {
      if (event.n !== n) this.#complain(`event ${event.n} has the id ${id}`);
      if (n !== this.at + 1) this.#complain(`event ${n} follows ${this.at}`);
      this.got++;
    } else if (event.missed === undefined) {
      if (!this.#kind.isForeign || this.gaps > 0) this.#complain('a gap does not count what it missed');
      this.gaps++;
    } else {
      if (n - this.at !== event.missed) this.#complain(`${event.missed} missed from ${this.at} to ${n}`);
      this.missed += event.missed;
      this.gaps++;
    }
    this.at = n;
    this.lastId = id;
  }

  #complain(text: string): void {
    this.#problems.push(`${this.#name}: ${text}`);
  }
}

/** Publishes at an even pace until the time is over; returns the number of the last one. */
async function publishFor(ms: number, perSecond: number, from: number, publish: (n: number) => void): Promise<number> {
  const began = performance.now();
  let n = from;
  for (let passed = 0; passed < ms; ) {
    await sleep(5);
    passed = Math.min(ms, performance.now() - began);
    while (n - from < (passed * perSecond) / 1_000) {
      publish(++n);
      // After a stall of the machine much is due at once; a steady listener is to be overrun by nothing of that.
      if (n % 20 === 0) await setImmediate();
    }
  }
  return n;
}

/** Runs the load and reports problems. */
export async function listenTogether({ listeners: count, seconds, perSecond, size }: Load): Promise<LoadResult> {
  const hub = new Hub<Numbered>({ size });
  const problems: string[] = [];
  let collected = 0;
  const registry = new FinalizationRegistry(() => collected++);
  const publish = (n: number): void => {
    const event = {
      type: 'numbered',
      n,
      url: `https://docs.example.com/guide/${n}/${'x'.repeat(100 + (n % 10))}`,
    } as const;
    registry.register(event, n);
    hub.publish(event);
  };
  const listeners = Array.from({ length: count }, (_, nth) => new Listener(nth, problems));
  const ended = Promise.all(listeners.map((listener) => listener.listen(hub, seconds)));
  // The ring is full, and the code is warm.
  const warm = await publishFor((seconds * 1_000) / 4, perSecond, 0, publish);
  const start = await heapInUse();
  const published = await publishFor((seconds * 1_000 * 3) / 4, perSecond, warm, publish);
  // A listener that pauses comes back, and reads to the end.
  const isBehind = (): boolean => listeners.some(({ at }) => at < published);
  while (isBehind()) await sleep(100);
  const end = await heapInUse();
  // Finalizers run after the collection, in tasks of their own.
  for (let rounds = 0; published - collected > size + count && rounds < 20; rounds++) await collectGarbage();
  const held = published - collected;
  hub.end();
  await ended;
  for (const [nth, { at }] of listeners.entries())
    if (at !== published) problems.push(`listener ${nth} is at ${at} of ${published}`);
  if (warm < size) problems.push(`${warm} events do not fill the ring of ${size}`);
  if (held > size + count) problems.push(`${held} events are held, with a ring of ${size} and ${count} listeners`);
  if (end - start > MOST_GROWTH) problems.push(`memory grew from ${start} to ${end} bytes`);
  const sum = (of: (listener: Listener) => number): number => listeners.reduce((all, one) => all + of(one), 0);
  return {
    ...{ problems, published, held, heap: [start, end] },
    ...{ got: sum(({ got }) => got), missed: sum(({ missed }) => missed) },
    ...{ gaps: sum(({ gaps }) => gaps), returns: sum(({ returns }) => returns) },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const seconds = Number(process.argv[2] ?? 60);
  const { problems, published, got, missed, gaps, returns, held, heap } = await listenTogether({
    ...{ listeners: 200, seconds, perSecond: 1_000, size: 500 },
  });
  const [start, end] = heap.map((bytes) => (bytes / 1e6).toFixed(2));
  console.log(
    `200 listeners, ${published} events in ${seconds} s: ${got} received, ${missed} in ${gaps} gaps, ${returns} returns; ${held} events held, ${start} MB before, ${end} MB after`,
  );
  for (const problem of problems.slice(0, 20)) console.log(problem);
  console.log(`${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
