// C5, A4: requests that people file: listed with their deadline, found, and closed.
import { DocentError } from '../../core/errors.ts';
import { isOverdue, timeLeft } from '../../requests/deadline.ts';
import type { RequestKind } from '../../requests/kinds.ts';
import type { ClosedRequest, FiledRequest, RequestFilter } from '../../requests/port.ts';
import type { Store } from '../../store/port.ts';
import { hostPatternOf, keptNote } from './request-texts.ts';

/** Plain data, which can be posted to another thread. */
export interface ListedRequest extends FiledRequest {
  readonly overdue: boolean;
  /** In words; empty once it is closed. */
  readonly left: string;
}

/** The open requests, or those of a filter, the most urgent first. Throws DOC_STORE for data that cannot be read. */
export async function listRequests(store: Store, filter: RequestFilter = {}): Promise<readonly ListedRequest[]> {
  const requests = await (await store.openRequests()).list(filter);
  const now = Date.now();
  return requests.map((request) => shown(request, now));
}

/** A request by its number; undefined for none. Throws DOC_STORE for data that cannot be read. */
export async function findRequest(store: Store, id: number): Promise<ListedRequest | undefined> {
  const found = await (await store.openRequests()).find(id);
  return found === undefined ? undefined : shown(found, Date.now());
}

/** What a request of each kind is closed by, besides being refused. */
const CLOSED_BY = {
  deletion: 'do',
  inquiry: 'answer or block',
  proposal: 'accept',
} as const satisfies Readonly<Record<RequestKind, string>>;

/** An open request of one kind, or of any. Throws DOC_USAGE when none has this number, or it is closed or of another kind. */
export async function openRequest(store: Store, id: number, kind?: RequestKind): Promise<FiledRequest> {
  const found = await (await store.openRequests()).find(id);
  if (found === undefined) throw new DocentError('DOC_USAGE', `there is no request ${id}`);
  if (found.state !== 'open') throw new DocentError('DOC_USAGE', `request ${id} is closed: it was ${found.state}`);
  if (kind !== undefined && found.kind !== kind)
    throw new DocentError(
      'DOC_USAGE',
      `request ${id} is of the kind ${found.kind}, not ${kind}: ${CLOSED_BY[found.kind]} or refuse it`,
    );
  return found;
}

/** Closes a request of any kind without doing it. Throws DOC_USAGE when it is not open. */
export async function refuseRequest(store: Store, id: number, note: string): Promise<void> {
  const kept = keptNote(note);
  await openRequest(store, id);
  await closeRequest(store, id, { state: 'refused', at: Date.now(), note: kept });
}

/** Closes an inquiry that was answered, by whatever way the operator has. Throws DOC_USAGE when it is none, or not open. */
export async function answerInquiry(store: Store, id: number, note: string): Promise<void> {
  const kept = keptNote(note);
  await openRequest(store, id, 'inquiry');
  await closeRequest(store, id, { state: 'answered', at: Date.now(), note: kept });
}

/** What blocking the site of an inquiry is called with. */
export interface BlockCall {
  /** A URL or a host, in place of the one the inquiry names. */
  readonly site?: string | undefined;
  /** Kept with the request, and the reason in the blocklist. */
  readonly note?: string | undefined;
}

/**
 * A4, U10: enters the host of an inquiry's site in the blocklist and closes the inquiry, in one act; returns the entry. What is
 * stored of the site stays. Throws DOC_USAGE when it is no open inquiry, or names no site and none was passed; DOC_URL for a site
 * that is neither URL nor host.
 */
export async function blockSite(store: Store, id: number, call: BlockCall): Promise<string> {
  const { what } = await openRequest(store, id, 'inquiry');
  const site = call.site ?? what;
  if (site === '') throw new DocentError('DOC_USAGE', `request ${id} names no site: pass the one to block`);
  const pattern = hostPatternOf(site);
  const note = keptNote(call.note ?? '');
  const block = { pattern, reason: note === '' ? `inquiry ${id}` : note };
  const closedNote = note === '' ? `blocked ${pattern}` : note;
  await closeRequest(store, id, { state: 'blocked', at: Date.now(), note: closedNote, block });
  return pattern;
}

/** Closes a request. Throws DOC_USAGE when another process has closed it meanwhile. */
export async function closeRequest(store: Store, id: number, end: ClosedRequest): Promise<void> {
  if (await (await store.openRequests()).close(id, end)) return;
  throw new DocentError('DOC_USAGE', `request ${id} is no longer open: it was closed a moment ago`);
}

function shown(request: FiledRequest, now: number): ListedRequest {
  const left = request.state === 'open' ? timeLeft(request.deadline, now) : '';
  return { ...request, overdue: isOverdue(request, now), left };
}
