// `docent schedule`: when each provider runs next, and the loop that runs them.

import type { Command } from 'commander';
import type { ScheduleRow } from '../../../app/watch/schedule.ts';
import { counted } from '../../../core/counted.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { CrawlEvent } from '../../../crawl/run/events.ts';
import type { Settings } from '../../../settings.ts';
import { runStateText } from '../../../watch/states/run-state.ts';
import { endsOf, ranCommand } from '../ended-runs.ts';
import { placeFrom, settingsInput, withOptions } from '../options.ts';
import { cutToWidth } from '../print/display-width.ts';
import { stepIfAny } from '../print/next-step.ts';
import { conclusionLines, reportBlocks } from '../print/report.ts';
import { stepLines } from '../print/run-summary.ts';
import { columnsOf, isOneTerminal, type Screen, type Style, styleFor, table } from '../print/terminal.ts';
import { minuteText, timeText } from '../print/times.ts';
import { wrappedText } from '../print/wrapped.ts';

type Flags = Readonly<Record<string, unknown>>;

/** From this many columns on there is room for names of time zones and whole times. */
const WIDE = 110;
/** Below this many columns only the next time of a provider is shown. */
const NARROW = 80;

/** `schedule run --once` waits at most this long for webhooks. */
const DELIVER_MS = 5_000;

/** Adds the command and its subcommand. */
export function addScheduleCommand(program: Command, out: Screen): void {
  const group = program
    .command('schedule')
    .description('list when each provider of the configuration runs next; "schedule run" runs them')
    .option('--json', 'print JSON');
  withOptions(group, ['data']);
  group.addHelpText(
    'after',
    '\nA provider runs once a week, at a time that follows from its id, unless its field "schedule" is set:\n  schedule: "0 3 * * 1"     cron syntax: minute, hour, day of the month, month, day of the week\n  time_zone: Europe/Berlin\n\nEach run requests every stored page, conditionally, unless its sitemap reports it as unchanged; with adaptive: true\npages that do not change wait longer from run to run.\n\nWithout a terms verdict (tos.verdict) a provider is not run by schedule, unless the site is your own.\n\nExamples:\n  docent schedule\n  docent schedule run\n',
  );
  group.action((flags: Flags) => list(flags, out));
  const run = group
    .command('run')
    .description('run providers when they are due, until stopped; what was missed is caught up once')
    .option('--once', 'run what is due now, and end')
    .option('--report', 'also print the report of each run as it stands in the log');
  withOptions(run, ['data', 'log_level', 'log_format']);
  run.action((_: Flags, command: Command) => serve(command.optsWithGlobals<Flags>(), out));
}

async function list(flags: Flags, out: Screen): Promise<void> {
  const { readSchedule } = await import('../../../app/watch/schedule.ts');
  const rows = await readSchedule(await placeFrom(flags));
  const style = styleFor(out, process.env);
  if (flags.json) out.write(printableJson(`${JSON.stringify(rows, null, 2)}\n`));
  else if (rows.length === 0)
    out.write('No provider is configured, so nothing is scheduled; "docent providers add" adds one.\n');
  else out.write(scheduleTable(rows, columnsOf(out), style));
}

/** The table, and below it why some providers are not run. */
export function scheduleTable(rows: readonly ScheduleRow[], columns: number | undefined, style: Style): string {
  const isWide = (columns ?? WIDE) >= WIDE;
  const isNarrow = (columns ?? WIDE) < NARROW;
  const cell = (at: number | undefined, zone: string): string => {
    if (at === undefined) return '-';
    const text = minuteText(at, zone);
    return isWide ? text : text.slice(5);
  };
  const zones = new Set(rows.map(({ timeZone }) => timeZone));
  const [zone] = zones;
  const runs = zones.size === 1 && isWide ? `runs (${zone})` : 'runs';
  const head = ['provider', ...(isNarrow ? [] : [runs]), 'next', 'last run', 'state'];
  const body = rows.map(({ provider, words, timeZone, nextAt, overdue, lastRun, state, running }) => [
    cutToWidth(printable(provider), isWide ? 32 : 18),
    ...(isNarrow ? [] : [isWide ? `${words}${zones.size > 1 ? ` (${timeZone})` : ''}` : cutToWidth(words, 20)]),
    `${cell(nextAt, timeZone)}${overdue ? ' !' : ''}`,
    lastRun === undefined ? 'never' : lastRun.endedAt === undefined ? 'now' : cell(lastRun.endedAt, timeZone),
    running ? `${state}, running` : state,
  ]);
  const shown = table([head, ...body], (text, at, column) => {
    const row = at === 0 ? undefined : rows[at - 1];
    if (row === undefined) return style.dim(text);
    if (column === 0) return style.bold(text);
    if (head[column] === 'next' && row.overdue) return style.bad(text);
    if (head[column] !== 'state') return text;
    return row.state === 'fresh' ? style.good(text) : style.note(text);
  });
  const notes = rows.flatMap(({ provider, detail }) => (detail === undefined ? [] : [`${provider}: ${detail}`]));
  const late = rows.some(({ overdue }) => overdue)
    ? ['! is past its time: nobody runs the schedule; "docent schedule run" does']
    : [];
  return `${shown}${[...late, ...notes].map((note) => wrappedText(note, columns, { first: '  ', indent: 4, paint: style.note })).join('')}`;
}

async function serve(flags: Flags, out: Screen): Promise<void> {
  const { settings: first, store } = await placeFrom(flags);
  const { besideOutput, isAskedFor, logFor } = await import('../../../app/log-for.ts');
  const printsWhereLogged = isOneTerminal(out, process.stderr) && !isAskedFor(first);
  const log = printsWhereLogged
    ? logFor(besideOutput(first), process.stderr)
    : logFor(first, process.stderr, { service: true });
  const style = styleFor(out, process.env);
  const { createScheduler, runScheduler } = await import('../../../app/watch/schedule-run.ts');
  const { runScheduled } = await import('../../../app/watch/schedule-start.ts');
  const { deliverDue, runDeliveries } = await import('../../../app/watch/deliveries.ts');
  const { openLiveSettings } = await import('../../../app/server/live-settings.ts');
  const live = flags.once ? undefined : openLiveSettings(settingsInput(flags), log);
  const settings = (): Settings => live?.current ?? first;
  const print = (line: string): void => void out.write(`${timeText(Date.now(), first.timeZone)}  ${printable(line)}\n`);
  if (printsWhereLogged) for (const warning of first.warnings ?? []) print(hideSecrets(warning));
  const scheduler = createScheduler({
    settings,
    store,
    log,
    print,
    printsWhereLogged,
    run: async (provider: string, settings: Settings, signal: AbortSignal) => {
      const onEvent = (event: CrawlEvent): void => {
        if (!printsWhereLogged || (event.type !== 'warning' && event.type !== 'note')) return;
        const url = event.type === 'warning' && event.url !== undefined ? `${event.url}  ` : '';
        print(hideSecrets(`${provider} ${event.type}: ${url}${event.detail}`));
      };
      const scheduled = { place: { settings, store }, log, signal, onEvent, printsWhereLogged };
      const ended = await runScheduled(provider, scheduled);
      const { providers, concluded } = ended;
      for (const { counts, ...end } of providers)
        print(
          `${provider} ${runStateText(end)}: ${counted(counts.indexed + counts.unchanged, 'page')}, ${counts.failed} failed`,
        );
      out.write(conclusionLines(concluded, style, columnsOf(out)));
      const { place } = ranCommand(flags);
      const ran = { words: ['crawl', provider, ...place], place, isRefresh: true };
      out.write(stepLines(stepIfAny(await endsOf(ended, concluded, settings), ran), style));
      if (flags.report) out.write(reportBlocks(concluded));
    },
  });
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    print('stopping after what is in flight; press Ctrl-C again to stop at once');
    stop.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    if (flags.once) {
      await scheduler.tick(stop.signal);
      await deliverDue({ settings: first, store, log, signal: stop.signal, withinMs: DELIVER_MS });
    } else {
      print(`watching the schedule of ${counted(first.providers.length, 'provider')}; Ctrl-C stops`);
      const delivering = runDeliveries({ settings, store, log, signal: stop.signal });
      await runScheduler(scheduler, stop.signal).finally(() => stop.abort());
      await delivering;
    }
  } finally {
    live?.close();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
