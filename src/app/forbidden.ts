// C8: no command requests from a host whose provider's terms forbid it, by whatever name the host is reached.
import { DocentError } from '../core/errors.ts';
import { hostKey } from '../core/url/host.ts';
import { type ParsedUrl, parsedUrl } from '../core/url/parsed-url.ts';
import { type Refused, refuse } from '../core/verdict.ts';
import { presets } from '../seed/presets.ts';
import { forbiddenHosts } from '../seed/terms.ts';
import type { Settings } from '../settings.ts';
import type { Target } from './crawl/targets.ts';

/** Why a URL found on the way (a link, a redirect, a sitemap) may not be requested; undefined where it may. */
export type ForbiddenReason = (url: string | ParsedUrl) => Refused | undefined;

/**
 * Every command that requests pages passes here before its first request. Throws DOC_TERMS for a target on a forbidden host: a plain
 * URL, or a provider without other terms in the configuration. `docent robots` does not pass: robots.txt is addressed to every client,
 * and may always be read.
 */
export function checkForbidden(targets: readonly Target[], { providers }: Settings): ForbiddenReason {
  const judged = targets.filter(({ plain }) => !plain).map(({ provider }) => provider);
  const hosts = forbiddenHosts([...providers, ...presets], judged);
  const reason: ForbiddenReason = (url) => {
    if (hosts.size === 0) return undefined;
    const forbidden = hosts.get(parsedUrl(url).host);
    return (
      forbidden &&
      refuse('terms:forbidden', `the terms of ${forbidden.name} forbid crawling its host (tos.verdict: forbidden)`)
    );
  };
  for (const seed of targets.flatMap(({ provider }) => provider.seed_urls)) {
    const why = reason(seed);
    if (why !== undefined) throw new DocentError('DOC_TERMS', `${hostKey(seed)} is never requested: ${why.detail}`);
  }
  return reason;
}
