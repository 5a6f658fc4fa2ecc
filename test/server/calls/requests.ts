// Calls of the operations on requests that people file, and on questions that found nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Listed {
  readonly requests: readonly { readonly id: number; readonly kind: string; readonly state: string }[];
  readonly next?: string;
}

export const requestCalls: ExampleCalls = ({ site, folder }) => {
  const rude = `${site}docs/rude`;
  const add = (kind: string, body: object, status = 201) => ({
    ...{ shows: `that a ${kind} is entered`, operation: 'addRequest', body: { kind, ...body }, status },
  });
  return [
    {
      ...{ shows: 'that nobody wants anything yet', operation: 'listRequests', status: 200 },
      check: (listed: Listed) => expect(listed).toEqual({ requests: [] }),
    },
    {
      ...add('proposal', { what: 'docs.example/guide', message: 'Good\nand short', contact: 'kim@here.example' }),
      check: (value: object, response: Response) => {
        expect(value).toMatchObject({
          ...{ id: 1, kind: 'proposal', what: 'https://docs.example/guide', message: 'Good\nand short' },
          ...{ contact: 'kim@here.example', state: 'open', overdue: false },
        });
        expect(response.headers.get('location')).toBe('requests/1');
      },
    },
    add('inquiry', { what: 'nowhere.example', message: 'Why?', contact: 'me', note: 'by mail' }),
    add('inquiry', { message: 'Who are you?', contact: 'me' }),
    add('deletion', { what: rude }),
    add('deletion', { what: `${site}docs/never` }),
    { ...add('inquiry', { contact: 'me' }, 400), shows: 'that an inquiry has a question' },
    { ...add('proposal', { what: 'ftp://x/', contact: 'me' }, 422), shows: 'that a proposal is a site' },
    { ...add('wish', {}, 400), shows: 'that there is no such kind' },
    {
      ...{ shows: 'the most urgent first', operation: 'listRequests', query: { limit: 2 }, status: 200 },
      check({ requests, next }: Listed) {
        expect(requests.map(({ id }) => id)).toEqual([4, 5]);
        expect(next).toBe('5');
      },
    },
    {
      ...{ shows: 'where the list goes on', operation: 'listRequests', query: { cursor: 5 }, status: 200 },
      check: ({ requests }: Listed) => expect(requests.map(({ id }) => id)).toEqual([2, 3, 1]),
    },
    {
      ...{ shows: 'those of a kind', operation: 'listRequests', query: { kind: 'proposal' }, status: 200 },
      check: ({ requests }: Listed) => expect(requests.map(({ kind }) => kind)).toEqual(['proposal']),
    },
    { shows: 'that lists have no such state', operation: 'listRequests', query: { state: 'lost' }, status: 400 },
    {
      ...{ shows: 'one request', operation: 'getRequest', path: { id: 2 }, status: 200 },
      check: (value: object) => expect(value).toMatchObject({ message: 'Why?', note: 'by mail', left: '6 days left' }),
    },
    { shows: 'that there is no request 99', operation: 'getRequest', path: { id: 99 }, status: 404 },
    {
      ...{ shows: 'that a deletion is done', operation: 'doDeletion', path: { id: 4 }, body: { block: true } },
      status: 200,
      check: (value: object) =>
        expect(value).toMatchObject({
          request: { state: 'done', contact: '', receipt: expect.any(Number) },
          removal: { end: 'forgotten', removed: { pages: 1 }, blocked: [rude.replace(/^http:\/\//, '')] },
        }),
    },
    {
      ...{ shows: 'that a deletion of nothing is done', operation: 'doDeletion', path: { id: 5 }, body: {} },
      status: 200,
      check: (value: object) =>
        expect(value).toMatchObject({
          request: { state: 'done' },
          removal: { end: 'nothing', blocked: [expect.stringMatching(/\/docs\/never$/)] },
        }),
    },
    { shows: 'that it is done once', operation: 'doDeletion', path: { id: 4 }, body: {}, status: 409 },
    { shows: 'that no inquiry is done', operation: 'doDeletion', path: { id: 2 }, body: {}, status: 409 },
    {
      ...{ shows: 'that a site is blocked', operation: 'blockSite', path: { id: 2 }, body: { note: 'as wanted' } },
      status: 200,
      check: (value: object) =>
        expect(value).toMatchObject({
          pattern: 'nowhere.example',
          request: { state: 'blocked', closedNote: 'as wanted' },
        }),
    },
    { shows: 'that an inquiry may name no site', operation: 'blockSite', path: { id: 3 }, body: {}, status: 400 },
    {
      ...{ shows: 'that an inquiry is answered', operation: 'answerInquiry', path: { id: 3 }, status: 200 },
      body: { note: 'wrote back' },
      check: (value: object) => expect(value).toMatchObject({ state: 'answered', closedNote: 'wrote back' }),
    },
    { shows: 'that an answer has a note', operation: 'answerInquiry', path: { id: 3 }, body: {}, status: 400 },
    {
      ...{ shows: 'that a policy must fit', operation: 'acceptProposal', path: { id: 1 }, status: 422 },
      body: { max_pages: 'many' },
    },
    {
      ...{ shows: 'that a proposal becomes a source', operation: 'acceptProposal', path: { id: 1 }, status: 200 },
      body: { name: 'Proposed', max_pages: 7 },
      check(value: object) {
        expect(value).toMatchObject({ provider: 'docs.example', isNew: true, request: { state: 'accepted' } });
        const text = readFileSync(join(folder, 'docent.yml'), 'utf8');
        expect(text).toMatch(/max_pages: 7, seed_urls: \[https:\/\/docs\.example\/guide\]/);
      },
    },
    { shows: 'that it is accepted once', operation: 'acceptProposal', path: { id: 1 }, body: {}, status: 409 },
    add('proposal', { what: 'other.example', contact: 'me' }),
    {
      ...{ shows: 'that a request is refused', operation: 'refuseRequest', path: { id: 6 }, status: 200 },
      body: { note: 'its terms forbid it' },
      check: (value: object) => expect(value).toMatchObject({ state: 'refused', contact: '' }),
    },
    { shows: 'that it is closed', operation: 'refuseRequest', path: { id: 6 }, body: { note: 'x' }, status: 409 },
    {
      ...{ shows: 'what is closed', operation: 'listRequests', query: { state: 'closed' }, status: 200 },
      check: ({ requests }: Listed) => expect(requests).toHaveLength(6),
    },
  ];
};

export const questionCalls: ExampleCalls = () => [
  {
    ...{ shows: 'that questions are not counted unless it is set', operation: 'listQuestions', status: 200 },
    check: (value: object) => expect(value).toEqual({ isOn: false, total: 0, questions: [] }),
  },
  { shows: 'that no list has this cursor', operation: 'listQuestions', query: { cursor: 'x' }, status: 400 },
  {
    ...{ shows: 'that there is nothing to remove', operation: 'clearQuestions', status: 200 },
    check: (value: object) => expect(value).toEqual({ cleared: 0 }),
  },
  { shows: 'that questions have no provider', operation: 'clearQuestions', query: { provider: 'x' }, status: 400 },
];
