// The port of requests that people file (C5, A4): kept with their deadline until they are closed.
import type { ClosedState, RequestKind, RequestState } from './kinds.ts';

/** A store that keeps requests. Every method throws DOC_STORE for data that cannot be read. */
export interface FiledRequests {
  /** Requests, the most urgent first. */
  list(filter?: RequestFilter): Promise<readonly FiledRequest[]>;
  /** The request of a number, open or closed; undefined for none. */
  find(id: number): Promise<FiledRequest | undefined>;
  /**
   * Adds a request, and returns its number; undefined, and nothing is added, where `mostOpen` of its kind are open. Makes the
   * store where there is none; never DOC_STORE_BUSY.
   */
  add(request: NewRequest, mostOpen: number): Promise<number | undefined>;
  /**
   * Closes a request and removes its contact and its message, down to their bytes; in the same act `block` enters the blocklist as
   * the operator's. False, and nothing changes, where no open request has this number.
   */
  close(id: number, end: ClosedRequest): Promise<boolean>;
}

export interface RequestFilter {
  readonly kind?: RequestKind | undefined;
  /** Default: open. */
  readonly state?: 'open' | 'closed' | 'all' | undefined;
  /** Those that follow the request of this number in the list. */
  readonly after?: number | undefined;
  /** Default: all. */
  readonly limit?: number | undefined;
}

/** What somebody wants of the operator. Plain data. */
export interface FiledRequest {
  readonly id: number;
  readonly kind: RequestKind;
  /**
   * Of a deletion a URL, a path (`example.com/docs`) or a provider; of an inquiry the site it is about, empty for none; of a
   * proposal the URL to begin at.
   */
  readonly what: string;
  /** The person's own words, in lines; empty once it is closed. */
  readonly message: string;
  /** How to reach the person, as typed; the only place where an e-mail address is kept. Empty once it is closed. */
  readonly contact: string;
  /** The operator's, from when it was entered. */
  readonly note: string;
  readonly askedAt: number;
  readonly deadline: number;
  readonly state: RequestState;
  readonly closedAt?: number | undefined;
  readonly closedNote?: string | undefined;
  /** Of a deletion that was done. */
  readonly receipt?: number | undefined;
}

export type NewRequest = Pick<FiledRequest, 'kind' | 'what' | 'message' | 'contact' | 'note' | 'askedAt' | 'deadline'>;

export interface ClosedRequest {
  readonly state: ClosedState;
  readonly at: number;
  readonly note: string;
  readonly receipt?: number | undefined;
  /** U10: what is never fetched again. */
  readonly block?: { readonly pattern: string; readonly reason: string } | undefined;
}
