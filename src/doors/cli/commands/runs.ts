// `docent runs`: the runs of the data folder; pause, resume or stop one, whichever process works on it.

import type { Command } from 'commander';
import type { Runs, RunView } from '../../../app/crawl/runs.ts';
import type { Place } from '../../../app/place.ts';
import { grouped } from '../../../core/counted.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { Settings } from '../../../settings.ts';
import { runStateText } from '../../../watch/states/run-state.ts';
import { crawledPlaceFrom, wholeNumber, withOptions } from '../options.ts';
import { type Output, type Style, sideOutput, styleFor, table } from '../print/terminal.ts';
import { isoText, minuteText, zoneText } from '../print/times.ts';
import { runAndReport } from './crawl.ts';

type Flags = Record<string, unknown>;

/** Adds the command with list, pause, resume and stop. */
export function addRunsCommand(program: Command, out: Output): void {
  const group = program
    .command('runs')
    .description('list runs; pause, resume or stop one, whichever process works on it');
  group.addHelpText(
    'after',
    '\nA run that was paused or stopped goes on only by "docent runs resume" or by a new crawl; one whose process was killed\ngoes on with the next crawl, and by itself where a schedule runs.\n\nExamples:\n  docent runs\n  docent runs pause stripe\n  docent runs resume stripe\n',
  );
  withOptions(
    group
      .command('list', { isDefault: true })
      .description('list runs, the latest first')
      .argument('[provider]', 'only those of this provider')
      .option('--limit <n>', 'at most this many', wholeNumber('--limit', 1, 10_000), 20)
      .option('--json', 'print JSON'),
    ['data'],
  ).action((provider: string | undefined, flags: Flags) =>
    withRuns(flags, async (runs, settings) => {
      const { providerIdOf } = await import('../../../app/crawl/targets.ts');
      const views = await runs.list({
        provider: provider === undefined ? undefined : providerIdOf(provider, settings, 'operator'),
        limit: flags.limit as number,
      });
      out.write(flags.json ? json(views) : listed(views, settings, styleFor(out, process.env)));
    }),
  );
  const one = (name: 'pause' | 'stop', what: string): Command =>
    withOptions(
      group
        .command(name)
        .description(what)
        .argument('<run>', 'a provider, or the number of a run')
        .option('--json', 'print JSON'),
      ['data'],
    );
  one('pause', 'request nothing more until it is resumed').action((which: string, flags: Flags) =>
    withRuns(flags, async (runs, settings) =>
      report(await runs.pause(await runOrProvider(which, settings)), flags, out),
    ),
  );
  one('stop', 'end it; what waits stays for a later run').action((which: string, flags: Flags) =>
    withRuns(flags, async (runs, settings) =>
      report(await runs.stop(await runOrProvider(which, settings)), flags, out),
    ),
  );
  withOptions(
    group
      .command('resume')
      .description('go on with it: in the process that has it open, else here')
      .argument('<run>', 'a provider, or the number of a run')
      .option('--json', 'print every event as a JSON line')
      .option('--quiet', 'print only the end'),
    ['data', 'log_level', 'log_format'],
  ).action((which: string, flags: Flags) => resume(which, flags, out));
}

async function resume(which: string, flags: Flags, out: Output): Promise<void> {
  await withRuns(flags, async (runs, settings, place) => {
    const view = await runs.find(await runOrProvider(which, settings));
    if (view.pid !== undefined) return report(await runs.resume(view.id), flags, out);
    process.exitCode = await runAndReport(
      async (announced) => ({ run: await runs.again(view.id, announced) }),
      { place, flags: { json: flags.json === true, quiet: flags.quiet === true } },
      out,
    );
  });
}

async function withRuns<T>(
  flags: Flags,
  task: (runs: Runs, settings: Settings, place: Place) => Promise<T>,
): Promise<T> {
  const place = await crawledPlaceFrom(flags);
  const { settings } = place;
  const { openRuns } = await import('../../../app/crawl/runs.ts');
  const { logFor } = await import('../../../app/log-for.ts');
  const runs = openRuns({ ...place, log: logFor(settings, sideOutput(process.stderr)) });
  try {
    return await task(runs, settings, place);
  } finally {
    await runs.close();
  }
}

/** A number is the id of a run; anything else is a provider's id or one of its URLs. */
async function runOrProvider(which: string, settings: Settings): Promise<number | string> {
  const { providerIdOf } = await import('../../../app/crawl/targets.ts');
  return /^\d+$/.test(which) ? Number(which) : providerIdOf(which, settings, 'operator');
}

function report(view: RunView, flags: Flags, out: Output): void {
  const there = view.pid === undefined ? '' : `  in process ${view.pid}`;
  out.write(
    flags.json ? json(view) : `${printable(`${view.provider}  run ${view.id}  ${runStateText(view)}${there}`)}\n`,
  );
}

function listed(views: readonly RunView[], { timeZone }: Settings, style: Style): string {
  if (views.length === 0) return 'No run yet.\n';
  const colours: Partial<Record<RunView['state'], (text: string) => string>> = {
    running: style.good,
    paused: style.note,
    killed: style.bad,
    failed: style.bad,
  };
  const head = [
    'run',
    'provider',
    'what',
    'state',
    'process',
    `began (${zoneText(Date.now(), timeZone)})`,
    'requests',
    'stored',
  ];
  const rows = views.map((view) => [
    ...[String(view.id), view.provider, view.kind, runStateText(view), view.pid === undefined ? '' : String(view.pid)],
    ...[minuteText(view.startedAt, timeZone), grouped(view.requests), grouped(view.stored)],
  ]);
  return table([head, ...rows], (cell, row, column) => {
    if (row === 0) return style.dim(cell);
    return column === 3 ? (colours[views[row - 1]?.state as RunView['state']]?.(cell) ?? cell) : cell;
  });
}

function json(value: RunView | readonly RunView[]): string {
  const shown = (view: RunView): object => ({
    ...view,
    startedAt: isoText(view.startedAt),
    endedAt: view.endedAt === undefined ? undefined : isoText(view.endedAt),
  });
  return printableJson(
    `${JSON.stringify(Array.isArray(value) ? value.map(shown) : shown(value as RunView), null, 2)}\n`,
  );
}
