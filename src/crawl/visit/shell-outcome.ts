// H9: the outcome for a page that scripts write in a browser: its files replace it, or it is reported as needing a browser.
import { counted } from '../../core/counted.ts';
import { isMarkup, type PageForm } from '../../core/forms.ts';
import { reasonHas } from '../../core/reasons.ts';
import { hostKey } from '../../core/url/host.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { accept, type Refused, refuse, type Verdict } from '../../core/verdict.ts';
import type { Shell } from '../../extract/shell/shell.ts';
import type { FoundUrl, Lease } from '../../frontier/port.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { type Blocked, toFound } from './discover.ts';

/** The message for a page that needs a browser: which program writes its text, and what to do. */
export function shellSentence(shell: Shell): string {
  const by = shell.tool === undefined ? 'scripts' : `scripts (${shell.tool})`;
  return `the page needs a browser: ${by} write its text, and its HTML has none; ${insteadOf(shell)}`;
}

function insteadOf({ kind, tool, settings, documents }: Shell): string {
  const [file] = documents;
  if (file !== undefined) return `read or crawl its ${fileNames[kind]} ${shownUrl(file)} instead`;
  if (settings !== undefined) return `read or crawl the OpenAPI document that ${shownUrl(settings)} names instead`;
  return tool === undefined || tool === 'Docsify'
    ? 'look for an OpenAPI document, Markdown files or other pages of the site, and use those'
    : 'read or crawl the OpenAPI document that it shows instead';
}

const fileNames = Object.freeze({ openapi: 'OpenAPI document', markdown: 'Markdown file', script: 'file' } as const);

/** A page that scripts write. */
export interface ShellPage {
  readonly url: string;
  readonly depth: number;
  /** Its number in the ledger. */
  readonly id?: number | undefined;
}

/** How a page ends that scripts write, and the files that are requested instead of it. */
export interface ShellOutcome {
  readonly verdict: Refused;
  readonly found: readonly FoundUrl[];
}

/**
 * Offers the files that a shell names in its place. On its own host they count as seeds: the folder of the seeds does not bind
 * them. On another host the scope decides. Blocked paths, the blocklist, traps and robots.txt hold for them as for any page. In
 * the scope they are links as others are, save for those of a seed, which are as near as it is.
 */
export function shellOutcome(shell: Shell, page: ShellPage, policy: CrawlPolicy, blocked: Blocked): ShellOutcome {
  const found = shell.documents.map((url) => offerInPlace(url, page, policy, blocked));
  const taken = found.filter(({ refused }) => refused === undefined);
  if (taken.length > 0) {
    const [first] = taken as [FoundUrl];
    const more = taken.length > 1 ? ` and ${counted(taken.length - 1, 'other')}` : '';
    const detail = `the page needs a browser; it leads to its ${fileNames[shell.kind]} ${shownUrl(first.url)}${more}`;
    return { verdict: refuse(`shell:${shell.kind}`, detail), found };
  }
  const left = found[0];
  const named =
    left?.refused === undefined
      ? ''
      : `; it names ${shownUrl(left.url)}, which is left out by ${left.refused.by}: ${left.refused.detail}`;
  return { verdict: refuse('content:needs-browser', `${shellSentence({ ...shell, documents: [] })}${named}`), found };
}

function offerInPlace(
  url: string,
  { id: from, depth, url: page }: ShellPage,
  policy: CrawlPolicy,
  blocked: Blocked,
): FoundUrl {
  const found = toFound({ url, depth: depth === 0 ? 0 : depth + 1, from }, policy, blocked);
  // A file with the URL of the page would be the page again.
  if (found.url === page || found.url === toFound({ url: page, depth }, policy, blocked).url)
    return {
      ...found,
      refused: refuse('query:dropped', 'it differs from the page only in its query; "query: keep" requests it'),
    };
  const isOwn = hostKey(url) === hostKey(page);
  if (!isOwn || found.refused === undefined || !reasonHas(found.refused.by, 'notForSeeds')) return found;
  return toFound({ url, depth: 0, from, isSeed: true }, policy, blocked);
}

/** Whether a URL is a file in place of a shell: as near as a seed, yet found on a page, and no seed itself. */
function isInPlace({ kind, depth, referrer, firstUrl }: NamedFile, { scope }: CrawlPolicy): boolean {
  return kind === 'page' && depth === 0 && referrer !== undefined && scope.judge(firstUrl).by !== 'scope:seed';
}

type NamedFile = Pick<Lease, 'kind' | 'depth' | 'referrer' | 'firstUrl' | 'url'>;

/** The scope for the redirects of a URL. */
export function scopeOfRedirects(lease: NamedFile, policy: CrawlPolicy): (url: string) => Verdict {
  return isInPlace(lease, policy) ? scopeInPlace(lease.firstUrl, policy) : policy.scope.judge;
}

/** The scope of a file in place of a shell: it may move within its host. */
export function scopeInPlace(file: string, { scope }: CrawlPolicy): (url: string) => Verdict {
  return (url) => {
    const verdict = scope.judge(url);
    const isOpen = !verdict.ok && reasonHas(verdict.by, 'notForSeeds') && hostKey(url) === hostKey(file);
    return isOpen ? accept('shell:document') : verdict;
  };
}

/**
 * Why an answer is not the file that a shell named: a page outside of the scope must not be stored, and a shell must not
 * name more files, or a chain of them would have no end.
 */
export function noDocument(
  lease: NamedFile,
  policy: CrawlPolicy,
  form: PageForm,
  shell: Shell | undefined,
): Refused | undefined {
  if (!isMarkup(form) || !isInPlace(lease, policy)) return undefined;
  if (shell === undefined && policy.scope.judge(lease.url).ok) return undefined;
  const detail = `${shownUrl(lease.referrer as string)} names it as a file with its text, but it is an HTML page; it is not stored, and its links are not followed`;
  return refuse('content:no-document', detail);
}
