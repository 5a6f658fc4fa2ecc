// U10: what is never fetched again, and what may be.
import { blockUrl, type Unblocked, unblockUrl } from '../../read/block-url.ts';
import { block, unblock } from '../../read/blocklist.ts';
import { resumeHost, stopHost } from '../../read/hosts.ts';
import type { ReadPlace } from '../reads/read-place.ts';

export const blockWorks = {
  /** Enters a URL or a site in the blocklist. Rejects as `block`. */
  block: ({ store }: ReadPlace, { what, reason }: { what: string; reason: string }): ReturnType<typeof block> =>
    block(what, reason, store),
  /** Takes an entry off the blocklist. Rejects as `unblock`. */
  unblock: ({ store }: ReadPlace, { what }: { what: string }): Promise<boolean> => unblock(what, store, 'writer'),
  /** Enters a URL of a page. Rejects as `blockUrl`. */
  blockUrl: ({ store }: ReadPlace, { url, reason }: { url: string; reason: string }): ReturnType<typeof blockUrl> =>
    blockUrl(store, url, reason),
  /** Takes the entries of a URL itself off the blocklist. Rejects as `unblockUrl`. */
  unblockUrl: ({ store }: ReadPlace, { url }: { url: string }): Promise<Unblocked> => unblockUrl(store, url),
  /** Requests nothing more of a host; whether it was not stopped before. Rejects as `stopHost`. */
  stopHost: ({ store }: ReadPlace, { host, reason }: { host: string; reason: string }): Promise<boolean> =>
    stopHost(store, host, reason),
  /** Lets a host be requested again; false where it was not stopped. Rejects as `resumeHost`. */
  resumeHost: ({ store }: ReadPlace, { host }: { host: string }): Promise<boolean> => resumeHost(store, host),
};
