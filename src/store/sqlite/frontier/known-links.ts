// Offers that were made lately and would change nothing: most links of a page are of this kind, and cost no look-up.
import type { OfferListener } from '../../../frontier/decide/offer.ts';
import type { FoundUrl } from '../../../frontier/port.ts';
import type { Context } from './context.ts';
import { type ProviderState, remember } from './state.ts';

/** Whether an offer changes nothing; one that is not remembered may still change nothing. */
export function isKnown(provider: ProviderState, found: FoundUrl): boolean {
  if (found.lastmod !== undefined || found.wanted) return false;
  return (provider.known.get(spellingId(provider, found)) ?? Infinity) <= found.depth;
}

/** Remembers, once the act is written, what was offered in it. */
export function rememberLinks({ tx }: Context, provider: ProviderState): OfferListener {
  return (found, { knownFrom, isAnew }) => {
    if (isAnew) tx.afterCommit(() => forgetKey(provider, found.key));
    if (knownFrom !== undefined) tx.afterCommit(() => remember(provider, spellingId(provider, found), knownFrom));
  };
}

/** Moves what is remembered of a key to another name. */
function forgetKey({ respelled }: ProviderState, key: string): void {
  respelled.set(key, (respelled.get(key) ?? 0) + 1);
}

/** U13: the id of a spelling: for another spelling of the same URL the verdict may differ. */
function spellingId({ respelled }: ProviderState, { key, url, refused }: FoundUrl): string {
  const id = `${refused === undefined ? '' : '!'}${key} ${url}`;
  const times = respelled.get(key);
  return times === undefined ? id : `${id} ${times}`;
}
