// Requests for pages: when, which, and what each brought.
import type { Field } from '../../../core/options/field.ts';
import { fetchResults, statusClasses } from '../../../core/page-fetch.ts';
import { fetchFilter } from '../../fetch-filter.ts';
import { operation, pageFields } from '../operation.ts';
import { count, list, named, object, oneOf, optional, text, time, url } from '../shape.ts';

const fetchShape = named(
  'MadeFetch',
  object({
    at: time('When it ended.'),
    provider: text('The source.'),
    run: count('The run that made it.'),
    url: url('As it was found; a redirect is a request of its own.'),
    host: text('The host that was requested.'),
    status: optional(count('Absent where no response came.')),
    ms: count('How long it took, in milliseconds.'),
    bytes: count('What was received.'),
    result: oneOf(
      fetchResults,
      'changed: a page that is new, changed or removed; failed: nothing usable, it may be made again; other: a redirect, or a page that is not kept.',
    ),
    state: text('The state of the URL after it.'),
    by: text('The reason of that state; may be empty.'),
    detail: text('What the reason says of it; may be empty.'),
  }),
);

/** A number for each of some names. */
function counts<Name extends string>(names: readonly Name[]) {
  return object(Object.fromEntries(names.map((name) => [name, count()])) as Record<Name, ReturnType<typeof count>>);
}

const fields = [
  {
    name: 'since',
    kind: 'text',
    doc: 'Only since then: a date, with or without a time, or a span before now: `24h`, `3d`.',
  },
  { name: 'until', kind: 'text', doc: 'Only before then, written in the same way.' },
  { name: 'provider', kind: 'text', doc: 'Only of this source.' },
  { name: 'run', kind: 'integer', min: 1, max: Number.MAX_SAFE_INTEGER, doc: 'Only of this run.' },
  { name: 'host', kind: 'text', doc: 'Only to this host.' },
  { name: 'result', kind: 'choice', choices: fetchResults, doc: 'Only those that brought this.' },
  {
    name: 'status',
    kind: 'text',
    doc: `Only with this status (\`404\`), or of this class: ${statusClasses.join(', ')}.`,
  },
  ...pageFields,
] as const satisfies readonly Field[];

export const fetchOperations = [
  operation({
    ...{ id: 'listFetches', method: 'get', path: '/fetches', tag: 'Runs', scope: 'read', cli: 'docent fetches' },
    summary: 'Requests for pages, the latest first, with the counts of all that fit',
    description: 'Of the last twenty requests for each URL. Requests for robots.txt and sitemaps are not among them.',
    query: fields,
    returns: {
      status: 200,
      shape: object({
        fetches: list(fetchShape),
        total: count('How many fit.'),
        counts: object({
          fetched: count('All that fit, whatever they brought.'),
          results: counts(fetchResults),
          statuses: counts(statusClasses),
        }),
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { limit, cursor, run, ...words }, means }) {
      const filter = fetchFilter({ ...words, run }, Date.now());
      return { value: await means.reads.run('fetches', { ...filter, limit, after: cursor }) };
    },
  }),
];
