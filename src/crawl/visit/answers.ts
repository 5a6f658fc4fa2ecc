// H3 and related rules: the outcome for a URL whose response has no page.
import { counted } from '../../core/counted.ts';
import type { DocentError } from '../../core/errors.ts';
import { isMarkup } from '../../core/forms.ts';
import { isOfFamily, reasonHas, reasonOf } from '../../core/reasons.ts';
import { isGone } from '../../core/spelling.ts';
import { excerpt } from '../../core/url/fetch-url.ts';
import { hostKey } from '../../core/url/host.ts';
import { hostOfPattern, urlKey } from '../../core/url/key.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import type { Refused } from '../../core/verdict.ts';
import type { PageReply } from '../../fetch/page.ts';
import { refusedToken } from '../../fetch/page-reply.ts';
import { retryDelay } from '../../fetch/retry.ts';
import type { Blocklist, HostClosing, Lease, Outcome } from '../../frontier/port.ts';
import { judgeRedirect, mostRedirects } from '../../frontier/redirect.ts';
import { judgeTraps } from '../../frontier/traps.ts';
import type { Decision } from '../../robots/file.ts';
import type { ReadResult } from '../read/reading.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { trapOptions } from './discover.ts';
import { scopeOfRedirects } from './shell-outcome.ts';
import type { RequestFacts } from './trail.ts';
import type { VisitNeeds } from './visit-needs.ts';

const MOST_READINGS = 3;

/** F5: whether a URL is a seed of a person's command for which nobody is there: it is tried once. */
function isTriedOnce({ kind, depth }: Lease, { byHand }: CrawlPolicy, by: string): boolean {
  return byHand !== undefined && kind === 'page' && depth === 0 && reasonHas(by, 'nobodyThere');
}

/** R11: closed for good, closed for now, or out of retries. A host that cannot be reached at all has failed, for the reason it cannot be. */
export function refusedByRobots(decision: Decision, lease: Lease, policy: CrawlPolicy): Outcome {
  const { reason, retryAt, cause, gaveUp } = decision;
  const by = cause ?? decision.by;
  if (gaveUp || isTriedOnce(lease, policy, by)) return { kind: 'ended', state: 'failed', by, detail: reason };
  if (retryAt === undefined)
    return { kind: 'ended', state: cause === undefined ? 'blocked' : 'failed', by, detail: reason };
  return { kind: 'again', notBefore: retryAt, retry: false, by, detail: reason };
}

/**
 * R11: the host is closed until robots.txt is requested again: how its other URLs end, should it stay out of reach. A deferred site
 * is requested again by the next run.
 */
export function closedByRobots({ by, cause, reason, retryAt }: Decision): HostClosing | undefined {
  if (retryAt === undefined) return undefined;
  const ends = reasonHas(by, 'closesHost') ? (cause === undefined ? 'blocked' : 'failed') : 'waiting';
  return { by: cause ?? by, detail: reason, until: retryAt, ends };
}

/** No connection because nothing is there: of a server that ends connections other pages may answer. */
const NOTHING_THERE = /\bE(?:CONNREFUSED|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN)\b/;

/** F5: nobody answered a request for a page: the host is closed where nothing is there for a seed, which is not tried again. */
export function unanswered(
  { code, message }: DocentError,
  lease: Lease,
  policy: CrawlPolicy,
  now: number,
): HostClosing | undefined {
  if (!reasonHas(code, 'unanswered')) return undefined;
  const closed = { by: code, detail: message };
  const isThere = code === 'DOC_CONNECT' && !NOTHING_THERE.test(message);
  if (isThere || !isTriedOnce(lease, policy, code)) return { ...closed, until: now };
  return { ...closed, until: now + (retryDelay({ code: 'DOC_CONNECT' }, 0, policy.retries) ?? 0), ends: 'failed' };
}

/** A link that waits longer than this for the robots.txt of a stray origin has failed. */
const STRAY_PATIENCE_MS = 60_000;

/** U13: robots.txt is out of reach where only this spelling leads: another spelling at once, one more try, or the end. */
export function refusedAstray(
  decision: Pick<Decision, 'by' | 'reason' | 'cause' | 'retryAt'>,
  { attempt }: Lease,
  waitMs: number,
): Outcome {
  const { reason: detail, cause, retryAt = 0 } = decision;
  const by = cause ?? decision.by;
  if (attempt > 0 || waitMs > STRAY_PATIENCE_MS)
    return { kind: 'ended', state: cause === undefined ? 'blocked' : 'failed', by, detail };
  return { kind: 'again', notBefore: retryAt, retry: true, by, detail, orSpelling: true };
}

/** The outcome without a complete response: a retry, or failed. */
export function failed(error: DocentError, lease: Lease, policy: CrawlPolicy, now: number): Outcome {
  const { code, message } = error;
  if (code === 'DOC_TOO_LARGE') return { kind: 'ended', state: 'skipped', by: code, detail: message };
  const delay = isTriedOnce(lease, policy, code) ? undefined : retryDelay({ code }, lease.attempt, policy.retries);
  if (delay === undefined) return { kind: 'ended', state: 'failed', by: code, detail: message };
  return { kind: 'again', notBefore: now + delay, retry: true, by: code, detail: message };
}

const UNREADABLE = 'could not be read';

/**
 * Takes the crawler's entries of pages that could not be read off the blocklist, on these hosts: a crawl that starts over reads them anew,
 * since the machine may have been at fault. What servers refused stays.
 */
export async function readAnew(blocklist: Blocklist, hosts: ReadonlySet<string>): Promise<void> {
  for (const { pattern, reason, by } of await blocklist.list())
    if (by === 'crawler' && reason.startsWith(UNREADABLE) && hosts.has(hostOfPattern(pattern)))
      await blocklist.remove(pattern);
}

/** FAULTS 67, 68: a page that breaks its reader is retried, then entered in the blocklist. */
export async function unreadable({ code, message }: DocentError, lease: Lease, needs: VisitNeeds): Promise<Outcome> {
  const tries = lease.attempt + 1;
  if (tries < MOST_READINGS)
    return { kind: 'again', notBefore: needs.now(), retry: true, by: code, detail: `${message}; read again` };
  await needs.block(lease.url, needs.policyOf(lease.provider).key, `${UNREADABLE} ${tries} times`);
  return {
    kind: 'ended',
    state: 'failed',
    by: code,
    detail: `${message}; entered in the blocklist after ${tries} tries`,
  };
}

/** U11: where a redirect leads, or why it is not followed. */
export function redirected(lease: Lease, policy: CrawlPolicy, location: string | undefined): Outcome {
  const judged = judgeRedirect({
    from: lease.url,
    location,
    hop: lease.hops.length,
    limit: mostRedirects,
    visited: lease.hops,
    inScope: scopeOfRedirects(lease, policy),
  });
  if (!judged.ok) {
    const state = reasonOf(judged.by)?.kind === 'skipped' ? 'skipped' : 'failed';
    return { kind: 'ended', state, by: judged.by, detail: judged.detail };
  }
  // U3: query parameters that the key ignores are not requested, after redirects neither.
  const to = requestedUrl(judged.url, policy.key);
  if (lease.hops.includes(to)) {
    const detail = `back to ${excerpt(to)}, save for a query that is dropped; "query: keep" or keep_query_params requests it`;
    return { kind: 'ended', state: 'failed', by: 'redirect:query', detail };
  }
  // U5, U6, U7: where a redirect leads costs a request, as a link does.
  const trap = judgeTraps(to, trapOptions(to, policy));
  if (!trap.ok) {
    const detail = `to ${excerpt(to)}: ${trap.by}, ${trap.detail}`;
    return { kind: 'ended', state: 'skipped', by: 'redirect:trap', detail };
  }
  return { kind: 'redirect', to, key: urlKey(to, policy.key), host: hostKey(to) };
}

/** Temporary redirects: a login, a maintenance page, a language. */
const temporary: ReadonlySet<number> = new Set([302, 303, 307]);

/** Marks a temporary redirect. */
export function markTemporary(outcome: Outcome, status: number): Outcome {
  return outcome.kind === 'redirect' && temporary.has(status) ? { ...outcome, temporary: true } : outcome;
}

const FORBIDDEN = 'answered 403';

/** H3: what becomes of the copy of a page that is forbidden now. Where a redirect led to the refusal, that is no word about this page. */
function forbidden(
  { stored, url, firstUrl }: Lease,
  policy: CrawlPolicy,
  detail: string,
): { readonly detail: string; readonly removes?: true } {
  if (stored === undefined || urlKey(url, policy.key) !== urlKey(firstUrl, policy.key)) return { detail };
  if (policy.forbidden === 'keep') return { detail: `${detail}; its copy stays (forbidden: keep)` };
  return { detail: `${detail}; its copy is removed (forbidden: remove)`, removes: true };
}

/** R26: the outcome of a URL that the operator's rules or the blocklist refuse; of one that was forbidden earlier a copy may be left. */
export function excluded(lease: Lease, policy: CrawlPolicy, { by, detail }: Refused): Outcome {
  const wasForbidden = by === 'blocklist' && detail.endsWith(`: ${FORBIDDEN}`) && lease.kind === 'page';
  return { kind: 'ended', state: 'blocked', by, ...(wasForbidden ? forbidden(lease, policy, detail) : { detail }) };
}

/** H3: the outcome for a status without a page. */
export async function judgeStatus(
  lease: Lease,
  policy: CrawlPolicy,
  needs: VisitNeeds,
  reply: Extract<PageReply, { kind: 'status' }>,
): Promise<Outcome> {
  const { status, retryAfterMs } = reply;
  const by = `http:${status}` as const;
  const refused = refusedToken(reply);
  if (status === 401) return { kind: 'ended', state: 'skipped', by, detail: refused ?? 'needs a login' };
  if (status === 403) {
    // H1: the refusal is about the token, which may be replaced, and not about the page.
    if (refused !== undefined)
      return { kind: 'ended', state: 'skipped', by: 'token:refused', detail: `answered 403: ${refused}` };
    await needs.block(lease.url, policy.key, FORBIDDEN);
    return { kind: 'ended', state: 'blocked', ...forbidden(lease, policy, 'forbidden; entered in the blocklist'), by };
  }
  if (isGone(by)) return { kind: 'ended', state: 'gone', by, detail: status === 404 ? 'not found' : 'gone' };
  const delay = retryDelay(
    { status, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    lease.attempt,
    policy.retries,
  );
  if (delay === undefined)
    return {
      kind: 'ended',
      state: 'failed',
      by,
      detail:
        lease.attempt > 0 ? `still ${status} after ${counted(lease.attempt + 1, 'request')}` : `answered ${status}`,
    };
  return {
    kind: 'again',
    notBefore: needs.now() + delay,
    retry: true,
    by,
    detail: `requested again in ${Math.ceil(delay / 1000)} s`,
  };
}

/** 429 and 503 pause the whole host; returns for how long. */
export function holdOf(
  { status, retryAfterMs }: Pick<Extract<PageReply, { kind: 'status' }>, 'status' | 'retryAfterMs'>,
  lease: Pick<Lease, 'attempt'>,
  policy: Pick<CrawlPolicy, 'retries'>,
): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  // Also when no retry is left: the pause is for the host, not for the URL.
  return (
    retryAfterMs ?? retryDelay({ status }, lease.attempt, policy.retries) ?? retryDelay({ status }, 0, policy.retries)
  );
}

/** FAULTS 7: what came behind the announced length is cut off, and may be half of the page. */
export const surplus = Object.freeze({
  by: 'body-surplus',
  detail: 'the server sent more than its Content-Length says; the page is kept up to there',
});

/** M2: what reading a page shows about its provider's selector. */
export function readFacts(
  { words, facts }: ReadResult,
  { reading }: CrawlPolicy,
  skippedBy = '',
): NonNullable<RequestFacts['read']> {
  const isJudged = reading.selector !== undefined && reading.want === 'all' && isMarkup(facts.form);
  return {
    empty: words === 0 && !isOfFamily(skippedBy, 'shell'),
    ...(isJudged && { selectorHit: facts.rule === 'selector' }),
  };
}
