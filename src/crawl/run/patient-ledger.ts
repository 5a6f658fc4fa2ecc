// FAULTS 57: a disk that is full now may have room later; acts of the ledger wait for it instead of ending the crawl.
import { DocentError } from '../../core/errors.ts';
import type { Ledger } from '../../frontier/port.ts';

/** After this an act is tried again on a full disk. */
const LOOK_AGAIN_MS = 1_000;

/** Thrown out of a wait when the run is being stopped; the act was not done, and nothing is lost by that. */
export class StoppedWaiting extends Error {
  // A robots.txt check meanwhile sees that the run was stopped, and not a failure of the host.
  override readonly name = 'AbortError';
}

/** How long acts wait, and what is called then: a run sets both when it begins. */
export class Patience {
  isStopped: () => boolean = () => false;
  reportFull: (error: DocentError) => void = () => {};
}

/** Wraps a ledger, its blocklist and inbox included: an act that finds no space is tried again until there is some, or until the run is stopped. */
export function patientLedger(ledger: Ledger, patience: Patience): Ledger {
  const patiently = async (act: () => Promise<unknown>): Promise<unknown> => {
    for (let isReported = false; ; isReported = true) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof DocentError) || error.code !== 'DOC_STORE_FULL') throw error;
        if (patience.isStopped()) throw new StoppedWaiting();
        if (!isReported) patience.reportFull(error);
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    }
  };
  const patient = <T extends object>(acts: T): T =>
    new Proxy(acts, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown;
        if (name === 'blocklist' || name === 'inbox') return patient(member as object);
        if (typeof member !== 'function' || name === 'close') return member;
        return (...args: unknown[]) => patiently(() => member.apply(target, args) as Promise<unknown>);
      },
    });
  return patient(ledger);
}

/** Runs an act; undefined when the run was stopped while it waited for space: it was not done, and the next run does it. */
export async function unlessStopped<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StoppedWaiting) return undefined;
    throw error;
  }
}
