// Offers from outside a visit: seeds, and what other processes request.
import { loadLinks } from '../../../frontier/decide/load.ts';
import { offer } from '../../../frontier/decide/offer.ts';
import { Overlay } from '../../../frontier/decide/overlay.ts';
import type { FoundUrl, OfferAnswer } from '../../../frontier/port.ts';
import { type Context, providerOf } from './context.ts';
import { isKnown, rememberLinks } from './known-links.ts';
import { crawlFacts, factSource } from './load-facts.ts';
import { write } from './write-effects.ts';

/** Adds what this generation does not know yet; an act of its own for each run of URLs of one provider. */
export function offerFound(ctx: Context, found: readonly FoundUrl[], now: number): readonly OfferAnswer[] {
  const answers: OfferAnswer[] = [];
  for (let from = 0; from < found.length; ) {
    const { provider: slug } = found[from] as FoundUrl;
    const other = found.findIndex(({ provider }, at) => at > from && provider !== slug);
    const to = other === -1 ? found.length : other;
    answers.push(...offerTo(ctx, slug, found.slice(from, to), now));
    from = to;
  }
  return answers;
}

function offerTo(ctx: Context, slug: string, found: readonly FoundUrl[], now: number): readonly OfferAnswer[] {
  const provider = providerOf(ctx, slug);
  const overlay = new Overlay(crawlFacts(provider));
  const known = found.map((item) => isKnown(provider, item));
  loadLinks(
    overlay,
    factSource(ctx, provider),
    found.filter((_, at) => !known[at]),
  );
  const remember = rememberLinks(ctx, provider);
  const answers = found.map((item, at) => {
    if (known[at]) return 'known';
    const offered = offer(overlay, item, now);
    remember(item, offered);
    return offered.answer;
  });
  write(ctx, provider, overlay.effects());
  return answers;
}
