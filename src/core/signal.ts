// Wakes all that wait for an event in this process.

/** Waits end with the next `wake`, or after their time. */
export class Signal {
  readonly #waiting = new Set<() => void>();

  /** The caller continues first: its own work may have to be counted before others act on it. */
  wake(): void {
    // Only those that wait now: a waiter woken by something else that waits again has seen this event.
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
