// Judged queries: searches with the page that should be found first, and how well they do.
import { measureJudged } from '../../../app/search/judged.ts';
import { numberParam, operation } from '../operation.ts';
import { HttpProblem } from '../problem.ts';
import { count, figure, list, named, object, optional, text, time, url } from '../shape.ts';

const scoreFields = {
  at: time(),
  queries: count('How many were measured.'),
  found: count('Those whose page was among the first ten.'),
  mrr: figure('The mean of 1 / rank, 0 to 1; 0 for a page that was not found.'),
} as const;

const queryShape = named(
  'JudgedQuery',
  object({
    id: count(),
    query: text(),
    url: url('The page that should be found first.'),
    addedAt: time(),
    rank: optional(count('Its place when it was last measured; absent: not among the first ten.')),
    measuredAt: optional(time('Absent: not yet.')),
  }),
);

export const judgedOperations = [
  operation({
    ...{ id: 'listJudged', method: 'get', path: '/judged', tag: 'Search', scope: 'ask', cli: 'docent judged' },
    summary: 'Judged queries with their ranks, and the last scores, the latest first',
    returns: { status: 200, shape: object({ queries: list(queryShape), scores: list(object(scoreFields)) }) },
    run: async ({ means }) => ({ value: await means.reads.run('judged', undefined) }),
  }),
  operation({
    ...{ id: 'addJudged', method: 'post', path: '/judged', tag: 'Search', scope: 'write' },
    summary: 'Note that a query should find this page first',
    cli: 'docent judged add "…" <url>',
    problems: [422],
    body: {
      fields: [
        { name: 'query', kind: 'text', required: true, doc: 'As it would be typed; 1 to 1,000 characters.' },
        { name: 'url', kind: 'url', required: true, doc: 'The page; a fragment is left out.' },
      ],
    },
    returns: {
      status: 201,
      shape: object({ id: count('Its number; that of the same query and page where there is one.') }),
    },
    run: async ({ body, means }) => ({ value: { id: await means.works.run('addJudged', body) } }),
  }),
  operation({
    ...{ id: 'removeJudged', method: 'delete', path: '/judged/{id}', tag: 'Search', scope: 'write', problems: [404] },
    summary: 'Remove a judged query',
    cli: 'docent judged remove <id>',
    params: [numberParam],
    returns: { status: 204 },
    async run({ path: { id }, means }) {
      if (!(await means.works.run('removeJudged', { id })))
        throw new HttpProblem('not_found', `there is no judged query ${id}`);
      return { value: undefined };
    },
  }),
  operation({
    ...{ id: 'measureJudged', method: 'post', path: '/judged/measure', tag: 'Search', scope: 'write' },
    summary: 'Search for all judged queries now, and keep the score',
    cli: 'docent judged measure',
    returns: { status: 200, shape: object(scoreFields) },
    async run({ means }) {
      const { queries } = await means.reads.run('judged', undefined);
      return {
        value: await measureJudged(queries, means.search(), (measured) => means.works.run('keepScore', measured)),
      };
    },
  }),
];
