// The blocklist: what is never fetched.
import { shownData } from '../../../core/url/shown-url.ts';
import { operation, pageFields } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, flag, list, object, oneOf, optional, text, time } from '../shape.ts';
import { numberIn } from './runs.ts';

const common = { path: '/blocklist', tag: 'Data' } as const;

export const blocklistOperations = [
  operation({
    ...{ ...common, id: 'listBlocklist', method: 'get', scope: 'read', cli: 'docent blocklist' },
    summary: 'What is never fetched, the latest entries first',
    query: [
      { name: 'by', kind: 'choice', choices: ['operator', 'crawler'], doc: 'Only entries of people, or of crawls.' },
      { name: 'text', kind: 'text', doc: 'Only entries with this in them or in their reason, in any case.' },
      ...pageFields,
    ],
    returns: {
      status: 200,
      shape: object({
        entries: list(
          object({
            pattern: text('`example.com/private`, or a whole host; one of an operator covers all that lies below it.'),
            reason: text(),
            by: oneOf(['operator', 'crawler'], 'crawler: a site refused the URL.'),
            at: time(),
          }),
        ),
        total: count('How many there are on all pages.'),
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { limit, cursor, by, text: words }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const { entries, total } = await means.reads.run('blocklist', { by, text: words, limit, offset });
      const next = offset + limit < total ? String(offset + limit) : undefined;
      return { value: { entries: shownData(entries), total, next } };
    },
  }),
  operation({
    ...{ ...common, id: 'addToBlocklist', method: 'post', scope: 'write', cli: 'docent blocklist add <what>' },
    summary: 'Never fetch a URL or what lies below it, or a whole site',
    description: 'What is stored of it stays; forgetting removes that.',
    problems: [409],
    body: {
      fields: [
        { name: 'what', kind: 'text', required: true, doc: 'A URL, or a host: `example.com`.' },
        { name: 'reason', kind: 'text', default: 'blocked by the operator', doc: 'Why; kept with the entry.' },
      ],
    },
    returns: {
      status: 200,
      shape: object({ pattern: text('The entry.'), isNew: flag('Whether it was not on the list before.') }),
    },
    async run({ body, means }) {
      const { pattern, isNew } = await means.works.run('block', body);
      return { value: shownData({ pattern, isNew }) };
    },
  }),
  operation({
    ...{
      ...common,
      id: 'removeFromBlocklist',
      method: 'delete',
      scope: 'write',
      cli: 'docent blocklist remove <what>',
    },
    summary: 'Take an entry off the blocklist',
    description: 'One of a folder of the server’s machine is taken off there only.',
    problems: [404, 409],
    query: [{ name: 'pattern', kind: 'text', required: true, doc: 'The entry, as listed, or its URL.' }],
    returns: { status: 204 },
    async run({ query: { pattern }, means }) {
      if (!(await means.works.run('unblock', { what: pattern })))
        throw new HttpProblem('not_found', `"${pattern.slice(0, 200)}" is not on the blocklist`);
      return { value: undefined };
    },
  }),
];
