// F3: how far a source is crawled where nothing is set, and how far it may be.

/** How far a crawl goes: pages stored, and links away from a seed. */
export interface Limits {
  readonly max_pages: number;
  readonly max_depth: number;
}

/** Other people's sites: where nothing is set, and at most. */
export const foreignLimits: Limits = Object.freeze({ max_pages: 200, max_depth: 3 });
export const mostForeign: Limits = Object.freeze({ max_pages: 500, max_depth: 5 });
/** Loopback, folders and own sites. */
export const ownLimits: Limits = Object.freeze({ max_pages: 10_000, max_depth: 20 });
export const mostOwn: Limits = Object.freeze({ max_pages: 100_000, max_depth: 50 });
