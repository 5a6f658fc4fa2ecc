// `docent urls`: what became of every URL, counted by reason, or listed.

import { type Command, Option } from 'commander';
import type { Place } from '../../../app/place.ts';
import type { Reading, UrlFilter, UrlSummary } from '../../../app/read/reading.ts';
import { stateText } from '../../../core/end-states.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { suggest } from '../../../core/suggest.ts';
import { crawledPlaceFrom, wholeNumber, withOptions } from '../options.ts';
import { endText, stateWords, sumOf } from '../print/accounting.ts';
import { type Output, type Style, styleFor, table } from '../print/terminal.ts';

interface UrlsFlags {
  readonly state?: UrlFilter['state'];
  readonly by?: string;
  readonly path?: string;
  readonly text?: string;
  readonly depth?: number;
  readonly limit?: number;
  readonly sitemaps?: boolean;
  readonly similar?: boolean;
  readonly chunks?: boolean;
  readonly json?: boolean | undefined;
  readonly data?: string | undefined;
}

const DEFAULT_LIMIT = 50;
const MOST = 999_999_999;
/** At most this many records are held at once, however many are listed. */
const BATCH = 500;

/** Adds the command. */
export function addUrlsCommand(program: Command, out: Output): void {
  const command = program
    .command('urls')
    .description('count what became of every URL, by state and reason, or list them; also while a crawl runs')
    .argument('[provider]', 'only this provider’s, or those of a crawl of this URL; default all in the folder')
    .addOption(
      new Option('--state <state>', 'list URLs in this state; ended: in any but waiting').choices([
        ...stateWords,
        'ended',
      ]),
    )
    .option('--by <reason>', 'list URLs with this reason, or one that begins with it: robots, scope:host, http:404')
    .option('--path <pattern>', 'list URLs whose path begins with this; with * it is a pattern: "/docs/*.html"')
    .option('--text <part>', 'list URLs with this in them')
    .option('--depth <n>', 'list URLs that are this many links from a seed', wholeNumber('--depth', 0, 1_000))
    .option('--sitemaps', 'list sitemaps; they are not counted among the pages')
    .option('--similar', 'list pages that are nearly the same as another, with that page')
    .option('--chunks', 'list stored pages whose chunks are out of the bounds of their source, and how')
    .option('--limit <n>', `list at most this many (default ${DEFAULT_LIMIT})`, wholeNumber('--limit', 1, MOST))
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent urls\n  docent urls --state blocked\n  docent urls docs.example.com --by scope --limit 1000\n',
  );
  command.action(async (word: string | undefined, flags: UrlsFlags) => {
    const place = await crawledPlaceFrom(flags as Record<string, unknown>);
    const { openReading } = await import('../../../app/read/reading.ts');
    const { providerIdOf } = await import('../../../app/crawl/targets.ts');
    const { noCrawlOf } = await import('../../../app/read/no-crawl.ts');
    const reading = await openReading(place);
    try {
      const known = (await reading.providers()).map((one) => one.provider);
      const provider = word === undefined ? undefined : providerIdOf(word, place.settings, 'operator');
      if (provider !== undefined && !known.includes(provider)) throw noCrawlOf(word ?? provider, known, reading.folder);
      const names = provider === undefined ? known : [provider];
      const style = styleFor(out, process.env);
      const { state, by, path, text, depth, limit, sitemaps } = flags;
      if (flags.similar) await listSimilar(reading, names, flags, out, style);
      else if (flags.chunks) await listChunks(place, names, flags, out, style);
      else if ([state, by, path, text, depth, limit, sitemaps].every((filter) => filter === undefined))
        await summarise(reading, names, { word, data: flags.data, json: flags.json, place }, out, style);
      else await list(reading, names, { ...flags, provider }, out, style);
    } finally {
      await reading.close();
    }
  });
}

type Reasons = Awaited<ReturnType<Reading['reasons']>>;

/** Stored first, then by state, the most frequent reason of each state first. */
function inOrder(reasons: Reasons): Reasons {
  return reasons.toSorted((a, b) => stateWords.indexOf(a.state) - stateWords.indexOf(b.state) || b.count - a.count);
}

async function summarise(
  reading: Reading,
  names: readonly string[],
  {
    word,
    data,
    json,
    place,
  }: { readonly word: string | undefined; readonly place: Place } & Pick<UrlsFlags, 'data' | 'json'>,
  out: Output,
  style: Style,
): Promise<void> {
  const all = (await reading.providers()).filter((one) => names.includes(one.provider));
  const summaries = await Promise.all(
    all.map(async (one) => ({
      ...one,
      counts: await reading.counts(one.provider),
      reasons: inOrder(await reading.reasons(one.provider)),
    })),
  );
  if (json) {
    out.write(hideSecrets(printableJson(`${JSON.stringify(summaries, null, 2)}\n`)));
    return;
  }
  if (summaries.length === 0) {
    out.write(`Nothing was crawled into ${reading.folder} yet.\n`);
    return;
  }
  const { latestRuns } = await import('../../../app/crawl/runs.ts');
  const runs = new Map((await latestRuns(place.store)).map((run) => [run.provider, run]));
  for (const { provider: name, counts, reasons } of summaries) {
    const width = Math.max('count'.length, ...reasons.map(({ count }) => String(count).length));
    const run = runs.get(name);
    const notDue = reasons.find(({ by }) => by === 'refresh:not-due')?.count;
    const rows = reasons.map(({ state, by, count }) => [stateText(state, by), by, String(count).padStart(width)]);
    out.write(
      `${style.bold(printable(name))}  ${run === undefined ? '' : endText(run, style)}\n  ${sumOf(counts, style, notDue)}\n${table(
        [['state', 'reason', 'count'.padStart(width)], ...rows],
        (cell, row) => (row === 0 ? style.dim(cell) : cell),
      )}`,
    );
  }
  const refused = summaries
    .flatMap(({ reasons }) => reasons)
    .filter(({ state }) => state !== 'indexed' && state !== 'unchanged');
  const example = refused.toSorted((a, b) => b.count - a.count)[0];
  const filter = example === undefined ? ' --limit 50' : ` --state ${example.state} --by ${example.by}`;
  const where = data === undefined ? '' : ` --data ${data}`;
  const words = `${where}${word === undefined ? '' : ` ${word}`}`;
  out.write(
    `\nTo list them:   ${style.bold(printable(`docent urls${words}${filter}`))}\nAll about one:  ${style.bold(printable(`docent why${where} <url>`))}\n`,
  );
}

async function list(
  reading: Reading,
  names: readonly string[],
  {
    provider,
    state,
    by,
    path,
    text,
    depth,
    sitemaps,
    limit = DEFAULT_LIMIT,
    json,
  }: UrlsFlags & Pick<UrlFilter, 'provider'>,
  out: Output,
  style: Style,
): Promise<void> {
  const kind = sitemaps ? 'sitemap' : 'page';
  const filter = { provider, kind, state, path, text, depth, by: by?.replace(/:+$/, '') } as const;
  let listed = 0;
  let more = false;
  // JSON has all that is known of each URL.
  const read = json ? reading.urls : reading.list;
  for await (const record of found(read, filter, Math.min(limit + 1, BATCH))) {
    more = listed === limit;
    if (more) break;
    if (json) out.write(`${listed === 0 ? '[' : ','}\n${hideSecrets(printableJson(JSON.stringify(record, null, 2)))}`);
    else out.write(hideSecrets(describe(record, names.length > 1, out.isTTY === true, style)));
    listed++;
  }
  if (json) out.write(listed === 0 ? '[]\n' : '\n]\n');
  else if (listed === 0) out.write(await none(reading, names, filter.by));
  if (!more) return;
  const hint = `there are more: --limit ${limit * 2}`;
  // In a pipe every line is a URL.
  if (out.isTTY === true) out.write(`\n${style.note(hint)}\n`);
  else process.stderr.write(`docent: ${hint}\n`);
}

async function listSimilar(
  reading: Reading,
  names: readonly string[],
  { limit = DEFAULT_LIMIT, json }: UrlsFlags,
  out: Output,
  style: Style,
): Promise<void> {
  const pairs = [];
  for (const provider of names) for (const pair of await reading.similar(provider)) pairs.push({ provider, ...pair });
  const shown = pairs.slice(0, limit);
  if (json) out.write(hideSecrets(printableJson(`${JSON.stringify(shown, null, 2)}\n`)));
  else
    for (const { url, like } of shown)
      out.write(hideSecrets(`${printable(url)}\n  ${style.dim(`is nearly the same as ${printable(like)}`)}\n`));
  if (!json && pairs.length === 0) out.write('No two stored pages are nearly the same.\n');
  if (pairs.length > limit) process.stderr.write(`docent: there are more: --limit ${pairs.length}\n`);
}

async function listChunks(
  place: Place,
  providers: readonly string[],
  { limit = DEFAULT_LIMIT, json }: UrlsFlags,
  out: Output,
  style: Style,
): Promise<void> {
  const { readChunkList } = await import('../../../app/watch/chunk-list.ts');
  const { rows, total } = await readChunkList(place, { providers, limit });
  if (json) out.write(hideSecrets(printableJson(`${JSON.stringify(rows, null, 2)}\n`)));
  else
    for (const { url, out: how } of rows)
      out.write(hideSecrets(`${printable(url)}\n  ${style.dim(printable(how.join('; ')))}\n`));
  if (!json && total === 0) out.write('The chunks of every stored page are within the bounds.\n');
  if (total > limit) process.stderr.write(`docent: there are more: --limit ${total}\n`);
}

/** Every record that matches, a batch at a time. */
async function* found(
  read: Reading['list'],
  filter: Omit<UrlFilter, 'limit'>,
  batch: number,
): AsyncGenerator<UrlSummary> {
  let after = 0;
  for (;;) {
    const records = await read({ ...filter, limit: batch, after });
    yield* records;
    if (records.length < batch) return;
    after = records.at(-1)?.id ?? after;
  }
}

/** One line in a pipe; on a terminal the reason is below its URL, where both can be read. */
function describe(
  { provider, state, url, by, detail }: UrlSummary,
  withProvider: boolean,
  onTerminal: boolean,
  style: Style,
): string {
  const word = stateText(state, by).padEnd(9);
  const colour =
    state === 'failed' ? style.bad : state === 'indexed' || state === 'unchanged' ? style.good : style.note;
  const reason = printable(`${by}${detail && `: ${detail}`}`);
  const owner = withProvider ? `${printable(provider)}  ` : '';
  if (!onTerminal) return `${owner}${word} ${printable(url)}  ${reason}\n`;
  return `${colour(word)} ${printable(url)}\n${' '.repeat(word.length + 1)}${style.dim(`${reason}${owner && `  (${owner.trimEnd()})`}`)}\n`;
}

async function none(reading: Reading, names: readonly string[], by: string | undefined): Promise<string> {
  if (by === undefined) return 'None.\n';
  const reasons = (await Promise.all(names.map((name) => reading.reasons(name)))).flat().map((reason) => reason.by);
  if (reasons.some((reason) => reason === by || reason.startsWith(`${by}:`))) return 'None.\n';
  const firstParts = reasons.flatMap((reason) =>
    reason.split(':').map((_, at, parts) => parts.slice(0, at + 1).join(':')),
  );
  const nearest = suggest(by, new Set(firstParts));
  return `None: nothing here has the reason ${printable(by)}${nearest === undefined ? '' : `; did you mean ${printable(nearest)}?`}\n`;
}
