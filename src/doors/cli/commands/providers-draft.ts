// A provider made from flags, the operator's answers and, on request, a look at live pages; nothing is saved here.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { CheckReport } from '../../../app/providers/check.ts';
import type { ConfigPlace } from '../../../app/providers/config-file.ts';
import type { FieldTexts, ProviderDraft } from '../../../app/providers/edit.ts';
import { DocentError } from '../../../core/errors.ts';
import { hideSecrets } from '../../../core/log.ts';
import type { Provider } from '../../../seed/provider.ts';
import { fullUrl } from '../full-urls.ts';
import { placeFrom, settingsFrom, withOptions } from '../options.ts';
import { checkEnd, checkedPage } from '../print/providers.ts';
import { columnsOf, type Screen, styleFor } from '../print/terminal.ts';
import { policyFrom, withPolicyFlags } from './providers-flags.ts';
import { askForConsent, askForTerms, withPerson } from './providers-questions.ts';

type Flags = Readonly<Record<string, unknown>>;

/** How many pages a check looks at, by default. */
export const LOOKED_AT = '3';
const MOST_LOOKED_AT = 20;

/** Adds the flags that `draftFrom` reads. */
export function withDraftFlags(command: Command): Command {
  command
    .option('--id <id>', 'the provider’s id (default: the host of the URL)')
    .option('--check', 'try it on a few live pages first, and save it only if a crawl would be of use')
    .option('--pages <n>', 'how many pages --check looks at', LOOKED_AT);
  return withPolicyFlags(withOptions(command, ['data']));
}

/**
 * The provider behind a preset's id, a URL, a folder or a new id; on a terminal the operator is asked for its seed and its terms.
 * Undefined, with the exit code 1, where --check finds that a crawl would be of no use. Throws as `draftProvider` and `checkDraft`.
 */
export async function draftFrom(
  typed: string,
  flags: Flags,
  place: ConfigPlace,
  out: Screen,
): Promise<ProviderDraft | undefined> {
  const { checkDraft, draftProvider } = await import('../../../app/providers/edit.ts');
  const asOperator = { base: dirname(place.absolute), caller: 'operator' } as const;
  const pages = pagesFrom(flags);
  const today = new Date().toISOString().slice(0, 10);
  const fields: FieldTexts = { ...policyFrom(flags), ...(typeof flags.id === 'string' && { provider_id: flags.id }) };
  // With seeds the word is the id of a new one; and what is configured already is no place to add from.
  const word = fields.seed_urls === undefined ? await fullUrl(typed, { providers: [] }) : typed;
  const draft = await withPerson(async (ask): Promise<ProviderDraft> => {
    const isNew = ask !== undefined && fields.seed_urls === undefined && !/^https?:/i.test(word);
    const first = isNew ? await draftOrSeed(word) : undefined;
    const seeds =
      first === undefined && isNew
        ? { seed_urls: [await ask('Where does its documentation start? (URL): ')] }
        : undefined;
    const beforeTerms = first ?? draftProvider(word, { ...fields, ...seeds }, today, asOperator);
    checkDraft(place, beforeTerms);
    const terms = ask === undefined ? {} : await askForTerms(ask, beforeTerms.provider);
    const consent =
      ask === undefined ? {} : await askForConsent(ask, beforeTerms.provider, context7UrlIn(place, flags));
    return draftProvider(word, { ...fields, ...seeds, ...terms, ...consent }, today, asOperator);
  });
  if (flags.check === true) {
    const { usable } = await check(draft.provider, onlyShared(flags), pages, out);
    if (!usable) {
      process.stderr.write('docent: not saved\n');
      process.exitCode = 1;
      return undefined;
    }
  }
  return draft;

  async function draftOrSeed(id: string): Promise<ProviderDraft | undefined> {
    try {
      return draftProvider(id, fields, today, asOperator);
    } catch (error) {
      if (error instanceof DocentError && error.code === 'DOC_USAGE') return undefined;
      throw error;
    }
  }
}

/** Looks at live pages of a provider and prints each, unless the output is JSON. */
export async function check(provider: Provider, flags: Flags, pages: number, out: Screen): Promise<CheckReport> {
  const { checkProvider } = await import('../../../app/providers/check.ts');
  const place = await placeFrom(flags);
  const style = styleFor(out, process.env);
  const { logFor } = await import('../../../app/log-for.ts');
  const report = await checkProvider(place, logFor(place.settings, process.stderr), provider, {
    pages,
    onPage: (page) => (flags.json ? undefined : out.write(hideSecrets(`${checkedPage(page, roomOf(out), style)}\n`))),
  });
  if (!flags.json) out.write(hideSecrets(checkEnd(report, roomOf(out), style)));
  return report;
}

/** The number of pages to look at. Throws DOC_USAGE outside of its bounds. */
export function pagesFrom(flags: Flags): number {
  const pages = Number(flags.pages);
  if (Number.isInteger(pages) && pages >= 1 && pages <= MOST_LOOKED_AT) return pages;
  throw new DocentError(
    'DOC_USAGE',
    `--pages is "${flags.pages}": it must be a whole number from 1 to ${MOST_LOOKED_AT}`,
  );
}

/** The columns of the output. */
export function roomOf(out: Screen): number {
  return columnsOf(out) ?? 120;
}

/** Without the flags of a policy, some of which have the names of options. */
export function onlyShared({ config, data }: Flags): Flags {
  return { config, data };
}

/** Where Context7 is, by the settings; a configuration file that does not exist yet sets nothing. */
function context7UrlIn({ absolute }: ConfigPlace, flags: Flags): string {
  const { data } = flags;
  return settingsFrom(existsSync(absolute) ? onlyShared(flags) : { data }).options.context7_url;
}
