// The kinds of requests that people file: how long each may wait, how each can end, and how much of it is kept.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Deletions are done within 48 hours. */
const DELETION_DEADLINE_MS = 48 * HOUR_MS;
/** A question of a site owner is answered within a week. */
const INQUIRY_DEADLINE_MS = 7 * DAY_MS;
/** A proposed site is decided on within two weeks. */
const PROPOSAL_DEADLINE_MS = 14 * DAY_MS;

interface Kind {
  /** From when it was received until it has to be closed. */
  readonly deadlineMs: number;
  /** The states it can be closed with. */
  readonly ends: readonly string[];
}

/** `deletion`: something is to be forgotten. `inquiry`: a site owner's question. `proposal`: a site to be crawled. */
export const requestKinds = Object.freeze({
  deletion: { deadlineMs: DELETION_DEADLINE_MS, ends: ['done', 'refused'] },
  inquiry: { deadlineMs: INQUIRY_DEADLINE_MS, ends: ['answered', 'blocked', 'refused'] },
  proposal: { deadlineMs: PROPOSAL_DEADLINE_MS, ends: ['accepted', 'refused'] },
} as const satisfies Readonly<Record<string, Kind>>);

export type RequestKind = keyof typeof requestKinds;
export type ClosedState = (typeof requestKinds)[RequestKind]['ends'][number];
export type RequestState = 'open' | ClosedState;

/** More open requests of one kind are refused, so that nobody fills the disk with them. */
export const mostOpenRequests = 1_000;

/** The most characters that are kept of each text of a request. */
export const requestBounds = Object.freeze({ what: 2_000, message: 4_000, contact: 200, note: 1_000 });
