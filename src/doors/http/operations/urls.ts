// URLs: listed by filter, counted by state and reason, counted along their addresses.
import { endStates, urlStates } from '../../../core/end-states.ts';
import type { Field } from '../../../core/options/field.ts';
import { reasonOf } from '../../../core/reasons.ts';
import { operation, pageFields } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, flag, list, named, object, oneOf, optional, text, time, url } from '../shape.ts';
import { numberIn } from './runs.ts';

/** What lists and records of URLs have in common. */
export const urlFields = {
  id: count('Its number; lists are in this order, the order in which URLs were found.'),
  provider: text('The source.'),
  url: url('As it is requested, without user names and secrets.'),
  kind: oneOf(['page', 'sitemap']),
  state: oneOf(urlStates, 'What became of it; waiting: not ended yet.'),
  by: text('The reason of the state: `http:200`, `scope:blocked`, `robots:rfc9309:line-2`.'),
  detail: text('What the reason says of this URL; may be empty.'),
  means: optional(text('What the reason means; absent for a reason of another version.')),
  depth: count('Links from a seed.'),
  foundAt: time(),
  changedAt: time('When its state last changed.'),
  notBefore: optional(time('It waits until then.')),
  attempt: count('How often it was requested again after an error, in this run.'),
  parent: optional(count('The number of the URL that led here; absent for a seed.')),
} as const;

const urlShape = named('Url', object(urlFields));

/** How many URLs are in each state. */
export const countsShape = named(
  'UrlCounts',
  object({
    discovered: count('The sum of all states.'),
    waiting: count(),
    ...(Object.fromEntries(endStates.map((state) => [state, count()])) as Record<
      (typeof endStates)[number],
      ReturnType<typeof count>
    >),
  }),
);

/** The meaning of a reason, beside its name. */
export function withMeaning<T extends { readonly by: string }>(one: T): T & { readonly means: string | undefined } {
  return { ...one, means: reasonOf(one.by)?.means };
}

/** A URL as lists show it: times and numbers that say nothing are left out. */
export function shownSummary<T extends { readonly by: string; readonly notBefore: number }>(one: T) {
  return { ...withMeaning(one), notBefore: one.notBefore > 0 ? one.notBefore : undefined };
}

const providerField = { name: 'provider', kind: 'text', doc: 'Only of this source.' } as const satisfies Field;

const filterFields = [
  providerField,
  {
    name: 'state',
    kind: 'choice',
    choices: [...urlStates, 'ended'],
    doc: 'Only in this state; ended: in any but waiting.',
  },
  { name: 'by', kind: 'text', doc: 'Only with this reason, or one that begins with it: `robots`, `http:404`.' },
  {
    name: 'path',
    kind: 'text',
    doc: 'Only where the path begins like this (`/docs/api/`); with `*` it is a glob over the whole path (`/docs/*.html`), `re:…` a regular expression.',
  },
  { name: 'text', kind: 'text', doc: 'Only URLs with this in them, in any case.' },
  { name: 'depth', kind: 'integer', min: 0, max: 1_000, doc: 'Only this many links from a seed.' },
  {
    name: 'kind',
    kind: 'choice',
    choices: ['page', 'sitemap'],
    default: 'page',
    doc: 'Sitemaps are not counted among the pages.',
  },
] as const satisfies readonly Field[];

const next = optional(text('`cursor` of the next page; absent on the last.'));

export const urlOperations = [
  operation({
    ...{ id: 'listUrls', method: 'get', path: '/urls', tag: 'URLs', scope: 'read', cli: 'docent urls' },
    summary: 'URLs of the latest crawl of each source, in the order they were found',
    query: [...filterFields, ...pageFields],
    returns: { status: 200, shape: object({ urls: list(urlShape), next }) },
    async run({ query: { limit, cursor, by, ...filter }, means }) {
      const after = cursor === undefined ? 0 : numberIn(cursor);
      const urls = await means.reads.run('urls', {
        ...filter,
        ...{ by: by?.replace(/:+$/, ''), limit: limit + 1, after },
      });
      const shown = urls.slice(0, limit);
      return {
        value: {
          urls: shown.map(shownSummary),
          next: urls.length > limit ? String(shown.at(-1)?.id) : undefined,
        },
      };
    },
  }),
  operation({
    ...{ id: 'countUrls', method: 'get', path: '/urls/counts', tag: 'URLs', scope: 'read', cli: 'docent urls --json' },
    summary: 'What became of every URL, by state and reason, for each source',
    query: [providerField],
    returns: {
      status: 200,
      shape: object({
        sources: list(
          object({
            provider: text('The source.'),
            ended: flag('Whether its last crawl came to its end.'),
            counts: countsShape,
            reasons: list(
              object({
                state: oneOf(urlStates),
                by: text('The reason.'),
                means: optional(text('What it means; absent for a reason of another version.')),
                count: count(),
              }),
              'The most frequent first; pages only.',
            ),
          }),
        ),
      }),
    },
    async run({ query: { provider }, means }) {
      const sources = await means.reads.run('urlCounts', { provider });
      return { value: { sources: sources.map((one) => ({ ...one, reasons: one.reasons.map(withMeaning) })) } };
    },
  }),
  operation({
    ...{ id: 'countUrlsByPath', method: 'get', path: '/urls/tree', tag: 'URLs', scope: 'read', problems: [404] },
    summary: 'How many pages of a source lie where, one step of their addresses below a prefix',
    query: [
      { ...providerField, required: true, doc: 'The source.' },
      {
        name: 'prefix',
        kind: 'text',
        doc: 'How the addresses begin, without their scheme: `docs.example.com/guide/`. Default: the hosts are counted.',
      },
      ...pageFields,
    ],
    returns: {
      status: 200,
      shape: object({
        prefix: text('As it was sent; empty for the hosts.'),
        steps: list(
          object({
            step: text('What follows the prefix, up to the next slash and with it; empty for the prefix itself.'),
            prefix: text('The prefix of what lies below: the same list one step further.'),
            isFolder: flag('Whether something may lie below it.'),
            counts: countsShape,
          }),
          'Those with the most pages first.',
        ),
        next,
      }),
    },
    async run({ query: { provider, prefix = '', limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const steps = await means.reads.run('urlTree', { provider, prefix, limit: limit + 1, offset });
      if (steps === undefined) throw new HttpProblem('not_found', `nothing was crawled of "${provider}"`);
      const shown = steps.slice(0, limit).map(({ step, counts }) => ({
        ...{ step, counts, prefix: `${prefix}${step}` },
        isFolder: step.endsWith('/'),
      }));
      return { value: { prefix, steps: shown, next: steps.length > limit ? String(offset + limit) : undefined } };
    },
  }),
];
