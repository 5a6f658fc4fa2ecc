// What a refresh is about: the providers of a folder, and how often the pages of each are requested again.
import { DocentError } from '../../core/errors.ts';
import { hostKey, parseHttpUrl } from '../../core/url/host.ts';
import { refuse, type Verdict } from '../../core/verdict.ts';
import type { KnownProvider } from '../../frontier/port-providers.ts';
import { presets } from '../../seed/presets.ts';
import type { Provider } from '../../seed/provider.ts';
import { forbiddenHosts, mayRun } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { type IntervalBounds, intervalBounds } from '../../watch/schedule/adaptive-interval.ts';
import { nextRun } from '../../watch/schedule/cron.ts';
import { parseCron } from '../../watch/schedule/cron-fields.ts';
import { folderAtWay, folderFault, folderFields, placeDigest } from '../folder/folder-target.ts';
import { notInstalled } from '../package/installed-package.ts';
import { checkCrawled, type Place } from '../place.ts';
import type { Remark } from '../providers/remarks.ts';
import { readRemembered, withRemembered } from './remembered-options.ts';
import { type NamedBy, type TargetWord, targetWord } from './target-word.ts';
import { resolveTargets, type Target, type TargetOptions, targetsOf } from './targets.ts';

const WEEK_MS = 7 * 86_400_000;

export interface RefreshTargets {
  readonly targets: readonly Target[];
  /** Known providers that were not named and are left out, each with the reason. */
  readonly remarks: readonly Remark[];
}

/**
 * The targets behind these words: URLs, ids of providers, names of crawls of plain URLs; without words everything the folder
 * knows. `caller` decides what they may name. Rejects with DOC_STORE where there is no crawl, and as `resolveTargets`.
 */
export async function refreshTargets(
  words: readonly string[],
  { settings, store }: Place,
  options: TargetOptions,
  caller: NamedBy,
): Promise<RefreshTargets> {
  await checkCrawled(store);
  const known = new Map((await store.knownProviders()).map((one) => [one.provider, one]));
  const configured = new Map([...presets, ...settings.providers].map((provider) => [provider.provider_id, provider]));
  if (words.length > 0) {
    const named = [...new Set(words)].flatMap((word): readonly TargetWord[] => {
      const meant = targetWord(word, settings, caller);
      const isId = meant.kind === 'source' && meant.provider.provider_id === word;
      // What was crawled under a name goes before a source that has it as an alias.
      const plain = meant.kind === 'name' || (meant.kind === 'source' && !isId) ? known.get(word) : undefined;
      if (plain === undefined) return [meant];
      const seeds = plainSeeds(plain, settings);
      if (seeds.length === 0 && meant.kind === 'source') return [meant];
      if (seeds.length === 0 && isOfFolder(plain)) throw new DocentError('DOC_USAGE', noPlace(plain));
      return seeds;
    });
    return {
      targets: asLastCrawled(targetsOf(named, settings, options), known, settings, options),
      remarks: [],
    };
  }
  const remarks: Remark[] = [];
  const hosts = forbiddenHosts([...configured.values()]);
  const forbidden = (seeds: readonly string[]): Verdict | undefined => {
    const host = seeds.map(hostKey).find((candidate) => hosts.has(candidate));
    return host === undefined
      ? undefined
      : refuse('terms:forbidden', `the terms of ${hosts.get(host)?.name} forbid crawling ${host}`);
  };
  const all = [...known.values()].flatMap((one) => {
    const provider = configured.get(one.provider);
    // F5: what was crawled by its URL and never stored is on record, and no source.
    if (provider === undefined && !one.isStored) return [];
    const refusal = provider === undefined ? forbidden(one.seeds) : refusalOf(provider);
    const named: readonly TargetWord[] =
      provider === undefined ? plainSeeds(one, settings) : [{ kind: 'source', word: one.provider, provider }];
    const left =
      refusal?.ok === false
        ? refusal
        : named.length === 0
          ? refuse(
              'provider:unknown',
              isOfFolder(one) ? noPlace(one) : 'it is not configured any more; what is stored of it stays as it is',
            )
          : undefined;
    if (left === undefined) return named;
    remarks.push({ provider: one.provider, by: left.by, detail: left.detail ?? '' });
    return [];
  });
  if (all.length === 0)
    throw new DocentError('DOC_USAGE', remarks[0]?.detail ?? `nothing in ${store.name} can be refreshed`);
  return { targets: asLastCrawled(targetsOf(all, settings, options), known, settings, options), remarks };
}

/** Why a configured provider is left out of a refresh of everything, if it is. */
function refusalOf(provider: Provider): Verdict {
  const missing = notInstalled(provider);
  if (missing !== undefined) return refuse('package:missing', missing);
  const fault = folderFault(provider);
  return fault === undefined ? mayRun(provider, 'command') : refuse('folder:unreadable', fault);
}

/** Plain targets with the options of their last crawl, where none are set now. */
function asLastCrawled(
  targets: readonly Target[],
  known: ReadonlyMap<string, KnownProvider>,
  settings: Settings,
  options: TargetOptions,
): readonly Target[] {
  return targets.map((found) => {
    if (!found.plain) return found;
    const target = asNamed(found, known);
    const last = readRemembered(known.get(target.provider.provider_id)?.remembered);
    const { own_site } = withRemembered(settings, last.options).options;
    const provider = {
      ...target.provider,
      own_site: own_site || target.provider.folder !== undefined,
      allowed_path_patterns: options.allow ?? last.allow ?? [],
      blocked_path_patterns: options.block ?? last.block ?? [],
    };
    return { ...target, provider, remembered: last.options };
  });
}

/** A folder by the name under which it was crawled. */
function asNamed(target: Target, known: ReadonlyMap<string, KnownProvider>): Target {
  const { folder, provider_id: own } = target.provider;
  if (folder === undefined || known.has(own)) return target;
  const place = placeDigest(folder);
  const id = known.values().find(({ remembered }) => readRemembered(remembered).place === place)?.provider;
  return id === undefined
    ? target
    : { ...target, provider: { ...target.provider, ...folderFields(id, folder), provider_id: id, name: id } };
}

function isOfFolder({ remembered }: KnownProvider): boolean {
  return readRemembered(remembered).place !== undefined;
}

function noPlace({ provider, remembered }: KnownProvider): string {
  if (readRemembered(remembered).way !== undefined)
    return `the folder ${provider} is not where it was: "docent crawl ./path/to/it --provider ${provider}" finds it again`;
  return `where the folder ${provider} lies is not kept: "docent refresh ./path/to/it" looks at it again, and "docent providers add ./path/to/it" lets it be found by its name`;
}

/** The seeds by which a crawl of plain URLs is that crawl again, or the folder; none when its name came from a provider. */
function plainSeeds(known: KnownProvider, settings: Settings): readonly TargetWord[] {
  const { provider, seeds } = known;
  if (isOfFolder(known)) {
    const { way, place } = readRemembered(known.remembered);
    const found = way === undefined ? undefined : folderAtWay(way, settings.data);
    return found !== undefined && placeDigest(found) === place ? [{ kind: 'folder', word: provider, path: found }] : [];
  }
  if (seeds.some((seed) => parseHttpUrl(seed) === undefined)) return [];
  const own = seeds.filter((seed) => resolveTargets([seed], settings)[0]?.provider.provider_id === provider);
  return own.map((url) => ({ kind: 'url', url }));
}

/** How often the pages of a provider are requested again: by its schedule, weekly where it has none. */
export function refreshInterval(
  { schedule, adaptive }: Pick<Provider, 'schedule' | 'adaptive'>,
  now: number,
): IntervalBounds {
  if (schedule === undefined) return intervalBounds(WEEK_MS, adaptive);
  const rule = parseCron(schedule);
  const next = nextRun(rule, now, 'UTC');
  return intervalBounds(nextRun(rule, next, 'UTC') - next, adaptive);
}
