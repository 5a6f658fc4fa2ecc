// `docent backup` and `docent restore`: a data folder into one file while a crawl runs, and back.

import type { Command } from 'commander';
import type { BackupResult } from '../../../app/backup/backup.ts';
import type { RestoreResult } from '../../../app/backup/restore.ts';
import { counted } from '../../../core/counted.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { placeFrom, withOptions } from '../options.ts';
import { sizeText } from '../print/size.ts';
import { facts, type Output, type Style, styleFor } from '../print/terminal.ts';

interface Flags {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Adds the commands backup and restore. */
export function addBackupCommands(program: Command, out: Output): void {
  const backup = program
    .command('backup')
    .description('copy the data folder into one file, also while a crawl runs')
    .argument('<file>', 'where to')
    .option('--force', 'write over a file that is there')
    .option('--json', 'print JSON');
  withOptions(backup, ['data']);
  backup.addHelpText(
    'after',
    '\nThe file holds crawl state, pages and index as of one moment.\nWhat is forgotten later stays in it: make a new one after "docent forget".\n\nExample:\n  docent backup /var/backups/docs.sqlite --force\n',
  );
  backup.action(async (file: string, flags: Flags) => {
    const place = await placeFrom(flags as Record<string, unknown>);
    const { backupStore } = await import('../../../app/backup/backup.ts');
    printResult(await backupStore(place, { file, force: flags.force }), flags, out);
  });
  const restore = program
    .command('restore')
    .description('put a backup into the data folder; the next crawl goes on where it was')
    .argument('<file>', 'what "docent backup" wrote')
    .option('--force', 'also into a folder that holds data, which is kept beside it')
    .option('--json', 'print JSON');
  withOptions(restore, ['data']);
  restore.addHelpText(
    'after',
    '\nReceipts, requests and the blocklist of the data it replaces stay. What was\nforgotten after the backup was made is named: it is back with it.\n\nExample:\n  docent restore /var/backups/docs.sqlite --data .docent\n',
  );
  restore.action(async (file: string, flags: Flags) => {
    const { store } = await placeFrom(flags as Record<string, unknown>);
    const { restoreStore } = await import('../../../app/backup/restore.ts');
    printResult(await restoreStore(store, { file, force: flags.force }), flags, out);
  });
}

function printResult(result: BackupResult | RestoreResult, flags: Flags, out: Output): void {
  if (flags.json) {
    out.write(printableJson(`${JSON.stringify(result, null, 2)}\n`));
    return;
  }
  const style = styleFor(out, process.env);
  const { file, folder, providers, pages, waiting, version } = result;
  const holds = `${counted(pages, 'page')} of ${counted(providers, 'provider')}, ${counted(waiting, 'URL')} waiting; schema version ${version}`;
  if ('bytes' in result) {
    const { bytes, tookMs, noted } = result;
    out.write(
      `${style.good('backed up')}  ${sizeText(bytes)} in ${tookMs < 1_000 ? `${Math.ceil(tookMs)} ms` : `${(tookMs / 1_000).toFixed(1)} s`}, every page checked\n`,
    );
    out.write(
      facts(
        [
          ['from', folder],
          ['into', file],
          ['holds', holds],
        ],
        style,
      ),
    );
    if (!noted)
      out.write(
        `${style.note('not noted')}  ${printable(folder)} cannot be written: "docent forget" will not name this file\n`,
      );
    return;
  }
  out.write(`${style.good('restored')}  ${printable(folder)}\n`);
  const before = result.before === undefined ? [] : [['before', result.before] as const];
  out.write(facts([['from', file], ['holds', holds], ...before], style));
  if (result.settled !== undefined)
    out.write(
      `${style.note('earlier restore')}  it was ended before it was done; the data it replaced is at ${printable(result.settled)}\n`,
    );
  out.write(backText(result, style));
  if (waiting > 0) out.write(`Crawl the same again, and it goes on where it was.\n`);
}

/** C5: what the backup has brought back although it was forgotten. */
function backText({ returned, isCarried, before }: RestoreResult, style: Style): string {
  const lost = isCarried
    ? ''
    : `${style.note('not carried over')}  some or all receipts, requests, blocklist entries, and places of exports and backups: the data in ${printable(before ?? '')} is damaged\n`;
  if (returned.length === 0) return lost;
  const lines = returned.map(({ command }) => `  ${printable(command)}\n`).join('');
  return `${lost}${style.note('back again')}  this was forgotten after the backup was made; to forget it again:\n${lines}`;
}
