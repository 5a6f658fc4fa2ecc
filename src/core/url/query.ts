// What stays of a query in the key (U3): nothing, everything but tracking, or everything.
import { decodeQueryEscapes } from './percent.ts';

export type QueryPolicy = 'drop' | 'tracking' | 'keep';

/** Parameters that name where a visitor came from and never change the page; compared in lower case. */
export const trackingParams = {
  prefixes: ['utm_', 'mtm_', 'pk_', 'matomo_', 'hsa_'],
  names: [
    ...['ref', 'ref_src', 'ref_url', 'referrer', 'trk', 'trkcampaign', 'cmpid', 's_cid', 's_kwcid', 'spm', 'scm'],
    ...[
      'gclid',
      'gclsrc',
      'dclid',
      'gbraid',
      'wbraid',
      'srsltid',
      '_ga',
      '_gl',
      '_gac',
      '_openstat',
      'yclid',
      'ymclid',
    ],
    ...[
      'fbclid',
      'igsh',
      'igshid',
      'msclkid',
      'twclid',
      'ttclid',
      'li_fat_id',
      'epik',
      'rdt_cid',
      'scclid',
      'irclickid',
    ],
    ...['mc_cid', 'mc_eid', 'mkt_tok', 'vero_id', 'vero_conv', 'oly_anon_id', 'oly_enc_id', 'wickedid', 'rb_clickid'],
    ...['_hsenc', '_hsmi', '__hstc', '__hssc', '__hsfp', 'hsctatracking', 'ml_subscriber', 'ml_subscriber_hash'],
  ],
} as const satisfies Record<string, readonly string[]>;

const trackingNames: ReadonlySet<string> = new Set(trackingParams.names);

/** The part of `query` (without `?`) that belongs to the key; empty when nothing remains. Idempotent, never throws. */
export function keptQuery(query: string, policy: QueryPolicy, exceptions: readonly string[] = []): string {
  if (query === '' || (policy === 'drop' && exceptions.length === 0)) return '';
  return keptParams(decodeQueryEscapes(query), policy, exceptions);
}

/** The parameters that stay, each as it is written; sorted by name unless all of them stay. */
export function keptParams(query: string, policy: QueryPolicy, exceptions: readonly string[] = []): string {
  if (policy === 'keep') return query;
  if (policy === 'drop' && exceptions.length === 0) return '';
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => ({ part, name: nameOf(part) }))
    .filter(({ name }) => exceptions.includes(name) || (policy === 'tracking' && !isTracking(name)))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ part }) => part)
    .join('&');
}

// Read the way a server reads it, so that `user%5Bid%5D` is the operator's `user[id]`.
function nameOf(part: string): string {
  const [first] = new URLSearchParams(part).keys();
  return first ?? '';
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return trackingNames.has(lower) || trackingParams.prefixes.some((prefix) => lower.startsWith(prefix));
}
