// Where the links of a Docsify file lead: its pages are files, and its addresses are routes such as `#/guide/start`.

const HOME = 'README.md';

/** Whether a file holds the menu of a Docsify site, by its name. */
export function isDocsifyMenu(url: string): boolean {
  return /\/_(?:sidebar|navbar)\.md$/i.test(URL.parse(url)?.pathname ?? '');
}

/**
 * The file that a link in a Docsify file leads to: `#/guide/start` is `guide/start.md`, and in a menu so is `guide/start`.
 * Undefined for any other link, which leads where it is written. Never throws.
 */
export function docsifyRoute(href: string, pageUrl: string): string | undefined {
  const hash = /^\/?#\/?(?=\/)/.exec(href.slice(0, 5));
  if (hash === null && !(isDocsifyMenu(pageUrl) && isRoute(href))) return undefined;
  const route = (hash === null ? href : href.slice(hash[0].length)).split(/[?#]/, 1)[0] ?? '';
  const folder = URL.parse('.', pageUrl)?.pathname;
  if (folder === undefined || route.length > 2_000) return undefined;
  const path = route.replace(/^\.?\/+/, '');
  const file = path === '' || path.endsWith('/') ? `${path}${HOME}` : /\.[a-z]{1,8}$/i.test(path) ? path : `${path}.md`;
  return rootOf(folder, path) + file;
}

/** A link within the site that names a page and not a file of another kind. */
function isRoute(href: string): boolean {
  return !/^[a-z][a-z\d+.-]*:|^\/\/|^#/i.test(href) && !/\.[a-z]{1,8}(?:[?#]|$)/i.test(href);
}

/** Routes begin at the folder of the site, wherever the file is: above the first folder that both name. */
function rootOf(folder: string, path: string): string {
  const first = path.split('/', 1)[0] ?? '';
  const at = first === '' || !path.includes('/') ? -1 : folder.indexOf(`/${first}/`);
  return at < 0 ? folder : folder.slice(0, at + 1);
}
