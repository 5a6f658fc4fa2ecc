// One URL: everything about it, its history, its page in chunks or as Markdown, its links.
import { urlStates } from '../../../core/end-states.ts';
import { DocentError } from '../../../core/errors.ts';
import type { Field } from '../../../core/options/field.ts';
import { parsePageUrl } from '../../../core/url/host.ts';
import { shownUrl } from '../../../core/url/shown-url.ts';
import { operation, pageFields } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, figure, flag, list, named, object, oneOf, optional, text, time, url } from '../shape.ts';
import { numberIn } from './runs.ts';
import { shownSummary, urlFields, withMeaning } from './urls.ts';

const meaning = optional(text('What the reason means; absent for a reason of another version.'));

const visitShape = named(
  'UrlVisit',
  object({
    at: time(),
    provider: text('The source.'),
    run: count('The run.'),
    state: text('What became of the URL.'),
    status: optional(count('The HTTP status; absent where nothing was requested.')),
    by: text('The reason.'),
    means: meaning,
    detail: text('What the reason says of this URL; may be empty.'),
    ms: optional(count('How long the response took.')),
    bytes: optional(count()),
    hash: optional(text('The hash of the text, where there was one.')),
  }),
);

const pageShape = object(
  {
    finalUrl: url('Where it was fetched.'),
    status: count('The HTTP status.'),
    contentType: text(),
    etag: optional(text()),
    lastModified: optional(text('As the site wrote it.')),
    title: text(),
    language: optional(text('As the page states it.')),
    words: count(),
    bytes: count(),
    fetchedAt: time(),
    hash: text('Of its text, without what most pages of the site repeat.'),
    fingerprint: text('Pages with nearly the same text differ in few of its bits; may be empty.'),
    extractor: count('The version of the extraction that read it.'),
    isWhole: flag('Whether its whole text is kept.'),
    facts: object({
      description: optional(text()),
      keywords: optional(list(text())),
      canonical: optional(url()),
      published: optional(text('As the page states it.')),
      modified: optional(text('As the page states it.')),
      outline: list(object({ level: count(), text: text(), anchor: optional(text()) }), 'Headings and API entries.'),
      form: text('What it is: html, markdown, openapi …'),
      rule: text('By which rule its content was found.'),
      fidelity: figure('How much of the source the Markdown keeps, 0 to 1.'),
      tokens: count(),
      leftOut: optional(
        list(
          object({ edge: oneOf(['top', 'bottom']), text: text('The beginning of the block.') }),
          'What was left out, because it is at this edge of most pages of the site.',
        ),
      ),
      hidden: optional(text('What invisible characters in it spelled; empty where that is not known.')),
      noarchive: optional(flag('The page forbids keeping its text.')),
      nosnippet: optional(flag('The page forbids quoting it.')),
    }),
  },
  'The stored page, without its text.',
);

const recordShape = named(
  'UrlRecord',
  object({
    ...urlFields,
    spellings: list(
      object({ url: url(), state: text(), by: text(), detail: text() }),
      'Other spellings of the same address, and how they ended.',
    ),
    foundOn: list(url(), 'The way there: from the seed to the page that held the link.'),
    steps: list(
      object({ at: time(), step: text(), by: optional(text()), detail: optional(text()) }),
      'Each decision about it, in order.',
    ),
    page: optional(pageShape),
    versions: list(
      object({ fetchedAt: time(), hash: text(), words: count(), chunks: count() }),
      'Earlier versions of the page, the latest first; their text is not kept.',
    ),
    history: list(visitShape, 'What each run made of it, the latest first.'),
  }),
);

const urlField = {
  name: 'url',
  kind: 'text',
  required: true,
  doc: 'The URL, as it was linked to or as it was requested.',
} as const satisfies Field;
const ownerField = {
  name: 'provider',
  kind: 'text',
  doc: 'The source whose record is meant; default: the first that has stored the page.',
} as const satisfies Field;

/** How much of a page is shown, and where it came from. */
const shownPageFields = {
  provider: text('The source.'),
  url: url('Where it was fetched.'),
  title: text(),
  fetchedAt: time(),
  withheld: optional(
    oneOf(
      ['noarchive', 'nosnippet', 'preview'],
      'Why not all of it is shown: the page forbids keeping or quoting it, or only the beginnings of its chunks are kept.',
    ),
  ),
} as const;

const next = optional(text('`cursor` of the next page; absent on the last.'));

export const oneUrlOperations = [
  operation({
    ...{ id: 'getUrl', method: 'get', path: '/url', tag: 'URLs', scope: 'read', cli: 'docent why <url> --json' },
    summary: 'Everything about one URL: what became of it and why, the way there, its page, what a crawl would decide',
    description: 'A URL that no crawl has met has no records; `foreseen` says what crawls would decide about it.',
    query: [urlField],
    returns: {
      status: 200,
      shape: object({
        url: url('As it was sent.'),
        records: list(recordShape, 'One for each source that found it.'),
        foreseen: list(
          object({
            target: text('What is crawled: a source, or a seed.'),
            url: url('What would be requested.'),
            ok: flag('Whether the crawl would take it, if a page linked to it and robots.txt agreed.'),
            by: text('The reason.'),
            means: meaning,
            detail: optional(text()),
          }),
          'What crawls would decide about it now, robots.txt aside.',
        ),
        blocked: optional(text('The entry of the blocklist that it falls under, and why that is there.')),
      }),
    },
    async run({ query: { url: sent }, means }) {
      const { records, foreseen, blocked } = await means.reads.run('url', { url: pageUrl(sent) });
      return {
        value: {
          url: shownUrl(sent),
          records: records.map((record) => ({
            ...shownSummary(record),
            history: record.history.map(withMeaning),
          })),
          foreseen: foreseen.map(({ target, url: at, verdict: { ok, by, detail } }) =>
            withMeaning({ target, url: at, ok, by, detail }),
          ),
          blocked,
        },
      };
    },
  }),
  operation({
    ...{ id: 'getUrlHistory', method: 'get', path: '/url/history', tag: 'URLs', scope: 'read', problems: [404] },
    summary: 'What each run made of a URL, the latest first; at most 20 visits are kept for each source',
    cli: 'docent why <url>',
    query: [urlField, ownerField],
    returns: { status: 200, shape: object({ visits: list(visitShape) }) },
    async run({ query: { url: sent, provider }, means }) {
      const visits = found(await means.reads.run('urlHistory', { url: pageUrl(sent), provider }), sent);
      return { value: { visits: visits.map(withMeaning) } };
    },
  }),
  operation({
    ...{ id: 'getUrlChunks', method: 'get', path: '/url/chunks', tag: 'URLs', scope: 'read', problems: [404] },
    summary: 'The chunks of a stored page, in order, with as much of their text as is kept and may be shown',
    query: [urlField, ownerField, ...pageFields],
    returns: {
      status: 200,
      shape: object({
        ...shownPageFields,
        chunks: list(
          object({
            id: text(),
            headings: list(text(), 'Headings above it, the outermost first.'),
            anchor: optional(text()),
            ids: list(text(), 'Every id inside it.'),
            symbols: list(text(), 'Names that it is found by.'),
            tokens: count(),
            hash: text('Of its text.'),
            code: count('Blocks of code in it.'),
            tables: count('Tables in it.'),
            text: optional(
              text('As much of it as is kept and may be shown; at most 200 characters where it is not kept whole.'),
            ),
            whole: flag('Whether `text` is the whole chunk.'),
            flags: list(text(), 'Why the text looks as if it were written for an assistant; mostly empty.'),
          }),
        ),
        next,
      }),
    },
    async run({ query: { url: sent, provider, limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const at = { url: pageUrl(sent), provider, limit: limit + 1, offset };
      const { page, chunks } = found(await means.reads.run('urlChunks', at), sent);
      if (page === undefined) throw notStored(sent);
      return { value: { ...page, chunks: chunks.slice(0, limit), next: nextOf(chunks, limit, offset) } };
    },
  }),
  operation({
    ...{ id: 'getUrlMarkdown', method: 'get', path: '/url/markdown', tag: 'URLs', scope: 'read', problems: [404] },
    summary: 'A stored page as Markdown, where its whole text is kept and may be shown',
    query: [urlField, ownerField],
    returns: {
      status: 200,
      shape: object({ ...shownPageFields, markdown: optional(text('Absent where `withheld` says why.')) }),
    },
    async run({ query: { url: sent, provider }, means }) {
      const { page, markdown } = found(await means.reads.run('urlMarkdown', { url: pageUrl(sent), provider }), sent);
      if (page === undefined) throw notStored(sent);
      return { value: { ...page, markdown } };
    },
  }),
  operation({
    ...{ id: 'getUrlLinks', method: 'get', path: '/url/links', tag: 'URLs', scope: 'read', problems: [404] },
    summary: 'The links of a stored page, with what became of the URLs they lead to',
    query: [urlField, ownerField, ...pageFields],
    returns: {
      status: 200,
      shape: object({
        links: list(
          object({
            url: url(),
            text: text('What a reader sees of it; may be empty.'),
            nofollow: flag(),
            inContent: flag('Whether it is in the content of the page, not in a menu.'),
            target: optional(
              object(
                { provider: text(), state: oneOf(urlStates), by: text() },
                'What became of the URL; absent for one that no crawl has met.',
              ),
            ),
          }),
        ),
        next,
      }),
    },
    async run({ query: { url: sent, provider, limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const at = { url: pageUrl(sent), provider, limit: limit + 1, offset };
      const links = found(await means.reads.run('urlLinksOut', at), sent);
      return { value: { links: links.slice(0, limit), next: nextOf(links, limit, offset) } };
    },
  }),
  operation({
    ...{ id: 'getUrlBacklinks', method: 'get', path: '/url/backlinks', tag: 'URLs', scope: 'read', problems: [404] },
    summary: 'The stored pages whose content links to a URL; menus are not looked at',
    query: [urlField, ownerField, ...pageFields],
    returns: {
      status: 200,
      shape: object({ pages: list(object({ url: url(), title: text(), provider: text('The source.') })), next }),
    },
    async run({ query: { url: sent, provider, limit, cursor }, means }) {
      const after = cursor === undefined ? 0 : numberIn(cursor);
      const at = { url: pageUrl(sent), provider, limit: limit + 1, after };
      const pages = found(await means.reads.run('urlLinksIn', at), sent);
      const shown = pages.slice(0, limit);
      return { value: { pages: shown, next: pages.length > limit ? String(shown.at(-1)?.page) : undefined } };
    },
  }),
];

/** The URL, as it was sent. Throws DOC_URL for a text that is none. */
export function pageUrl(sent: string): string {
  if (parsePageUrl(sent) === undefined)
    throw new DocentError('DOC_URL', `"${shownUrl(sent.slice(0, 200))}" is not an http(s) URL`);
  return sent;
}

/** What was read of a known URL. Throws not_found for one that is not. */
function found<T>(value: T | undefined, sent: string): T {
  if (value === undefined) throw new HttpProblem('not_found', `no crawl has met ${shownUrl(sent.slice(0, 200))}`);
  return value;
}

function notStored(sent: string): HttpProblem {
  return new HttpProblem('not_found', `no page is stored for ${shownUrl(sent.slice(0, 200))}`);
}

/** Where a list goes on of which one more was read than is shown. */
function nextOf(read: readonly unknown[], limit: number, offset: number): string | undefined {
  return read.length > limit ? String(offset + limit) : undefined;
}
