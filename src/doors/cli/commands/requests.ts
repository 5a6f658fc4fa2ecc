// `docent requests`: deletion requests with their deadline; add, do or refuse them.
import type { Command } from 'commander';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { settingsFrom, withOptions } from '../options.ts';
import { cutToWidth } from '../print/display-width.ts';
import { columnsOf, type Output, styleFor, table } from '../print/terminal.ts';
import { dayText, timeText } from '../print/times.ts';
import { confirmAndForget } from './forget.ts';

type Flags = Record<string, unknown>;

const SHOWN = 10;
/** Columns that the table takes besides what is to be deleted and the contact. */
const OTHER_COLUMNS = 34;

/** Adds the command with list, add, do and refuse. */
export function addRequestsCommand(program: Command, out: Output): void {
  const group = program
    .command('requests')
    .description('list deletion requests with their 48-hour deadline; add, do or refuse them');
  group.addHelpText(
    'after',
    '\nExit code 1 when something is overdue, for cron.\n\nExamples:\n  docent requests add example.com/docs/private --contact owner@example.com\n  docent requests do 3 --block\n',
  );
  withOptions(
    group
      .command('list', { isDefault: true })
      .description('list open requests, the most urgent first; exit code 1 when one is overdue')
      .option('--all', 'closed ones, too')
      .option('--json', 'print JSON'),
    ['data'],
  ).action((flags: Flags) => list(flags, out));
  withOptions(
    group
      .command('add')
      .description('enter a request, to be done within 48 hours; also while a crawl runs')
      .argument('<what>', 'a URL, a path such as example.com/docs, or provider:<id>')
      .option('--contact <text>', 'who requests it', '')
      .option('--note <text>', 'kept with the request', ''),
    ['data'],
  ).action(async (what: string, flags: Flags) => {
    const { addRequest } = await import('../../../app/forget/deletion-requests.ts');
    const entry = { what, contact: String(flags.contact), note: String(flags.note) };
    const settings = settingsFrom(flags);
    const { id, what: target, deadline } = await addRequest(entry, { settings });
    out.write(`request ${id}  ${printable(target)}, to be done by ${timeText(deadline, settings.timeZone)}\n`);
  });
  withOptions(
    group
      .command('do')
      .description('forget what a request names, and close it with the receipt')
      .argument('<id>', 'its number')
      .option('--block', 'also enter it in the blocklist, so that no crawl brings it back')
      .option('--reason <text>', 'why, for the blocklist')
      .option('--note <text>', 'kept with the request')
      .option('--yes', 'do not ask')
      .option('--json', 'print JSON'),
    ['data'],
  ).action((id: string, flags: Flags) => doOne(numberOf(id), flags, out));
  withOptions(
    group
      .command('refuse')
      .description('close a request without doing it')
      .argument('<id>', 'its number')
      .requiredOption('--note <text>', 'why'),
    ['data'],
  ).action(async (id: string, flags: Flags) => {
    const { refuseRequest } = await import('../../../app/forget/deletion-requests.ts');
    await refuseRequest(numberOf(id), String(flags.note), { settings: settingsFrom(flags) });
    out.write(`refused  request ${numberOf(id)}\n`);
  });
}

async function list(flags: Flags, out: Output): Promise<void> {
  const { listRequests } = await import('../../../app/forget/deletion-requests.ts');
  const settings = settingsFrom(flags);
  const requests = await listRequests({ settings, all: flags.all === true });
  const overdue = requests.filter((request) => request.overdue).length;
  if (overdue > 0) process.exitCode = 1;
  if (flags.json) {
    out.write(printableJson(`${JSON.stringify(requests, null, 2)}\n`));
    return;
  }
  if (requests.length === 0) {
    out.write(flags.all ? 'No deletion has been requested yet.\n' : 'No deletion request is open.\n');
    return;
  }
  const style = styleFor(out, process.env);
  const room = Math.max((columnsOf(process.stdout) ?? Number.POSITIVE_INFINITY) - OTHER_COLUMNS, 24);
  const rows = requests.map(({ id, askedAt, state, left, receipt, what, contact }) => [
    ...[String(id), dayText(askedAt, settings.timeZone)],
    state === 'open' ? left : `${state}${receipt === undefined ? '' : ` #${receipt}`}`,
    ...[cutToWidth(printable(what), Math.ceil(room * 0.6)), cutToWidth(printable(contact), Math.floor(room * 0.4))],
  ]);
  out.write(
    table([['id', 'received', 'state', 'what', 'contact'], ...rows], (cell, row, column) => {
      if (row === 0) return style.dim(cell);
      return column === 2 && requests[row - 1]?.overdue ? style.bad(cell) : cell;
    }),
  );
  if (overdue > 0) out.write(`${style.bad(`${overdue} overdue`)}: "docent requests do <id>" forgets what it names.\n`);
}

async function doOne(id: number, flags: Flags, out: Output): Promise<void> {
  const settings = settingsFrom(flags);
  const { doRequest, openRequest } = await import('../../../app/forget/deletion-requests.ts');
  const { planForget } = await import('../../../app/forget/forget.ts');
  const request = await openRequest(id, { settings });
  const urls: string[] = [];
  const plan = await planForget(request.what, { settings }, (url) => urls.length < SHOWN && urls.push(url));
  const { block, reason, note } = flags as { block?: boolean; reason?: string; note?: string };
  await confirmAndForget(plan, urls, flags, settings.timeZone, out, (onStep) =>
    doRequest(request, plan, { block, reason, note, onStep }, { settings }),
  );
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new DocentError('DOC_USAGE', `"${printable(text)}" is not the number of a request`);
  return Number(text);
}
