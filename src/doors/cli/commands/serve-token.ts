// `docent serve token`: who may use the server; make, list and revoke tokens.
import type { Command } from 'commander';
import type { DeliveredToken } from '../../../app/server/first-token.ts';
import type { TokenScope, Tokens, TokenView } from '../../../app/server/tokens.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { Settings } from '../../../settings.ts';
import { settingsFrom, withOptions } from '../options.ts';
import { type Output, styleFor, table } from '../print/terminal.ts';
import { dayText, isoText, timeText } from '../print/times.ts';

type Flags = Record<string, unknown>;

const UNITS_MS = Object.freeze({ h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, y: 365 * 86_400_000 } as const);

/** Adds `token` with new, list and revoke to `docent serve`. */
export function addTokenCommands(serve: Command, out: Output): void {
  const group = serve.command('token').description('make, list or revoke tokens of the server');
  group.addHelpText(
    'after',
    '\nScopes: read (look at everything), ask (search, answers, assistants), write (change things). None includes another.\n\nExamples:\n  docent serve token new --name laptop --scope read,ask,write\n  docent serve token new --name ci --expires 90d --print\n  docent serve token revoke 1f0c22ab\n',
  );
  withOptions(
    group
      .command('new')
      .description('make a token; it is shown once, and only its digest is kept')
      .option('--scope <list>', 'what it may do: read, ask, write, separated by commas', 'read,ask')
      .option('--name <text>', 'what it is for', '')
      .option('--expires <time>', 'how long it is valid: 12h, 90d, 8w, 1y (default: until it is revoked)')
      .option('--print', 'print it although this is no terminal; without it, it is written to a file'),
    ['data'],
  ).action((flags: Flags) => make(flags));
  withOptions(
    group
      .command('list', { isDefault: true })
      .description('list tokens with scopes, expiry and last use')
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (flags: Flags) => {
    const { settings, tokens } = await opened(flags);
    const views = tokens.list();
    out.write(flags.json ? json(views) : listed(views, settings, out));
  });
  withOptions(
    group
      .command('revoke')
      .description('end a token and its sessions at once, also in a server that runs')
      .argument('<id>', 'as listed'),
    ['data'],
  ).action((id: string, flags: Flags) => revoke(id, flags, out));
}

async function make(flags: Flags): Promise<void> {
  const wanted = {
    scopes: await scopesOf(String(flags.scope)),
    name: String(flags.name),
    expiresAt: expiryOf(flags.expires as string | undefined),
  };
  const { settings, tokens } = await opened(flags);
  const { deliverToken } = await import('../../../app/server/first-token.ts');
  const isPrinted = process.stdout.isTTY === true || flags.print === true;
  const made = await deliverToken(tokens, wanted, { folder: settings.data, isPrinted });
  showToken(made, settings.timeZone);
}

/** Shows a token, or where it is, this once: all other output hides tokens. */
export function showToken(made: DeliveredToken, timeZone: string): void {
  if (made.kind === 'print') process.stdout.write(`${made.token}\n`);
  const { id, scopes, expiresAt } = made.view;
  const until = expiresAt === undefined ? 'until it is revoked' : `until ${timeText(expiresAt, timeZone)}`;
  const where = made.kind === 'print' ? 'it is not shown again' : `it is in ${printable(made.path)}`;
  process.stderr.write(`docent: token ${id}, ${scopes.join(', ')}, valid ${until}; ${where}\n`);
}

async function revoke(id: string, flags: Flags, out: Output): Promise<void> {
  const { settings, tokens } = await opened(flags);
  const { openSessions } = await import('../../../app/server/sessions.ts');
  const { removeTokenFile } = await import('../../../app/server/first-token.ts');
  const { name } = await tokens.revoke(id);
  const ended = await openSessions(settings.data, tokens).endOf(id);
  removeTokenFile(tokens, settings.data);
  const sessions = ended === 0 ? '' : `, with ${counted(ended, 'session')}`;
  out.write(`revoked  ${id}${name === '' ? '' : `  ${printable(name)}`}${sessions}\n`);
}

async function opened(flags: Flags): Promise<{ settings: Settings; tokens: Tokens }> {
  const settings = settingsFrom(flags);
  const { openTokens } = await import('../../../app/server/tokens.ts');
  const { logFor } = await import('../../../app/log-for.ts');
  return { settings, tokens: openTokens(settings.data, { log: logFor(settings, process.stderr) }) };
}

async function scopesOf(text: string): Promise<readonly TokenScope[]> {
  const { tokenScopes } = await import('../../../app/server/tokens.ts');
  const named = text.split(',').map((word) => word.trim());
  const wrong = named.find((word) => !tokenScopes.includes(word as TokenScope));
  if (wrong !== undefined)
    throw new DocentError(
      'DOC_USAGE',
      `--scope has "${printable(wrong)}": it must be a list of ${tokenScopes.join(', ')}`,
    );
  return named as TokenScope[];
}

function expiryOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = /^([1-9]\d{0,3})([hdwy])$/.exec(text) ?? [];
  if (count === undefined)
    throw new DocentError(
      'DOC_USAGE',
      `--expires is "${printable(text)}": it must be a number of hours, days, weeks or years, such as 12h, 90d, 8w or 1y`,
    );
  return Date.now() + Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

function listed(views: readonly TokenView[], { timeZone }: Settings, out: Output): string {
  if (views.length === 0) return 'There is no token; "docent serve token new" makes one.\n';
  const style = styleFor(out, process.env);
  const rows = views.map(({ id, name, scopes, createdAt, expiresAt, lastUsed }) => [
    ...[id, name, scopes.join(','), dayText(createdAt, timeZone)],
    ...[expiresAt === undefined ? 'never' : expiryText(expiresAt, timeZone), lastUsed ?? 'never'],
  ]);
  return table([['id', 'name', 'scopes', 'created', 'expires', 'last used'], ...rows], (cell, row, column) => {
    if (row === 0) return style.dim(cell);
    return column === 4 && cell.startsWith('expired') ? style.bad(cell) : cell;
  });
}

function expiryText(at: number, timeZone: string): string {
  return `${at <= Date.now() ? 'expired ' : ''}${dayText(at, timeZone)}`;
}

function json(views: readonly TokenView[]): string {
  const shown = views.map(({ id, name, scopes, createdAt, expiresAt, lastUsed }) => ({
    ...{ id, name, scopes, createdAt: isoText(createdAt) },
    ...{ expiresAt: expiresAt === undefined ? undefined : isoText(expiresAt), lastUsed },
  }));
  return printableJson(`${JSON.stringify(shown, null, 2)}\n`);
}
