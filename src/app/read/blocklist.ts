// U10: what the operator enters in the blocklist and takes off it, also while a crawl runs.
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { Store } from '../../store/port.ts';
import type { NamedBy } from '../crawl/target-word.ts';
import { blockUrl, checkMayUnblock } from './block-url.ts';
import { blockPattern, openSideDoor, readBlocklist } from './reading.ts';

/**
 * Enters a URL with all that lies below it, or a whole site; `isNew` where it was not on the list. Makes the data folder where there is
 * none. Throws DOC_URL for a text that is neither URL nor host, that is a pattern, or that would block more than it names.
 */
export async function block(
  what: string,
  reason: string,
  store: Store,
): Promise<{ readonly pattern: string; readonly isNew: boolean }> {
  const url = urlOf(what);
  refuseHalfName(what, url);
  refusePattern(what, url);
  return blockUrl(store, url, reason);
}

/**
 * Takes an entry off the list, by its pattern, as it is kept or listed, or the URL it was made of. False where there is none. Throws as
 * `block`, and as `checkMayUnblock` where `caller`, who is trusted with nothing when left out, may not.
 */
export async function unblock(what: string, store: Store, caller: NamedBy = 'stranger'): Promise<boolean> {
  const entries = await readBlocklist(store);
  const named =
    entries.find(({ pattern }) => pattern === what) ??
    // Lists show no secrets.
    entries.find(({ pattern }) => shownUrl(pattern) === what);
  const pattern = named?.pattern ?? blockPattern(urlOf(what));
  checkMayUnblock(pattern, caller);
  const side = await openSideDoor(store);
  try {
    return await side.unblock(pattern);
  } finally {
    await side.close();
  }
}

function urlOf(what: string): string {
  const url = URL.parse(/^(?:https?|folder):\/\//i.test(what) ? what : `https://${what}`);
  if (url === null || url.hostname === '')
    throw new DocentError('DOC_URL', `"${printable(what)}" is neither a URL nor a host`);
  return url.href;
}

/** A word that is no whole name of a host blocks nothing. */
function refuseHalfName(what: string, href: string): void {
  const { hostname } = new URL(href);
  const isName = /[.:]/.test(hostname) || hostname === 'localhost' || /:/.test(what);
  if (hostname.includes('*') || !isName)
    throw new DocentError('DOC_URL', `"${printable(what)}" is no whole host: write docs.example.com, or a URL`);
}

/** An entry is a beginning of a path: a pattern would be kept, and block nothing. */
function refusePattern(what: string, href: string): void {
  if (!what.includes('*')) return;
  const { host, pathname } = new URL(href);
  const [before = ''] = pathname.split('*', 1);
  const folder = before === pathname ? before : before.replace(/\/[^/]*$/, '');
  throw new DocentError(
    'DOC_URL',
    `"${printable(what)}" is a pattern, and an entry covers all that lies below it: write ${host}${folder}; patterns are for exclude_paths and blocked_path_patterns (a "*" that belongs to the URL is written %2A)`,
  );
}
