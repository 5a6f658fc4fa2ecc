// Wakes whoever waits for something to happen in this process.

/** Waits end with the next `wake`, or after their time. */
export class Signal {
  readonly #waiting = new Set<() => void>();

  /** Whoever calls it goes on first: what it has just done may have to be counted before others act on it. */
  wake(): void {
    // Only those that wait now: whoever has been woken otherwise, and waits again, has seen what happened.
    const waiting = [...this.#waiting];
    if (waiting.length > 0)
      setImmediate(() => {
        for (const end of waiting) end();
      });
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
      this.#waiting.add(end);
    });
  }
}
