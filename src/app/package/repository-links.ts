// Links of a package's Markdown to files that are not read: they lead to its repository, where those files are.
import type { PackageFacts } from '../../seed/manifest/package-json.ts';

/** How links are judged. */
export interface LinkPlaces {
  /** The URL of the page. */
  readonly page: string;
  /** Whether a URL below the package's own is that of a page. */
  readonly isRead: (url: string) => boolean;
  /** Where the package's folder is in the open. */
  readonly home: string;
}

/** Where a package's folder is seen in the open: in its repository, else the page it names, else the registry's. */
export function homeOfPackage({ repository, directory = '', homepage, name = '' }: PackageFacts): string {
  const { origin = '', pathname = '' } = URL.parse(repository ?? '') ?? {};
  const folder = directory === '' ? '' : `${directory}/`;
  if (/^https:\/\/(?:www\.)?github\.com$/.test(origin) && /^\/[^/]+\/[^/]+\/?$/.test(pathname))
    return `${origin}${pathname.replace(/\/$/, '')}/blob/HEAD/${folder}`;
  if (/^https:\/\/gitlab\.com$/.test(origin)) return `${origin}${pathname.replace(/\/$/, '')}/-/blob/HEAD/${folder}`;
  return homepage ?? repository ?? `https://www.npmjs.com/package/${name}`;
}

/** A link in brackets, of a definition or of a tag; the second group is its target. */
const LINKS = /(\]\(\s{0,9}<?|^ {0,3}\[[^\]]{1,200}\]:\s{0,9}<?|\bhref=")([^\s)>"]{1,1000})/g;
const CODE = /(`+[^`]*`+)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The Markdown with those links changed; code stays as it is. */
export function withRepositoryLinks(text: string, places: LinkPlaces): string {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      return line;
    }
    fence = mark;
    if (mark !== undefined || !/\]\(|\]:|href="/.test(line)) return line;
    return line
      .split(CODE)
      .map((part, nth) => (nth % 2 === 1 ? part : changed(part, places)))
      .join('');
  });
  return lines.join('\n');
}

function changed(part: string, { page, isRead, home }: LinkPlaces): string {
  return part.replace(LINKS, (whole, before: string, target: string) => {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(target)) return whole;
    const url = URL.parse(target, page);
    if (url === null || isRead(url.href.replace(/[?#].*$/, ''))) return whole;
    const path = `${url.pathname.slice(1)}${url.hash}`;
    return `${before}${home.endsWith('/') ? `${home}${path}` : home}`;
  });
}
