// `docent judged`: queries with the page that should be found first, and how well search does with them.
import type { Command } from 'commander';
import type { JudgedList, JudgedQuery } from '../../../app/search/judged.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { placeFrom, wholeNumber, withOptions } from '../options.ts';
import { type Output, type Style, styleFor, table } from '../print/terminal.ts';

interface JudgedFlags {
  readonly json?: boolean | undefined;
}

const MOST = 999_999_999;

/** Adds the command. */
export function addJudgedCommand(program: Command, out: Output): void {
  const group = program
    .command('judged')
    .description('measure search: queries with the page that should be found first, their places, the score over time');
  const load = () => import('../../../app/search/judged.ts');
  withOptions(
    group
      .command('list', { isDefault: true })
      .description('list them with their last places')
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (flags: JudgedFlags) => {
    const { store } = await placeFrom(flags as Record<string, unknown>);
    const { judgedList } = await load();
    print(await judgedList(store), flags, out);
  });
  withOptions(
    group
      .command('add')
      .description('note that a query should find a page first')
      .argument('<query>', 'as it would be typed')
      .argument('<url>', 'the page'),
    ['data'],
  ).action(async (query: string, url: string, flags: JudgedFlags) => {
    const { store } = await placeFrom(flags as Record<string, unknown>);
    const { addJudged } = await load();
    const id = await addJudged(store, query, url, Date.now());
    out.write(`judged   ${id}  ${printable(query)}\n`);
  });
  withOptions(
    group
      .command('remove')
      .description('remove one')
      .argument('<id>', 'its number', wholeNumber('<id>', 1, MOST)),
    ['data'],
  ).action(async (id: number, flags: JudgedFlags) => {
    const { store } = await placeFrom(flags as Record<string, unknown>);
    const { removeJudged } = await load();
    if (!(await removeJudged(store, id)))
      throw new DocentError('DOC_USAGE', `there is no judged query ${id}; "docent judged" lists them`);
    out.write(`removed  ${id}\n`);
  });
  withOptions(
    group
      .command('measure')
      .description('search for all of them now, and keep the score')
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (flags: JudgedFlags) => {
    const place = await placeFrom(flags as Record<string, unknown>);
    const { store } = place;
    const { judgedList, keepScore, measureJudged } = await load();
    const { searchIn } = await import('../../../app/search/search.ts');
    const { queries } = await judgedList(store);
    const search = searchIn(place);
    await measureJudged(queries, search, (measured) => keepScore(store, measured)).finally(() => search.close());
    print(await judgedList(store), flags, out);
  });
}

function print(list: JudgedList, { json }: JudgedFlags, out: Output): void {
  if (json) {
    out.write(printableJson(`${JSON.stringify(list, null, 2)}\n`));
    return;
  }
  const { queries, scores } = list;
  if (queries.length === 0) {
    out.write('No query is judged yet: docent judged add "retry policy" https://docs.example.com/retries\n');
    return;
  }
  const style: Style = styleFor(out, process.env);
  const rows = queries.map((one) => [String(one.id), placeOf(one), one.query, one.url]);
  out.write(
    table([['id', 'place', 'query', 'should find'], ...rows], (cell, row) => (row === 0 ? style.dim(cell) : cell)),
  );
  const [last, before] = scores;
  if (last === undefined) return void out.write('\nNot measured yet: docent judged measure\n');
  const change = before === undefined ? '' : `, ${before.mrr.toFixed(3)} before`;
  out.write(`\nMRR ${last.mrr.toFixed(3)}${change}; ${last.found} of ${last.queries} among the first ten\n`);
}

function placeOf({ rank, measuredAt }: JudgedQuery): string {
  if (measuredAt === undefined) return '–';
  return rank === undefined ? 'not found' : String(rank);
}
