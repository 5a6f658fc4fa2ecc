// `docent blocklist`: the URLs and sites that are never fetched, edited by the operator and fed by the crawler.
import type { Command } from 'commander';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { crawledPlaceFrom, placeFrom, withOptions } from '../options.ts';
import { type Output, styleFor, table } from '../print/terminal.ts';
import { dayText } from '../print/times.ts';

type Flags = Record<string, unknown>;

/** Adds the command with list, add and remove. */
export function addBlocklistCommand(program: Command, out: Output): void {
  const group = program.command('blocklist').description('list, add or remove what is never fetched');
  withOptions(
    group
      .command('list', { isDefault: true })
      .description('list every entry with reason and date')
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (flags: Flags) => {
    const place = await crawledPlaceFrom(flags);
    const { openReading } = await import('../../../app/read/reading.ts');
    const reading = await openReading(place);
    try {
      const entries = await reading.blocklist();
      if (flags.json) out.write(printableJson(`${JSON.stringify(entries, null, 2)}\n`));
      else if (entries.length === 0) out.write('The blocklist is empty.\n');
      else
        out.write(
          table(
            [
              ['since', 'by', 'what', 'reason'],
              ...entries.map(({ at, by, pattern, reason }) => [
                dayText(at, place.settings.timeZone),
                by,
                pattern,
                reason,
              ]),
            ],
            dimHeader(out),
          ),
        );
    } finally {
      await reading.close();
    }
  });
  withOptions(
    group
      .command('add')
      .description('never fetch this URL or what lies below it, or a whole site (example.com)')
      .argument('<what>', 'a URL, or a host')
      .option('--reason <text>', 'why', 'blocked by the operator'),
    ['data'],
  ).action(async (what: string, flags: Flags) => {
    const { block } = await import('../../../app/read/blocklist.ts');
    const { pattern, isNew } = await block(what, String(flags.reason), (await placeFrom(flags)).store);
    out.write(isNew ? `blocked  ${printable(pattern)}\n` : `already on the blocklist  ${printable(pattern)}\n`);
  });
  withOptions(
    group.command('remove').description('take an entry off the list').argument('<what>', 'the entry, as listed'),
    ['data'],
  ).action(async (what: string, flags: Flags) => {
    const { unblock } = await import('../../../app/read/blocklist.ts');
    if (!(await unblock(what, (await placeFrom(flags)).store, 'operator')))
      throw new DocentError('DOC_USAGE', `"${printable(what)}" is not on the blocklist`);
    out.write(`unblocked  ${printable(what)}\n`);
  });
}

function dimHeader(out: Output): (cell: string, row: number) => string {
  const style = styleFor(out, process.env);
  return (cell, row) => (row === 0 ? style.dim(cell) : cell);
}
