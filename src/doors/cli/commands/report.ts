// `docent report`: what the last runs changed, page by page and heading by heading, and how good it is.

import type { Command } from 'commander';
import type { ProviderReport } from '../../../app/watch/report.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { Settings } from '../../../settings.ts';
import { crawledPlaceFrom, withOptions } from '../options.ts';
import { type ReportView, reportDetail, reportTable, withoutKeys } from '../print/report.ts';
import { columnsOf, type Screen, styleFor } from '../print/terminal.ts';
import { type QuestionFlags, reportQuestions } from './report-questions.ts';

interface ReportFlags extends QuestionFlags {
  readonly run?: number;
  readonly last?: number;
  readonly markdown?: boolean;
  readonly atom?: string;
}

const SHOWN = 10;
const FEED_RUNS = 100;
const ALL = 100_000;

/** Adds the command. */
export function addReportCommand(program: Command, out: Screen): void {
  const command = program
    .command('report')
    .description('show what the last runs changed: pages, headings, rates, estimate beside actual, what to adjust')
    .argument('[provider]', 'only this provider’s, or those of a crawl of this URL; default a table of all')
    .option('--run <id>', 'one run by its number', wholeNumber('--run'))
    .option('--last <n>', 'the last n runs', wholeNumber('--last'))
    .option('--all', `every page and heading, not ${SHOWN} of each kind`)
    .option('--json', 'print JSON')
    .option('--markdown', 'print a Markdown document')
    .option('--atom <file>', `write an Atom feed of the last ${FEED_RUNS} runs that changed something`)
    .option('--questions', 'list questions that found nothing (keep_questions: true counts them)')
    .option('--clear', 'with --questions: remove them');
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent report\n  docent report stripe --all\n  docent report --last 4 --markdown > changes.md\n  docent report --atom /var/www/docs-changes.xml\n  docent report --questions\n',
  );
  command.action((word: string | undefined, flags: ReportFlags) => report(word, flags, out));
}

async function report(word: string | undefined, flags: ReportFlags, out: Screen): Promise<void> {
  const place = await crawledPlaceFrom(flags as Record<string, unknown>);
  const { settings } = place;
  if (flags.questions) {
    const others = (['run', 'last', 'markdown', 'atom'] as const).filter((name) => flags[name] !== undefined);
    if (others.length > 0) throw new DocentError('DOC_USAGE', `--questions does not go with --${others.join(', --')}`);
    return reportQuestions(word, flags, place, out);
  }
  if (flags.clear) throw new DocentError('DOC_USAGE', '--clear goes with --questions only');
  const { providerIdOf } = await import('../../../app/crawl/targets.ts');
  const { readReports, reportsAsMarkdown, writeFeed } = await import('../../../app/watch/report.ts');
  const isWhole = flags.all || flags.json || flags.markdown;
  const found = await readReports(place, {
    provider: word === undefined ? undefined : providerIdOf(word, settings, 'operator'),
    run: flags.run,
    last: flags.last ?? (flags.atom === undefined ? 1 : FEED_RUNS),
    ...(isWhole && { mostPages: ALL }),
  });
  if (flags.atom !== undefined) {
    const entries = await writeFeed(found, place.store, flags.atom);
    out.write(`wrote ${printable(flags.atom)}: ${counted(entries, 'entry', 'entries')}\n`);
  } else if (flags.json) out.write(hideSecrets(printableJson(`${JSON.stringify(found, withoutKeys, 2)}\n`)));
  else if (flags.markdown) out.write(reportsAsMarkdown(found, settings, flags.all ? ALL : undefined));
  else out.write(shown(found, word !== undefined, flags, settings, out));
}

function shown(
  found: readonly ProviderReport[],
  isNamed: boolean,
  flags: ReportFlags,
  settings: Settings,
  out: Screen,
): string {
  if (found.length === 0) return `No run has been recorded in ${printable(settings.options.data)} yet.\n`;
  const view: ReportView = {
    style: styleFor(out, process.env),
    columns: columnsOf(out),
    timeZone: settings.timeZone,
    most: flags.all ? ALL : SHOWN,
  };
  const isDetailed = isNamed || found.length === 1 || flags.run !== undefined || flags.last !== undefined || flags.all;
  if (isDetailed) return found.map((one) => reportDetail(one, view)).join('\n');
  const example = found.find(({ runs }) => (runs[0]?.report.changeRate ?? 0) > 0) ?? found[0];
  return `${reportTable(found, view)}\nWhich pages:  ${view.style.bold(printable(`docent report ${example?.provider}`))}\n`;
}

function wholeNumber(flag: string): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d{0,8}$/.test(text))
      throw new DocentError('DOC_USAGE', `${flag} is "${printable(text)}": it must be a whole number from 1`);
    return Number(text);
  };
}
