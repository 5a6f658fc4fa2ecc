// `docent fetches`: requests for pages, the latest first, and what each brought.

import { type Command, Option } from 'commander';
import type { FetchList, MadeFetch } from '../../../app/watch/fetch-list.ts';
import { counted } from '../../../core/counted.ts';
import { hideSecrets } from '../../../core/log.ts';
import { fetchResults } from '../../../core/page-fetch.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { type FetchWords, fetchFilter } from '../../fetch-filter.ts';
import { crawledPlaceFrom, wholeNumber, withOptions } from '../options.ts';
import { type Output, type Style, styleFor, table } from '../print/terminal.ts';

interface FetchesFlags extends Omit<FetchWords, 'provider'> {
  readonly limit: number;
  readonly json?: boolean | undefined;
}

const DEFAULT_LIMIT = 50;
const MOST = 999_999_999;

/** Adds the command. */
export function addFetchesCommand(program: Command, out: Output): void {
  const command = program
    .command('fetches')
    .description('list requests for pages, the latest first, with what each brought; also while a crawl runs')
    .argument('[provider]', 'only this provider’s, or those of a crawl of this URL; default all in the folder')
    .option('--since <when>', 'only since then: 2026-02-23, 2026-02-23T14:00Z, 24h, 3d')
    .option('--until <when>', 'only before then')
    .addOption(new Option('--result <result>', 'only those that brought this').choices([...fetchResults]))
    .option('--status <status>', 'only with this status, or of this class: 404, 2xx, 304, 4xx, 5xx, other')
    .option('--run <id>', 'only of this run', wholeNumber('--run', 1, MOST))
    .option('--host <host>', 'only to this host')
    .option('--limit <n>', 'list at most this many', wholeNumber('--limit', 1, MOST), DEFAULT_LIMIT)
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent fetches\n  docent fetches --since 24h --result failed\n  docent fetches docs.example.com --status 5xx\n',
  );
  command.action(async (word: string | undefined, { limit, json, ...flags }: FetchesFlags) => {
    const { settings, store } = await crawledPlaceFrom(flags as Record<string, unknown>);
    const { readFetches } = await import('../../../app/watch/fetch-list.ts');
    const { providerIdOf } = await import('../../../app/crawl/targets.ts');
    const provider = word === undefined ? undefined : providerIdOf(word, settings, 'operator');
    const { since, until, result, status, run, host } = flags;
    const filter = fetchFilter({ since, until, result, status, run, host, provider }, Date.now());
    const found = await readFetches(store, { ...filter, limit });
    if (json) out.write(hideSecrets(printableJson(`${JSON.stringify(found, null, 2)}\n`)));
    else print(found, out, styleFor(out, process.env));
  });
}

function print({ fetches, total, counts, next }: FetchList, out: Output, style: Style): void {
  const { changed, unchanged, failed, other } = counts.results;
  if (total === 0) {
    out.write('No such request. Those of the last twenty visits of each URL are kept.\n');
    return;
  }
  const rows = fetches.map((one) => [
    ...[timeOf(one.at), one.status === undefined ? 'none' : String(one.status), one.result, `${one.ms} ms`],
    ...[printable(one.url), printable(reasonOf(one))],
  ]);
  out.write(
    table([['when (UTC)', 'status', 'result', 'took', 'url', 'reason'], ...rows], (cell, row) =>
      row === 0 ? style.dim(cell) : cell,
    ),
  );
  out.write(
    `\n${counted(counts.fetched, 'request')} = ${changed} changed + ${unchanged} unchanged + ${failed} failed + ${other} other\n`,
  );
  if (next === undefined) return;
  const hint = `there are more: --limit ${Math.min(total, fetches.length * 2)}`;
  if (out.isTTY === true) out.write(`${style.note(hint)}\n`);
  else process.stderr.write(`docent: ${hint}\n`);
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

function reasonOf({ by, detail }: MadeFetch): string {
  return `${by}${detail && `: ${detail}`}`;
}
