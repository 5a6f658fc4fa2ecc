// How a process that stays is ended: by a signal, after what is in flight; by a second one at once.

/** The exit code of a process that was interrupted. */
const INTERRUPTED = 130;

/**
 * Waits for SIGINT or SIGTERM, and then for `end`, which is called once. A second signal ends the process at once: nothing that is stored
 * is lost, and what is in flight is requested again by the next process. Rejects with what `end` rejects with.
 */
export function untilSignal(end: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    let isEnding = false;
    const onSignal = (): void => {
      if (isEnding) process.exit(INTERRUPTED);
      isEnding = true;
      end()
        .finally(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal))
        .then(() => resolve(), reject);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  });
}
