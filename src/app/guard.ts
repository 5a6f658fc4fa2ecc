// H7: which addresses a crawl may connect to: public ones, what the operator listed, and loopback seeds.

import type { Log } from '../core/log.ts';
import { isLoopbackHost, parseHttpUrl } from '../core/url/host.ts';
import { type AddressGuard, createAddressGuard } from '../fetch/address.ts';
import { addressKind, parseAddress } from '../fetch/address-ranges.ts';
import type { HttpOptions } from '../fetch/http.ts';
import { proxyFromEnv } from '../fetch/proxy.ts';
import type { Settings } from '../settings.ts';
import type { Target } from './targets.ts';

/** How the HTTP client of a crawl is made: behind the guard, and through a proxy where that was asked for. */
export function httpOptions(settings: Settings, targets: readonly Target[], log: Log): HttpOptions {
  const guard = guardFor(settings, targets);
  if (settings.options.proxy !== 'env') return { guard };
  log.warn({}, 'requests go through the proxy of the environment; which address a name leads to is the proxy’s choice');
  return { guard, proxy: proxyFromEnv(process.env) };
}

/** Whether a seed lies on a site that is not this machine and not one the operator listed as private. */
export function isPublicSeed(seed: string, { options }: Settings): boolean {
  const host = parseHttpUrl(seed)?.hostname;
  if (host === undefined || isLoopbackHost(host) || options.allow_private.includes(host)) return false;
  const literal = parseAddress(host.replace(/^\[(.*)\]$/, '$1'));
  return literal === undefined || addressKind(literal) === 'public';
}

/**
 * The guard for these targets; a loopback seed opens exactly its host and port. Nothing else does: a sitemap's address would open that
 * port to every link of a public site.
 */
function guardFor(settings: Settings, targets: readonly Target[]): AddressGuard {
  const seeds = targets.flatMap(({ provider }) => provider.seed_urls);
  const open = seeds.flatMap((seed) => {
    const url = parseHttpUrl(seed);
    if (url === undefined || !isLoopbackHost(url.hostname)) return [];
    return [{ host: url.hostname, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) }];
  });
  return createAddressGuard({ allowPrivate: settings.options.allow_private, open });
}
