// C6: providers from another file, YAML or JSON: all of them are taken into the configuration, or none.
import { ConfigError } from '../../core/errors.ts';
import { readConfigText } from '../../core/options/config-document.ts';
import type { Provider } from '../../seed/provider.ts';
import { type ConfigPlace, changeProviders } from './config-file.ts';
import { openProviderList, type RawPolicy } from './config-file-providers.ts';
import { checked } from './edit.ts';

export interface Imported {
  readonly added: readonly Provider[];
  readonly replaced: readonly Provider[];
  /** Those that the configuration has already, and keeps as they are. */
  readonly kept: readonly string[];
}

/**
 * Takes the policies of a file into the configuration: a list of them, one alone, or what a docent.yml has below `providers`. One whose
 * id is there already stays as it is, unless `replace`. Throws DOC_FILE for a file that cannot be read, a ConfigError with every problem
 * of its policies, and as `changeProviders`; nothing is saved then.
 */
export async function importProviders(
  place: ConfigPlace,
  file: string,
  { replace = false }: { readonly replace?: boolean | undefined } = {},
): Promise<Imported> {
  const policies = policiesIn(file);
  return changeProviders(place, (list) => {
    const [added, replaced, kept]: [Provider[], Provider[], string[]] = [[], [], []];
    for (const { raw, provider } of policies) {
      const { provider_id: id } = provider;
      const isThere = list.get(id) !== undefined;
      if (isThere && !replace) {
        kept.push(id);
        continue;
      }
      if (isThere) list.remove(id);
      list.add(raw);
      (isThere ? replaced : added).push(provider);
    }
    return { added, replaced, kept };
  });
}

function policiesIn(file: string): readonly { readonly raw: RawPolicy; readonly provider: Provider }[] {
  const list = openProviderList(file, readConfigText(file));
  const ids = list.ids();
  if (ids.length === 0)
    throw new ConfigError([`${file} has no providers: a list of policies, or "providers:" with one`]);
  const twice = ids.find((id, nth) => ids.indexOf(id) !== nth);
  if (twice !== undefined) throw new ConfigError([`provider_id is ${JSON.stringify(twice)} twice in ${file}`]);
  const problems: string[] = [];
  const policies = ids.flatMap((id) => {
    const raw = list.get(id) ?? {};
    try {
      return [{ raw, provider: checked(raw, (at) => list.where(id, at)) }];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems);
  return policies;
}
