// C8: whether a provider may run by its terms of service and its operator; every user interface checks here.
import { hostKey, loopbackSite } from '../core/url/host.ts';
import { accept, refuse, type Verdict } from '../core/verdict.ts';
import { type Limits, mostForeign, mostOwn } from './limits.ts';
import type { Provider } from './provider.ts';

/** What starts the run: a command with the provider's id, the schedule, or a command with a plain URL. */
export type RunStarter = 'command' | 'schedule' | 'plain';

/**
 * Whether a provider may run. The detail of an acceptance is a reminder to be shown. A refusal is final, except that a disabled provider
 * may be enabled. `unclear` counts as a verdict: the operator has read the terms.
 */
export function mayRun(provider: Provider, how: RunStarter): Verdict {
  const { provider_id: id, name, tos, enabled } = provider;
  if (tos.verdict === 'forbidden')
    return refuse(
      'terms:forbidden',
      `the terms of ${name} forbid crawling (tos.verdict: forbidden); it is never crawled`,
    );
  if (!enabled)
    return refuse(
      'provider:disabled',
      `${name} is disabled (enabled: false); "docent providers enable ${id}" lets it run`,
    );
  // Files of the operator's own machine have no terms.
  if (provider.folder !== undefined) return accept('terms:unknown');
  if (tos.verdict === 'allowed') return accept('terms:allowed');
  if (tos.verdict === 'unclear')
    return accept('terms:unclear', `its terms do not say clearly whether crawling is allowed (tos.verdict: unclear)`);
  const isFree = isOwnOrLoopback(provider);
  if (how === 'plain')
    return isFree
      ? accept('terms:unknown')
      : accept('terms:unknown', 'have you read what the site’s terms say about crawling? docent has not');
  if (how === 'schedule' && !isFree)
    return refuse(
      'terms:unknown',
      `nobody has noted what the terms of ${name} say about crawling, so it is not run by schedule; read them, and set tos.verdict`,
    );
  return accept(
    'terms:unknown',
    isFree
      ? 'no terms verdict is noted (tos.verdict); a site of your own needs none'
      : 'nobody has noted what its terms say about crawling; read them, and set tos.verdict',
  );
}

/** The verdict in words for people: who found what, and when. */
export function termsInWords({ tos: { verdict, checked_by: by, checked_at: at } }: Provider): string {
  if (verdict === undefined) return 'no verdict';
  const signed = [by && `by ${by}`, at && `on ${at.slice(0, 10)}`].filter(Boolean).join(' ');
  return signed === '' ? verdict : `${verdict}, read ${signed}`;
}

/** The verdict and what there is to remark on, in one sentence. */
export function termsSentence(provider: Provider, remark: string | undefined): string {
  const noted = termsInWords(provider);
  if (remark === undefined) return noted;
  return provider.tos.verdict === undefined ? remark : `${noted}; ${remark}`;
}

/**
 * The hosts that are never requested, each with the provider whose terms forbid it. Left out are the hosts of those `judged` providers
 * that have a verdict of their own, or are the operator's own site: two documentations on one host may have terms of their own.
 */
export function forbiddenHosts(
  providers: readonly Provider[],
  judged: readonly Provider[] = [],
): ReadonlyMap<string, Provider> {
  const hosts = new Map<string, Provider>();
  for (const provider of providers)
    if (provider.tos.verdict === 'forbidden')
      for (const seed of provider.seed_urls) hosts.set(hostKey(seed), hosts.get(hostKey(seed)) ?? provider);
  for (const { tos, own_site, seed_urls: seeds } of judged)
    if (tos.verdict !== 'forbidden' && (tos.verdict !== undefined || own_site))
      for (const seed of seeds) hosts.delete(hostKey(seed));
  return hosts;
}

/** Whether no foreign terms apply: the operator's own site, or this machine. */
export function isOwnOrLoopback({ own_site, seed_urls: seeds }: Pick<Provider, 'own_site' | 'seed_urls'>): boolean {
  return own_site || seeds.every((seed) => loopbackSite(seed) !== undefined);
}

/** F3: the most that a source may set. Terms that allow crawling open as many pages as an own site has, and no greater depth. */
export function mostOf(source: Pick<Provider, 'own_site' | 'seed_urls' | 'folder' | 'tos'>): Limits {
  if (source.folder !== undefined || isOwnOrLoopback(source)) return mostOwn;
  return source.tos.verdict === 'allowed' ? { ...mostForeign, max_pages: mostOwn.max_pages } : mostForeign;
}
