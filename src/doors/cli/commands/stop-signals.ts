// What Ctrl-C and a termination signal do to a run: a run in this process stops; for one elsewhere the operator is asked what to stop.
import type { AnywhereRun } from '../../../app/crawl/run-anywhere.ts';
import type { Progress } from '../print/progress.ts';

/** Where a single key can be read; standard input, unless a test brings its own. */
export interface Keys {
  readonly isTTY?: boolean | undefined;
  setRawMode?(on: boolean): unknown;
  once(event: 'data', listener: (data: Buffer | string) => void): unknown;
  off(event: 'data', listener: (data: Buffer | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/**
 * F5: the first Ctrl-C finishes what is in flight, the second ends at once; the ledger is safe either way. For a run that another
 * process works on, a person at a terminal chooses whether to stop following it or the run itself. Returns what undoes it.
 */
export function stopOnSignals(
  run: Pick<AnywhereRun, 'where' | 'stop' | 'stopRun'>,
  progress: Pick<Progress, 'remark'>,
  keys: Keys = process.stdin,
): () => void {
  let count = 0;
  let question: AbortController | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const { where } = run;
    if (where.kind === 'here') {
      count++;
      if (count === 1) progress.remark('stopping after what is in flight; press Ctrl-C again to stop at once');
      run.stop();
      if (count > 1) process.exit(130);
      return;
    }
    const there = where.pid === undefined ? 'another process' : `process ${where.pid}`;
    const canAsk =
      signal === 'SIGINT' && question === undefined && keys.isTTY === true && keys.setRawMode !== undefined;
    question?.abort();
    if (!canAsk) {
      progress.remark(`${there} goes on with the run; "docent runs" shows it and stops it`);
      run.stop();
      return;
    }
    const asking = new AbortController();
    question = asking;
    void ask(run, there, progress, keys, asking.signal).finally(() => {
      if (question === asking) question = undefined;
    });
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    question?.abort();
  };
}

async function ask(
  run: Pick<AnywhereRun, 'stop' | 'stopRun'>,
  there: string,
  progress: Pick<Progress, 'remark'>,
  keys: Keys,
  signal: AbortSignal,
): Promise<void> {
  progress.remark(
    `this run is at work in ${there}: press f to stop following it, s to stop the run, another key to go on`,
  );
  const key = await readKey(keys, signal);
  if (key === undefined) return;
  if (key === 's') {
    progress.remark('the run stops after what is in flight');
    await run.stopRun().catch((error: unknown) => {
      progress.remark(`the run could not be stopped: ${error instanceof Error ? error.message : String(error)}`);
    });
  } else if (key === 'f' || key === '\u0003') {
    progress.remark(`${there} goes on with the run; "docent runs" shows it and stops it`);
    run.stop();
  } else progress.remark('following it');
}

/** The key that was pressed; undefined when the question was cancelled. */
function readKey(keys: Keys, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (data?: Buffer | string): void => {
      keys.off('data', end);
      signal.removeEventListener('abort', cancel);
      keys.setRawMode?.(false);
      // An open standard input would keep the process alive.
      keys.pause();
      resolve(data === undefined ? undefined : String(data).slice(0, 1).toLowerCase());
    };
    const cancel = (): void => end();
    signal.addEventListener('abort', cancel, { once: true });
    keys.setRawMode?.(true);
    keys.resume();
    keys.once('data', end);
  });
}
