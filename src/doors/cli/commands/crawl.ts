// `docent crawl`: crawls URLs and providers, shows how it goes and how it ended.

import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import type { AnywhereRun } from '../../../app/crawl/run-anywhere.ts';
import type { Place } from '../../../app/place.ts';
import type { Reading } from '../../../app/read/reading.ts';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { counted } from '../../../core/counted.ts';
import { endedBy } from '../../../core/end-states.ts';
import { DocentError } from '../../../core/errors.ts';
import { hideSecrets, type Log } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { reasonHas } from '../../../core/reasons.ts';
import type { RunResult } from '../../../crawl/run/events.ts';
import type { Settings } from '../../../settings.ts';
import { endsOf, ranCommand } from '../ended-runs.ts';
import { fullUrls } from '../full-urls.ts';
import { placeFrom, targetOptions, withOptions, withTargets } from '../options.ts';
import { nextStep, type RanCommand } from '../print/next-step.ts';
import { createProgress } from '../print/progress.ts';
import { reportBlocks, withoutKeys } from '../print/report.ts';
import { runSummary } from '../print/run-summary.ts';
import { columnsOf, isOneTerminal, type Output, sideOutput, styleFor } from '../print/terminal.ts';
import { isoText } from '../print/times.ts';
import { planAndReport } from './plan.ts';
import { stopOnSignals } from './stop-signals.ts';

export interface CrawlFlags {
  readonly allow?: readonly string[];
  readonly block?: readonly string[];
  readonly library?: string;
  readonly provider?: string;
  readonly fresh?: boolean;
  readonly wait?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly dryRun?: boolean;
  readonly report?: boolean;
  readonly data?: string;
  readonly config?: string;
  /** `docent refresh`: looks at what is stored, at what is due or at all of it. */
  readonly refresh?: 'due' | 'all';
}

/** Adds the command. */
export function addCrawlCommand(program: Command, out: Output): void {
  const command = withTargets(program.command('crawl'))
    .description(
      'crawl a documentation site, or read a folder, into the data folder; run it again to go on or to refresh',
    )
    .option(
      '--library <name>',
      'the library that these URLs or folders document, such as python@3.11; kept for searches by it',
    )
    .option('--fresh', 'start over: forget what was seen, fetch without conditions')
    .option('--no-wait', 'stop rather than wait for a budget, for a retry or for a host that requests a pause')
    .option('--yes', 'crawl a provider whole on its first run, not 20 pages as a trial')
    .option('--dry-run', 'crawl nothing: show what would be done, as "docent plan" does')
    .option('--report', 'also print the report of each provider as it stands in the log')
    .option('--json', 'print every event as a JSON line')
    .option('--quiet', 'print only the end');
  withOptions(command, ['data', ...targetOptions, 'log_level', 'log_format']);
  command.addHelpText(
    'after',
    '\nExit codes: 0 complete, 1 a seed failed, 2 usage or configuration, 3 stopped with work waiting, 130 interrupted.\n\nExamples:\n  docent crawl https://docs.example.com/guide/\n  docent crawl stripe --yes\n  docent crawl ./docs\n  docent crawl https://docs.python.org/3.11/ --library python@3.11\n  docent crawl http://127.0.0.1:8000/ --delay 0 --concurrency 8 --per-host 8\n',
  );
  command.action(async (targets: readonly string[], flags: CrawlFlags) => {
    if (flags.dryRun) await planAndReport(targets, flags as Record<string, unknown>, out);
    else process.exitCode = await crawlAndReport(targets, flags, out);
  });
}

/** Crawls and prints, at the end a report of each provider or a summary; returns the exit code. */
export async function crawlAndReport(
  words: readonly string[],
  flags: CrawlFlags,
  out: Output,
  summary?: Summary,
): Promise<number> {
  const place = await placeFrom(flags as Record<string, unknown>);
  const { settings } = place;
  const { allow, block, library, provider, wait, yes: confirmed, fresh, refresh } = flags;
  // A refresh is of what is stored, which may have such a name.
  const targets = refresh === undefined ? await fullUrls(words, settings) : words;
  const command = { allow, block, library, provider, wait, confirmed, fresh, refresh, words: targets };
  const showsTerms = !flags.json && !flags.quiet && flags.refresh === undefined;
  const before = showsTerms ? await termsLines(settings, targets) : [];
  return runAndReport(
    async (announced) => {
      const { startCommand } = await import('../../../app/crawl/start-command.ts');
      return startCommand({ place, ...command, caller: 'operator', ...announced });
    },
    { place, flags, before, summary, ran: ranCommand(flags, refresh !== undefined) },
    out,
  );
}

async function termsLines(settings: Settings, targets: readonly string[]): Promise<readonly string[]> {
  const { termsOf } = await import('../../../app/providers/remarks.ts');
  return termsOf(settings, targets);
}

/** What is printed at the end in place of a report of each provider. */
type Summary = (concluded: readonly Conclusion[]) => Promise<string>;

interface Reporting {
  readonly place: Place;
  readonly flags: Pick<CrawlFlags, 'json' | 'quiet' | 'report'>;
  /** Lines before the first event. */
  readonly before?: readonly string[] | undefined;
  readonly summary?: Summary | undefined;
  /** Where the summary names the command that comes next. */
  readonly ran?: RanCommand | undefined;
}

/** Settings of V8 for threads that read a few hundred pages, most of whose objects die with their page. */
function tuneEngine(): void {
  // A crawl reads its first hundred pages with cold code: learning types from the first call on costs it a tenth less CPU.
  setFlagsFromString('--no-lazy-feedback-allocation');
  // Helper threads of short collections spend more on waiting for each other than they take off the reading thread.
  setFlagsFromString('--no-parallel-scavenge');
  // A reading thread keeps some 35 MB; a heap that starts small is marked a dozen times on its way there.
  setFlagsFromString('--initial-old-space-size=128');
  // Compiling takes a fifth of a crawl of some hundred pages: a third of V8's own bound on inlining makes it shorter by a
  // fifth, and reading slower by a fiftieth, which is more only from thousands of pages on.
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');
}

/** Starts a run, prints how it goes and how it ended; returns the exit code. */
export async function runAndReport(
  start: (announced: {
    readonly log: Log;
    readonly printsWhereLogged: boolean;
  }) => Promise<{ readonly run: AnywhereRun }>,
  { place, flags, before = [], summary, ran }: Reporting,
  out: Output,
): Promise<number> {
  tuneEngine();
  const { settings } = place;
  const errors = sideOutput(process.stderr);
  const { besideOutput, isAskedFor, logFor } = await import('../../../app/log-for.ts');
  // Standard output is for JSON alone then, and people read the log.
  const isShared = !flags.json && isOneTerminal(out, errors) && !isAskedFor(settings);
  const log = logFor(isShared ? besideOutput(settings) : settings, errors);
  const { run } = await start({ log, printsWhereLogged: isShared });
  const style = styleFor(out, process.env);
  const isQuiet = flags.quiet || (summary !== undefined && out.isTTY !== true);
  const mode = flags.json ? 'json' : isQuiet ? 'quiet' : out.isTTY === true ? 'live' : 'lines';
  const progress = createProgress(out, style, mode, settings.timeZone);
  errors.makeRoom = progress.clear;
  const release = stopOnSignals(run, progress);
  try {
    for (const line of [...before, ...(isShared ? (settings.warnings ?? []) : [])]) progress.remark(line);
    for await (const event of run) progress.event(event);
    const result = await run.result;
    const concluded = await run.concluded;
    progress.end();
    // The run was no longer followed: how it ends is not known here.
    if (result.providers.length === 0 && run.where.kind === 'elsewhere') return result.exitCode;
    if (flags.json) {
      for (const one of concluded)
        out.write(hideSecrets(printableJson(`${JSON.stringify({ type: 'report', ...one }, withoutKeys)}\n`)));
      const providers = result.providers.map((one) => ({ ...one, ...lookedAt(one.provider, concluded) }));
      out.write(printableJson(`${JSON.stringify({ type: 'result', ...result, providers })}\n`));
    } else if (summary !== undefined) out.write(await summary(concluded));
    else {
      const next = ran === undefined ? undefined : nextStep(await endsOf(result, concluded, settings), ran);
      const remarks = await storedLines(place, result, flags.quiet === true);
      out.write(runSummary({ result, concluded, remarks, next, timeZone: settings.timeZone }, style, columnsOf(out)));
      if (flags.report) out.write(reportBlocks(concluded));
    }
    return result.exitCode;
  } catch (error) {
    progress.end();
    if (error instanceof DocentError && error.code === 'DOC_STORE_BUSY')
      throw new DocentError(error.code, printable(error.message), { cause: error });
    throw error;
  } finally {
    release();
  }
}

/** M5: what the run of a provider requested, and what was not due. */
function lookedAt(provider: string, concluded: readonly Conclusion[]): object {
  const { requested, notDue, nextDueAt } = concluded.find((one) => one.provider === provider)?.report ?? {};
  return { requested, notDue, nextDueAt: nextDueAt === undefined ? undefined : isoText(nextDueAt) };
}

/** What is worth knowing about what is stored: why nothing is, and which pages are nearly the same. */
async function storedLines(place: Place, { providers }: RunResult, isQuiet: boolean): Promise<string> {
  const { openReading } = await import('../../../app/read/reading.ts');
  const reading = await openReading(place);
  try {
    const nothing = await Promise.all(providers.map((one) => nothingStored(one, reading, isQuiet)));
    return `${nothing.join('')}${await similarLines(reading, providers)}`;
  } finally {
    await reading.close();
  }
}

/** Why the first seed of a run that stored nothing brought no page, where that was not printed as it failed. */
async function nothingStored(
  { provider, counts }: RunResult['providers'][number],
  reading: Reading,
  isQuiet: boolean,
): Promise<string> {
  if (counts.indexed + counts.unchanged + counts.duplicate > 0) return '';
  const [seed] = await reading.list({ provider, limit: 1 });
  if (seed === undefined || seed.state === 'waiting' || (!isQuiet && reasonHas(seed.by, 'nobodyThere'))) return '';
  const ended = `${seed.state === 'failed' ? '' : 'was '}${endedBy(seed.state, seed.by)}`;
  return `  ${printable(`nothing was stored: ${seed.url} ${ended}${seed.detail && `: ${seed.detail}`}`)}\n`;
}

/** E6: pages that are nearly the same as another are stored, and counted here. */
async function similarLines(reading: Reading, providers: RunResult['providers']): Promise<string> {
  const counts = await Promise.all(providers.map(async ({ provider }) => (await reading.similar(provider)).length));
  const count = counts.reduce((sum, n) => sum + n, 0);
  if (count === 0) return '';
  return `  ${counted(count, 'page is', 'pages are')} nearly the same as another; "docent urls --similar" lists them\n`;
}
