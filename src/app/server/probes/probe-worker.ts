// The thread that probes: the name of a probe, its arguments and settings in, plain data out; a port beside it says when to end.
import { parentPort } from 'node:worker_threads';
import type { Log } from '../../../core/log.ts';
import { loadSettings } from '../../../settings.ts';
import { openPlace } from '../../place.ts';
import { errorData } from '../thread-errors.ts';
import type { ProbeReply, ProbeTask } from './probe-pool.ts';
import { type ProbePlace, probes } from './probes.ts';

async function reply({ name, args, input, at, port }: ProbeTask): Promise<ProbeReply> {
  const stop = new AbortController();
  const onEnd = (): void => stop.abort();
  port.once('message', onEnd);
  try {
    const place = openPlace({ ...loadSettings(input), ...at });
    // Probes take the arguments that their name stands for.
    const probe = probes[name] as (place: ProbePlace, args: unknown) => Promise<unknown>;
    return { value: await probe({ ...place, log: logTo(port), signal: stop.signal }, args) };
  } catch (error) {
    return stop.signal.aborted ? { isEnded: true } : { error: errorData(error) };
  } finally {
    port.off('message', onEnd);
    port.close();
  }
}

/** The lines are written where the server's log is. */
function logTo(port: ProbeTask['port']): Log {
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (fields: object, event: string): void =>
      port.postMessage({ level, fields: JSON.parse(JSON.stringify(fields, errorsAsText)) as object, event });
  return { debug: () => {}, info: line('info'), warn: line('warn'), error: line('error') };
}

function errorsAsText(_: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}

parentPort?.on('message', async (task: ProbeTask) => parentPort?.postMessage(await reply(task)));
parentPort?.postMessage('ready');
