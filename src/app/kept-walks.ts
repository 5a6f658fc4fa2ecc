// Results of walks over all pages or URLs of a source, kept by a thread until something of the source changes.

interface Kept<T> {
  readonly state: string;
  readonly value: T;
  /** While a run changes the source all the time, it is good until then. */
  readonly until: number;
}

/** What a walk is about. */
export interface Walked {
  /** The source, and what of it is looked for. */
  readonly name: string;
  /** Differs when the result may. */
  readonly state: string;
  /** Whether a run changes it now: then a result is used for twenty times as long as it took. */
  readonly isUnderWay: boolean;
}

const MOST_KEPT = 1_000;
/** A walk takes at most this part of a thread's time while a run goes on. */
const SHARE = 20;

/** Results of one kind, the latest thousand; each is walked for when it is missing or was of another state. */
export function keptWalks<T>(): (about: Walked, walk: () => Promise<T>) => Promise<T> {
  const all = new Map<string, Kept<T>>();
  return async ({ name, state, isUnderWay }, walk) => {
    const before = all.get(name);
    const began = performance.now();
    if (before !== undefined && (before.state === state || (isUnderWay && began < before.until))) return before.value;
    const value = await walk();
    const now = performance.now();
    all.delete(name);
    all.set(name, { state, value, until: now + SHARE * (now - began) });
    if (all.size > MOST_KEPT) for (const oldest of all.keys()) if (all.delete(oldest)) break;
    return value;
  };
}
