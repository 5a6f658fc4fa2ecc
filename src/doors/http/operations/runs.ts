// Runs: listed, started, paused, resumed, stopped.
import type { Field } from '../../../core/options/field.ts';
import { runCauses, runStates } from '../../../watch/states/run-state.ts';
import type { Means } from '../means.ts';
import { numberParam, operation, pageFields } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, list, named, object, oneOf, optional, text, time } from '../shape.ts';

/** The state of a run, as `stateOfRun` finds it. */
export const runStateFields = {
  state: oneOf(
    runStates,
    'queued: another process is to begin it. killed: it was cut off, and goes on where a server runs. failed: none of its seeds could be read. incomplete: it ended with work waiting, or with a seed that could not be read.',
  ),
  because: optional(
    oneOf(
      runCauses,
      'Of one that is incomplete. limit: as many pages are stored as it may store. budget: its requests are used up. host: a host was out of reach, parked or closed. terms: the terms of a site forbid the rest.',
    ),
  ),
  why: optional(text('Why it failed or is incomplete, in words.')),
} as const;

export const runShape = named(
  'Run',
  object({
    id: count('Rises with every run, over all sources.'),
    provider: text('The source.'),
    kind: oneOf(['crawl', 'refresh']),
    ...runStateFields,
    pid: optional(count('The process that has it open.')),
    startedAt: time(),
    endedAt: optional(time()),
    stored: count('Pages of the source that are stored.'),
    requests: count('Requests of this run.'),
  }),
);

const providerField = {
  name: 'provider',
  kind: 'text',
  doc: 'Only of this source.',
} as const satisfies Field;

export const runOperations = [
  operation({
    ...{ id: 'listRuns', method: 'get', path: '/runs', tag: 'Runs', scope: 'read', cli: 'docent runs' },
    summary: 'Runs, the latest first',
    query: [providerField, ...pageFields],
    returns: {
      status: 200,
      shape: object({ runs: list(runShape), next: optional(text('`cursor` of the next page; absent on the last.')) }),
    },
    async run({ query: { provider, limit, cursor }, means }) {
      const before = cursor === undefined ? undefined : numberIn(cursor);
      const runs = await means.reads.run('runs', { provider, limit: limit + 1, before });
      const shown = runs.slice(0, limit);
      return { value: { runs: shown, next: runs.length > limit ? String(shown.at(-1)?.id) : undefined } };
    },
  }),
  operation({
    ...{ id: 'getRun', method: 'get', path: '/runs/{id}', tag: 'Runs', scope: 'read' },
    summary: 'One run',
    params: [numberParam],
    returns: { status: 200, shape: runShape },
    run: async ({ path: { id }, means }) => ({ value: await runNumber(id, means) }),
  }),
  operation({
    ...{ id: 'pauseRun', method: 'post', path: '/runs/{id}/pause', tag: 'Runs', scope: 'write', problems: [409] },
    summary: 'Pause a run: nothing more is requested until it is resumed; what is in flight is finished',
    cli: 'docent runs pause <id>',
    params: [numberParam],
    returns: { status: 200, shape: runShape },
    async run({ path: { id }, means }) {
      await refuseEnded(id, means, 'pause');
      return { value: await means.runs.pause(id) };
    },
  }),
  operation({
    ...{ id: 'resumeRun', method: 'post', path: '/runs/{id}/resume', tag: 'Runs', scope: 'write', problems: [409] },
    summary:
      'Go on with a run that was paused, stopped or killed; one that had ended goes on as a new run, which is returned',
    cli: 'docent runs resume <id>',
    params: [numberParam],
    returns: { status: 200, shape: runShape },
    async run({ path: { id }, means }) {
      const { state, provider } = await runNumber(id, means);
      if (state === 'complete') throw new HttpProblem('conflict', `run ${id} is complete: there is nothing to resume`);
      const [latest] = await means.reads.run('runs', { provider, limit: 1 });
      if (latest !== undefined && latest.id !== id)
        throw new HttpProblem('conflict', `run ${id} is not the latest of ${provider}: resume run ${latest.id}`);
      return { value: await means.runs.resume(id) };
    },
  }),
  operation({
    ...{ id: 'stopRun', method: 'post', path: '/runs/{id}/stop', tag: 'Runs', scope: 'write', problems: [409] },
    summary: 'Stop a run; what waits stays for a later one',
    cli: 'docent runs stop <id>',
    params: [numberParam],
    returns: { status: 200, shape: runShape },
    async run({ path: { id }, means }) {
      await refuseEnded(id, means, 'stop');
      return { value: await means.runs.stop(id) };
    },
  }),
];

/** The run of this number. Throws not_found. */
export async function runNumber(id: number, means: Means) {
  const found = await means.reads.run('run', { id });
  if (found === undefined) throw new HttpProblem('not_found', `there is no run ${id}`);
  return found;
}

/** Throws not_found, and conflict for a run that has ended. */
async function refuseEnded(id: number, means: Means, act: 'pause' | 'stop'): Promise<void> {
  const { endedAt, state } = await runNumber(id, means);
  if (endedAt !== undefined)
    throw new HttpProblem('conflict', `run ${id} has ended (${state}): there is nothing to ${act}`);
}

/** A cursor that is a number. Throws invalid for one that no list returned. */
export function numberIn(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new HttpProblem('invalid', 'no list has this cursor');
  return Number(cursor);
}
