// F1: `docent providers seed`: more places to start from, for later crawls and for one that runs now.

import { DocentError } from '../../core/errors.ts';
import { parseHttpUrl } from '../../core/url/host.ts';
import { withoutUserInfo } from '../../core/url/shown-url.ts';
import { compileScope } from '../../frontier/scope.ts';
import type { Provider } from '../../seed/provider.ts';
import type { Settings } from '../../settings.ts';
import type { Place } from '../place.ts';
import { openSideDoor } from '../read/reading.ts';
import { type ConfigPlace, changeProviders } from './config-file.ts';
import type { RawPolicy } from './config-file-providers.ts';
import { checked, foldersOf, present } from './edit.ts';

export interface Seeded {
  readonly id: string;
  /** Seeds that were not among its own before. */
  readonly added: readonly string[];
  /** Whether they were put into a data folder's inbox, so that a crawl under way picks them up. */
  readonly isQueued: boolean;
}

/**
 * F1: more seeds, saved for every later crawl and passed to one that runs now. Throws DOC_URL for a text that is no URL, DOC_USAGE
 * for one out of the provider's scope, what `check` throws of the written policy, and as `changeProviders`; nothing is saved then.
 */
export async function addSeeds(
  { settings, store }: Place,
  config: ConfigPlace,
  id: string,
  words: readonly string[],
  check: (policy: RawPolicy, urls: readonly string[]) => void = () => {},
): Promise<Seeded> {
  const urls = words.map(withoutUserInfo);
  for (const url of urls)
    if (parseHttpUrl(url) === undefined) throw new DocentError('DOC_URL', `"${url}" is not an http(s) URL`);
  const { before, own } = await changeProviders(config, (list) => {
    const found = present(list, config, id);
    const policy = checked(list.get(found.id) ?? {}, () => config.path);
    refuseOutside(urls, policy, settings);
    check(list.get(found.id) ?? {}, urls);
    const seeds = [...new Set([...policy.seed_urls, ...urls])];
    if (seeds.length > policy.seed_urls.length)
      list.change(found.id, [
        ['seed_urls', seeds],
        ['seed_url', undefined],
      ]);
    return { before: policy, own: found.id };
  });
  const added = [...new Set(urls)].filter((url) => !before.seed_urls.includes(url));
  const isQueued = (await store.identity()) !== undefined;
  if (isQueued && added.length > 0) {
    const side = await openSideDoor(store);
    try {
      for (const url of added) await side.addSeed(own, url);
    } finally {
      await side.close();
    }
  }
  return { id: own, added, isQueued };
}

/** U4: a seed would open its own page only, and nothing that it links to. Throws DOC_USAGE saying what would be needed. */
function refuseOutside(urls: readonly string[], policy: Provider, { options }: Settings): void {
  const { provider_id: id, seed_urls: seeds, allowed_path_patterns: allowed, blocked_path_patterns: blocked } = policy;
  const { same_domain_only: sameDomainOnly, strip_www: stripWww } = options;
  const scope = compileScope({ seeds, allowed, blocked, sameDomainOnly, stripWww });
  for (const url of urls) {
    const verdict = scope.judge(url);
    if (verdict.ok) continue;
    const edit = `docent providers edit ${id}`;
    const todo =
      verdict.by === 'scope:host'
        ? `"docent providers add ${url}" makes it a provider of its own, "${edit} seed_urls+=${url}" opens the host for this one`
        : verdict.by === 'scope:blocked'
          ? `"${edit} blocked_path_patterns-=…" takes the pattern away`
          : `"${edit} allowed_path_patterns+=${foldersOf([url])[0]}" opens it`;
    throw new DocentError(
      'DOC_USAGE',
      `${url} is out of the scope of ${id}, by ${verdict.by}: ${verdict.detail}. ${scope.description}. ${todo}`,
    );
  }
}
