// What each status of Context7's API means for the channel: one frozen table (X2).

/**
 * What the client does. `read`: the body is the answer. `later`: not indexed yet. `moved`: the body names the new library. `off`: ours to
 * fix, so nothing more is requested until the operator checks. `miss`: Context7 does not have it. `limited`: wait. `outage`: try again.
 */
export type ChannelAction = 'read' | 'later' | 'moved' | 'off' | 'miss' | 'limited' | 'outage';

export interface StatusRow {
  readonly action: ChannelAction;
  /** What `off` switches off: all of Context7, or one library. */
  readonly scope?: 'service' | 'library';
  /** In words, for the operator. */
  readonly means: string;
}

const row = (action: ChannelAction, means: string, scope?: StatusRow['scope']): StatusRow =>
  Object.freeze({ action, means, ...(scope !== undefined && { scope }) });

const outage = row('outage', 'Context7 has a fault');
const unknown = row('outage', 'Context7 sent a status that its API does not have');

/** Every status that the API documents. */
export const statusTable: Readonly<Record<number, StatusRow>> = Object.freeze({
  200: row('read', 'an answer; an empty one is no documentation'),
  // Its body is not documentation, although it looks like success.
  202: row('later', 'Context7 has not finished indexing the library'),
  301: row('moved', 'the library has another id'),
  400: row('off', 'Context7 does not accept the request', 'library'),
  401: row('off', 'Context7 does not accept the API key', 'service'),
  402: row('off', 'the spending limit of the Context7 account is reached', 'service'),
  403: row('off', 'Context7 denies access to the library', 'library'),
  404: row('miss', 'Context7 does not have the library, the version, or anything about the question'),
  422: row('miss', 'the library is too large for Context7, or has no code'),
  429: row('limited', 'the rate limit of Context7 is reached'),
  500: outage,
  503: outage,
  504: outage,
  529: outage,
});

/** The row of a status. One that the API does not have is an outage. */
export function statusRow(status: number): StatusRow {
  return statusTable[status] ?? (status >= 500 ? outage : unknown);
}
