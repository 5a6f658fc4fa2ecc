// C5: what is forgotten, looked at first, and the receipts of it.
import type { Removal } from '../../../app/server/works/work-pool.ts';
import type { Field } from '../../../core/options/field.ts';
import { shownData } from '../../../core/url/shown-url.ts';
import { operation, pageFields } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, flag, list, named, type Of, object, oneOf, optional, text, time, url } from '../shape.ts';
import { numberIn } from './runs.ts';

const kindShape = oneOf(
  ['url', 'path', 'provider'],
  'One page, a path with all below it, or all that a source brought.',
);

const removedShape = named(
  'Removed',
  object({
    urls: count(),
    pages: count(),
    chunks: count(),
    versions: count('Earlier versions of pages.'),
    links: count('Links of other pages that lead there.'),
    robots: count('Kept robots.txt files.'),
  }),
);

const receiptShape = named(
  'Receipt',
  object({
    id: count(),
    at: time(),
    what: text('What was forgotten.'),
    kind: kindShape,
    removed: removedShape,
    blocked: flag('Whether it was put on the blocklist with it.'),
    digest: text('Of this receipt and the one before it: a chain that shows which are missing.'),
  }),
);

const elsewhereFields = {
  exports: list(
    object({ out: text('The folder or file.'), format: text(), at: time(), pages: count() }),
    'Exports that may still hold it; to be removed or made again by hand.',
  ),
  copiesOfData: list(text(), 'Backups and copies of the data that may still hold it.'),
};

/** What a removal ended with; deletion requests end with the same. */
export const removalShape = named(
  'Removal',
  object({
    end: oneOf(
      ['forgotten', 'nothing', 'unwiped'],
      'nothing: nothing of it was stored; unwiped: its rows are removed, but a reader of an older state kept its bytes in the file: do it again.',
    ),
    kind: kindShape,
    what: text(),
    removed: removedShape,
    receipt: optional(receiptShape),
    blocked: list(text(), 'What was put on the blocklist.'),
    ...elsewhereFields,
  }),
);

export const blockField = {
  name: 'block',
  kind: 'boolean',
  default: false,
  doc: 'Also put it on the blocklist, so that no crawl brings it back.',
} as const satisfies Field;

/** Of a deletion that is done on request. */
export const blockDoneField = {
  ...blockField,
  default: true,
  doc: 'Put it on the blocklist with it, so that no crawl brings it back; false: a crawl may.',
} as const satisfies Field;

const whatField = {
  name: 'what',
  kind: 'text',
  required: true,
  doc: 'A URL, a path (`example.com/docs`) or a source (`provider:` and its id).',
} as const satisfies Field;

export const forgetOperations = [
  operation({
    ...{ id: 'previewForget', method: 'post', path: '/forget/preview', tag: 'Data', scope: 'read', problems: [404] },
    summary: 'What forgetting a page, a path or a source would remove; nothing is changed',
    cli: 'docent forget <what> --dry-run',
    body: {
      fields: [
        whatField,
        {
          name: 'limit',
          kind: 'integer',
          min: 0,
          max: 10_000,
          default: 100,
          doc: 'At most this many URLs are listed.',
        },
      ],
    },
    returns: {
      status: 200,
      shape: object({
        kind: kindShape,
        what: text(),
        isStored: flag('Whether there is anything to remove.'),
        removed: removedShape,
        before: optional(removedShape),
        mentions: count('Kept answers and questions that name it, which are removed with it.'),
        copies: count('Other URLs with the same text, which a later crawl may store instead.'),
        patterns: list(text(), 'What `block` would put on the blocklist.'),
        receipt: optional(receiptShape),
        urls: list(url(), 'The first of the URLs.'),
        ...elsewhereFields,
      }),
    },
    async run({ body: { what, limit }, means }) {
      const plan = await means.reads.run('forgetPlan', { what, limit });
      if (plan === undefined) throw nothingCrawled();
      return { value: shownData(plan) };
    },
  }),
  operation({
    ...{ id: 'forget', method: 'post', path: '/forget', tag: 'Data', scope: 'write', problems: [404, 409, 507] },
    summary: 'Remove a page, a path or a source from pages, index and queue, down to its bytes, with a receipt',
    description:
      'It cannot be undone. Runs that are under way wait and go on afterwards. The response comes when it is done, which takes as long as writing the data anew; it is completed also when the client leaves.',
    cli: 'docent forget <what>',
    body: {
      fields: [
        whatField,
        blockField,
        { name: 'reason', kind: 'text', default: 'forgotten', doc: 'Why, for the blocklist.' },
      ],
    },
    returns: { status: 200, shape: removalShape },
    async run({ body, means }) {
      const done = await means.service.forgetting(() => means.works.run('forget', body));
      if (done === undefined) throw nothingCrawled();
      if (!done.isStored && done.receipt === undefined && !body.block)
        throw new HttpProblem('not_found', `nothing of "${body.what.slice(0, 200)}" is stored`);
      return { value: removalReply(done, body.block) };
    },
  }),
  operation({
    ...{ id: 'listReceipts', method: 'get', path: '/receipts', tag: 'Data', scope: 'read' },
    summary: 'Receipts of what was forgotten, the latest first',
    cli: 'docent forget --receipts',
    query: pageFields,
    returns: {
      status: 200,
      shape: object({
        receipts: list(receiptShape),
        broken: optional(count('The first receipt that was changed, or follows one that was taken out.')),
        unfinished: list(object({ kind: text(), what: text() }), 'What was begun and not completed: to be done again.'),
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { limit, cursor }, means }) {
      const before = cursor === undefined ? Number.POSITIVE_INFINITY : numberIn(cursor);
      const { receipts, broken, unfinished } = await means.reads.run('receipts', undefined);
      const left = receipts.filter(({ id }) => id < before).toReversed();
      const next = left.length > limit ? String(left[limit - 1]?.id) : undefined;
      return { value: shownData({ receipts: left.slice(0, limit), broken, unfinished, next }) };
    },
  }),
];

/** A removal as it is written. */
export function removalReply(done: Removal, isBlocked: boolean): Of<typeof removalShape> {
  return shownData({ ...done, blocked: isBlocked ? done.patterns : [] });
}

function nothingCrawled(): HttpProblem {
  return new HttpProblem('not_found', 'nothing was crawled yet, so there is nothing to forget');
}
