// Parts of the search pages: links that keep a search together, quotations with marks, addresses for readers.
import type { Child, FC } from 'hono/jsx';
import type { Quotation } from '../../app/search/search.ts';
import { printable } from '../../core/printable.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import type { View } from './layout.tsx';
import { Crawled } from './parts.tsx';
import type { PageSearch } from './search-query.ts';

type Fields = readonly (readonly [name: string, value: string])[];

/** Leads to another search: a link, or for a search that is to be in no address a form that looks like one. */
export const Lead: FC<{
  view: View;
  search: Pick<PageSearch, 'isPosted'>;
  fields: Fields;
  /** How many are behind it, where that is certain. */
  count?: number | undefined;
  title?: string | undefined;
  isCurrent?: boolean | undefined;
  children?: Child;
}> = ({ view, search: { isPosted }, fields, count, title, isCurrent, children }) =>
  isPosted ? (
    <form method="post" action={`${view.base}/search`} class="lead-form">
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="as-link" title={title} aria-current={isCurrent ? 'true' : undefined}>
        {children}
      </button>
    </form>
  ) : (
    <a
      href={`${view.base}/search?${new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]))}`}
      data-count={count}
      title={title}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {children}
    </a>
  );

/** A quotation with the words of the query marked. */
export const Quoted: FC<{ quotation: Quotation }> = ({ quotation: { text, marks } }) => {
  const parts: Child[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(printable(text.slice(from, start)), <mark>{printable(text.slice(start, end))}</mark>);
    from = end;
  }
  return (
    <>
      {parts}
      {printable(text.slice(from))}
    </>
  );
};

/** A place that was found: it opens on the site at its anchor; what is on no site opens as it is stored. */
export const PlaceLink: FC<{ view: View; url: string; isBest?: boolean; children?: Child }> = ({
  view,
  url,
  isBest,
  children,
}) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} rel="noreferrer noopener nofollow" data-result={isBest ? '' : undefined}>
      {children}
    </a>
  ) : (
    <a href={inspectorPath(view, url)} data-result={isBest ? '' : undefined}>
      {children}
    </a>
  );

/** The page that shows what is stored of a URL. */
export function inspectorPath({ base }: View, url: string): string {
  return `${base}/url?url=${encodeURIComponent(url.replace(/#.*$/s, ''))}`;
}

const LONGEST_ADDRESS = 120;

/** An address for reading: without the scheme, its escapes as letters. */
export const ShownAddress: FC<{ url: string }> = ({ url }) => (
  <Crawled text={readable(shownUrl(url)).replace(/^https?:\/\//i, '')} most={LONGEST_ADDRESS} />
);

function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

const LONGEST_TITLE = 160;
const LONGEST_HEADING = 80;
const MOST_HEADINGS = 6;

/** The title of a page, or its address where it has none. */
export const Title: FC<{ title: string; url: string }> = ({ title, url }) =>
  title.trim() === '' ? <ShownAddress url={url} /> : <Crawled text={oneLine(title)} most={LONGEST_TITLE} />;

/** The headings above a place, without a first one that repeats the title; nothing where there are none. */
export const HeadingPath: FC<{ headings: readonly string[]; title?: string }> = ({ headings, title }) => {
  const first = oneLine(headings[0] ?? '');
  const steps = (title !== undefined && oneLine(title).startsWith(first) ? headings.slice(1) : headings).slice(
    0,
    MOST_HEADINGS,
  );
  return (
    <>
      {steps.map((step, nth) => (
        <>
          {nth === 0 ? null : <span aria-hidden="true"> › </span>}
          <Crawled text={oneLine(step)} most={LONGEST_HEADING} />
        </>
      ))}
    </>
  );
};

/** Whether `HeadingPath` shows anything. */
export function hasHeadingPath(headings: readonly string[], title: string): boolean {
  return headings.length > (oneLine(title).startsWith(oneLine(headings[0] ?? '')) ? 1 : 0);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A language as the attribute `lang` takes it: glyphs of Chinese, Japanese and Korean differ. */
export function langOf(language: string | undefined): string | undefined {
  return language !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(language) ? language : undefined;
}

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** The name of a language: `Korean` for `ko`; the code itself where it is none. */
export function namedLanguage(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}
