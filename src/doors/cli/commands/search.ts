// `docent search`: queries the index of a data folder, also while a crawl writes it.

import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Place } from '../../../app/place.ts';
import type { Search, SearchAnswer, SearchOptions } from '../../../app/search/search.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { hideSecrets, type Log } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { suggest } from '../../../core/suggest.ts';
import type { Settings } from '../../../settings.ts';
import { collect, crawledPlaceFrom, wholeNumber, withOptions } from '../options.ts';
import { printResults } from '../print/search.ts';
import { columnsOf, type Screen, type Style, styleFor } from '../print/terminal.ts';
import { chosenLines } from './chosen-library.ts';
import { batchLines } from './search-batch.ts';

interface SearchFlags extends Pick<SearchOptions, 'limit' | 'offset' | 'explain' | 'typing'> {
  readonly provider?: readonly string[];
  readonly library?: readonly string[];
  readonly path?: readonly string[];
  readonly lang?: readonly string[];
  readonly batch?: boolean;
  readonly json?: boolean;
}

/** Adds the command. */
export function addSearchCommand(program: Command, out: Screen, input: Readable = process.stdin): void {
  const command = program
    .command('search')
    .description('find pages by words, "phrases", beginnings*, -not, provider:, path:, lang:; also while a crawl runs')
    .argument('[query...]', 'what to look for')
    .option('--limit <n>', 'at most this many pages (default 10)', wholeNumber('--limit', 1, 100))
    .option('--offset <n>', 'skip this many pages at the top', wholeNumber('--offset', 0, 1_000))
    .option('--provider <id>', 'only pages of this provider (may be repeated)', collect)
    .option(
      '--library <name>',
      'only pages of this library: python, python@3.11, "python@>=3.10" (may be repeated)',
      collect,
    )
    .option('--path <part>', 'only pages with this in their address (may be repeated)', collect)
    .option('--lang <code>', 'only pages in this language: ko is ko-KR too (may be repeated)', collect)
    .option('--typing', 'the last word is the beginning of one')
    .option('--explain', 'show the parts of each score')
    .option('--batch', 'read queries from standard input, one per line; print one line of JSON for each, in order')
    .option('--json', 'print JSON')
    // Words may begin with a dash: -not, --force-with-lease.
    .allowUnknownOption();
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    `
Examples:
  docent search asyncio.gather
  docent search '"advisory lock"' -xact path:/docs/
  docent search --provider django --limit 3 -- --fake-initial

The exit code is 1 when nothing is found, 3 when the search failed or took too long; of --batch 3 where a line did, else 0.
`,
  );
  command.action(async (words: readonly string[], flags: SearchFlags) => {
    const options = words.filter((word) => word.startsWith('--'));
    const known = command.options.map(({ long }) => long ?? '');
    if (!process.argv.includes('--')) for (const word of options) refuseMistyped(word, known);
    const place = await crawledPlaceFrom(flags as Record<string, unknown>);
    const { settings } = place;
    const { searchIn } = await import('../../../app/search/search.ts');
    const search = searchIn(place, { log: settings.options.keep_questions ? await quietLog(settings) : undefined });
    try {
      if (flags.batch) await answerBatch(search, words, flags, input, out);
      else await answerOne(search, words, flags, place, out);
    } finally {
      await search.close();
    }
  });
}

/** Where a question that cannot be counted is logged; without the warnings of the settings. */
async function quietLog(settings: Settings): Promise<Log> {
  const { logFor } = await import('../../../app/log-for.ts');
  return logFor({ ...settings, warnings: [] }, process.stderr);
}

/** `--limt 5` is a typing mistake, not a word to look for. */
function refuseMistyped(word: string, known: readonly string[]): void {
  const name = word.split('=', 1)[0] as string;
  const nearest = known.includes(name) ? name : suggest(name, known);
  if (nearest === undefined) return;
  const hint = `did you mean ${nearest}? To look for it as a word, write -- before the query`;
  throw new DocentError('DOC_USAGE', `unknown option "${printable(word)}": ${hint}.`);
}

async function answerOne(
  search: Search,
  words: readonly string[],
  flags: SearchFlags,
  place: Place,
  out: Screen,
): Promise<void> {
  const query = words.join(' ');
  if (query.trim() === '') throw new DocentError('DOC_USAGE', 'search needs a query, or --batch');
  const answer = await search.search(query, optionsOf(flags));
  const style = styleFor(out, process.env);
  if (flags.json) out.write(printableJson(`${JSON.stringify(answer, null, 2)}\n`));
  else {
    const about = aboutAnswer(answer, flags, style);
    if (answer.results.length === 0) out.write(hideSecrets((await nothingFound(answer, place, style)) + about));
    else {
      const columns = columnsOf(out);
      const loose =
        answer.withoutPhrases === true
          ? `${style.note(`No page holds ${answer.query.phrases.length === 1 ? 'the phrase' : 'the phrases'} word for word; searched for the words without quotation marks.`)}\n\n`
          : '';
      const { libraryNames } = await import('../../../app/read/libraries.ts');
      const nameOf = await libraryNames(place);
      const results = printResults(answer, { style, columns, now: Date.now(), offset: flags.offset, nameOf });
      out.write(`${loose}${results}\n${about}`);
    }
  }
  if (answer.results.length === 0) process.exitCode = 1;
}

function optionsOf({ limit, offset, explain, typing, provider, library, path, lang }: SearchFlags): SearchOptions {
  return { limit, offset, explain, typing, provider, library, path, lang };
}

/** What to know about an answer as a whole, one remark a line. */
function aboutAnswer(
  { found, results, didYouMean, libraries = [], index, tookMs }: SearchAnswer,
  flags: SearchFlags,
  style: Style,
): string {
  const lines = chosenLines(libraries).map((line) => style.note(printable(line)));
  if (didYouMean !== undefined) lines.push(`Did you mean ${style.bold(printable(didYouMean))}?`);
  if (results.length > 0) {
    const first = (flags.offset ?? 0) + 1;
    const range =
      results.length === found.pages
        ? `${found.pages}`
        : `${first}${results.length > 1 ? ` to ${first + results.length - 1}` : ''} of ${found.atLeast ? 'at least ' : ''}${found.pages}`;
    lines.push(style.dim(`${range} ${found.pages === 1 ? 'page' : 'pages'}, ${tookMs.toFixed(0)} ms`));
  }
  if (index.stale)
    lines.push(style.note('The index was written by another version of docent; the next crawl brings it up to date.'));
  return lines.map((line) => `${line}\n`).join('');
}

async function nothingFound({ query, index, found }: SearchAnswer, place: Place, style: Style): Promise<string> {
  const { openReading } = await import('../../../app/read/reading.ts');
  const reading = await openReading(place);
  try {
    if (index.chunks === 0)
      return `Nothing in ${printable(reading.folder)} can be searched yet: run ${style.bold('docent crawl <url>')} first.\n`;
    if (found.pages > 0) return `There ${found.pages === 1 ? 'is' : 'are'} only ${counted(found.pages, 'page')}.\n`;
    const known = (await reading.providers()).map(({ provider }) => provider);
    const lines = [`Nothing found for ${printable(query.text)}`];
    for (const name of query.filters.provider) {
      if (known.includes(name)) continue;
      const nearest = suggest(name, known);
      const hint = nearest === undefined ? `there are ${known.join(', ')}` : `did you mean ${nearest}?`;
      lines.push(`There is no provider ${printable(name)} here; ${printable(hint)}`);
    }
    return lines.map((line) => `${line}\n`).join('');
  } finally {
    await reading.close();
  }
}

async function answerBatch(
  search: Search,
  words: readonly string[],
  flags: SearchFlags,
  input: Readable,
  out: Screen,
): Promise<void> {
  if (words.length > 0)
    throw new DocentError('DOC_USAGE', '--batch takes its queries from standard input, one per line');
  for await (const line of batchLines(input, (query) => search.search(query, optionsOf(flags)))) {
    out.write(printableJson(`${JSON.stringify(line)}\n`));
    if ('error' in line) process.exitCode = 3;
  }
}
