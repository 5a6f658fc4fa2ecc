// Flags out of the options table, and back into option values.
import { type Command, Option } from 'commander';
import type { Place } from '../../app/place.ts';
import { DocentError } from '../../core/errors.ts';
import { type OptionName, type Option as OptionRow, optionTable } from '../../core/options/table.ts';
import { printable } from '../../core/printable.ts';
import { loadSettings, type Settings, type SettingsInput } from '../../settings.ts';

type Flags = Readonly<Record<string, unknown>>;

/** Adds --config and the flags of these options. */
export function withOptions(command: Command, names: readonly OptionName[]): Command {
  command.addOption(new Option('--config <path>', 'configuration file (default: docent.yml here, if there is one)'));
  for (const row of optionTable) {
    if (!names.includes(row.name)) continue;
    if ('flag' in row) command.addOption(new Option(row.flag, helpOf(row)));
    for (const { flag, doc } of switchesOf(row)) command.addOption(new Option(flag, doc));
  }
  return command;
}

function switchesOf(row: (typeof optionTable)[number]): NonNullable<OptionRow['switches']> {
  return 'switches' in row ? row.switches : [];
}

/** What a flag does, and its default; switches that are off and empty lists show none. */
function helpOf(row: (typeof optionTable)[number]): string {
  const value = 'default' in row ? row.default : undefined;
  const isShown = typeof value === 'string' || typeof value === 'number';
  return isShown && !/\bdefault\b/i.test(row.doc) ? `${row.doc} Default: ${value}` : row.doc;
}

/** The settings after file, environment and the flags commander found. */
export function settingsFrom(flags: Flags): Settings {
  return loadSettings(settingsInput(flags));
}

/** The place that commander's flags name. Its file is loaded here: `docent --help` needs no store. */
export async function placeFrom(flags: Flags): Promise<Place> {
  const { openPlace } = await import('../../app/place.ts');
  return openPlace(settingsFrom(flags));
}

/** As `placeFrom`. Rejects with DOC_STORE where nothing was crawled yet. */
export async function crawledPlaceFrom(flags: Flags): Promise<Place> {
  const { checkCrawled } = await import('../../app/place.ts');
  const place = await placeFrom(flags);
  await checkCrawled(place.store);
  return place;
}

/** The configuration file and the options that commander's flags name: what `loadSettings` reads, here or in another thread. */
export function settingsInput(flags: Flags): Pick<SettingsInput, 'config' | 'flags'> {
  const values: Partial<Record<OptionName, string>> = {};
  for (const row of optionTable) {
    const value = 'flag' in row ? flags[new Option(row.flag).attributeName()] : undefined;
    // Commander sets true for a "--no-" flag that was not passed.
    if (value === true && 'flag' in row && row.flag.startsWith('--no-')) continue;
    if (typeof value === 'string' || typeof value === 'boolean') values[row.name] = String(value);
    const switched = switchesOf(row).filter(({ flag }) => flags[new Option(flag).attributeName()] === true);
    if (switched.length > 1)
      throw new DocentError('DOC_USAGE', `${switched.map(({ flag }) => flag).join(' and ')} exclude each other`);
    if (switched[0] !== undefined) values[row.name] = switched[0].value;
  }
  return { config: flags.config as string | undefined, flags: values };
}

/** The options of commands that look at or crawl a site. */
export const targetOptions = [
  'default_excludes',
  'learn_chrome',
  'request_delay_ms',
  'politeness',
  'concurrency',
  'per_host',
  'max_pages',
  'max_depth',
  'query',
  'own_site',
  'retain',
  'links_only',
  'index',
  'robots_dialect',
  'user_agent',
  'exclude_paths',
  'allow_private',
] as const satisfies readonly OptionName[];

/** Adds the sites a command is about, and which of their paths belong to it. */
export function withTargets(command: Command): Command {
  return command
    .argument('<target...>', 'URLs, ids of providers, or folders: ./docs')
    .option('--provider <id>', 'the name of the folder in commands, reports and filters (default: the folder’s own)')
    .option('--allow <pattern>', 'path pattern that belongs to the crawl (may be repeated)', collect)
    .option('--block <pattern>', 'path pattern that does not (may be repeated)', collect);
}

/** For flags that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Reads a flag that is a whole number. The reader throws DOC_USAGE outside of its bounds. */
export function wholeNumber(flag: string, least: number, most: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < least || Number(text) > most)
      throw new DocentError(
        'DOC_USAGE',
        `${flag} is "${printable(text)}": it must be a whole number from ${least} to ${most}`,
      );
    return Number(text);
  };
}
