// R23: the robots.txt files of all live reads: requested once for all readers, and bounded.
import { Lru } from '../../robots/cache.ts';
import type { RobotsMemory, SavedRobots } from '../../robots/port.ts';
import { type CallerPatience, Line } from './host-clock-line.ts';

/** What is known of each origin's robots.txt, for the dialect it was read in. */
export class SharedRobots {
  readonly #kept: Lru<SavedRobots>;
  /** Hosts whose robots.txt is being looked at. */
  readonly #lines = new Map<string, Line>();

  constructor(mostHosts: number) {
    this.#kept = new Lru(mostHosts);
  }

  /** The memory of a read; `stored` is what the data folder has, which is used while it is the newer. */
  memoryFor(dialect: string, stored: RobotsMemory['load']): RobotsMemory {
    const name = (key: string): string => `${dialect} ${key}`;
    return {
      load: async (key) => {
        const other = await stored(key);
        const own = this.#kept.get(name(key));
        const [mine, theirs] = [factsOf(own), factsOf(other)];
        return theirs.isOfHost && theirs.askedAt > mine.askedAt ? other : own;
      },
      save: async (key, saved, body) => {
        const own = { saved, body };
        if (factsOf(own).isOfHost) this.#kept.set(name(key), own);
      },
    };
  }

  /** Looks at a host's robots.txt, one read at a time: what the first one had to request, the others know. Throws NotYet when patience ends before. */
  async alone<T>(host: string, patience: CallerPatience, task: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(host) ?? new Line(1);
    this.#lines.set(host, line);
    try {
      const detail = `the robots.txt of ${host} is being requested`;
      return await line.run(task, patience, () => ({ until: Date.now() + 1_000, by: 'host:clock', detail }));
    } finally {
      if (line.length === 0) this.#lines.delete(host);
    }
  }
}

/** When it was requested, and whether that is a fact of the host: which addresses are open is each read's own matter. */
function factsOf(saved: SavedRobots | undefined): { readonly askedAt: number; readonly isOfHost: boolean } {
  try {
    const { askedAt, code } = JSON.parse(saved?.saved ?? '{}') as Readonly<Record<string, unknown>>;
    return { askedAt: Number(askedAt ?? 0), isOfHost: code !== 'DOC_ADDRESS' };
  } catch {
    return { askedAt: 0, isOfHost: false };
  }
}
