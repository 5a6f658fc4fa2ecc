// `docent forget`: removes a page, a path or a provider for good, with a dry run before and a receipt after.

import type { Command } from 'commander';
import type { ForgetCall, ForgetPlan, ReceiptList } from '../../../app/forget/forget.ts';
import type { Place } from '../../../app/place.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { crawledPlaceFrom, withOptions } from '../options.ts';
import { cutToWidth } from '../print/display-width.ts';
import { countsText, elsewhereText, mentionsRow, planText } from '../print/forget.ts';
import { canRedraw, columnsOf, facts, type Output, type Style, styleFor, table } from '../print/terminal.ts';
import { minuteText, timeText, zoneText } from '../print/times.ts';
import { withPerson } from './providers-questions.ts';

interface ForgetFlags {
  readonly block?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly reason?: string;
  readonly receipts?: boolean;
  readonly json?: boolean;
}

/** At most this many URLs are shown before the question. */
const SHOWN = 10;
const DIGEST_SHOWN = 12;
/** Columns that the table of receipts takes besides what was forgotten. */
const OTHER_COLUMNS = 58;

/** Adds the command. */
export function addForgetCommand(program: Command, out: Output): void {
  const command = program
    .command('forget')
    .description('remove a page, a path or a provider for good: pages, chunks, index, crawl state')
    .argument('[what]', 'a URL (that page), example.com/docs (all below it), or provider:<id>')
    .option('--block', 'also enter it in the blocklist, so that no crawl brings it back')
    .option('--reason <text>', 'why, for the blocklist')
    .option('--dry-run', 'print what would go, and change nothing; also while a crawl runs')
    .option('--yes', 'do not ask')
    .option('--receipts', 'list the receipts of what was forgotten, and check that none was changed')
    .option('--json', 'print JSON');
  withOptions(command, ['data']);
  command.addHelpText(
    'after',
    `
A URL is that page; example.com/docs, or https://example.com/docs/**, is the path
and all below it. Not while a crawl runs into the folder. It ends with writing the
data anew, which takes a while and free space of twice its size; killed in between,
do it again. Exports and backups are yours to remove: it lists those it knows.

Examples:
  docent forget https://example.com/docs/page --dry-run
  docent forget example.com/docs/private --block --reason "requested by the owner"
  docent forget provider:stripe
`,
  );
  command.action(async (what: string | undefined, flags: ForgetFlags) => {
    const place = await crawledPlaceFrom(flags as Record<string, unknown>);
    const { listReceipts, planForget } = await import('../../../app/forget/forget.ts');
    const { timeZone } = place.settings;
    if (flags.receipts) return printReceipts(await listReceipts(place.store), flags, timeZone, out);
    if (what === undefined) throw new DocentError('DOC_USAGE', 'pass what to forget: a URL, a path, or provider:<id>');
    const most = flags.dryRun ? Number.POSITIVE_INFINITY : SHOWN;
    const plan = await planForget(place, what, { caller: 'operator', most });
    if (flags.dryRun) printPlan(plan, flags, timeZone, out);
    else await confirmAndForget(place, plan, flags, out);
  });
}

/** Confirms, forgets and prints; `request` does it for a deletion request. Throws DOC_USAGE without --yes and a terminal. */
export async function confirmAndForget(
  { settings: { timeZone }, store }: Place,
  plan: ForgetPlan,
  flags: ForgetFlags,
  out: Output,
  request?: (step: OnStep) => Promise<Done>,
): Promise<void> {
  const style = styleFor(out, process.env);
  const { forgetPlanned } = await import('../../../app/forget/forget.ts');
  if (request === undefined && !plan.isStored && !flags.block) return printNothing(plan, flags, timeZone, out);
  if (!flags.yes && !(await isAgreed(plan, flags, out, style))) {
    out.write('Nothing was changed.\n');
    process.exitCode = 1;
    return;
  }
  const { block, reason } = flags;
  const onStep = flags.json ? () => {} : stepLine(out);
  const done = await (request?.(onStep) ?? forgetPlanned(store, plan, { block, reason, onStep })).finally(() =>
    onStep(),
  );
  printDone(plan, done, flags, timeZone, out, style);
}

type Done = Awaited<ReturnType<typeof import('../../../app/forget/forget.ts').forgetPlanned>>;
/** Called without a step at the end. */
type OnStep = (step?: Parameters<NonNullable<ForgetCall['onStep']>>[0]) => void;

async function isAgreed(plan: ForgetPlan, { json }: ForgetFlags, out: Output, style: Style): Promise<boolean> {
  return withPerson(async (ask) => {
    if (ask === undefined || json)
      throw new DocentError('DOC_USAGE', 'forgetting cannot be undone: look first with --dry-run, then add --yes');
    out.write(planText(plan, style));
    const question = plan.isStored ? 'Forget it? It cannot be undone.' : 'Nothing of it is stored. Go on all the same?';
    return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
  });
}

/** Draws one line over and over on a terminal; nothing elsewhere. */
function stepLine(out: Output): OnStep {
  if (!canRedraw(out, process.env)) return () => {};
  const words = {
    ...{ rows: 'removing', mentions: 'looking for links to it', index: 'cleaning the index' },
    file: 'writing the data anew',
  };
  let drawnAt = 0;
  return (now) => {
    if (now?.step === 'rows' && performance.now() - drawnAt < 100) return;
    drawnAt = performance.now();
    const removed = now === undefined || now.urls === 0 ? '' : `  ${counted(now.urls, 'URL')} removed`;
    out.write(`\r\u001b[K${now === undefined ? '' : words[now.step]}${removed}`);
  };
}

function printNothing(plan: ForgetPlan, { json }: ForgetFlags, timeZone: string, out: Output): void {
  const { what, folder, receipt } = plan;
  if (json) out.write(printableJson(`${JSON.stringify({ end: 'nothing', ...planFields(plan), receipt }, null, 2)}\n`));
  else {
    const earlier =
      receipt === undefined ? '' : ` It was forgotten on ${timeText(receipt.at, timeZone)} (receipt #${receipt.id}).`;
    out.write(`nothing  ${printable(what)} is not in ${printable(folder)}.${earlier}\n`);
  }
  // Likely a typing mistake.
  if (receipt === undefined) process.exitCode = 1;
}

function printPlan(plan: ForgetPlan, { json }: ForgetFlags, timeZone: string, out: Output): void {
  const style = styleFor(out, process.env);
  if (json)
    out.write(printableJson(`${JSON.stringify({ dryRun: true, ...planFields(plan), urls: plan.urls }, null, 2)}\n`));
  else if (!plan.isStored) printNothing(plan, {}, timeZone, out);
  else out.write(`${planText(plan, style)}${elsewhereText(plan, timeZone, style)}Nothing was changed.\n`);
}

function planFields({
  kind,
  what,
  folder,
  removed,
  mentions,
  before,
  copies,
  exports,
  copiesOfData,
}: ForgetPlan): object {
  return { kind, what, folder, removed, mentions, before, copies, exports, copiesOfData };
}

function printDone(
  plan: ForgetPlan,
  done: Done,
  flags: ForgetFlags,
  timeZone: string,
  out: Output,
  style: Style,
): void {
  const { what, patterns } = plan;
  const { end, removed, receipt } = done;
  if (end === 'unwiped') process.exitCode = 1;
  if (flags.json) {
    const { exports, copiesOfData } = plan;
    const blocked = flags.block ? patterns : [];
    const result = { end, what, removed, receipt, blocked, exports, copiesOfData };
    out.write(printableJson(`${JSON.stringify(result, null, 2)}\n`));
    return;
  }
  const word =
    end === 'forgotten' ? style.good('forgotten') : style.note(end === 'nothing' ? 'nothing stored' : 'not done yet');
  const rows: [string, string][] = [['removed', countsText(removed)], ...mentionsRow(plan)];
  if (receipt !== undefined)
    rows.push([
      'receipt',
      `#${receipt.id}, ${timeText(receipt.at, timeZone)}, ${receipt.digest.slice(0, DIGEST_SHOWN)}`,
    ]);
  if (flags.block) rows.push(['blocked', patterns.map((pattern) => `${pattern} and all below it`).join(', ')]);
  out.write(`${word}  ${printable(what)}\n${facts(rows, style)}${elsewhereText(plan, timeZone, style)}`);
  if (end === 'unwiped')
    out.write(
      'Another process still reads an older state of the data, so its bytes are in the log. Do it again when that has ended.\n',
    );
  else if (!flags.block && patterns.length > 0) out.write(openText(plan));
}

function openText({ patterns, mayBlock }: ForgetPlan): string {
  const text = 'It is not blocked, so the next crawl may bring it back';
  if (!mayBlock) return `${text}; an entry in the blocklist would be all of its host.\n`;
  return `${text}; to keep it out:\n${patterns.map((pattern) => `  docent blocklist add ${printable(pattern)}\n`).join('')}`;
}

function printReceipts(
  { receipts, broken, unfinished }: ReceiptList,
  { json }: ForgetFlags,
  timeZone: string,
  out: Output,
): void {
  const style = styleFor(out, process.env);
  if (broken !== undefined) process.exitCode = 1;
  if (json) {
    out.write(printableJson(`${JSON.stringify({ receipts, broken, unfinished }, null, 2)}\n`));
    return;
  }
  if (receipts.length === 0) out.write('Nothing was forgotten yet.\n');
  else {
    const room = Math.max((columnsOf(process.stdout) ?? Number.POSITIVE_INFINITY) - OTHER_COLUMNS, 20);
    const rows = receipts.map(({ id, at, what, removed, blocked, digest }) => [
      ...[`#${id}`, minuteText(at, timeZone), String(removed.pages), blocked ? 'yes' : 'no', digest.slice(0, 8)],
      cutToWidth(printable(what), room),
    ]);
    const head = ['receipt', `at (${zoneText(Date.now(), timeZone)})`, 'pages', 'blocked', 'digest', 'what'];
    out.write(table([head, ...rows], (cell, row) => (row === 0 ? style.dim(cell) : cell)));
    const holds =
      broken === undefined
        ? style.good('The chain holds: none was changed or taken out.')
        : style.bad(
            `Receipt #${broken} does not follow from the receipt before it: one of them was changed, or one removed.`,
          );
    out.write(`${holds}\n`);
  }
  for (const { what } of unfinished) out.write(`${style.note('not completed')}  ${printable(what)}: do it again\n`);
}
