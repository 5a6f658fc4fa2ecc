// The port of pages that are not requested from their site: a supplier has them all, lists them, and returns each.
import type { ReadKind } from '../../core/forms.ts';
import type { ReasonName } from '../../core/reasons.ts';
import type { Refused } from '../../core/verdict.ts';
import type { Wait } from '../../frontier/port-requests.ts';

/** A page as its supplier lists it. */
export interface ListedPage {
  readonly url: string;
  /** Differs whenever the page may differ; cheap to find out. Undefined where that cannot be known: the page is read. */
  readonly stamp: string | undefined;
  /** How many links away from a seed it counts, unless a link leads to it sooner. */
  readonly depth: number;
  /** How large it is, where that is known before it is read. */
  readonly bytes?: number | undefined;
  /** The page is counted with this reason, and not read. */
  readonly refused?: Refused | undefined;
}

export interface SuppliedOptions {
  /** The etag of the stored copy, as the supplier set it; the reply may then be `same`. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A supplier's reply for a URL. `stamp` is as in the list, for the page that is returned. */
export type SuppliedReply =
  | {
      readonly kind: 'page';
      readonly by: ReasonName;
      readonly stamp: string | undefined;
      readonly body: Uint8Array;
      readonly contentKind: ReadKind;
      readonly charset?: string | undefined;
      readonly etag?: string | undefined;
    }
  | { readonly kind: 'same'; readonly by: ReasonName; readonly stamp: string | undefined }
  /** The page is at another URL of the same supplier. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'refused'; readonly verdict: Refused; readonly stamp?: string | undefined }
  /** There is no such page: a stored copy is removed. */
  | { readonly kind: 'gone'; readonly by: ReasonName; readonly detail: string }
  /** The page is not available now: a stored copy stays. */
  | { readonly kind: 'failed'; readonly by: ReasonName; readonly detail: string }
  /** The page is available later: the URL waits until then. */
  | ({ readonly kind: 'later' } & Wait);

/** A remark about the list. */
export interface SupplierNote {
  readonly by: ReasonName;
  readonly detail: string;
}

/** Whether the supplier can list its pages. */
export type SupplierState =
  | { readonly kind: 'ready' }
  /** Not available now: the list is made by the visit of `home`. */
  | { readonly kind: 'later' }
  /** Available, and nothing of the provider's site is to be requested now. */
  | { readonly kind: 'alone'; readonly by: ReasonName; readonly detail: string }
  /** Not available until the operator acts: the provider's other source is used, where it has one. */
  | { readonly kind: 'refused'; readonly by: ReasonName; readonly detail: string };

/** A supplier of pages; robots, host clocks and budgets do not apply to them. */
export interface Supplier {
  /** Whether a URL is the supplier's; all others of the provider are requested from their site. */
  supplies(url: string): boolean;
  /** Whether the list is all there is of the provider. */
  readonly isWhole: boolean;
  /** How many links away from a seed a page counts that no link leads to; undefined where that is as near as a link of a seed. */
  readonly unlinkedDepth?: number | undefined;
  /** The reason for a listed page being unchanged. */
  readonly sameBy: ReasonName;
  /** Checks before a run begins whether the list is available; undefined: it is. Rejects with the signal's reason, or for a fault of this machine. */
  open?(signal?: AbortSignal): Promise<SupplierState>;
  /** The URL that is visited for the list, where that may have to wait. */
  readonly home?: string | undefined;
  /** Every page, each once. Throws a DocentError where the list fails, so that no page counts as removed by that. */
  list(signal?: AbortSignal): AsyncIterable<ListedPage>;
  /** A remark for the operator about the list, once it was made. */
  note?(): SupplierNote | undefined;
  /** Called after the list with the pages that are going to be visited. */
  expect?(urls: readonly string[]): void;
  /** One page, listed or named by a link. Rejects with the signal's reason, or for a fault of this machine. */
  get(url: string, options: SuppliedOptions): Promise<SuppliedReply>;
}

/** The supplier of a URL, if it has one. */
export function supplierOf(
  { supplier }: { readonly supplier?: Supplier | undefined },
  url: string,
): Supplier | undefined {
  return supplier?.supplies(url) ? supplier : undefined;
}
