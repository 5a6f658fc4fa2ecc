// Calls of the operations on one URL: everything about it, its history, its page, its links.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

export const oneUrlCalls: ExampleCalls = ({ provider, site }) => {
  const tasks = `${site}docs/tasks`;
  return [
    {
      ...{ shows: 'everything about a stored page', operation: 'getUrl', query: { url: tasks }, status: 200 },
      check({ records }: { records: readonly { steps: readonly { step: string }[]; history: readonly object[] }[] }) {
        expect(records).toMatchObject([
          {
            ...{ provider, url: tasks, state: 'indexed', by: 'http:200', depth: 1, foundOn: [`${site}docs/`] },
            page: { title: 'Coroutines and tasks', status: 200, isWhole: false, facts: { form: 'html' } },
            versions: [],
          },
        ]);
        expect(records[0]?.steps.at(-1)?.step).toBe('indexed');
        expect(records[0]?.history).toMatchObject([{ run: 1, status: 200, by: 'http:200', provider }]);
      },
    },
    {
      ...{ shows: 'what a crawl would decide about a URL that none has met', operation: 'getUrl', status: 200 },
      query: { url: `${site}elsewhere/x` },
      check: (value: object) =>
        expect(value).toMatchObject({
          records: [],
          foreseen: [{ target: `${site}docs/`, ok: false, by: 'scope:no-match', means: expect.any(String) }],
        }),
    },
    {
      ...{ shows: 'that a URL with the address of a person is refused', operation: 'getUrl', status: 200 },
      query: { url: `${site}docs/kim@here.example` },
      check: (value: object) =>
        expect(value).toMatchObject({ records: [], foreseen: [{ ok: false, by: 'link:email' }] }),
    },
    { shows: 'that a text is no URL', operation: 'getUrl', query: { url: 'docs' }, status: 422 },
    { shows: 'that a URL is needed', operation: 'getUrl', status: 400 },
    {
      ...{ shows: 'each visit of a URL', operation: 'getUrlHistory', query: { url: tasks, provider }, status: 200 },
      check: (value: object) =>
        expect(value).toMatchObject({ visits: [{ provider, run: 1, state: 'indexed', status: 200 }] }),
    },
    {
      ...{ shows: 'that a URL that was never met has no history', operation: 'getUrlHistory', status: 404 },
      query: { url: `${site}none` },
    },
    {
      ...{ shows: 'the beginnings of chunks, where no more is kept', operation: 'getUrlChunks', status: 200 },
      query: { url: tasks, limit: 1 },
      check(value: { chunks: readonly { text: string }[] }) {
        expect(value).toMatchObject({
          ...{ provider, url: tasks, title: 'Coroutines and tasks', withheld: 'preview', next: '1' },
          chunks: [{ text: expect.stringMatching(/^# Coroutines/), whole: false, flags: [] }],
        });
        expect(value.chunks[0]?.text.length).toBeLessThanOrEqual(200);
      },
    },
    {
      ...{ shows: 'nothing of a page that forbids quoting', operation: 'getUrlChunks', status: 200 },
      query: { url: `${site}docs/quiet` },
      check(value: { chunks: readonly object[] }) {
        expect(value).toMatchObject({ withheld: 'nosnippet', chunks: [{ whole: false }] });
        expect(JSON.stringify(value.chunks)).not.toContain('quokka may');
      },
    },
    { shows: 'that a cursor is a number', operation: 'getUrlChunks', query: { url: tasks, cursor: '-' }, status: 400 },
    {
      ...{ shows: 'that no other source has its page', operation: 'getUrlChunks', status: 404 },
      query: { url: tasks, provider: 'nobody' },
    },
    {
      ...{ shows: 'that the Markdown of a preview is not kept', operation: 'getUrlMarkdown', query: { url: tasks } },
      status: 200,
      check(value: object) {
        expect(value).toMatchObject({ title: 'Coroutines and tasks', withheld: 'preview' });
        expect(value).not.toHaveProperty('markdown');
      },
    },
    { shows: 'that there is no page', operation: 'getUrlMarkdown', query: { url: `${site}none` }, status: 404 },
    {
      ...{ shows: 'the links of a page and where they led', operation: 'getUrlLinks', status: 200 },
      query: { url: `${site}docs/`, limit: 1 },
      check: (value: object) =>
        expect(value).toEqual({
          links: [
            {
              ...{ url: tasks, text: 'tasks', nofollow: false, inContent: true },
              target: { provider, state: 'indexed', by: 'http:200' },
            },
          ],
          next: '1',
        }),
    },
    {
      shows: 'no links of a URL that was never met',
      operation: 'getUrlLinks',
      query: { url: `${site}x` },
      status: 404,
    },
    {
      ...{ shows: 'the pages that link to a URL', operation: 'getUrlBacklinks', query: { url: tasks }, status: 200 },
      check: (value: object) => expect(value).toEqual({ pages: [{ url: `${site}docs/`, title: 'Home', provider }] }),
    },
    {
      ...{ shows: 'that nothing links to a URL that was never met', operation: 'getUrlBacklinks', status: 404 },
      query: { url: `${site}x` },
    },
  ];
};
