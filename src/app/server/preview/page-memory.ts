// Pages that were requested a moment ago, in memory: who types a selector looks at one page many times, and its site gets one request.

/** What is kept of a page. */
interface KeptPage<P> {
  readonly page: Promise<P>;
  /** On the monotonic clock. */
  readonly at: number;
  /** Ends its request. */
  readonly stop: AbortController;
  /** How many wait for it. */
  callers: number;
  bytes: number;
}

export interface PageMemoryBounds {
  readonly pages: number;
  readonly bytes: number;
  readonly ms: number;
}

const usual: PageMemoryBounds = Object.freeze({ pages: 20, bytes: 20_000_000, ms: 5 * 60_000 });

/** Pages by name, within bounds: the ones that were requested first leave. */
export class PageMemory<P extends { readonly body: Uint8Array }> {
  readonly #bounds: PageMemoryBounds;
  readonly #pages = new Map<string, KeptPage<P>>();

  constructor(bounds: Partial<PageMemoryBounds> = {}) {
    this.#bounds = { ...usual, ...bounds };
  }

  /**
   * The page of this name: as it is kept, or as `request` gets it, which callers of the same moment share; it is ended when the last of
   * them has left. Rejects as `request`, and with an AbortError when the signal ends it.
   */
  async get(
    name: string,
    request: (signal: AbortSignal) => Promise<P>,
    signal: AbortSignal,
  ): Promise<{ readonly page: P; readonly isKept: boolean }> {
    this.#dropOld();
    const known = this.#pages.get(name);
    const kept = known ?? this.#request(name, request);
    kept.callers++;
    try {
      return { page: await untilAborted(kept.page, signal), isKept: known !== undefined };
    } finally {
      // A request that is over is not ended by this.
      if (--kept.callers === 0) kept.stop.abort();
    }
  }

  #request(name: string, request: (signal: AbortSignal) => Promise<P>): KeptPage<P> {
    const stop = new AbortController();
    const kept: KeptPage<P> = { page: request(stop.signal), at: performance.now(), stop, callers: 0, bytes: 0 };
    this.#pages.set(name, kept);
    kept.page.then(
      ({ body }) => {
        kept.bytes = body.byteLength;
        this.#dropOld();
      },
      () => {
        if (this.#pages.get(name) === kept) this.#pages.delete(name);
      },
    );
    // No caller may get a page whose request is being ended.
    stop.signal.addEventListener('abort', () => {
      if (kept.bytes === 0 && this.#pages.get(name) === kept) this.#pages.delete(name);
    });
    return kept;
  }

  clear(): void {
    this.#pages.clear();
  }

  #dropOld(): void {
    const { pages, bytes, ms } = this.#bounds;
    let sum = [...this.#pages.values()].reduce((all, one) => all + one.bytes, 0);
    for (const [name, kept] of this.#pages) {
      if (kept.at + ms > performance.now() && this.#pages.size <= pages && sum <= bytes) break;
      this.#pages.delete(name);
      sum -= kept.bytes;
    }
  }
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new DOMException('the caller has left', 'AbortError'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
