// `docent channels`: where each provider's documentation is taken from, and why; `check` looks for each of them in Context7.

import type { Command } from 'commander';
import type { ChannelRow, Channels } from '../../../app/channel/channels.ts';
import { counted } from '../../../core/counted.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import type { Settings } from '../../../settings.ts';
import { placeFrom, settingsFrom, withOptions } from '../options.ts';
import { columnsOf, type Screen, type Style, styleFor, table } from '../print/terminal.ts';
import { timeText } from '../print/times.ts';
import { wrappedText } from '../print/wrapped.ts';
import { askForConsent, withPerson } from './providers-questions.ts';

type Flags = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;

/** Adds the command and its subcommand. */
export function addChannelsCommand(program: Command, out: Screen): void {
  const group = program
    .command('channels')
    .description('where each provider’s documentation is taken from, why, and how old Context7’s copy is')
    .argument('[provider...]', 'ids of providers; default: those of the configuration and of the data folder')
    .option('--json', 'print JSON');
  withOptions(group, ['data']);
  group.addHelpText(
    'after',
    '\nNothing is requested unless it is "channels check", and that sends the names of libraries alone. Questions are sent to\nContext7 only for providers with context7.ask: true, which is off by default:\n  docent providers edit stripe context7.ask=true\nAn API key is read from CONTEXT7_API_KEY.\n\nExamples:\n  docent channels\n  docent channels check stripe\n',
  );
  group.action(async (words: readonly string[], flags: Flags) => {
    const { readChannels } = await import('../../../app/channel/channels.ts');
    show(await readChannels(await placeFrom(flags), words), flags, out);
  });
  const check = group
    .command('check')
    .description('look for each provider in Context7 now; only names of libraries are sent')
    .argument('[provider...]', 'ids of providers');
  withOptions(check, ['data', 'log_level', 'log_format']);
  check.action(async (words: readonly string[], _: Flags, command: Command) => {
    const flags = command.optsWithGlobals<Flags>();
    const place = await placeFrom(flags);
    const { settings } = place;
    const { logFor } = await import('../../../app/log-for.ts');
    const { checkChannels } = await import('../../../app/channel/channels.ts');
    const channels = await checkChannels(place, words, logFor(settings, process.stderr));
    show(channels, flags, out);
    if (!flags.json) await askUndecided(channels, settings, flags);
    if (channels.state === 'stopped' || channels.providers.some(({ by }) => by === 'channel:off')) process.exitCode = 1;
  });
}

/** X1: the operator is asked, once for each provider, whether its questions may be sent; on a terminal only. */
async function askUndecided(channels: Channels, settings: Settings, flags: Flags): Promise<void> {
  const { configPlace, readProviderList } = await import('../../../app/providers/config-file.ts');
  const config = typeof flags.config === 'string' ? flags.config : undefined;
  const place = configPlace({ config, env: process.env });
  const { withoutChoice } = await import('../../../app/channel/channels.ts');
  const open = withoutChoice(channels, settings, readProviderList(place));
  if (open.length === 0) return;
  await withPerson(async (ask) => {
    if (ask === undefined) return;
    const { editProvider } = await import('../../../app/providers/edit.ts');
    for (const provider of open) {
      const consent = await askForConsent(ask, provider, channels.url);
      const answer = consent['context7.ask'] === 'true';
      await editProvider(place, provider.provider_id, [`context7.ask=${answer}`], '');
    }
  });
}

function show(channels: Channels, flags: Flags, out: Screen): void {
  if (flags.json) out.write(printableJson(`${JSON.stringify(channels, null, 2)}\n`));
  else out.write(channelLines(channels, columnsOf(out), styleFor(out, process.env), settingsFrom(flags).timeZone));
}

/** The table, the reason for each row, and the state of Context7. */
export function channelLines(
  channels: Channels,
  columns: number | undefined,
  style: Style,
  timeZone: string,
  now: number = Date.now(),
): string {
  const rows = channels.providers;
  const head = ['provider', 'channel', 'ask', 'source', 'in Context7', 'copied', 'checked'];
  const body = rows.map((row) => [
    row.provider,
    row.channel,
    row.ask ? 'yes' : 'no',
    row.source,
    row.library ?? '-',
    ageText(row.updatedAt, now),
    ageText(row.checkedAt, now, 'never'),
  ]);
  const shown = table([head, ...body], (cell, at, column) => {
    const row = at === 0 ? undefined : rows[at - 1];
    if (row === undefined) return style.dim(cell);
    if (column === 0) return style.bold(cell);
    return head[column] === 'source' && row.source === 'context7' ? style.good(cell) : cell;
  });
  const notes = rows.filter(({ channel }) => channel !== 'crawl').map(noteOf);
  const lines = [...notes, serviceText(channels, timeZone)];
  return `${shown}${lines.map((line) => wrappedText(line, columns, { first: '  ', indent: 4, paint: style.note })).join('')}`;
}

function noteOf({ provider, detail }: ChannelRow): string {
  return printable(`${provider}: ${detail}`);
}

function ageText(at: number | null, now: number, none = '-'): string {
  if (at === null) return none;
  const days = Math.max(0, Math.floor((now - at) / DAY_MS));
  return days === 0 ? 'today' : `${counted(days, 'day')} ago`;
}

function serviceText({ url, hasKey, state, why, pausedUntil, quota }: Channels, timeZone: string): string {
  const key = hasKey ? 'with the key of CONTEXT7_API_KEY' : 'without an API key';
  const until = pausedUntil === null ? '' : ` until ${timeText(pausedUntil, timeZone)}`;
  const doing = state === 'ok' ? '' : `; ${state}${until}${why === null ? '' : `: ${why}`}`;
  const { remaining = null, limit = null, resetAt = null } = quota ?? {};
  const left =
    remaining === null
      ? '; its quota is not known yet'
      : `; ${remaining}${limit === null ? '' : ` of ${limit}`} requests are left${resetAt === null ? '' : ` until ${timeText(resetAt, timeZone)}`}`;
  return printable(`Context7 at ${url}, ${key}${doing}${left}`);
}
