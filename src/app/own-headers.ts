// H1: the headers that a provider with `own_site` and `headers_from_env` is requested with, for every command alike.
import { parseHttpUrl } from '../core/url/host.ts';
import type { Http } from '../fetch/http.ts';
import { type OwnHeaders, readOwnHeaders, withOwnHeaders } from '../fetch/own-headers.ts';
import type { Provider } from '../seed/provider.ts';
import type { Target } from './crawl/targets.ts';

/** The headers of a target, if it has some: those of its policy, or of the own site its URL belongs to. */
export function ownHeadersOf({
  provider,
  ownHeaders,
}: Pick<Target, 'provider' | 'ownHeaders'>): OwnHeaders | undefined {
  const { provider_id, own_site, headers_from_env: variables } = provider;
  if (ownHeaders !== undefined) return ownHeaders;
  if (!own_site || variables === undefined) return undefined;
  return { provider: provider_id, origins: originsOf(provider), variables };
}

/** Throws DOC_CONFIG for the first variable that is missing, before anything is requested. */
export function checkOwnHeaders(targets: readonly Target[]): void {
  for (const target of targets) {
    const own = ownHeadersOf(target);
    if (own !== undefined) readOwnHeaders(own, process.env);
  }
}

/** The client as a target may use it. */
export function httpFor(target: Target, http: Http): Http {
  const own = ownHeadersOf(target);
  return own === undefined ? http : withOwnHeaders(http, own, process.env);
}

/** What is sent to whom, in words; nothing for a provider that has no such headers. */
export function ownHeadersInWords(provider: Provider): readonly string[] {
  const own = ownHeadersOf({ provider });
  if (own === undefined) return [];
  const sent = Object.entries(own.variables).map(
    ([name, variable]) => `${name} from ${variable}${process.env[variable] ? '' : ' (which is not set)'}`,
  );
  return [`sends ${sent.join(', ')} to ${[...own.origins].join(', ')} only`];
}

/**
 * Whether two policies send the same headers to the same sites. What was stored with a run is data that may have been changed: it
 * names no variable that the configuration of this process does not name for the same site.
 */
export function hasSameHeaders(kept: Provider, configured: Provider | undefined): boolean {
  const [mine, theirs] = [ownHeadersOf({ provider: kept }), configured && ownHeadersOf({ provider: configured })];
  if (mine === undefined) return true;
  return (
    theirs !== undefined &&
    [...mine.origins].every((origin) => theirs.origins.has(origin)) &&
    Object.entries(mine.variables).every(([name, variable]) => theirs.variables[name] === variable)
  );
}

function originsOf({ seed_urls: seeds }: Provider): ReadonlySet<string> {
  return new Set(seeds.flatMap((seed) => parseHttpUrl(seed)?.origin ?? []));
}
