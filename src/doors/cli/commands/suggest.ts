// `docent suggest`: where the documentation of the libraries is that a project uses, and providers made of it.
import type { Command } from 'commander';
import type { Suggestion, Suggestions } from '../../../app/suggest/suggest.ts';
import type { Conclusion } from '../../../app/watch/report-run.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';
import { printable, printableJson } from '../../../core/printable.ts';
import { suggest as nearest } from '../../../core/suggest.ts';
import { placeFrom, settingsFrom, withOptions } from '../options.ts';
import { docsPlaceText, packageSummary, suggestionTable } from '../print/suggestions.ts';
import { columnsOf, type Output, styleFor } from '../print/terminal.ts';
import { type AskPerson, askForConsent, askForTerms, withPerson } from './providers-questions.ts';

interface Flags {
  readonly add?: true | readonly string[];
  readonly all?: boolean;
  readonly local?: true | readonly string[];
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly config?: string;
}

/** Adds the command. */
export function addSuggestCommand(program: Command, out: Output): void {
  const command = program
    .command('suggest')
    .description('list the libraries a project uses, and where their documentation is; nothing is requested')
    .argument('[folder]', 'the project', '.')
    .option(
      '--add [name...]',
      'write these libraries as providers into the configuration file; without names you are asked',
    )
    .option('--all', 'with --add: every library that is not only for development')
    .option(
      '--local [name...]',
      'index what these libraries bring along in node_modules (README, docs, CHANGELOG, types); without names all of them',
    )
    .option('--quiet', 'with --local: print only the end')
    .option('--json', 'print JSON');
  withOptions(command, ['data', 'log_level', 'log_format']);
  command.addHelpText(
    'after',
    '\nExamples:\n  docent suggest\n  docent suggest ../shop --json\n  docent suggest --add zod undici\n  docent suggest --local\n',
  );
  command.action(async (folder: string, flags: Flags) => {
    const { suggestLibraries } = await import('../../../app/suggest/suggest.ts');
    if (flags.all && flags.add === undefined) throw new DocentError('DOC_USAGE', '--all is for --add');
    if (flags.all && Array.isArray(flags.add)) throw new DocentError('DOC_USAGE', '--all and names exclude each other');
    if (flags.local !== undefined && flags.add !== undefined)
      throw new DocentError('DOC_USAGE', '--local and --add exclude each other');
    const found = suggestLibraries(folder);
    for (const problem of found.problems) process.stderr.write(`docent: warning: ${printable(problem)}\n`);
    if (flags.add !== undefined) return add(found, flags, out);
    if (flags.local !== undefined) return indexLocal(found, folder, flags, out);
    if (flags.json) out.write(printableJson(`${JSON.stringify(found, null, 2)}\n`));
    else out.write(listed(found, folder, out));
  });
}

function listed({ libraries, manifests }: Suggestions, folder: string, out: Output): string {
  if (manifests.length === 0)
    return `no package.json, pyproject.toml, requirements.txt, Cargo.toml, go.mod or pom.xml in ${printable(folder)}, nor one level below\n`;
  const summary = `${counted(libraries.length, 'library', 'libraries')} in ${printable(manifests.join(', '))}\n`;
  if (libraries.length === 0) return summary;
  const rows = suggestionTable(libraries, columnsOf(out), styleFor(out, process.env));
  const isInstalled = libraries.some(({ folder: place }) => place !== undefined);
  const local = isInstalled ? ', "--local" indexes what is installed' : '';
  return `${summary}${rows}"docent suggest --add NAME" makes a provider${local}\n`;
}

/** Makes providers of what is installed, and reads them at once. */
async function indexLocal({ libraries }: Suggestions, folder: string, flags: Flags, out: Output): Promise<void> {
  const { configPlace } = await import('../../../app/providers/config-file.ts');
  const { addPackages, isReadable, missingPackages } = await import('../../../app/suggest/local.ts');
  const { crawlAndReport } = await import('./crawl.ts');
  const chosen = Array.isArray(flags.local)
    ? flags.local.map((name: string) => installed(byName(name, libraries), isReadable))
    : libraries.filter(isReadable);
  if (chosen.length === 0)
    throw new DocentError('DOC_USAGE', `nothing in ${folder} is installed in node_modules that could be indexed`);
  const place = configPlace({ config: flags.config });
  const settings = settingsFrom(flags as Record<string, unknown>);
  for (const { provider, detail } of missingPackages(settings.providers))
    process.stderr.write(`docent: warning: ${printable(provider)}: ${printable(detail)}\n`);
  const { ids, added } = await addPackages(folder, chosen, { place, settings });
  if (added > 0 && !flags.json)
    out.write(
      `added    ${counted(added, 'package')} to ${printable(place.path)}; "docent refresh" looks at them again\n`,
    );
  const { libraryNames } = await import('../../../app/read/libraries.ts');
  const summary = async (concluded: readonly Conclusion[]): Promise<string> => {
    const after = await placeFrom(flags as Record<string, unknown>);
    return packageSummary(concluded, await libraryNames(after), styleFor(out, process.env));
  };
  process.exitCode = await crawlAndReport(ids, flags, out, summary);
}

function installed(one: Suggestion, isReadable: (one: Suggestion) => boolean): Suggestion {
  if (isReadable(one)) return one;
  throw new DocentError(
    'DOC_USAGE',
    one.folder === undefined
      ? `${one.name} is not in node_modules`
      : `${one.name} brings along nothing that documents it`,
  );
}

async function add(found: Suggestions, flags: Flags, out: Output): Promise<void> {
  const { configPlace } = await import('../../../app/providers/config-file.ts');
  const { draftProvider, saveDraft } = await import('../../../app/providers/edit.ts');
  const { draftOf, hasAddress } = await import('../../../app/suggest/suggest.ts');
  const place = configPlace({ config: flags.config });
  const today = new Date().toISOString().slice(0, 10);
  await withPerson(async (ask) => {
    for (const chosen of await choose(found.libraries, hasAddress, flags, ask)) {
      const { word, fields } = draftOf(chosen);
      const draft = draftProvider(word, fields, today);
      const { provider_id: id } = draft.provider;
      const { context7_url: url } = settingsFrom({ config: flags.config }).options;
      const typed = ask && {
        ...(await askForTerms(ask, draft.provider)),
        ...(await askForConsent(ask, draft.provider, url)),
      };
      try {
        await saveDraft(place, draftProvider(word, { ...fields, ...typed }, today));
        out.write(`added    ${printable(id)} to ${printable(place.path)}: ${docsPlaceText(chosen)}\n`);
      } catch (error) {
        // Several at once: one that is there already does not keep the others out.
        if (!(error instanceof DocentError) || error.code !== 'DOC_USAGE') throw error;
        process.stderr.write(`docent: ${printable(error.message)}\n`);
        process.exitCode = 1;
      }
    }
  });
}

async function choose(
  all: readonly Suggestion[],
  hasAddress: (one: Suggestion) => boolean,
  flags: Flags,
  ask: AskPerson | undefined,
): Promise<readonly Suggestion[]> {
  if (flags.all) return all.filter((one) => !one.isDev && hasAddress(one));
  if (Array.isArray(flags.add)) return flags.add.map((name: string) => byName(name, all));
  if (ask === undefined)
    throw new DocentError(
      'DOC_USAGE',
      '--add needs names, or --all, where nobody can be asked: docent suggest --add zod undici',
    );
  const chosen: Suggestion[] = [];
  for (const one of all.filter(hasAddress)) {
    const answer = await ask(
      `${printable(one.name)} ${printable(one.version ?? one.range ?? '')}, ${docsPlaceText(one)}: add it? y, n, q (Enter: n): `,
    );
    if (/^q/i.test(answer)) break;
    if (/^y/i.test(answer)) chosen.push(one);
  }
  return chosen;
}

function byName(name: string, all: readonly Suggestion[]): Suggestion {
  const found = all.find((one) => one.name === name) ?? all.find((one) => one.name.endsWith(`:${name}`));
  if (found !== undefined) return found;
  const near = nearest(
    name,
    all.map((one) => one.name),
  );
  throw new DocentError(
    'DOC_USAGE',
    `no manifest names "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
  );
}
