// Offers that were made lately and would change nothing: most links of a page are such, and cost no look-up.
import type { OfferListener } from '../../frontier/decide/offer.ts';
import type { Found } from '../../frontier/port.ts';
import type { Context } from './context.ts';
import { type ProviderState, remember } from './state.ts';

/** Whether an offer changes nothing; one that is not remembered may still change nothing. */
export function isKnown(provider: ProviderState, found: Found): boolean {
  return found.lastmod === undefined && (provider.known.get(spellingId(found)) ?? Infinity) <= found.depth;
}

/** Remembers, once the act is written, what was offered in it. */
export function rememberLinks({ tx }: Context, provider: ProviderState): OfferListener {
  return (found, { knownFrom }) => {
    if (knownFrom !== undefined) tx.afterCommit(() => remember(provider, spellingId(found), knownFrom));
  };
}

/** U13: what is known is known of a spelling: of the same URL, linked otherwise, another verdict may be true. */
function spellingId({ key, url, refused }: Found): string {
  return `${refused === undefined ? '' : '!'}${key} ${url}`;
}
