// Steps 8 and 9 for an answer with a page: what is stored, under which key, and where its links go.
import { counted, grouped } from '../../core/counted.ts';
import { formOfKind, type PageForm } from '../../core/forms.ts';
import type { PageLink } from '../../core/page-links.ts';
import { type ReasonName, reasonHas } from '../../core/reasons.ts';
import { withoutAnchors } from '../../core/search-entry.ts';
import { resolveLink } from '../../core/url/fetch-url.ts';
import { urlKey } from '../../core/url/key.ts';
import { requestedUrl } from '../../core/url/requested.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { type Refused, refuse } from '../../core/verdict.ts';
import { pageCaps } from '../../extract/page-caps.ts';
import type { SoftError } from '../../extract/soft-error.ts';
import type { PageReply } from '../../fetch/page.ts';
import { canonicalKey } from '../../frontier/canonical.ts';
import type { ChunkRecord, FoundUrl, Lease, Outcome, PageIdentity, PageRecord } from '../../frontier/port.ts';
import { pageDirectives } from '../../robots/page-directives.ts';
import type { ReadResult } from '../read/reading.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { toFound } from './discover.ts';
import { noDocument, shellOutcome } from './shell-outcome.ts';
import type { Trail } from './trail.ts';
import type { VisitNeeds } from './visit-needs.ts';

/** The form a page is read in. */
export function formOf({ contentKind }: Extract<PageReply, { kind: 'page' }>): PageForm {
  return formOfKind(contentKind);
}

/** The page as it goes into the ledger, with its directives obeyed. */
export function pageOutcome(
  lease: Lease,
  policy: CrawlPolicy,
  needs: VisitNeeds,
  reply: Extract<PageReply, { kind: 'page' }>,
  read: ReadResult,
  steps: Trail,
): Extract<Outcome, { kind: 'page' }> {
  const directives = pageDirectives({
    metas: policy.respectRobots ? read.metas : [],
    headers: policy.respectRobots ? reply.headers : {},
    agent: policy.agent,
    now: needs.now(),
  });
  for (const word of directives.obeyed) steps.add('directive', 'robots:page', word);
  for (const flag of read.flags) steps.add('flag', 'extract', flag);
  const depth = lease.depth + 1;
  // H9: what is no page leads nowhere; its relative links might even lead on for ever.
  const stray = noDocument(lease, policy, formOf(reply), read.shell);
  const isNone = read.softError !== undefined && isRefused(read.softError, read, lease.stored);
  const isLeading = !directives.nofollow && !isNone && stray === undefined;
  const fresh = isLeading ? read.links.filter((link) => !needs.seen.has(policy.provider, link, depth)) : [];
  const named = isLeading ? {} : { documents: [] };
  const shell = read.shell && shellOutcome({ ...read.shell, ...named }, lease, policy, needs.blocked);
  const inPlace = new Set(shell?.found.map(({ key }) => key));
  const links = fresh
    .map((link) => offerOf(link, lease, policy, needs, link.forms))
    .filter(({ key }) => !inPlace.has(key));
  const noindex = noindexBy(directives.noindex, read, lease, stray ?? shell?.verdict);
  const page: PageRecord = {
    // The address as it may be shown; the queue keeps the requested one.
    finalUrl: shownUrl(lease.url),
    status: reply.status,
    contentType: reply.contentKind,
    etag: reply.etag,
    lastModified: reply.lastModified,
    title: read.title,
    language: read.language,
    words: read.words,
    hash: read.hash,
    readHash: read.readHash,
    edges: read.edges,
    cut: read.cut,
    bytes: reply.bytes,
    fetchedAt: needs.now(),
    fingerprint: read.fingerprint,
    extractor: read.extractor,
    facts: {
      ...read.facts,
      ...(directives.noarchive && {
        description: undefined,
        targets: undefined,
        leftOut: undefined,
        noarchive: true,
        hidden: read.facts.hidden && '',
      }),
      ...(directives.nosnippet && { nosnippet: true }),
    },
    markdown: directives.noarchive ? undefined : read.markdown,
  };
  return {
    kind: 'page',
    page,
    // R28: the page can be found, but no text of it is kept.
    chunks: directives.noarchive ? withoutText(read.chunks) : read.chunks,
    index: directives.nofollow && read.index !== undefined ? withoutAnchors(read.index) : read.index,
    // The target of a redirect is another page, with a visit and an end of its own.
    identity: stray === undefined ? identityOf(lease, policy, read, noindex === undefined, steps) : undefined,
    links: [...(shell?.found ?? []), ...links],
    outgoing: isLeading ? read.outgoing : undefined,
    // C2: the draft is the whole text.
    draft: policy.reading.retain === 'full' && !directives.noarchive ? read.draft : undefined,
    ...(noindex && { noindex }),
  };
}

/** R28: chunks without their text. */
export function withoutText(chunks: readonly ChunkRecord[]): readonly ChunkRecord[] {
  return chunks.map((chunk) => ({ ...chunk, preview: '', text: undefined }));
}

/** The parts of a page that were left out because it is too large: none, for nearly every page. */
export function cutsOf({
  flags,
  linksLeft = 0,
}: ReadResult): readonly { readonly by: ReasonName; readonly detail: string }[] {
  const { nodes, text, linkTargets } = pageCaps;
  const cuts: readonly (readonly [flag: 'links-cut' | 'nodes-cut' | 'text-cut', detail: string])[] = [
    [
      'links-cut',
      `more than ${grouped(linkTargets)} different links on one page: ${counted(linksLeft, 'more link is', 'more links are')} not followed`,
    ],
    [
      'nodes-cut',
      `more than ${grouped(nodes)} elements and texts: what follows them is not read, neither its text nor its links`,
    ],
    ['text-cut', `a text of more than ${grouped(text)} characters without markup: the rest of it is not read`],
  ];
  return cuts.flatMap(([flag, detail]) => (flags.includes(flag) ? [{ by: `extract:${flag}` as const, detail }] : []));
}

/** The links of a page that did not change, judged by the rules of today. */
export async function storedLinks(lease: Lease, policy: CrawlPolicy, needs: VisitNeeds): Promise<readonly FoundUrl[]> {
  const depth = lease.depth + 1;
  const links = (await needs.linksOf(lease.id)).filter((link) => !needs.seen.has(policy.provider, link, depth));
  return links.map((link) => offerOf(link, lease, policy, needs));
}

function offerOf(
  { url, nofollow, asWritten }: Pick<PageLink, 'url' | 'nofollow' | 'asWritten'>,
  { id: from, depth }: Lease,
  policy: CrawlPolicy,
  needs: VisitNeeds,
  forms?: readonly number[],
): FoundUrl {
  const link = { url, depth: depth + 1, from, nofollow: policy.respectRobots && nofollow, asWritten };
  const found = toFound(link, policy, needs.blocked);
  needs.watch.note(found, policy, forms);
  return found;
}

/** H9: the texts that users see. */
const softErrors = Object.freeze({
  'not-found': 'the page says that it was not found, although the server answered as if it were there',
  login: 'the page asks for a password and says nothing else',
  browser: 'the page only says something about the browser or JavaScript',
} as const);

function noindexBy(
  noindex: boolean,
  read: ReadResult,
  { stored }: Lease,
  /** H9: the refusal of a page that scripts write, or of an answer that is not the file such a page names. */
  refusal: Refused | undefined,
): Extract<Outcome, { kind: 'page' }>['noindex'] {
  if (noindex) return refuse('robots:noindex', 'the page asks not to be indexed');
  // F10: the copy stays, unless it is this very text, stored before it was recognised.
  if (refusal !== undefined) return stored?.hash === read.hash ? refusal : keeping(refusal);
  if (read.softError !== undefined && isRefused(read.softError, read, stored))
    return keeping(refuse('content:soft-error', softErrors[read.softError]));
  if (read.flags.includes('menu')) return refuse('content:menu', 'a menu of other pages; its links are followed');
  if (read.words === 0 && read.flags.includes('nodes-cut'))
    return keeping(refuse('content:nodes', 'more elements than are read, and no text among them'));
  // F10: an empty answer is no evidence about the stored copy.
  return read.words === 0 ? keeping(refuse('content:empty', 'the page has no text')) : undefined;
}

/** H9: words alone decide about a wall for browsers; other such pages are kept as pages, but never in place of a good copy. */
function isRefused(softError: SoftError, { hash }: ReadResult, stored: Lease['stored']): boolean {
  if (softError === 'browser') return true;
  return stored !== undefined && stored.isSoftError !== true && stored.hash !== hash;
}

function keeping(refused: Refused): Extract<Outcome, { kind: 'page' }>['noindex'] {
  return reasonHas(refused.by, 'keepsCopy') ? { ...refused, keepStored: true } : refused;
}

/** U11, U12: the key the page is stored under, when it is not the key it was found by. */
function identityOf(
  lease: Lease,
  policy: CrawlPolicy,
  read: ReadResult,
  isStored: boolean,
  steps: Trail,
): PageIdentity | undefined {
  const found = urlKey(lease.firstUrl, policy.key);
  const final = urlKey(lease.url, policy.key);
  const redirectedTo: PageIdentity | undefined =
    final === found ? undefined : { key: final, url: lease.url, by: 'redirect' };
  // F10: a page that is not stored decides nothing about another.
  if (read.canonical !== undefined && isStored) {
    const { key, verdict } = canonicalKey({
      pageUrl: lease.url,
      href: read.canonical,
      baseHref: read.baseHref,
      judge: policy.scope.judge,
      policy: policy.key,
    });
    if (verdict.by !== 'canonical:self') steps.add('canonical', verdict.by, verdict.detail);
    const target = resolveLink(read.canonical, { pageUrl: lease.url, baseHref: read.baseHref });
    if (verdict.by === 'canonical:link' && target.ok && key !== found)
      return { key, url: requestedUrl(target.url, policy.key), by: 'canonical', otherwise: redirectedTo };
  }
  return redirectedTo;
}
