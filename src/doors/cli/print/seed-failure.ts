// F5: a seed where nobody is there, in one line that says what to do.
import { reasonHas } from '../../../core/reasons.ts';
import { hostKey } from '../../../core/url/host.ts';
import type { CrawlEvent } from '../../../crawl/run/events.ts';

type Visited = Extract<CrawlEvent, { type: 'visited' }>;

/** Which seed failed and what to do about it; undefined for everything else. */
export function seedFailure({ url, firstUrl = url, state, depth, by, detail }: Visited): SeedFailure | undefined {
  if (state !== 'failed' || depth > 0 || !reasonHas(by, 'nobodyThere')) return undefined;
  const way = firstUrl === url ? '' : `it redirects to ${url}: `;
  return { url: firstUrl, text: `${way}${adviceOn(hostKey(url), by, detail)}` };
}

export interface SeedFailure {
  readonly url: string;
  readonly text: string;
}

function adviceOn(host: string, by: string, detail: string): string {
  if (by === 'DOC_DNS')
    return /ENOTFOUND|ENODATA|name/i.test(detail)
      ? `there is no host ${host}; check the spelling`
      : `${host} could not be looked up; check the spelling, and the network of this machine`;
  if (by === 'DOC_TLS') {
    const [reason] = /(?:[a-z-]+ )*certificate(?: [a-z]+)*/i.exec(detail) ?? [];
    return reason === undefined
      ? `${host} does not speak TLS there; is it http:// instead of https://?`
      : `the certificate of ${host} is not accepted (${reason}); it must be valid for this name`;
  }
  if (detail.includes('ECONNREFUSED')) return `nothing listens at ${host}; is it running?`;
  return `no connection to ${host}; is it running, and reachable from here?`;
}
