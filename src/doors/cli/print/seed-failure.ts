// F5: a seed where nobody is there, in one line that says what to do.
import { reasonHas } from '../../../core/reasons.ts';
import type { CrawlEvent } from '../../../crawl/run/events.ts';

type Visited = Extract<CrawlEvent, { type: 'visited' }>;

/** Which seed failed and what to do about it; undefined for everything else. */
export function seedFailure({ url, firstUrl = url, state, depth, by, detail }: Visited): SeedFailure | undefined {
  if (state !== 'failed' || depth > 0 || !reasonHas(by, 'nobodyThere')) return undefined;
  const way = firstUrl === url ? '' : `it redirects to ${url}: `;
  return { url: firstUrl, text: `${way}${adviceOn(by, detail)}` };
}

export interface SeedFailure {
  readonly url: string;
  readonly text: string;
}

function adviceOn(by: string, detail: string): string {
  if (by === 'DOC_DNS')
    return /ENOTFOUND|ENODATA|name/i.test(detail)
      ? 'there is no such host; check the spelling'
      : 'its name could not be looked up; check the spelling, and the network of this machine';
  if (by === 'DOC_TLS') {
    const [reason] = /(?:[a-z-]+ )*certificate(?: [a-z]+)*/i.exec(detail) ?? [];
    return reason === undefined
      ? 'TLS is not spoken there; is it http:// instead of https://?'
      : `its certificate is not accepted (${reason}); it must be valid for this host`;
  }
  if (detail.includes('ECONNREFUSED')) return 'nothing listens there; is it running?';
  return 'there was no connection; is it running, and reachable from here?';
}
