// What Ctrl-C and a termination signal do to a run: here it is stopped; elsewhere the person is asked what is meant.
import type { AnywhereRun } from '../../app.ts';
import type { Progress } from './progress.ts';

/** Where a single key can be read; standard input, unless a test brings its own. */
export interface Keys {
  readonly isTTY?: boolean | undefined;
  setRawMode?(on: boolean): unknown;
  once(event: 'data', listener: (data: Buffer | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/**
 * F5: the first Ctrl-C finishes what is in flight, the second ends at once; the ledger is safe either way. For a run that another
 * process works on, a person at a terminal chooses whether to stop following it or the run itself. Returns what undoes it.
 */
export function stopOnSignals(
  run: AnywhereRun,
  progress: Pick<Progress, 'say'>,
  keys: Keys = process.stdin,
): () => void {
  let count = 0;
  let isAsking = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (run.where.kind === 'elsewhere' && !isAsking) {
      isAsking = true;
      void elsewhere(run, progress, signal === 'SIGINT' ? keys : undefined).finally(() => {
        isAsking = false;
      });
      return;
    }
    count++;
    if (count === 1) progress.say('stopping after what is in flight; press Ctrl-C again to stop at once');
    run.stop();
    if (count > 1) process.exit(130);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}

async function elsewhere(run: AnywhereRun, progress: Pick<Progress, 'say'>, keys: Keys | undefined): Promise<void> {
  const pid = run.where.kind === 'elsewhere' ? run.where.pid : undefined;
  const there = pid === undefined ? 'another process' : `process ${pid}`;
  if (keys?.isTTY === true && keys.setRawMode !== undefined) {
    progress.say(
      `this run is at work in ${there}: press f to stop following it, s to stop the run, another key to go on`,
    );
    const key = await readKey(keys);
    if (key === 's') {
      progress.say('the run stops after what is in flight');
      return run.stopRun();
    }
    if (key !== 'f' && key !== '\u0003') return progress.say('following it');
  }
  progress.say(`${there} goes on with the run; "docent runs" shows it and stops it`);
  run.stop();
}

function readKey(keys: Keys): Promise<string> {
  return new Promise((resolve) => {
    keys.setRawMode?.(true);
    keys.resume();
    keys.once('data', (data) => {
      keys.setRawMode?.(false);
      keys.pause();
      resolve(String(data).slice(0, 1).toLowerCase());
    });
  });
}
