// The steps of a visit, recorded with their times.
import type { ReasonName } from '../../core/reasons.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { HostClosing, HostNews, Outcome, Settlement, Step, VisitFacts } from '../../frontier/port.ts';

/** The result of a visit, for the ledger and for listeners. */
export interface Visit extends Settlement {
  readonly status?: number | undefined;
  readonly ms: number;
  readonly bytes: number;
  /** Something that the operator should know about the page. */
  readonly warning?: { readonly by: ReasonName; readonly detail: string } | undefined;
  /** Nobody answers for the host, or its robots.txt is out of reach. */
  readonly closing?: HostClosing | undefined;
  /** Parts of a page that were left out because it is too large, in a sentence each. */
  readonly cuts?: readonly { readonly by: ReasonName; readonly detail: string }[];
  /** Nothing was requested; the URL is returned to the queue as it was. */
  readonly untouched?: true;
}

/** What was requested from the host, for its clock. */
export interface RequestFacts {
  readonly requested: boolean;
  readonly status?: number | undefined;
  readonly bytes?: number | undefined;
  /** How long the answer took. */
  readonly ms?: number | undefined;
  /** Whether a page was requested and the answer was no redirect. */
  readonly isPage?: boolean | undefined;
  readonly read?: VisitFacts['read'];
  readonly error?: HostNews['error'];
  /** The whole host gets no request for this long. */
  readonly holdMs?: number | undefined;
  /** Why the host is closed from now on. */
  readonly closing?: HostClosing | undefined;
}

/** The steps of a visit, each with its time. */
export class Trail {
  readonly all: Step[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds a step, with secrets in URLs hidden. */
  add(step: string, by?: ReasonName, detail?: string): void {
    this.all.push({ at: this.#now(), step, ...(by && { by }), ...(detail && { detail: shownUrl(detail) }) });
  }
}

/** F5: the name of the step that a visit ends with. */
export function stepOf(outcome: Outcome, { status, holdMs }: Pick<RequestFacts, 'status' | 'holdMs'>): string {
  if (outcome.kind === 'ended') return outcome.state;
  if (outcome.kind === 'redirect') return 'redirecting';
  if (outcome.kind !== 'again') return outcome.kind;
  if (status === 429 || (outcome.retry && holdMs !== undefined)) return 'rate-limited';
  return outcome.retry ? 'retry' : 'waiting';
}

/** The reason of an outcome, and its detail. */
export function wordsOf(outcome: Outcome): [by?: ReasonName, detail?: string] {
  if ('by' in outcome) return [outcome.by, outcome.detail];
  if (outcome.kind === 'unchanged')
    return outcome.skippedBy === undefined ? [] : [outcome.skippedBy.by, outcome.skippedBy.detail];
  if (outcome.kind === 'redirect') return ['redirect', outcome.to];
  return outcome.kind === 'list' ? ['sitemap', outcome.detail] : [];
}

/** A visit that the end of the run cut short: the URL is returned to the queue as it was. */
export function stopped(done: (outcome: Outcome, request: RequestFacts) => Visit): Visit {
  const outcome: Outcome = { kind: 'again', notBefore: 0, retry: false, by: 'run:stopped', detail: '' };
  return { ...done(outcome, { requested: true }), untouched: true };
}
