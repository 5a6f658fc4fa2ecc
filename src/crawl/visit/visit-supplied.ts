// The visit of a URL whose page is supplied: no robots, no clock, no request; its outcome is settled like any other.
import { urlKey } from '../../core/url/key.ts';
import type { Lease, Outcome } from '../../frontier/port.ts';
import { keptStamp } from '../run/kept-stamp.ts';
import { listSupplied } from '../run/offer-supplied.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import type { SuppliedReply, Supplier } from '../run/supplier.ts';
import { redirected } from './answers.ts';
import { storedLinks } from './page-outcome.ts';
import { isUpToDate } from './rhythm.ts';
import { type RequestFacts, stopped, type Trail, type Visit } from './trail.ts';
import type { VisitNeeds } from './visit-needs.ts';

/** A page that a supplier returned. */
export type SuppliedPage = Extract<SuppliedReply, { kind: 'page' }>;

/** Dependencies that the surrounding visit passes in. */
export interface SuppliedNeeds {
  readonly needs: VisitNeeds;
  readonly steps: Trail;
  readonly done: (outcome: Outcome, request: RequestFacts) => Visit;
  /** Steps 7 to 9 of a page. */
  readonly read: (page: SuppliedPage) => Promise<Visit>;
}

const noRequest: RequestFacts = Object.freeze({ requested: false });

/** Gets a leased URL from its supplier, and returns the finished visit. */
export async function visitSupplied(
  lease: Lease,
  policy: CrawlPolicy,
  supplier: Supplier,
  story: SuppliedNeeds,
): Promise<Visit> {
  const visited = await visitOne(lease, policy, supplier, story);
  const isListing = isHome(lease.url, supplier) && visited.outcome.kind !== 'again' && !isFailed(visited.outcome);
  if (!isListing) return visited;
  // The list could not be had when the run began.
  const listed = await listSupplied(policy, supplier, story.needs);
  supplier.expect?.(listed.flatMap(({ offer: { url, refused } }) => (refused === undefined ? [url] : [])));
  return { ...visited, found: [...(visited.found ?? []), ...listed.map(({ offer }) => offer)] };
}

function isHome(url: string, { home }: Supplier): boolean {
  return home !== undefined && urlKey(url) === urlKey(home);
}

function isFailed(outcome: Outcome): boolean {
  return outcome.kind === 'ended' && outcome.state === 'failed';
}

async function visitOne(
  lease: Lease,
  policy: CrawlPolicy,
  supplier: Supplier,
  { needs, steps, done, read }: SuppliedNeeds,
): Promise<Visit> {
  steps.add('reading', undefined, lease.url);
  let reply: SuppliedReply;
  try {
    const etag = isUpToDate(lease, policy) ? lease.stored?.etag : undefined;
    reply = await supplier.get(lease.url, { etag, signal: needs.signal });
  } catch (error) {
    if (needs.signal.aborted) return stopped(done);
    throw error;
  }
  const stamped = (visited: Visit, of: string | undefined): Visit => {
    const stamp = keptStamp(of, policy);
    return stamp === undefined ? visited : { ...visited, stamp: { key: urlKey(lease.url, policy.key), stamp } };
  };
  switch (reply.kind) {
    case 'elsewhere':
      return done(redirected(lease, policy, reply.url), noRequest);
    case 'refused': {
      const { by, detail } = reply.verdict;
      return stamped(done({ kind: 'ended', state: 'skipped', by, detail }, noRequest), reply.stamp);
    }
    case 'later':
      return done(await needs.postpone(lease.host, reply), noRequest);
    case 'gone':
    case 'failed':
      return done({ kind: 'ended', state: reply.kind, by: reply.by, detail: reply.detail }, noRequest);
    case 'same': {
      const links = await storedLinks(lease, policy, needs);
      return stamped(done({ kind: 'unchanged', reason: reply.by, at: needs.now(), links }, noRequest), reply.stamp);
    }
    case 'page':
      return stamped(await read(reply), reply.stamp);
  }
}
