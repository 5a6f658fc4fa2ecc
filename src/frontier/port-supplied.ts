// URLs that a supplier lists all at once: what has not changed since it was settled ends without a visit.
import type { ReasonName } from '../core/reasons.ts';

/** A URL as its supplier lists it. */
export interface ListedUrl {
  readonly key: string;
  /** Differs whenever what is supplied, or what is made of it, may differ. */
  readonly stamp: string;
}

/** How URLs that are the same end. */
export interface SameOptions {
  /** The reason for a stored page being unchanged. */
  readonly by: ReasonName;
  /**
   * Whether the list is all there is of the provider: once a listed URL was kept, everything else that had ended in the generation
   * before, links that were refused and other names of pages, belongs to this one as it had ended. What was deleted does not, nor
   * what a supplier had listed and lists no more, nor what it lists and what did not end.
   */
  readonly isWhole: boolean;
}

export interface SuppliedUrls {
  /**
   * Ends every URL of the list whose stamp equals that of its last settlement (`Settlement.stamp`), as one act: a stored page that
   * waits as unchanged and verified now, what is not stored as it had ended in the generation before. Returns which of them ended
   * by that; all others are to be offered and visited. Nothing ends so in a run that requests without conditions. Done twice it
   * changes nothing more.
   */
  keepSame(provider: string, listed: readonly ListedUrl[], options: SameOptions): Promise<readonly boolean[]>;
}
