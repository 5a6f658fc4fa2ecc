// H7: which addresses a crawl may connect to: public ones, what the operator listed, and loopback seeds.

import type { Log } from '../core/log.ts';
import { isLoopbackHost, parseHttpUrl } from '../core/url/host.ts';
import { type AddressGuard, createAddressGuard } from '../fetch/address.ts';
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

/** The guard for these targets; a loopback seed opens exactly its host and port. */
function guardFor(settings: Settings, targets: readonly Target[]): AddressGuard {
  const seeds = targets.flatMap(({ provider }) => [
    ...provider.seed_urls,
    ...(provider.sitemap_url === undefined ? [] : [provider.sitemap_url]),
  ]);
  const open = seeds.flatMap((seed) => {
    const url = parseHttpUrl(seed);
    if (url === undefined || !isLoopbackHost(url.hostname)) return [];
    return [{ host: url.hostname, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) }];
  });
  return createAddressGuard({ allowPrivate: settings.options.allow_private, open });
}
