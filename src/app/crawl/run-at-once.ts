// A run that is there at once, while what it needs is still being opened.
import type { CrawlEvent } from '../../crawl/run/events.ts';
import { Hub } from '../../crawl/run/hub.ts';
import { closing, type DocentRun } from './start-run.ts';

/** The run that `start` starts with this hub; what that rejects with is what the run fails with. */
export function runAtOnce(start: (hub: Hub<CrawlEvent>) => Promise<DocentRun>): DocentRun {
  const hub = new Hub<CrawlEvent>();
  const started = start(hub);
  started.catch((error: unknown) => hub.end(error));
  const result = started.then((run) => run.result);
  const concluded = started.then((run) => run.concluded);
  // The iterator throws it; the caller need not await these as well.
  for (const promise of [result, concluded]) promise.catch(() => {});
  // In the order of the calls.
  const whenStarted = (act: (run: DocentRun) => void) => () => void started.then(act, () => {});
  const stop = whenStarted((run) => run.stop());
  return {
    ...{ result, concluded, hub, stop, leave: whenStarted((run) => run.leave()) },
    [Symbol.asyncIterator]: () => closing({ stop, [Symbol.asyncIterator]: () => hub.all() }, result),
  };
}
