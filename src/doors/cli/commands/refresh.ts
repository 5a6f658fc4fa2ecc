// `docent refresh`: checks again what is stored, and requests only what is due.
import type { Command } from 'commander';
import { collect, targetOptions, withOptions } from '../options.ts';
import type { Output } from '../print/terminal.ts';
import { type CrawlFlags, crawlAndReport } from './crawl.ts';

/** Adds the command. */
export function addRefreshCommand(program: Command, out: Output): void {
  const command = program
    .command('refresh')
    .description(
      'look again at what is stored: of a source that is named at every page, else at pages that are due; new pages are found on the way',
    )
    .argument(
      '[provider...]',
      'ids of providers, URLs, or names of crawls, each looked at whole; default: what is due of all the data folder knows',
    )
    .option('--all', 'request every stored page and every dead link, whether or not it is due')
    .option('--allow <pattern>', 'path pattern that belongs to a crawl of plain URLs (may be repeated)', collect)
    .option('--block <pattern>', 'path pattern that does not (may be repeated)', collect)
    .option('--no-wait', 'stop rather than wait for a budget, for a retry or for a host that requests a pause')
    .option('--report', 'also print the report of each provider as it stands in the log')
    .option('--json', 'print every event as a JSON line')
    .option('--quiet', 'print only the end');
  withOptions(command, ['data', ...targetOptions, 'log_level', 'log_format']);
  command.addHelpText(
    'after',
    '\nA page is due after the period of its provider’s schedule (a week; with adaptive: true later each time it did not change).\nA page that a sitemap reports as unchanged is skipped, and a link that leads nowhere waits longer each time. Only 404 and\n410 delete a page.\n\nExit codes: 0 complete, 1 a seed failed, 2 usage or configuration, 3 stopped with work waiting, 130 interrupted.\n\nExamples:\n  docent refresh\n  docent refresh stripe\n  docent refresh --all\n',
  );
  command.action(async (targets: readonly string[], flags: CrawlFlags & { readonly all?: boolean }) => {
    // What is named is to be looked at, whole.
    const refresh = flags.all || targets.length > 0 ? 'all' : 'due';
    process.exitCode = await crawlAndReport(targets, { ...flags, refresh }, out);
  });
}
