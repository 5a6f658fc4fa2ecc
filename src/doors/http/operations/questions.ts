// Questions that found nothing: what the stored documentation lacks.
import { operation, pageFields } from '../operation.ts';
import { count, flag, list, object, optional, text, time } from '../shape.ts';
import { numberIn } from './runs.ts';

const libraryField = { name: 'library', kind: 'text', doc: 'Only those held to this source.' } as const;

export const questionOperations = [
  operation({
    ...{ id: 'listQuestions', method: 'get', path: '/questions', tag: 'Data', scope: 'read' },
    summary: 'Questions that found nothing, the most frequent first',
    description: 'They are counted while `keep_questions` is on.',
    cli: 'docent report --questions',
    query: [libraryField, ...pageFields],
    returns: {
      status: 200,
      shape: object({
        isOn: flag('Whether questions are counted now (`keep_questions`).'),
        total: count(),
        questions: list(
          object({
            text: text(),
            library: optional(text('The source it was held to.')),
            times: count('How often it found nothing.'),
            firstAt: time(),
            lastAt: time(),
            found: count('The most pages it found when it was asked again.'),
          }),
        ),
        next: optional(text('`cursor` of the next page; absent on the last.')),
      }),
    },
    async run({ query: { library, limit, cursor }, means }) {
      const offset = cursor === undefined ? 0 : numberIn(cursor);
      const { isOn, total, questions } = await means.reads.run('questions', { library, limit: offset + limit });
      const next = offset + limit < total ? String(offset + limit) : undefined;
      return { value: { isOn, total, questions: questions.slice(offset), next } };
    },
  }),
  operation({
    ...{ id: 'clearQuestions', method: 'delete', path: '/questions', tag: 'Data', scope: 'write' },
    summary: 'Remove questions that found nothing, of one source or of all',
    cli: 'docent report --questions --clear',
    problems: [409],
    query: [libraryField],
    returns: { status: 200, shape: object({ cleared: count('How many were removed.') }) },
    run: async ({ query: { library }, means }) => ({
      value: { cleared: await means.works.run('clearQuestions', { library }) },
    }),
  }),
];
