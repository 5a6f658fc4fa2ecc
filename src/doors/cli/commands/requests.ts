// `docent requests`: what people request of the operator, with its deadline: deletions, inquiries and proposed sites.
import { type Command, Option } from 'commander';
import type { ProviderDraft } from '../../../app/providers/edit.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { type RequestKind, requestKinds } from '../../../requests/kinds.ts';
import { crawledPlaceFrom, placeFrom, withOptions } from '../options.ts';
import { termsLines } from '../print/providers.ts';
import { requestTable, shownRequest } from '../print/requests.ts';
import { columnsOf, type Output, type Screen, styleFor } from '../print/terminal.ts';
import { timeText } from '../print/times.ts';
import { confirmAndForget } from './forget.ts';
import { draftFrom, onlyShared, withDraftFlags } from './providers-draft.ts';

type Flags = Record<string, unknown>;

const SHOWN = 10;

/** Adds the command with its subcommands. */
export function addRequestsCommand(program: Command, out: Screen): void {
  const group = program
    .command('requests')
    .description(
      'list what people request, with its deadline: deletions, inquiries, proposed sites; handle or refuse it',
    );
  group.addHelpText(
    'after',
    `
A deletion is due within 48 hours, an inquiry within 7 days, a proposed site within
14. Exit code 1 when something is overdue, for cron. What is closed keeps no contact.

Examples:
  docent requests add example.com/docs/private --contact owner@example.com
  docent requests do 3
  docent requests block 4 --note "the owner asked us to stay away"
  docent requests accept 5 --tos-verdict allowed --tos-checked-by "Kim"
`,
  );
  addListing(group, out);
  addAdding(group, out);
  addHandling(group, out);
}

function addListing(group: Command, out: Screen): void {
  withOptions(
    group
      .command('list', { isDefault: true })
      .description('list open requests, the most urgent first; exit code 1 when one is overdue')
      .option('--all', 'closed ones, too')
      .addOption(kindOption('only those of one kind'))
      .option('--json', 'print JSON'),
    ['data'],
  ).action((flags: Flags) => list(flags, out));
  withOptions(
    group
      .command('show')
      .description('one request with its message')
      .argument('<id>', 'its number')
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (word: string, flags: Flags) => {
    const { findRequest } = await import('../../../app/requests/requests.ts');
    const { settings, store } = await crawledPlaceFrom(flags);
    const id = numberOf(word);
    const request = await findRequest(store, id);
    if (request === undefined) throw new DocentError('DOC_USAGE', `there is no request ${id}`);
    if (flags.json) writeJson(out, request);
    else out.write(shownRequest(request, settings.timeZone, styleFor(out, process.env)));
  });
}

function addAdding(group: Command, out: Output): void {
  withOptions(
    group
      .command('add')
      .description('enter a request, a deletion unless --kind says otherwise; also while a crawl runs')
      .argument(
        '[what]',
        'to delete: a URL, a path such as example.com/docs, or provider:<id>; the site of an inquiry; the URL of a proposed site',
      )
      .addOption(kindOption('what is requested').default('deletion'))
      .option('--message <text>', 'the person’s own words; needed for an inquiry')
      .option('--contact <text>', 'how to reach the person, until it is closed; needed unless it is a deletion')
      .option('--note <text>', 'yours, kept with the request'),
    ['data'],
  ).action(async (what: string | undefined, flags: Flags) => {
    const { addRequest } = await import('../../../app/requests/add-request.ts');
    const place = await placeFrom(flags);
    const { message, contact, note } = flags as Readonly<Record<string, string | undefined>>;
    const kind = flags.kind as RequestKind;
    const { id, what: about, deadline } = await addRequest(place, { kind, what, message, contact, note });
    const due = kind === 'deletion' ? 'done' : kind === 'inquiry' ? 'answered' : 'decided on';
    out.write(
      `request ${id}  ${printable(about) || 'an inquiry'}, to be ${due} by ${timeText(deadline, place.settings.timeZone)}\n`,
    );
  });
}

function addHandling(group: Command, out: Screen): void {
  withOptions(
    group
      .command('do')
      .description('forget what a deletion names, and close it with the receipt')
      .argument('<id>', 'its number')
      .option('--no-block', 'do not enter it in the blocklist: a crawl may bring it back')
      .addOption(new Option('--block').hideHelp())
      .option('--reason <text>', 'why, for the blocklist')
      .option('--note <text>', 'kept with the request')
      .option('--yes', 'do not ask')
      .option('--json', 'print JSON'),
    ['data'],
  ).action((id: string, flags: Flags) => doOne(numberOf(id), flags, out));
  withOptions(
    group
      .command('answer')
      .description('close an inquiry that you have answered, by mail or however')
      .argument('<id>', 'its number')
      .requiredOption('--note <text>', 'what the answer was'),
    ['data'],
  ).action(async (word: string, flags: Flags) => {
    const { answerInquiry } = await import('../../../app/requests/requests.ts');
    const id = numberOf(word);
    await answerInquiry((await crawledPlaceFrom(flags)).store, id, String(flags.note));
    out.write(`answered  request ${id}\n`);
  });
  withOptions(
    group
      .command('block')
      .description('block the host of an inquiry’s site and close the inquiry, in one step')
      .argument('<id>', 'its number')
      .argument('[site]', 'the site, where the inquiry names none or another one')
      .option('--note <text>', 'why; kept with the request and in the blocklist'),
    ['data'],
  ).action(async (word: string, site: string | undefined, flags: Flags) => {
    const { blockSite } = await import('../../../app/requests/requests.ts');
    const id = numberOf(word);
    const note = flags.note as string | undefined;
    const { store } = await crawledPlaceFrom(flags);
    const pattern = printable(await blockSite(store, id, { site, note }));
    out.write(`blocked  ${pattern} and all below it; request ${id} is closed\n`);
    out.write(`What is stored of it stays; to remove it:\n  docent forget ${pattern}\n`);
  });
  const accept = group
    .command('accept')
    .description(
      'add a proposed site to the configuration file, as "docent providers add" does, and close the proposal',
    )
    .argument('<id>', 'its number');
  withDraftFlags(accept).action((id: string, flags: Flags) => acceptOne(numberOf(id), flags, out));
  withOptions(
    group
      .command('refuse')
      .description('close a request of any kind without doing it')
      .argument('<id>', 'its number')
      .requiredOption('--note <text>', 'why'),
    ['data'],
  ).action(async (word: string, flags: Flags) => {
    const { refuseRequest } = await import('../../../app/requests/requests.ts');
    const id = numberOf(word);
    await refuseRequest((await crawledPlaceFrom(flags)).store, id, String(flags.note));
    out.write(`refused  request ${id}\n`);
  });
}

async function list(flags: Flags, out: Output): Promise<void> {
  const { listRequests } = await import('../../../app/requests/requests.ts');
  const { settings, store } = await crawledPlaceFrom(flags);
  const kind = flags.kind as RequestKind | undefined;
  const requests = await listRequests(store, { kind, state: flags.all === true ? 'all' : 'open' });
  if (requests.some(({ overdue }) => overdue)) process.exitCode = 1;
  if (flags.json) writeJson(out, requests);
  else if (requests.length > 0)
    out.write(requestTable(requests, columnsOf(process.stdout), settings.timeZone, styleFor(out, process.env)));
  else {
    const what = kind === undefined ? 'request' : kind;
    out.write(flags.all ? `No ${what} has been filed yet.\n` : `No ${what} is open.\n`);
  }
}

async function doOne(id: number, flags: Flags, out: Output): Promise<void> {
  const place = await crawledPlaceFrom(flags);
  const { openRequest } = await import('../../../app/requests/requests.ts');
  const { doDeletion } = await import('../../../app/requests/do-deletion.ts');
  const { planForget } = await import('../../../app/forget/forget.ts');
  const request = await openRequest(place.store, id, 'deletion');
  const plan = await planForget(place, request.what, { most: SHOWN });
  const { block = true, reason = `request ${id}`, note } = flags as { block?: boolean; reason?: string; note?: string };
  await confirmAndForget(place, plan, { ...flags, block }, out, (onStep) =>
    doDeletion(place.store, request, plan, { block, reason, note, onStep }),
  );
}

async function acceptOne(id: number, flags: Flags, out: Screen): Promise<void> {
  const { acceptProposal } = await import('../../../app/requests/accept-proposal.ts');
  const { configPlace } = await import('../../../app/providers/config-file.ts');
  const config = configPlace({ config: flags.config as string | undefined });
  let draft: ProviderDraft | undefined;
  const draftOf = async (url: string): Promise<ProviderDraft | undefined> => {
    draft = await draftFrom(url, flags, config, out);
    return draft;
  };
  const accepted = await acceptProposal(await crawledPlaceFrom(onlyShared(flags)), id, config, draftOf);
  if (accepted === undefined) return;
  const [provider, path] = [printable(accepted.provider), printable(config.path)];
  out.write(
    accepted.isNew
      ? `accepted  request ${id}\nadded    ${provider} to ${path}\n`
      : `accepted  request ${id}: ${provider} is in ${path} already\n`,
  );
  if (draft !== undefined) out.write(termsLines(draft.provider, styleFor(out, process.env)));
}

function kindOption(doc: string): Option {
  return new Option('--kind <kind>', doc).choices(Object.keys(requestKinds));
}

function writeJson(out: Output, value: unknown): void {
  out.write(printableJson(`${JSON.stringify(value, null, 2)}\n`));
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new DocentError('DOC_USAGE', `"${printable(text)}" is not the number of a request`);
  return Number(text);
}
