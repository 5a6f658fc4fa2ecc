// Which host a URL belongs to: for identity, for the politeness clock, and whether it is this machine.

/** Parses an absolute http(s) URL (or a relative one against `base`); anything else is `undefined`. Never throws. */
export function parseHttpUrl(text: string, base?: string): URL | undefined {
  const url = URL.parse(text, base);
  return url !== null && isHttp(url) ? url : undefined;
}

/** Whether a parsed URL is one that docent may ever request. */
export function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** The scheme of pages that lie in a folder of this machine: `folder://<provider>/<path below the folder>`. */
export const FOLDER_SCHEME = 'folder:';

/** Whether a parsed URL names a file of a folder. Such a URL is read from the folder, and never requested. */
export function isFolderUrl(url: URL): boolean {
  return url.protocol === FOLDER_SCHEME && url.hostname !== '';
}

/** Parses an absolute URL that a page may have: of a site, or of a file in a folder; anything else is `undefined`. Never throws. */
export function parsePageUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && (isHttp(url) || isFolderUrl(url)) ? url : undefined;
}

/** Removes leading `www.` labels while at least two labels remain: `www.com` stays (U2). */
export function withoutWww(hostname: string): string {
  if (!hostname.startsWith('www.')) return hostname;
  // Counted once: a stranger may write a hundred thousand of them.
  let labels = labelCount(hostname);
  let from = 0;
  for (; hostname.startsWith('www.', from) && labels > 2; from += 4) labels--;
  return hostname.slice(from);
}

/**
 * Host and port with the ports 80 and 443 left out whatever the scheme, because the key unifies the scheme (U2). The host of a file
 * is `folder:<provider>`, which no site has.
 */
export function hostOf(url: URL, stripWww = true): string {
  if (isFolderUrl(url)) return `${FOLDER_SCHEME}${url.host}`;
  const name = stripWww ? withoutWww(url.hostname) : url.hostname;
  return url.port === '' || url.port === '80' || url.port === '443' ? name : `${name}:${url.port}`;
}

/**
 * Names the politeness clock of a URL: host without `www.`, ports 80 and 443 sharing one, other ports kept (F4).
 * A text that is not the URL of a page names itself. Never throws.
 */
export function hostKey(url: string): string {
  const parsed = parsePageUrl(url);
  return parsed === undefined ? url : hostKeyOf(parsed);
}

/** `hostKey` of a parsed URL. */
export function hostKeyOf(url: URL): string {
  // `example.com.` is the same machine as `example.com`: two clocks would double the rate of requests.
  return hostOf(url).replace(/\.(?=:\d+$|$)/, '');
}

/** Whether a host name is this machine: localhost, *.localhost, 127/8 or ::1, as the URL parser writes them. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === '::1' || name === '[::1]') return true;
  const parts = name.split('.', 5);
  return (
    parts.length === 4 && parts[0] === '127' && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)
  );
}

/**
 * H1: whether no third party can read what is sent to a URL: https, or an address of this machine. A name below `.localhost`
 * is not enough, because a resolver may send it elsewhere. Never throws.
 */
export function isPrivateWire(url: string): boolean {
  const parsed = parseHttpUrl(url);
  if (parsed === undefined) return false;
  return parsed.protocol === 'https:' || (isLoopbackHost(parsed.hostname) && !/\.localhost\.?$/i.test(parsed.hostname));
}

/** A host of this machine with one of its ports. */
export interface LoopbackSite {
  readonly host: string;
  readonly port: number;
}

/**
 * H7: what a URL that the operator configured opens on this machine: its own host and port and nothing else. Undefined for a URL
 * of another machine, and for a text that is no http(s) URL; these open nothing. Never throws.
 */
export function loopbackSite(url: string): LoopbackSite | undefined {
  const parsed = parseHttpUrl(url);
  return parsed !== undefined && isLoopbackHost(parsed.hostname)
    ? { host: parsed.hostname, port: portOf(parsed) }
    : undefined;
}

/** The port that a URL is requested from, where it names none as well. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function labelCount(host: string): number {
  return host.split('.').filter((label) => label !== '').length;
}
