// The way of one URL, steps 5 to 9: may we, get it, read it, decide what becomes of it. One request per visit.
import { DocentError } from '../../core/errors.ts';
import type { ReasonName } from '../../core/reasons.ts';
import { hostKey } from '../../core/url/host.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { refuse } from '../../core/verdict.ts';
import type { PageReply } from '../../fetch/page.ts';
import { gapAfter, hostHealthOf, slowdownOf } from '../../frontier/politeness.ts';
import type { Lease, Outcome, Settlement } from '../../frontier/port.ts';
import type { Decision } from '../../robots/file.ts';
import { robotsUrlOf } from '../../robots/gate.ts';
import { RobotsPostponed } from '../../robots/get.ts';
import type { ReadResult } from '../read/reading.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { supplierOf } from '../run/supplier.ts';
import {
  closedByRobots,
  excluded,
  failed,
  holdOf,
  judgeStatus,
  markTemporary,
  readFacts,
  redirected,
  refusedAstray,
  refusedByRobots,
  surplus,
  unanswered,
  unreadable,
} from './answers.ts';
import { excludedBy, toFound, wayRefusal } from './discover.ts';
import { cutsOf, formOf, pageOutcome, storedLinks } from './page-outcome.ts';
import { isUpToDate, rhythmFor, skipReason, stillGone } from './rhythm.ts';
import { type RequestFacts, stepOf, stopped, Trail, type Visit, wordsOf } from './trail.ts';
import type { VisitNeeds } from './visit-needs.ts';
import { type SuppliedPage, visitSupplied } from './visit-supplied.ts';

/** Makes one request for a leased URL. Throws only for faults of docent itself or of this machine. */
export async function visit(lease: Lease, needs: VisitNeeds): Promise<Visit> {
  const policy = needs.policyOf(lease.provider);
  const steps = new Trail(needs.now);
  const start = needs.now();
  let crawlDelay: number | null = null;
  let robotsBytes = 0;
  const done = (outcome: Outcome, request: RequestFacts): Visit => {
    const now = needs.now();
    steps.add(stepOf(outcome, request), ...wordsOf(outcome));
    return {
      outcome,
      steps: steps.all,
      host: hostNews(lease, policy, needs, request, now, crawlDelay),
      closing: request.closing,
      status: request.status,
      ms: now - start,
      bytes: request.bytes ?? 0,
      facts: {
        status: request.status,
        ms: request.ms ?? 0,
        bytes: (request.bytes ?? 0) + robotsBytes,
        isPage: request.isPage === true,
        read: request.read,
      },
      rhythm: rhythmFor(lease, policy, now),
    };
  };

  // R26: the blocklist may have changed since queueing, and a redirect may lead to a blocked URL.
  const own = excludedBy(lease.url, policy, needs.blocked);
  if (own !== undefined) return done(excluded(lease, policy, own), { requested: false });

  // U4, F3: the scope may have changed, too; a page stored earlier stays as it is.
  const way = lease.kind === 'page' ? wayRefusal(lease, policy) : undefined;
  const outside = lease.depth > 0 || way?.by === 'scope:blocked' ? way : undefined;
  if (outside !== undefined)
    return done({ kind: 'ended', state: 'skipped', by: outside.by, detail: outside.detail }, { requested: false });

  // U3: stored under another query rule, it is another page than would be requested now; its copy stays.
  const page = lease.kind === 'page' ? requestedUrl(lease.firstUrl, policy.key) : lease.firstUrl;
  if (page !== lease.firstUrl) {
    const detail = `its query is dropped now; the page is ${page}`;
    const ended = done({ kind: 'ended', state: 'skipped', by: 'query:dropped', detail }, { requested: false });
    return { ...ended, found: [toFound({ url: page, depth: lease.depth, from: lease.id }, policy, needs.blocked)] };
  }

  const supplier = supplierOf(policy, lease.url);
  if (supplier !== undefined) {
    const read = (page: SuppliedPage): Promise<Visit> => {
      const bytes = page.body.byteLength;
      const reply = { ...page, status: 200, headers: {}, bytes, ms: 0 };
      return readReply(reply, { requested: false, bytes }, { lease, policy, needs, steps, done }, page.by);
    };
    return visitSupplied(lease, policy, supplier, { needs, steps, done, read });
  }

  // X1: what is stored of the site stays as it is, and what waits there is found again when the crawl comes back.
  if (policy.leftOut !== undefined) {
    const detail = policy.leftOut;
    if (lease.stored === undefined)
      return done({ kind: 'ended', state: 'skipped', by: 'channel:left', detail }, { requested: false });
    const links = await storedLinks(lease, policy, needs);
    return done(
      { kind: 'unchanged', at: start, links, skippedBy: refuse('channel:instead', detail) },
      { requested: false },
    );
  }

  // F9: a refresh requests only what is due; the links of a skipped page are still offered.
  const skippedBy = skipReason(lease, policy, start);
  if (skippedBy !== undefined) {
    const links = await storedLinks(lease, policy, needs);
    return done({ kind: 'unchanged', at: start, links, skippedBy }, { requested: false });
  }

  const gone = stillGone(lease, policy, start);
  if (gone !== undefined) return done(gone, { requested: false });

  // 5 robots
  let robots: Decision;
  needs.requesting(lease, robotsUrlOf(new URL(lease.url)), policy.robotsMs);
  try {
    robots = await policy.robots.explain(lease.url);
  } catch (error) {
    if (needs.signal.aborted) return stopped(done);
    if (!(error instanceof RobotsPostponed)) throw error;
    return done(await needs.postpone(lease.host, error.wait), { requested: false });
  }
  // Taken now: by the time the page is here, a busy cache may have forgotten the host.
  crawlDelay = policy.robots.crawlDelay(lease.url);
  const requestedRobots = robots.source !== null && !robots.source.fromCache;
  if (requestedRobots) robotsBytes = robots.source?.bytes ?? 0;
  steps.add('robots-check', robots.by, robots.reason);
  if (!robots.allowed && robots.retryAt !== undefined && isStray(lease, policy)) {
    const waitMs = Math.max(0, robots.retryAt - needs.now());
    // A server that answers has requested the pause; one that does not holds no host.
    const holdMs = robots.cause === undefined ? waitMs : undefined;
    return done(refusedAstray(robots, lease, waitMs), { requested: requestedRobots, holdMs });
  }
  if (!robots.allowed) {
    const closing = closedByRobots(robots);
    return done(refusedByRobots(robots, lease, policy), { requested: requestedRobots, closing });
  }
  // robots.txt was this visit's request; the page waits for the host's next turn.
  const holdMs = robots.holdUntil === undefined ? undefined : robots.holdUntil - needs.now();
  if (requestedRobots && (holdMs !== undefined || gap(lease.url, policy, needs, crawlDelay) > 0)) {
    const outcome: Outcome = {
      kind: 'again',
      notBefore: 0,
      retry: false,
      by: 'robots:asked',
      detail: 'robots.txt was fetched first',
    };
    return done(outcome, { requested: true, holdMs });
  }

  // 6 fetch
  if (lease.mode === 'render') return done(noRenderer, { requested: requestedRobots });
  const wait = await needs.spend(policy, lease.host);
  if (wait !== undefined) return done(await needs.postpone(lease.host, wait), { requested: requestedRobots });
  if (lease.kind === 'sitemap') {
    // The XML reader is loaded by crawls that find a sitemap, not by every start.
    const { readSitemap } = await import('./sitemaps.ts');
    return readSitemap(lease, policy, needs, steps, done);
  }
  steps.add('fetching', undefined, lease.url);
  needs.requesting(lease, lease.url, PAGE_MS);
  let reply: PageReply;
  const requestedAt = needs.now();
  try {
    reply = await policy.fetch.page(lease.url, {
      referrer: lease.referrer,
      stored: isUpToDate(lease, policy) ? lease.stored : undefined,
      signal: needs.signal,
    });
  } catch (error) {
    if (needs.signal.aborted) return stopped(done);
    if (!(error instanceof DocentError) || error.isOurs) throw error;
    // M1: only the body of a good answer is read, so one that is too large is no failed request.
    const status = error.code === 'DOC_TOO_LARGE' ? 200 : undefined;
    const closing = unanswered(error, lease, policy, needs.now());
    const isError = closing !== undefined && error.retry ? 'unanswered' : error.retry;
    const request: RequestFacts = {
      requested: true,
      status,
      isPage: true,
      ms: needs.now() - requestedAt,
      error: isError,
      closing,
    };
    return done(failed(error, lease, policy, needs.now()), request);
  }
  const request: RequestFacts = {
    requested: true,
    status: reply.status,
    bytes: 'bytes' in reply ? reply.bytes : 0,
    ms: needs.now() - requestedAt,
    isPage: reply.kind !== 'redirect',
  };
  switch (reply.kind) {
    case 'redirect':
      return done(markTemporary(redirected(lease, policy, reply.location), reply.status), request);
    case 'not-modified':
      return done(
        {
          kind: 'unchanged',
          at: needs.now(),
          links: await storedLinks(lease, policy, needs),
          etag: reply.etag,
          lastModified: reply.lastModified,
        },
        request,
      );
    case 'refused':
      return done({ kind: 'ended', state: 'skipped', by: reply.verdict.by, detail: reply.verdict.detail }, request);
    case 'status':
      return done(await judgeStatus(lease, policy, needs, reply), {
        ...request,
        error: reply.status >= 500 || reply.status === 429,
        holdMs: holdOf(reply, lease, policy),
      });
    case 'page':
      return readReply(reply, request, { lease, policy, needs, steps, done });
  }
}

/** The parts of a visit that reading a page needs. */
interface ReadingVisit {
  readonly lease: Lease;
  readonly policy: CrawlPolicy;
  readonly needs: VisitNeeds;
  readonly steps: Trail;
  readonly done: (outcome: Outcome, request: RequestFacts) => Visit;
}

/** Steps 7 to 9 of an answer with a page: extract, compare, what becomes of it. */
async function readReply(
  reply: Extract<PageReply, { kind: 'page' }>,
  request: RequestFacts,
  { lease, policy, needs, steps, done }: ReadingVisit,
  reason?: ReasonName,
): Promise<Visit> {
  steps.add('parsing');
  let read: ReadResult;
  try {
    const { body, charset } = reply;
    const { reading: options, key } = policy;
    const chrome = needs.chrome.inputFor(lease.provider);
    read = await needs.read({ url: lease.url, form: formOf(reply), body, charset, options, key, chrome });
  } catch (error) {
    if (!(error instanceof DocentError) || error.isOurs) throw error;
    return done(await unreadable(error, lease, needs), request);
  }
  steps.add('extracting');
  if (reply.surplus) steps.add('flag', surplus.by, surplus.detail);
  const page = pageOutcome(lease, policy, needs, reply, read, steps);
  if (page.noindex === undefined) needs.chrome.note(lease.provider, read, page.page.finalUrl, page.draft !== undefined);
  // H9: the links of the copy that stays are offered.
  const isNone = read.softError !== undefined || read.shell !== undefined;
  const links = isNone ? [...page.links, ...(await storedLinks(lease, policy, needs))] : page.links;
  const cuts = cutsOf(read);
  const facts = { ...readFacts(read, policy, page.noindex?.by), ...(cuts.length > 0 && { cut: true }) };
  const visited = done({ ...page, links, reason }, { ...request, read: facts });
  return { ...visited, cuts, ...(reply.surplus && { warning: surplus }) };
}

/**
 * U13: whether a link spells a seed's host with another scheme or with `www.`: a robots.txt that is out of reach there decides
 * nothing about the host's pages. A redirect's target is the site's own choice.
 */
function isStray({ url, hops }: Lease, { seeds }: CrawlPolicy): boolean {
  const { origin } = new URL(url);
  if (hops.length > 1 || seeds.some((seed) => new URL(seed).origin === origin)) return false;
  return seeds.some((seed) => hostKey(seed) === hostKey(url));
}

/** H3: how long a request for a page may take. */
const PAGE_MS = 30_000;

/** H8: what becomes of a visit that is to be one navigation of a browser. */
const noRenderer: Outcome = Object.freeze({
  kind: 'ended',
  state: 'skipped',
  by: 'content:needs-browser',
  detail: 'the page is to be rendered, and there is no renderer',
});

function gap(url: string, policy: CrawlPolicy, needs: VisitNeeds, crawlDelay: number | null): number {
  const { recentErrors, recentAnswers } = needs.hostState(hostKey(url));
  return gapAfter(policy.pace, crawlDelay, slowdownOf[hostHealthOf(recentErrors, recentAnswers)], needs.random);
}

function hostNews(
  lease: Lease,
  policy: CrawlPolicy,
  needs: VisitNeeds,
  request: RequestFacts,
  now: number,
  crawlDelay: number | null,
): Settlement['host'] {
  const { requested, holdMs, closing, status, error } = request;
  if (!requested && holdMs === undefined && closing === undefined) return undefined;
  const gapMs = gap(lease.url, policy, needs, crawlDelay);
  return {
    nextAt: now + (requested || holdMs !== undefined ? Math.max(gapMs, holdMs ?? 0) : 0),
    gapMs,
    error: status === undefined && error === undefined ? undefined : (error ?? false),
    closing: closing ?? (requested ? 'open' : undefined),
  };
}
