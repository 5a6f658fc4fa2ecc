// F9: a sitemap is visited like a page; what it lists enters at depth 1, other sitemaps are queued.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { hostKey } from '../../core/url/host.ts';
import { retryDelay } from '../../fetch/retry.ts';
import type { FoundUrl, Lease, Outcome } from '../../frontier/port.ts';
import { judgeRedirect, mostRedirects } from '../../frontier/redirect.ts';
import { createSitemapReader } from '../../seed/sitemap.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { holdOf } from './answers.ts';
import { toFound } from './discover.ts';
import { spellLink } from './spell-links.ts';
import { type RequestFacts, stopped, type Trail, type Visit } from './trail.ts';
import type { VisitNeeds } from './visit-needs.ts';

const ENTRY_DEPTH = 1;
const MOST_CHILDREN = 500;

/** One sitemap file: streamed, never held as a tree. */
export async function readSitemap(
  lease: Lease,
  policy: CrawlPolicy,
  needs: VisitNeeds,
  steps: Trail,
  done: (outcome: Outcome, request: RequestFacts) => Visit,
): Promise<Visit> {
  steps.add('fetching', undefined, lease.url);
  const reader = createSitemapReader({ now: needs.now() });
  try {
    const { status, bytes, retryAfterMs, location } = await policy.fetch.sitemap(lease.url, {
      onData: (chunk) => reader.write(chunk),
      signal: needs.signal,
    });
    const request: RequestFacts = {
      ...{ requested: true, status, bytes, error: status >= 500 || status === 429 },
      holdMs: holdOf({ status, retryAfterMs }, lease, policy),
    };
    if (location !== undefined) {
      const next = judgeRedirect({
        from: lease.url,
        location,
        hop: lease.hops.length,
        limit: mostRedirects,
        visited: lease.hops,
      });
      if (next.ok)
        return done({ kind: 'redirect', to: next.url, key: `sitemap ${next.url}`, host: hostKey(next.url) }, request);
      return done({ kind: 'ended', state: 'failed', by: next.by, detail: next.detail }, request);
    }
    if (status < 200 || status > 299) {
      const delay = retryDelay(
        { status, ...(retryAfterMs !== undefined && { retryAfterMs }) },
        lease.attempt,
        policy.retries,
      );
      if (delay !== undefined)
        return done(
          { kind: 'again', notBefore: needs.now() + delay, retry: true, by: `http:${status}`, detail: '' },
          request,
        );
      return done({ kind: 'ended', state: 'failed', by: `http:${status}`, detail: 'no sitemap here' }, request);
    }
    const { kind, entries, truncated, problem } = await reader.end();
    if (problem !== undefined && entries.length === 0)
      return done(
        { kind: 'ended', state: 'failed', by: `sitemap:${problem}`, detail: 'not a sitemap that can be read' },
        request,
      );
    const links: FoundUrl[] =
      kind === 'index'
        ? childrenOf(lease, entries, policy, needs)
        : entries.map(({ url, lastmod }) => {
            const { form, ...link } = spellLink(url, policy);
            const found = toFound({ ...link, depth: ENTRY_DEPTH, from: lease.id, lastmod }, policy, needs.blocked);
            needs.watch.note(found, policy, form === undefined ? undefined : [form]);
            return found;
          });
    return done(
      { kind: 'list', links, detail: `${counted(entries.length, 'entry', 'entries')}${truncated ? ', cut' : ''}` },
      request,
    );
  } catch (error) {
    if (needs.signal.aborted) return stopped(done);
    if (!(error instanceof DocentError) || error.isOurs) throw error;
    const delay = retryDelay({ code: error.code }, lease.attempt, policy.retries);
    const request: RequestFacts = { requested: true, error: error.retry };
    if (delay !== undefined)
      return done(
        { kind: 'again', notBefore: needs.now() + delay, retry: true, by: error.code, detail: error.message },
        request,
      );
    return done({ kind: 'ended', state: 'failed', by: error.code, detail: error.message }, request);
  }
}

/** The sitemaps an index names: not those of an index inside an index, not those of other hosts, and not without end. */
function childrenOf(
  lease: Lease,
  entries: readonly { readonly url: string }[],
  policy: CrawlPolicy,
  needs: VisitNeeds,
): FoundUrl[] {
  if (lease.depth > 0) return [];
  const here = entries.filter(({ url }) => hostKey(url) === lease.host).slice(0, MOST_CHILDREN);
  // One deeper than the index, so that pages found before keep their turn.
  return here.map(({ url }) =>
    toFound({ url, depth: ENTRY_DEPTH, kind: 'sitemap', from: lease.id }, policy, needs.blocked),
  );
}
