// H7: which addresses a crawl may connect to: public ones, what the operator listed, and loopback seeds.

import type { Log } from '../core/log.ts';
import { type LoopbackSite, loopbackSite, parseHttpUrl, portOf } from '../core/url/host.ts';
import { type AddressGuard, createAddressGuard } from '../fetch/address.ts';
import { addressKind, parseAddress } from '../fetch/address-ranges.ts';
import { refusal } from '../fetch/connect.ts';
import { requestFailure } from '../fetch/fail.ts';
import { createHttp, type Http, type HttpOptions } from '../fetch/http.ts';
import { proxyFromEnv } from '../fetch/proxy.ts';
import type { Settings } from '../settings.ts';
import type { Target } from './crawl/targets.ts';

/** How the HTTP client of a crawl is made: behind the guard, and through a proxy where one is configured. */
export function httpOptions(settings: Settings, targets: readonly Target[], log: Log): HttpOptions {
  const guard = guardFor(settings, targets);
  if (settings.options.proxy !== 'env') return { guard };
  log.warn({}, 'requests go through the proxy of the environment; which address a name leads to is the proxy’s choice');
  return { guard, proxy: proxyFromEnv(process.env) };
}

/** The HTTP options for an API of the operator's choice: one on loopback opens exactly its host and port. */
export function apiHttpOptions(settings: Settings, base: string): HttpOptions {
  const site = loopbackSite(base);
  const guard = guardOf(settings, site === undefined ? [] : [site]);
  return settings.options.proxy === 'env' ? { guard, proxy: proxyFromEnv(process.env) } : { guard };
}

/** The client as one target of several may use it: a loopback seed opens its port for its own target, and for no other. */
export function targetHttp(target: Target, settings: Settings, http: Http): Http {
  const judge = guardOf(settings, opened([target]));
  return {
    async get(url, request) {
      const to = parseHttpUrl(url);
      const verdict = to && judge.checkHost(to.hostname, portOf(to));
      if (verdict?.ok === false) throw requestFailure(refusal(verdict), 'connect', to as URL);
      return http.get(url, request);
    },
    close: () => http.close(),
  };
}

/** One client for targets that come one after the other. */
export interface SharedHttp {
  /** As `targetHttp`. */
  httpFor(target: Target): Http;
  close(): Promise<void>;
}

/** More loopback sites than this are not read at the same time. */
const MOST_OPEN = 64;

/** A client that lives longer than its targets. Throws as `createHttp`. */
export function createSharedHttp(settings: Settings, log: Log): SharedHttp {
  // A connection is judged without knowing its provider; the request was judged before.
  let open: readonly LoopbackSite[] = [];
  let guard = guardOf(settings, open);
  const current: AddressGuard = {
    checkHost: (...args) => guard.checkHost(...args),
    checkAddress: (...args) => guard.checkAddress(...args),
  };
  const http = createHttp({ ...httpOptions(settings, [], log), guard: current });
  return {
    httpFor(target) {
      const own = opened([target]);
      const isNew = own.some(({ host, port }) => !open.some((one) => one.host === host && one.port === port));
      if (isNew) {
        open = [...open, ...own].slice(-MOST_OPEN);
        guard = guardOf(settings, open);
      }
      return { ...targetHttp(target, settings, http), close: async () => {} };
    },
    close: () => http.close(),
  };
}

/** Whether a seed lies on a site that is not this machine and not one the operator listed as private. */
export function isPublicSeed(seed: string, { options }: Settings): boolean {
  const host = parseHttpUrl(seed)?.hostname;
  if (host === undefined || loopbackSite(seed) !== undefined || options.allow_private.includes(host)) return false;
  const literal = parseAddress(host.replace(/^\[(.*)\]$/, '$1'));
  return literal === undefined || addressKind(literal) === 'public';
}

/**
 * The guard for these targets; a loopback seed opens exactly its host and port. Nothing else does: a sitemap's address would open that
 * port to every link of a public site.
 */
function guardFor(settings: Settings, targets: readonly Target[]): AddressGuard {
  return guardOf(settings, opened(targets));
}

function guardOf({ options, own }: Settings, open: readonly LoopbackSite[]): AddressGuard {
  return createAddressGuard({ allowPrivate: options.allow_private, open, own });
}

function opened(targets: readonly Target[]): readonly LoopbackSite[] {
  const seeds = targets.flatMap(({ provider }) => provider.seed_urls);
  return seeds.flatMap((seed) => loopbackSite(seed) ?? []);
}
