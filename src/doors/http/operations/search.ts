// Searching and answering: the pages that answer a query, the passages that answer a question, what can be searched.

import { tokenBudget } from '../../../app/search/budget.ts';
import type { Answer, Passage, SearchAnswer } from '../../../app/search/search.ts';
import type { Field } from '../../../core/options/field.ts';
import type { ValuesOf } from '../fields.ts';
import type { Means } from '../means.ts';
import { operation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, figure, flag, list, named, object, oneOf, optional, text, time, url } from '../shape.ts';
import { numberIn } from './runs.ts';

const libraryShape = object({ name: text(), version: optional(text()) });

/** What a search was held to by the name of a library. */
const heldShape = named(
  'HeldTo',
  object({
    asked: text('The name of the library, as it was sent.'),
    provider: text('The source.'),
    library: libraryShape,
    how: text('How the name matched.'),
  }),
);

const quotationShape = object(
  {
    text: text('At most 200 characters, without the marks of Markdown.'),
    marks: list(list(count()), 'Where in `text` words of the query begin and end, in UTF-16 units.'),
    fromPreview: flag('Only the beginning of the chunk is kept, and this is from there.'),
    matchOutside: flag('No word of the query is in the text that is kept.'),
  },
  'A few words that show why it was found.',
);

const withheld = optional(oneOf(['nosnippet', 'noarchive'], 'The directive of the page that forbids quoting it.'));

const chunkFields = {
  chunk: text('The id of the chunk.'),
  url: url('The page, with the anchor nearest to the match.'),
  headings: list(text(), 'Headings above it, the outermost first.'),
  tokens: count('How long the chunk is.'),
  score: figure(),
  withheld,
} as const;

const pageFields = {
  title: text(),
  provider: text('The source.'),
  language: optional(text('As the page states it.')),
  crawledAt: time('When the copy was fetched.'),
  verifiedAt: time('When the site last confirmed it.'),
} as const;

const resultShape = named(
  'SearchResult',
  object({
    ...chunkFields,
    ...pageFields,
    quotation: optional(quotationShape),
    more: list(object({ ...chunkFields, quotation: optional(quotationShape) }), 'Further chunks of the page.'),
    parts: optional(
      list(object({ name: text(), value: figure(), adds: figure() }), 'With `explain`: what the score is the sum of.'),
    ),
  }),
);

const indexShape = object({
  chunks: count('Chunks in the index.'),
  stale: flag('Another version of docent wrote some of it; the next crawl brings it up to date.'),
});
const foundShape = object({
  pages: count('Pages that answer.'),
  atLeast: flag('There may be more: not all were looked through.'),
});
const didYouMean = optional(text('The query with a misspelt word set right, where little was found.'));
const withoutPhrases = optional(flag('No page holds the phrase word for word: these hold its words.'));

const facetShape = named('Facet', object({ value: text('What the filter takes.'), pages: count() }));

const searchShape = named(
  'SearchAnswer',
  object({
    query: object(
      {
        text: text(),
        terms: list(text(), 'Folded and stemmed.'),
        phrases: list(list(text())),
        not: list(list(text())),
        prefix: optional(text('The beginning of a word that is being typed.')),
        filters: object({ provider: list(text()), path: list(text()), lang: list(text()) }),
        cut: optional(flag('Only its first 1,000 characters were looked at.')),
        tokens: optional(
          list(
            object({
              term: text(),
              kind: oneOf(['word', 'whole', 'part', 'gram', 'completion'], '`whole`: an identifier as it is written.'),
              position: count('Its place in the query; several may share one.'),
              must: flag('It is in a phrase, which must occur.'),
              chunks: count('Chunks that hold it.'),
              weight: figure('How significant it is: rare terms more than frequent ones.'),
            }),
            'With `explain`: what the analyser made of it.',
          ),
        ),
      },
      'The query as it was understood.',
    ),
    libraries: optional(list(heldShape, 'With `library`: what it was held to, and why.')),
    withoutPhrases,
    found: foundShape,
    didYouMean,
    results: list(resultShape, 'The best first.'),
    facets: optional(
      object(
        {
          provider: list(facetShape),
          path: list(facetShape, 'Folders one step below the one that all found pages of a host lie in.'),
          lang: list(facetShape),
        },
        'With `facets`: what it can be narrowed to, by the name of the filter; counts of the pages that were found and looked through.',
      ),
    ),
    index: indexShape,
    tookMs: figure('Milliseconds in the search thread.'),
    next: optional(text('`cursor` of the next page; absent on the last.')),
  }),
);

/** What holds a search or an answer to a part of the index. */
const filterFields = [
  { name: 'provider', kind: 'list', of: 'text', doc: 'Only pages of these sources.' },
  {
    name: 'library',
    kind: 'list',
    of: 'text',
    doc: 'Only pages of these libraries: `stripe`, `python@3.11`, an alias, a host; in place of `provider`.',
  },
  { name: 'path', kind: 'list', of: 'text', doc: 'Only pages with one of these in their address.' },
  { name: 'lang', kind: 'list', of: 'text', doc: 'Only pages in these languages; `ko` is `ko-KR` too.' },
] as const satisfies readonly Field[];

const searchFields = [
  {
    name: 'q',
    kind: 'text',
    required: true,
    doc: 'The query: words, "phrases", `prefix*`, `-not`, `provider:`, `path:`, `lang:`. Nothing typed is an error.',
  },
  ...filterFields,
  { name: 'limit', kind: 'integer', min: 1, max: 100, default: 10, doc: 'At most this many pages.' },
  { name: 'cursor', kind: 'text', doc: 'Where the list goes on: `next` of the page before.' },
  { name: 'chunksPerPage', kind: 'integer', min: 1, max: 10, default: 3, doc: 'Chunks of a page.' },
  { name: 'explain', kind: 'boolean', default: false, doc: 'Whether each score comes with its parts.' },
  {
    name: 'weight',
    kind: 'list',
    of: 'text',
    doc: 'Weights of score parts in place of the fitted ones, for comparing: `bodyText=3`.',
  },
  { name: 'facets', kind: 'boolean', default: false, doc: 'Whether to count what it can be narrowed to.' },
  {
    name: 'typing',
    kind: 'boolean',
    default: false,
    doc: 'As you type: the last word is the beginning of one, unless white space follows it.',
  },
] as const satisfies readonly Field[];

const passageShape = named(
  'Passage',
  object({
    number: count('Its number among the sources of this answer, from 1.'),
    ...chunkFields,
    ...pageFields,
    text: optional(
      text('The whole chunk as Markdown where it may be kept, else a quotation of at most 200 characters.'),
    ),
    whole: flag('Whether `text` is the whole chunk.'),
    cut: optional(flag('The whole chunk is kept, and did not fit into the budget.')),
    flags: list(text(), 'Why the text looks as if it were written for an assistant; mostly empty.'),
    also: optional(list(url(), 'Other places of nearly the same text.')),
    channel: optional(
      object(
        { name: text(), library: text(), updatedAt: time() },
        'Who has sent the text, where it is not from the index.',
      ),
    ),
  }),
);

const answerShape = named(
  'Answer',
  object({
    passages: list(passageShape, 'The best page first, parts of one page together.'),
    libraries: optional(list(heldShape, 'With `library`: what it was held to, and why.')),
    withoutPhrases,
    found: foundShape,
    didYouMean,
    absent: optional(list(text(), 'Words of the question that are nowhere in what was searched.')),
    tooSmall: optional(flag('A passage does not fit into the budget even alone, and was passed over.')),
    channels: optional(
      list(
        object({ provider: text(), source: oneOf(['context7', 'crawl']), by: text(), detail: text() }),
        'What Context7 had to do with it.',
      ),
    ),
    index: indexShape,
    cursor: optional(text('Goes on with the passages that are left; absent when there are no more.')),
  }),
);

const library = named(
  'Library',
  object({
    provider: text('The source.'),
    title: text(),
    library: libraryShape,
    aliases: list(text()),
    hosts: list(text()),
    pages: count(),
    chunks: count(),
    retain: oneOf(['full', 'preview'], 'Whether whole texts are kept.'),
    fetchedAt: time('When its newest copy was made.'),
    verifiedAt: time('Since when at the latest every page is known to be as it is stored.'),
    lastRunAt: optional(time('When its last run ended, or was last seen under way.')),
  }),
);

export const searchOperations = [
  operation({
    ...{
      id: 'search',
      method: 'get',
      path: '/search',
      tag: 'Search',
      scope: 'ask',
      cli: 'docent search <words> --json',
    },
    summary: 'The pages that answer a query, the best first',
    query: searchFields,
    returns: { status: 200, shape: searchShape },
    run: async ({ query, means }) => ({ value: await searched(query, means) }),
  }),
  operation({
    ...{ id: 'postSearch', method: 'post', path: '/search', tag: 'Search', scope: 'ask' },
    summary: 'The same, for queries that are to be in no log of addresses',
    body: { fields: searchFields },
    returns: { status: 200, shape: searchShape },
    run: async ({ body, means }) => ({ value: await searched(body, means) }),
  }),
  operation({
    ...{
      id: 'answer',
      method: 'post',
      path: '/answer',
      tag: 'Search',
      scope: 'ask',
      cli: 'docent answer <question> --json',
    },
    summary: 'An answer in place of a list: the best passages of several pages with numbered sources, within a budget',
    body: {
      fields: [
        { name: 'question', kind: 'text', required: true, doc: 'The question, on one line.' },
        ...filterFields,
        {
          ...{ name: 'maxTokens', kind: 'integer', min: tokenBudget.least, max: tokenBudget.most },
          ...{ default: tokenBudget.usual, doc: 'A hard bound on the answer as JSON, in tokens of o200k.' },
        },
        { name: 'cursor', kind: 'text', doc: 'Where an earlier answer to the same question ended.' },
        { name: 'indexOnly', kind: 'boolean', default: false, doc: 'Whether the index alone answers.' },
      ],
    },
    returns: { status: 200, shape: answerShape },
    async run({ body: { question, ...options }, means }) {
      const { answer } = await means.search().answerAs(question, options, {
        // A number of two digits takes as many tokens as one of one.
        passage: (passage) => JSON.stringify(passageShape.write(numbered(passage, 9))),
        answer: (one) => JSON.stringify(answerShape.write(withNumbers(one))),
      });
      return { value: withNumbers(answer) };
    },
  }),
  operation({
    ...{ id: 'suggestQueries', method: 'get', path: '/suggest', tag: 'Search', scope: 'ask' },
    summary: 'Queries for somebody who types one: its last word completed, or the query without its slips',
    query: [
      { name: 'q', kind: 'text', required: true, doc: 'What was typed so far.' },
      { name: 'limit', kind: 'integer', min: 1, max: 20, default: 8, doc: 'At most this many.' },
    ],
    returns: {
      status: 200,
      shape: object({ q: text('As it was sent.'), suggestions: list(text(), 'Whole queries, the best first.') }),
    },
    run: async ({ query: { q, limit }, means }) => ({
      value: { q, suggestions: await means.search().suggest(q, { limit }) },
    }),
  }),
  operation({
    ...{ id: 'listLibraries', method: 'get', path: '/libraries', tag: 'Search', scope: 'ask' },
    summary: 'What can be searched: each source with stored pages, and the names it is found by',
    returns: { status: 200, shape: object({ libraries: list(library) }) },
    run: async ({ means }) => ({ value: { libraries: await means.reads.run('libraries', {}) } }),
  }),
];

/** As far as a search goes. */
const FURTHEST = 1_000;

/** One page of results. Throws as `Search.search`. */
async function searched(
  { q, cursor, limit, weight, ...options }: ValuesOf<typeof searchFields>,
  means: Means,
): Promise<SearchAnswer & { readonly next: string | undefined }> {
  const offset = cursor === undefined ? 0 : numberIn(cursor);
  if (offset > FURTHEST) throw new HttpProblem('invalid', `cursor: a list goes on up to its ${FURTHEST}th page`);
  const weights = weight === undefined || weight.length === 0 ? undefined : weightsIn(weight);
  const answer = await means.search().search(q, { ...options, weights, limit, offset });
  const end = offset + answer.results.length;
  return { ...answer, next: end < answer.found.pages ? String(end) : undefined };
}

/** Weights as they are sent: `name=value` each. What is no number is reported by the search. */
function weightsIn(sent: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    sent.map((one) => {
      const [name = '', value = ''] = one.split('=', 2);
      return [name.trim(), value.trim() === '' ? Number.NaN : Number(value)];
    }),
  );
}

function numbered(passage: Passage, number: number): Passage & { readonly number: number } {
  return { number, ...passage };
}

function withNumbers(answer: Answer): Omit<Answer, 'passages'> & { readonly passages: ReturnType<typeof numbered>[] } {
  return { ...answer, passages: answer.passages.map((passage, at) => numbered(passage, at + 1)) };
}
