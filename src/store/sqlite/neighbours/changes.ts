// When something in a folder may have changed: the file system reports it, and where that reports nothing, the folder is looked at again.
import { type FSWatcher, watch } from 'node:fs';
import { Signal } from '../../../core/signal.ts';

/**
 * A caller looks again after this, whatever is reported: network disks, some containers and a folder that is yet to be made report
 * nothing, and a process that dies writes nothing.
 */
const LOOK_MS = 500;
/** A crawl writes all the time; a caller looks no more often than this. */
const GAP_MS = 250;

/** Yields at once, and from then on whenever something in one of these folders may have changed; ends at the signal. */
export async function* changesIn(folders: readonly string[], signal?: AbortSignal): AsyncGenerator<void, void> {
  while (signal?.aborted !== true) {
    // From before the caller looks: what comes after its look is heard.
    const watched = new Watched(folders);
    const lookedAt = performance.now();
    try {
      yield;
      await watched.wait(LOOK_MS, signal);
    } finally {
      watched.close();
    }
    const since = performance.now() - lookedAt;
    if (since < GAP_MS) await new Signal().wait(Math.min(GAP_MS - since, GAP_MS), signal);
  }
}

/** Hears the first change in any of these folders. */
class Watched {
  readonly #change = new Signal();
  readonly #watchers: readonly FSWatcher[];
  #isHeard = false;

  constructor(folders: readonly string[]) {
    this.#watchers = folders.flatMap((folder) => this.#watch(folder) ?? []);
  }

  /** Resolves with the change, after this time, or on the signal; at once where it was heard before. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isHeard) await this.#change.wait(ms, signal);
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #watch(folder: string): FSWatcher | undefined {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        this.#isHeard = true;
        this.#change.wake();
      });
      // It reports nothing any more, which is as good as none.
      return watcher.on('error', () => {});
    } catch {
      // There is no such folder, or the machine has no watcher left.
      return undefined;
    }
  }
}
