// What changed: pages that are new, updated, deleted or out of reach, over all runs; as a list and as a feed.

import type { Field } from '../../../core/options/field.ts';
import { pageChangeKinds } from '../../../core/page-change.ts';
import { sinceTime } from '../../since-time.ts';
import { operation, pageFields, rawOperation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, list, named, object, oneOf, optional, text, time, url } from '../shape.ts';

/** A change of a page, as a run noticed it. */
const changeShape = named(
  'PageChange',
  object({
    kind: oneOf(
      pageChangeKinds,
      'deleted: its server says it is not there; unreachable: kept, after errors; excluded: by a rule, a redirect or a duplicate.',
    ),
    url: url(),
    title: optional(text()),
    by: optional(text('The reason: `http:404`, `scope:blocked`.')),
    detail: optional(text()),
    sections: optional(
      list(
        object({
          kind: oneOf(['added', 'changed', 'removed', 'renamed']),
          headings: list(text(), 'The headings above it, the outermost first; none above the first.'),
          anchor: optional(text()),
          before: optional(list(text(), 'What the headings were, of a renamed one.')),
        }),
        'What changed on an updated page.',
      ),
    ),
    provider: text('The source.'),
    run: count('The run that noticed it.'),
    at: time('When that run ended, or began where it has not ended.'),
  }),
);

const providerField = { name: 'provider', kind: 'text', doc: 'Only of this source.' } as const satisfies Field;

export const changeOperations = [
  operation({
    ...{
      id: 'listChanges',
      method: 'get',
      path: '/changes',
      tag: 'Changes',
      scope: 'read',
      cli: 'docent report --json',
    },
    summary: 'Pages that changed, the latest run first',
    query: [
      { name: 'since', kind: 'text', doc: 'Only of runs that ended since this date: `2026-02-23`, or with a time.' },
      providerField,
      { name: 'kind', kind: 'choice', choices: pageChangeKinds, doc: 'Only changes of this kind.' },
      ...pageFields,
    ],
    returns: {
      status: 200,
      shape: object({
        changes: list(changeShape),
        first: list(
          object({ provider: text('The source.'), run: count(), at: time(), pages: count() }),
          'First runs, of which every page is new and none is listed; only on the first page of the list.',
        ),
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { since, provider, kind, limit, cursor }, means }) {
      const after = cursor === undefined ? undefined : placeIn(cursor);
      const from = since === undefined ? undefined : sinceTime(since);
      const filter = { since: from, provider, kind, limit: limit + 1, after };
      const { changes, first } = await means.reads.run('changes', filter);
      const shown = changes.slice(0, limit);
      const last = shown.at(-1);
      const isMore = changes.length > limit && last !== undefined;
      return { value: { changes: shown, first, next: isMore ? `${last.run}.${last.page}` : undefined } };
    },
  }),
  rawOperation({
    ...{ id: 'getChangeFeed', method: 'get', path: '/changes.atom', tag: 'Changes', scope: 'read', problems: [404] },
    summary: 'The same as an Atom feed: an entry for each of the last runs that changed something',
    cli: 'docent report --atom <file>',
    query: [providerField],
    returns: { status: 200, contentType: 'application/atom+xml', description: 'An Atom 1.0 feed.' },
    async respond({ query: { provider }, means }) {
      const feed = await means.reads.run('changeFeed', { provider });
      if (feed === undefined) throw new HttpProblem('not_found', `"${provider}" has no run`);
      const headers = { 'content-type': 'application/atom+xml; charset=utf-8', 'x-content-type-options': 'nosniff' };
      return new Response(feed, { headers: { ...headers, 'cache-control': 'no-cache' } });
    },
  }),
];

/** The change that a cursor stands for. Throws invalid for one that no list returned. */
function placeIn(cursor: string): { readonly run: number; readonly page: number } {
  const [, run, page] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? [];
  if (run === undefined || page === undefined) throw new HttpProblem('invalid', 'no list has this cursor');
  return { run: Number(run), page: Number(page) };
}
