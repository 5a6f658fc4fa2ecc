// Calls of searching and answering.
import { expect } from 'vitest';
import { countTokens } from '../../../src/chunk/tokens.ts';
import type { ExampleCalls } from '../call.ts';

interface Found {
  readonly results: readonly { readonly url: string; readonly quotation: { readonly text: string } }[];
  readonly next?: string;
}

export const searchCalls: ExampleCalls = ({ provider, site }) => {
  let next = '';
  let cursor = '';
  return [
    {
      ...{ shows: 'the pages that answer a query', operation: 'search', status: 200 },
      query: { q: 'connection pool', limit: 1, explain: 'true', chunksPerPage: 2 },
      check(found: Found) {
        expect(found).toMatchObject({
          query: { terms: ['connect', 'pool'] },
          found: { pages: 2, atLeast: false },
          results: [{ url: `${site}docs/settings#pool`, title: 'Settings', provider, parts: expect.any(Array) }],
          next: '1',
        });
        expect(found.results[0]?.quotation.text).toContain('pool');
        next = found.next ?? '';
      },
    },
    {
      ...{ shows: 'the next page of results', operation: 'search', status: 200 },
      get query() {
        return { q: 'connection pool', limit: 1, cursor: next };
      },
      check(found: Found) {
        expect(found.results.map(({ url }) => url)).toEqual([`${site}docs/deep/guide`]);
        expect(found.next).toBeUndefined();
      },
    },
    {
      ...{ shows: 'scores with another weight, and the terms they are for', operation: 'search', status: 200 },
      query: { q: 'connection pool', limit: 1, explain: 'true', weight: 'bodyText=50' },
      check: (found: object) =>
        expect(found).toMatchObject({
          query: { tokens: [{ term: 'connect', kind: 'word', chunks: 3 }, { term: 'pool' }] },
          results: [{ parts: expect.arrayContaining([expect.objectContaining({ name: 'bodyText' })]) }],
        }),
    },
    {
      ...{ shows: 'a weight of nothing', operation: 'search', status: 400 },
      query: { q: 'connection', weight: 'nothing=1' },
    },
    {
      ...{ shows: 'a query that is held to a path and a language', operation: 'search', status: 200 },
      query: { q: 'connection', path: ['/deep/', '/nowhere/'], lang: 'en' },
      check: (found: Found) => expect(found.results.map(({ url }) => url)).toEqual([`${site}docs/deep/guide`]),
    },
    {
      ...{ shows: 'what is found while one types, by the name of a library', operation: 'postSearch', status: 200 },
      body: { q: 'zanzi', typing: true, library: [provider] },
      check: (found: object) =>
        expect(found).toMatchObject({
          ...{ query: { prefix: 'zanzi' }, libraries: [{ asked: provider, provider, how: 'exact' }] },
          results: [{ url: `${site}docs/long` }],
        }),
    },
    {
      ...{ shows: 'what a search can be narrowed to', operation: 'postSearch', status: 200 },
      body: { q: 'connection', facets: true, limit: 1 },
      check: (found: object) =>
        expect(found).toMatchObject({
          facets: {
            provider: [{ value: provider, pages: 2 }],
            path: [{ value: '/docs/deep/', pages: 1 }],
            lang: [{ value: 'en', pages: 2 }],
          },
        }),
    },
    {
      ...{ shows: 'how a word goes on', operation: 'suggestQueries', query: { q: 'Several connec' }, status: 200 },
      check: (value: object) =>
        expect(value).toEqual({ q: 'Several connec', suggestions: ['Several connection', 'Several connections'] }),
    },
    {
      ...{ shows: 'a query without its slip', operation: 'suggestQueries', query: { q: 'zanzibra' }, status: 200 },
      check: (value: object) => expect(value).toEqual({ q: 'zanzibra', suggestions: ['zanzibar'] }),
    },
    { shows: 'that suggestions have a bound', operation: 'suggestQueries', query: { q: 'x', limit: 99 }, status: 400 },
    { shows: 'that there is no such library', operation: 'postSearch', body: { q: 'x', library: ['no'] }, status: 400 },
    { shows: 'that a limit has bounds', operation: 'search', query: { q: 'pool', limit: 101 }, status: 400 },
    { shows: 'that a query is needed', operation: 'search', status: 400 },
    { shows: 'that a body is JSON', operation: 'postSearch', body: '{', status: 400 },
    {
      ...{ shows: 'an answer with numbered sources', operation: 'answer', status: 200 },
      body: { question: 'how does a connection pool keep connections?', maxTokens: 400 },
      check(answer: { passages: readonly { number: number; url: string; text: string }[]; cursor?: string }) {
        expect(answer.passages[0]).toMatchObject({ number: 1, provider, whole: false, flags: [] });
        expect(answer.passages.map(({ number }) => number)).toEqual(answer.passages.map((_, at) => at + 1));
        for (const { text } of answer.passages) expect(text.length).toBeLessThanOrEqual(200);
        expect(countTokens(JSON.stringify(answer))).toBeLessThanOrEqual(400);
        cursor = answer.cursor ?? '';
        expect(cursor).not.toBe('');
      },
    },
    {
      ...{ shows: 'where an answer goes on', operation: 'answer', status: 200 },
      get body() {
        return { question: 'how does a connection pool keep connections?', maxTokens: 400, cursor };
      },
    },
    {
      ...{ shows: 'that a cursor belongs to its question', operation: 'answer', status: 400 },
      get body() {
        return { question: 'something else', cursor };
      },
    },
    { shows: 'that a budget has bounds', operation: 'answer', body: { question: 'x', maxTokens: 10 }, status: 400 },
    {
      ...{ shows: 'what can be searched', operation: 'listLibraries', status: 200 },
      check: (value: object) =>
        expect(value).toMatchObject({
          libraries: [{ provider, pages: 10, retain: 'preview', hosts: [new URL(site).host] }],
        }),
    },
    {
      ...{ shows: 'how far a list goes', operation: 'search', query: { q: 'pool', cursor: '99999' }, status: 400 },
      check: ({ detail }: { detail: string }) => expect(detail).toMatch(/^cursor: /),
    },
    { shows: 'that libraries have no filter', operation: 'listLibraries', query: { name: 'x' }, status: 400 },
  ];
};
