// The words for what a request for a page brought.

/** `changed`: a page that is new, changed or removed; `failed`: nothing usable, some are made again; `other`: a redirect, a page that is not kept. */
export const fetchResults = ['changed', 'unchanged', 'failed', 'other'] as const;
export type FetchResult = (typeof fetchResults)[number];

/** The classes of a response's status; `other` has redirects, and requests without a response. */
export const statusClasses = ['2xx', '304', '4xx', '5xx', 'other'] as const;
export type StatusClass = (typeof statusClasses)[number];
