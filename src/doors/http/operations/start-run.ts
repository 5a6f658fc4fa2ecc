// Starting a run: a crawl or a refresh of sources and addresses, as the commands do.
import type { AnywhereRun } from '../../../app/crawl/run-anywhere.ts';
import type { RunView } from '../../../app/crawl/runs.ts';
import type { StartedCommand } from '../../../app/crawl/start-command.ts';
import type { ServedCommand } from '../../../app/server/open-service.ts';
import type { Means } from '../means.ts';
import { operation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { list, object, text } from '../shape.ts';
import { runShape } from './runs.ts';

/** How long a response waits for the record of a run; the run goes on without it. */
const BEGIN_MS = 15_000;

export const startRunOperations = [
  operation({
    ...{ id: 'startRun', method: 'post', path: '/runs', tag: 'Runs', scope: 'write', problems: [409, 502, 504, 507] },
    summary: 'Start a crawl or a refresh; responds when it has begun',
    description:
      'One run for each source. A source that is crawled already is followed, not crawled twice. A folder of the server is crawled only as a source of docent.yml.',
    cli: 'docent crawl <target...>, docent refresh [target...]',
    body: {
      fields: [
        {
          name: 'targets',
          kind: 'list',
          of: 'text',
          default: [],
          doc: 'Ids of sources and addresses; a refresh without them is one of all that is stored.',
        },
        { name: 'kind', kind: 'choice', choices: ['crawl', 'refresh'], default: 'crawl', doc: 'What is done.' },
        { name: 'all', kind: 'boolean', default: false, doc: 'A refresh of every page, whether or not it is due.' },
        { name: 'fresh', kind: 'boolean', default: false, doc: 'A crawl that forgets what was seen before.' },
        {
          name: 'confirmed',
          kind: 'boolean',
          default: false,
          doc: 'The first run of a source whole, in place of a trial of 20 pages.',
        },
      ],
    },
    returns: {
      status: 201,
      shape: object({
        runs: list(runShape),
        leftOut: list(
          object({ provider: text(), by: text('The reason.'), detail: text() }),
          'Sources that are not run, each with the reason.',
        ),
      }),
    },
    async run({ body: { targets, kind, all, fresh, confirmed }, means, signal }) {
      if (kind === 'crawl' && targets.length === 0)
        throw new HttpProblem('invalid', 'targets is empty: a crawl needs the ids of sources, or addresses');
      const refresh = kind === 'crawl' ? undefined : all ? 'all' : 'due';
      return { value: await beginRuns(means, { words: targets, refresh, fresh, confirmed }, signal) };
    },
  }),
];

/** Starts runs, and returns when they have begun, or after 15 s. Throws as `Service.crawl`, and what a run failed with before it began. */
export async function beginRuns(
  means: Means,
  command: ServedCommand,
  signal: AbortSignal,
): Promise<{ readonly runs: readonly RunView[]; readonly leftOut: StartedCommand['leftOut'] }> {
  const { run, providers, leftOut } = await means.service.crawl(command);
  const different = [...new Set(providers)];
  await hasBegun(run, different.length, signal);
  const found = await Promise.all(different.map((provider) => means.reads.run('runs', { provider, limit: 1 })));
  return { runs: found.flat(), leftOut };
}

/** Waits until each source has begun, within bounds. Throws what the run failed with. */
async function hasBegun(run: AnywhereRun, providers: number, signal: AbortSignal): Promise<void> {
  if (providers === 0) return;
  let begun = 0;
  const all = (async () => {
    for await (const event of run)
      if ((event.type === 'started' && ++begun === providers) || event.type === 'handed') return;
  })();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, BEGIN_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([all, late]);
  } finally {
    clearTimeout(timer);
    all.catch(() => {}); // it is logged where the run is kept
  }
}
