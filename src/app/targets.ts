// What a crawl is asked to do, in words of the command line: a URL, or the id of a provider.
import { DocentError } from '../core/errors.ts';
import { suggest } from '../core/suggest.ts';
import { hostKey, parseHttpUrl } from '../core/url/host.ts';
import { presets } from '../seed/presets.ts';
import type { Provider } from '../seed/provider.ts';
import type { Settings } from '../settings.ts';

export interface Target {
  readonly provider: Provider;
  /** A plain `crawl URL`: scope from the seed's folder, caps may be lifted, no trial run. */
  readonly plain: boolean;
}

export interface TargetOptions {
  readonly allow?: readonly string[] | undefined;
  readonly block?: readonly string[] | undefined;
}

/** The providers behind these words. Throws DOC_URL or DOC_USAGE naming the word that is neither URL nor id. */
export function resolveTargets(
  words: readonly string[],
  settings: Settings,
  options: TargetOptions = {},
): readonly Target[] {
  const urls = words.filter((word) => /^https?:/i.test(word));
  const ids = words.filter((word) => !/^https?:/i.test(word));
  const targets: Target[] = ids.map((id) => ({ provider: byId(id, settings), plain: false }));
  const byHost = Map.groupBy(urls.map(checked), hostKey);
  for (const [host, seeds] of byHost)
    targets.push({ provider: plainProvider(host, seeds, settings, options), plain: true });
  return targets;
}

function byId(id: string, settings: Settings): Provider {
  const all = [...settings.providers, ...presets];
  const found =
    all.find((provider) => provider.provider_id === id) ?? all.find((provider) => provider.aliases.includes(id));
  if (found !== undefined) return found;
  const meant = suggest(
    id,
    all.map((provider) => provider.provider_id),
  );
  const looksLikeHost = /^[\w-]+(\.[\w-]+)+/.test(id);
  const hint =
    meant !== undefined ? `; did you mean "${meant}"?` : looksLikeHost ? `; did you mean https://${id}?` : '';
  throw new DocentError('DOC_USAGE', `"${id}" is neither a URL nor a provider${hint}`);
}

function checked(url: string): string {
  const parsed = parseHttpUrl(url);
  if (parsed === undefined) throw new DocentError('DOC_URL', `"${url}" is not an http(s) URL`);
  return url;
}

function plainProvider(
  host: string,
  seeds: readonly string[],
  settings: Settings,
  { allow, block }: TargetOptions,
): Provider {
  return {
    provider_id: host.replaceAll(':', '-'),
    name: host,
    aliases: [],
    seed_urls: seeds,
    allowed_path_patterns: allow ?? [],
    blocked_path_patterns: block ?? [],
    exclude_paths: [],
    max_depth: 3,
    max_pages: 200,
    request_delay_ms: 1_500,
    own_site: settings.options.own_site,
    query: 'drop',
    keep_query_params: [],
    custom_selectors: { remove: [] },
    spa_rendering: false,
    image_label: 'image',
    channel: 'crawl',
    tos: {},
  };
}
