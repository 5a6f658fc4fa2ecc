// When a page was published and changed (E4), from the places where generators write it.

export type DateKind = 'published' | 'modified';

export type PageDates = { [kind in DateKind]?: string | undefined };

/** Names of `<meta name>`, `<meta property>` and `itemprop`, in lower case. */
export const dateNames: ReadonlyMap<string, DateKind> = new Map(
  (
    [
      [
        'published',
        'article:published_time og:published_time datepublished dc.date dc.date.issued dc.date.created dcterms.date ' +
          'dcterms.issued dcterms.created date pubdate publishdate publish_date publish-date citation_publication_date',
      ],
      [
        'modified',
        'article:modified_time og:updated_time og:modified_time datemodified dc.date.modified dcterms.modified last-modified ' +
          'lastmod last_modified last-updated revised ms.date updated_at',
      ],
    ] as const
  ).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

const day = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:$|[T\s])/;
const time =
  /^\d{4}-?\d{2}-?\d{2}[T\s]\s?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const month = /^(\d{4})-(\d{2})$/;
const worded =
  /^(?:[a-z]{3,9},?\s)?(?:\d{1,2}\s[a-z]{3,9}\.?\s\d{4}|[a-z]{3,9}\.?\s\d{1,2},?\s\d{4})(?:,?\s\d{2}:\d{2}(?::\d{2})?)?(?:\s(?:GMT|UTC|[+-]\d{4}))?$/i;

const longest = 64;
/** Before the web there were no pages; further ahead a date is a mistake. */
const years = { first: 1990, last: 2100 } as const;

/**
 * A date as ISO 8601: a day alone as `2026-02-23`, a time in UTC. Undefined for what is none, is not in the calendar, or
 * could be read in two ways (`03/04/2026`). A time without a zone counts as UTC, so that every machine reads it alike.
 */
export function isoDate(text: string): string | undefined {
  const written = text.slice(0, longest + 1).trim();
  if (written.length > longest) return undefined;
  const parts = day.exec(written);
  if (parts !== null) return isoOf(written, parts);
  const [, year = '', number = ''] = month.exec(written) ?? [];
  if (year !== '') return isDay(year, number, '01') ? `${year}-${number}` : undefined;
  if (!worded.test(written)) return undefined;
  const hasTime = written.includes(':');
  const date = new Date(/(?:GMT|UTC|[+-]\d{4})$/i.test(written) ? written : `${written} UTC`);
  if (Number.isNaN(date.getTime()) || !isYear(date.getUTCFullYear())) return undefined;
  const iso = date.toISOString();
  return hasTime ? iso : iso.slice(0, 10);
}

function isoOf(written: string, [, year = '', number = '', date = '']: RegExpExecArray): string | undefined {
  if (!isDay(year, number, date)) return undefined;
  const iso = `${year}-${number}-${date}`;
  const [, hour, minute, second = '00', fraction = '', zone = 'Z'] = time.exec(written) ?? [];
  // What follows the day is not a time: `2026-02-23 (draft)`.
  if (hour === undefined) return iso;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.length > 3 ? zone.slice(-2) : '00'}`;
  const parsed = new Date(`${iso}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(parsed.getTime()) ? iso : parsed.toISOString();
}

function isDay(year: string, number: string, date: string): boolean {
  const utc = new Date(Date.UTC(Number(year), Number(number) - 1, Number(date)));
  return isYear(Number(year)) && utc.getUTCMonth() === Number(number) - 1 && utc.getUTCDate() === Number(date);
}

function isYear(year: number): boolean {
  return year >= years.first && year <= years.last;
}

const longestJson = 65_536;
const mostObjects = 100;

/**
 * The dates in a page's JSON-LD, by the first object that has them: at the top, in a list, or in its `@graph`. Nothing
 * when it is longer than 64 KiB or no JSON. Never throws.
 */
export function jsonLdDates(json: string): PageDates {
  if (json.length > longestJson || !/"date(?:Published|Modified)"/.test(json)) return {};
  let waiting: unknown[];
  try {
    waiting = [JSON.parse(json)];
  } catch {
    // Templates leave commas and comments in it; what a browser ignores is ignored here.
    return {};
  }
  const found: PageDates = {};
  for (let at = 0; at < waiting.length && at < mostObjects; at++) {
    const value = waiting[at];
    if (Array.isArray(value)) waiting.push(...value.slice(0, mostObjects));
    else if (typeof value === 'object' && value !== null) {
      found.published ??= dateIn(value, 'datePublished');
      found.modified ??= dateIn(value, 'dateModified');
      for (const name of ['@graph', 'mainEntity', 'mainEntityOfPage']) waiting.push(own(value, name));
    }
  }
  return found;
}

function dateIn(value: object, name: string): string | undefined {
  const date = own(value, name);
  return typeof date === 'string' ? isoDate(date) : undefined;
}

function own(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
