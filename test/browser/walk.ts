// Walks the pages of a server by their links, as a visitor who has signed in: every page there is, one of each shape.
import { parseHTML } from 'linkedom';

/** One page, as the server sent it. */
export interface Walked {
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  /** What several pages of one kind have in common: their path without ids, and the names in their query. */
  readonly shape: string;
  /** The path of the page that led here; undefined for where the walk began. */
  readonly from: string | undefined;
  /** Numbers that are links. */
  readonly numbers: readonly NumberLink[];
}

export interface NumberLink {
  readonly text: string;
  /** Path and query. */
  readonly to: string;
  /** How long the list there must be, or what its column `column` adds up to; undefined where the page does not say. */
  readonly count: number | undefined;
  readonly column: string | undefined;
}

export interface Walk {
  readonly address: string;
  readonly cookie: string;
  /** Paths to begin with. */
  readonly from: readonly string[];
  /** How many pages of one shape are walked. */
  readonly mostOfShape: number;
  /** Whether pages are walked that those lead to. Default: true. */
  readonly isWithLinks?: boolean;
}

/** More pages than these are a circle that has no end. */
const MOST = 400;

/** Reads pages breadth first. Throws where there are more than a dashboard can have. */
export async function walkPages({
  from,
  mostOfShape,
  isWithLinks = true,
  ...server
}: Walk): Promise<readonly Walked[]> {
  const walked: Walked[] = [];
  const seen = new Set(from);
  const ofShape = new Map<string, number>();
  const queue: { readonly path: string; readonly from: string | undefined }[] = from.map((path) => ({
    path,
    from: undefined,
  }));
  for (const { path, from: parent } of queue) {
    const shape = shapeOf(path);
    const before = ofShape.get(shape) ?? 0;
    if (before >= mostOfShape) continue;
    ofShape.set(shape, before + 1);
    if (walked.length >= MOST) throw new Error(`more than ${MOST} pages, the last of them ${path}`);
    const page = await readPage(server, path);
    if (page === undefined) continue;
    const { links, status, numbers } = page;
    walked.push({ path, shape, from: parent, status, numbers });
    for (const to of isWithLinks ? links : [])
      if (!seen.has(to)) {
        seen.add(to);
        queue.push({ path: to, from: path });
      }
  }
  return walked;
}

interface Read extends Pick<Walked, 'status' | 'numbers'> {
  readonly links: readonly string[];
  /** The list that the page is for. */
  readonly list: { readonly total: number | undefined; readonly rows: number; readonly next: string | undefined };
  /** Of the numbers in a column of its tables. */
  readonly sumOf: (column: string) => number;
}

/** Reads one page; undefined for what is no page. */
async function readPage(
  { address, cookie }: Pick<Walk, 'address' | 'cookie'>,
  path: string,
): Promise<Read | undefined> {
  const response = await fetch(`${address}${path}`, { headers: { cookie }, redirect: 'manual' });
  const html = await response.text();
  if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) return undefined;
  const { document } = parseHTML(html);
  const own = [...document.querySelectorAll('a[href]')].flatMap((link) => {
    const url = new URL(link.getAttribute('href') ?? '', `${address}${path}`);
    return url.origin === new URL(address).origin ? [{ link, to: `${url.pathname}${url.search}` }] : [];
  });
  const list = document.querySelector('[data-total]');
  const total = list?.getAttribute('data-total') ?? '';
  const isEmpty = list === null && document.querySelector('main .empty') !== null;
  return {
    status: response.status,
    links: own.map(({ to }) => to),
    list: {
      total: isEmpty ? 0 : total === '' ? undefined : Number(total),
      rows: list?.querySelectorAll('tbody tr').length ?? 0,
      next: own.find(({ link }) => link.textContent === 'Next page')?.to,
    },
    sumOf: (column) =>
      [...document.querySelectorAll('td[data-label]')]
        .filter((cell) => cell.getAttribute('data-label') === column)
        .reduce((sum, cell) => sum + Number(cell.textContent.replaceAll(',', '')), 0),
    numbers: own.flatMap(({ link, to }) => {
      const text = link.textContent.trim();
      const count = link.getAttribute('data-count');
      // The number of a run names it, and counts nothing; below a `#` is what a number is made of.
      const isName = /^\/(?:runs|requests)\/\d+$/.test(to) || (link.getAttribute('href') ?? '').includes('#');
      if (count === null && (isName || !/^\d[\d,]*$/.test(text))) return [];
      const column = link.getAttribute('data-column') ?? undefined;
      return [{ text, to, column, count: count === null ? undefined : Number(count) }];
    }),
  };
}

/**
 * How long the list of a page is: as it says (`data-total`), or counted over its pages where it does not know; with a column, what that
 * adds up to. Undefined: it has none.
 */
export async function lengthOfList(
  server: Pick<Walk, 'address' | 'cookie'>,
  path: string,
  column?: string,
): Promise<number | undefined> {
  let length = 0;
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: Read | undefined = await readPage(server, next);
    if (page === undefined) return undefined;
    if (column !== undefined) length += page.sumOf(column);
    else if (page.list.total !== undefined) return page.list.total;
    else if (page.list.rows === 0) return undefined;
    else length += page.list.rows;
    next = page.list.next;
  }
  return length;
}

/** The shape of a path: `/runs/3?state=failed` and `/runs/4?state=skipped` have the same. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://docent.invalid');
  const names = [...new Set(searchParams.keys())].sort().join('&');
  const parts = pathname
    .split('/')
    .map((part, nth, all) => (/\d|%|\./.test(part) || (nth === 2 && isOfOne(all[1], part)) ? '*' : part));
  return `${parts.join('/')}${names === '' ? '' : `?${names}`}`;
}

/** Whether a part of a path is the name of one source or host. */
function isOfOne(place: string | undefined, part: string): boolean {
  return ['sources', 'quality', 'channels', 'hosts'].includes(place ?? '') && part !== 'new';
}
