// C8, X1: what the operator should hear before targets are crawled, and which of them are not crawled at all.
import { DocentError } from '../../core/errors.ts';
import { excerpt } from '../../core/url/fetch-url.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { presets } from '../../seed/presets.ts';
import { forbiddenOnHost, mayRun, type RunKind, termsInWords } from '../../seed/terms.ts';
import type { Settings } from '../../settings.ts';
import { keyPolicyOf } from '../policies.ts';
import { resolveTargets, type Target } from '../targets.ts';

export interface Remark {
  readonly provider: string;
  readonly by: string;
  readonly detail: string;
}

/** The remarks in the order they are told. Throws DOC_TERMS for a provider that may not run. */
export function remarksOn(targets: readonly Target[], settings: Settings): readonly Remark[] {
  return targets.flatMap(({ provider, plain }) => {
    const { provider_id: id, channel, seed_urls: seeds } = provider;
    const verdict = checkMayRun(provider, plain ? 'plain' : 'command');
    const remarks: Remark[] = [];
    if (channel === 'context7-first' || channel === 'crawl-unless-context7')
      remarks.push({
        provider: id,
        by: 'channel:crawl',
        detail: 'Context7 is not asked yet by this version; the site itself is crawled',
      });
    const forbidden = plain ? forbiddenOnHost(seeds, [...settings.providers, ...presets]) : undefined;
    if (forbidden !== undefined)
      remarks.push({
        provider: id,
        by: 'terms:forbidden',
        detail: `the provider ${forbidden.provider_id} is on this host, and its terms forbid crawling (tos.verdict: forbidden); stop unless you know better`,
      });
    else if (verdict.detail !== undefined) remarks.push({ provider: id, by: verdict.by, detail: verdict.detail });
    const cut = seeds.find((seed) => requestedUrl(seed, keyPolicyOf(provider, settings)) !== seed);
    if (cut !== undefined)
      remarks.push({
        provider: id,
        by: 'seed:query',
        detail: `the seed ${excerpt(cut)} is requested without its query; "query: keep", "query: tracking" or keep_query_params requests it`,
      });
    return remarks;
  });
}

/** The verdict of `mayRun` where it is a yes. Throws DOC_TERMS with its reason where it is a no. */
export function checkMayRun(
  provider: Target['provider'],
  how: RunKind,
): { readonly by: string; readonly detail?: string } {
  const verdict = mayRun(provider, how);
  if (!verdict.ok) throw new DocentError('DOC_TERMS', verdict.detail);
  return verdict;
}

/** C8: a line for each provider whose terms someone has read. Throws as `resolveTargets`. */
export function termsOf(settings: Settings, words: readonly string[]): readonly string[] {
  return resolveTargets(words, settings).flatMap(({ provider, plain }) =>
    plain || provider.tos.verdict === undefined ? [] : [`terms of ${provider.name}: ${termsInWords(provider)}`],
  );
}
