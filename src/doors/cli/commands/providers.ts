// `docent providers`: the documentation sites docent knows, with their policies and the verdict on their terms.
import type { Command } from 'commander';
import type { CheckReport } from '../../../app/providers/check.ts';
import { counted } from '../../../core/counted.ts';
import { hideSecrets } from '../../../core/log.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { placeFrom, settingsFrom, withOptions } from '../options.ts';
import { providerTable, shownProvider, termsLines } from '../print/providers.ts';
import { type Output, type Screen, styleFor } from '../print/terminal.ts';
import { check, draftFrom, LOOKED_AT, pagesFrom, roomOf, withDraftFlags } from './providers-draft.ts';

type Flags = Readonly<Record<string, unknown>>;

/** Adds the command with its subcommands. */
export function addProvidersCommand(program: Command, out: Screen): void {
  const group = program.command('providers').description('list, show, add, change and check documentation sites');
  addLooking(group, out);
  addAdding(group, out);
  addImporting(group, out);
  addChanging(group, out);
  group.addHelpText(
    'after',
    `
Examples:
  docent providers add https://docs.example.com/guide/ --check
  docent providers add stripe --tos-verdict allowed --tos-checked-by "Kim"
  docent providers edit stripe max_pages=100 'blocked_path_patterns+=/blog/**'
  docent providers seed stripe https://docs.stripe.com/webhooks
`,
  );
}

function addLooking(group: Command, out: Screen): void {
  withOptions(
    group
      .command('list', { isDefault: true })
      .description(
        'every source with its state, terms verdict and stored pages: of the configuration, crawled without it, presets',
      )
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (flags: Flags) => {
    const { everySource } = await import('../../../app/providers/sources.ts');
    const place = await placeFrom(flags);
    const rows = await everySource(place);
    if (flags.json) writeJson(out, rows);
    else out.write(providerTable(rows, roomOf(out), place.settings.timeZone, styleFor(out, process.env)));
  });
  withOptions(
    group
      .command('show')
      .description('one policy: every value, where it comes from, and what a crawl would do')
      .argument('<id>', 'the provider')
      .option('--json', 'print JSON'),
    ['data'],
  ).action(async (id: string, flags: Flags) => {
    const { showProvider } = await import('../../../app/providers/providers.ts');
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const shown = showProvider(settingsFrom(flags), configPlace(configFrom(flags)), id);
    if (flags.json) writeJson(out, shown);
    else out.write(hideSecrets(shownProvider(shown, roomOf(out), styleFor(out, process.env))));
  });
  withOptions(
    group
      .command('check')
      .description('try a policy on a few live pages, politely; nothing is kept')
      .argument('<id|file>', 'a provider, or a file with policies')
      .option('--pages <n>', 'how many pages', LOOKED_AT)
      .option('--json', 'print JSON'),
    ['data', 'allow_private', 'user_agent', 'log_level'],
  ).action(async (word: string, flags: Flags) => {
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const { findProvider } = await import('../../../app/providers/providers.ts');
    const { policiesIn } = await import('../../../app/providers/check.ts');
    const settings = settingsFrom(flags);
    const policies = /[/\\]|\.(?:ya?ml|json)$/i.test(word) ? policiesIn(word) : undefined;
    const place = configPlace(configFrom(flags));
    const reports: CheckReport[] = [];
    for (const provider of policies ?? [findProvider(settings, place, word).provider])
      reports.push(await check(provider, flags, pagesFrom(flags), out));
    if (flags.json) writeJson(out, reports);
    if (reports.some(({ usable }) => !usable)) process.exitCode = 1;
  });
}

function addAdding(group: Command, out: Screen): void {
  const command = group
    .command('add')
    .description(
      'add a provider to the configuration file: a preset by its id, a site by its URL, or a folder by its path',
    )
    .argument('<id|url>', 'a preset, a URL, a folder such as ./docs, or a new id with --seed');
  withDraftFlags(command).action(async (word: string, flags: Flags) => {
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const { saveDraft } = await import('../../../app/providers/edit.ts');
    const place = configPlace(configFrom(flags));
    const draft = await draftFrom(word, flags, place, out);
    if (draft === undefined) return;
    await saveDraft(place, draft);
    out.write(
      `added    ${printable(draft.provider.provider_id)} to ${printable(place.path)}\n${termsLines(draft.provider, styleFor(out, process.env))}`,
    );
  });
}

function addImporting(group: Command, out: Screen): void {
  const command = group
    .command('import')
    .description('add the providers of another file, YAML or JSON: all of them, or none where one is wrong')
    .argument('<file>', 'a list of policies, one policy, or a configuration with "providers:"')
    .option('--replace', 'replace those that the configuration has already');
  withOptions(command, []).action(async (file: string, flags: Flags & { readonly replace?: boolean }) => {
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const { importProviders } = await import('../../../app/providers/import.ts');
    const place = configPlace(configFrom(flags));
    const { added, replaced, kept } = await importProviders(place, file, { replace: flags.replace });
    const style = styleFor(out, process.env);
    for (const [word, providers] of [
      ['added   ', added],
      ['replaced', replaced],
    ] as const)
      for (const provider of providers)
        out.write(`${word} ${printable(provider.provider_id)}\n${termsLines(provider, style)}`);
    for (const id of kept)
      out.write(`kept     ${printable(id)} as it is in ${printable(place.path)}; --replace replaces it\n`);
    out.write(`${counted(added.length + replaced.length, 'provider')} written to ${printable(place.path)}\n`);
  });
}

function addChanging(group: Command, out: Screen): void {
  const edit = async (id: string, words: readonly string[], flags: Flags, label?: string): Promise<void> => {
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const { editProvider } = await import('../../../app/providers/edit.ts');
    const place = configPlace(configFrom(flags));
    const { provider, changes, copied } = await editProvider(place, id, words, new Date().toISOString().slice(0, 10));
    if (copied) out.write(`copied   the preset ${printable(provider.provider_id)} into ${printable(place.path)}\n`);
    if (label !== undefined) out.write(`${label} ${printable(provider.provider_id)}\n`);
    else
      for (const [field, value] of changes)
        out.write(
          `${printable(`set      ${field}: ${value === undefined ? 'back to its default' : JSON.stringify(value)}`)}\n`,
        );
    if (changes.some(([field]) => field.startsWith('tos.')))
      out.write(termsLines(provider, styleFor(out, process.env)));
  };
  withOptions(
    group
      .command('edit')
      .description('change fields: key=value, key= for the default, list+=item and list-=item')
      .argument('<id>', 'the provider; a preset is copied into the file first')
      .argument('<change...>', 'such as max_pages=50 or tos.verdict=allowed'),
    [],
  ).action((id: string, words: readonly string[], flags: Flags) => edit(id, words, flags));
  withOptions(group.command('enable').description('let a provider run again').argument('<id>'), []).action(
    (id: string, flags: Flags) => edit(id, ['enabled='], flags, 'enabled '),
  );
  withOptions(
    group.command('disable').description('keep a provider from running, by command and by schedule').argument('<id>'),
    [],
  ).action((id: string, flags: Flags) => edit(id, ['enabled=false'], flags, 'disabled'));
  withOptions(group.command('remove').description('take a provider out of the configuration file').argument('<id>'), [
    'data',
  ]).action(async (id: string, flags: Flags) => {
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const { removeProvider } = await import('../../../app/providers/edit.ts');
    const { storedPages } = await import('../../../app/providers/providers.ts');
    const place = configPlace(configFrom(flags));
    await removeProvider(place, id);
    out.write(`removed  ${printable(id)} from ${printable(place.path)}\n`);
    const pages = await storedPages((await placeFrom(flags)).store, id);
    if (pages > 0)
      out.write(`         its ${counted(pages, 'stored page stays, and is', 'stored pages stay, and are')} found\n`);
  });
  withOptions(
    group
      .command('seed')
      .description('add seeds; a crawl that runs now picks them up within seconds')
      .argument('<id>', 'the provider; a preset is copied into the file first')
      .argument('<url...>', 'where to start, too'),
    ['data'],
  ).action(async (id: string, urls: readonly string[], flags: Flags) => {
    const { addSeeds } = await import('../../../app/providers/add-seeds.ts');
    const { configPlace } = await import('../../../app/providers/config-file.ts');
    const place = await placeFrom(flags);
    const { added, isQueued, id: own } = await addSeeds(place, configPlace(configFrom(flags)), id, urls);
    const lines = urls.map((url) => `${added.includes(url) ? 'added   ' : 'known   '} ${printable(url)}\n`);
    out.write(hideSecrets(lines.join('')));
    if (added.length > 0 && isQueued)
      out.write(`a crawl of ${printable(own)} that runs now takes them up, else the next one\n`);
  });
}

function writeJson(out: Output, value: unknown): void {
  out.write(hideSecrets(printableJson(`${JSON.stringify(value, null, 2)}\n`)));
}

function configFrom({ config }: Flags): { readonly config: string | undefined } {
  return { config: config as string | undefined };
}
