// A4: enters a request that somebody files, through whichever door: cleaned, bounded, with its deadline.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { deadlineOf } from '../../requests/deadline.ts';
import { mostOpenRequests, type RequestKind } from '../../requests/kinds.ts';
import type { FiledRequest } from '../../requests/port.ts';
import { forgettableOf } from '../forget/forget.ts';
import type { Place } from '../place.ts';
import { keptContact, keptLine, keptMessage, keptNote, proposedUrl, siteOf } from './request-texts.ts';

/** A request as it is typed. */
export interface RequestEntry {
  readonly kind: RequestKind;
  /** See `FiledRequest.what`. */
  readonly what?: string | undefined;
  readonly message?: string | undefined;
  readonly contact?: string | undefined;
  readonly note?: string | undefined;
}

/** What an entered request is known by. */
export type AddedRequest = Pick<FiledRequest, 'id' | 'kind' | 'what' | 'deadline'>;

/**
 * Enters a request; also while a crawl runs. Throws DOC_USAGE for a text that is too long or missing and for a deletion that names
 * nothing that could be forgotten, DOC_URL for a site or a proposal that is no URL, DOC_REQUESTS_FULL when too many of its kind are open.
 */
export async function addRequest(place: Place, entry: RequestEntry): Promise<AddedRequest> {
  const { kind } = entry;
  const texts = await keptTexts(place, entry);
  const askedAt = Date.now();
  const deadline = deadlineOf(kind, askedAt);
  const id = await (await place.store.openRequests()).add({ kind, ...texts, askedAt, deadline }, mostOpenRequests);
  if (id !== undefined) return { id, kind, what: texts.what, deadline };
  throw new DocentError(
    'DOC_REQUESTS_FULL',
    `${counted(mostOpenRequests, 'request')} of the kind ${kind} are open, and no more are taken`,
  );
}

async function keptTexts(
  place: Place,
  { kind, what = '', message = '', contact = '', note = '' }: RequestEntry,
): Promise<Pick<FiledRequest, 'what' | 'message' | 'contact' | 'note'>> {
  if (kind !== 'inquiry' && what.trim() === '')
    throw new DocentError('DOC_USAGE', kind === 'deletion' ? 'pass what is to be deleted' : 'pass the URL to propose');
  const texts = {
    message: keptMessage(message),
    contact: keptContact(contact, { isNeeded: kind !== 'deletion' }),
    note: keptNote(note),
  };
  switch (kind) {
    case 'deletion':
      return { ...texts, what: (await forgettableOf(place, keptLine('what', what))).what };
    case 'inquiry':
      if (texts.message === '') throw new DocentError('DOC_USAGE', 'message is empty: an inquiry needs its question');
      return { ...texts, what: siteOf(what) };
    case 'proposal':
      return { ...texts, what: proposedUrl(what, place.settings) };
  }
}
