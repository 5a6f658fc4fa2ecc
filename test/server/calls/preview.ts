// Calls of the selector preview.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Side {
  readonly rule: string;
  readonly markdown: string;
  readonly chunks: readonly {
    readonly headings: readonly string[];
    readonly anchor?: string;
    readonly tokens: number;
  }[];
}

interface Preview {
  readonly isKept: boolean;
  readonly provider?: string;
  readonly before: Side;
  readonly after: Side;
  readonly hits: {
    readonly content?: { readonly count: number; readonly elements: readonly object[] };
    readonly remove: readonly { readonly count: number }[];
  };
  readonly difference: {
    readonly added: number;
    readonly removed: number;
    readonly parts: readonly { kind: string }[];
  };
}

export const previewCalls: ExampleCalls = ({ site }) => {
  const url = `${site}docs/tasks`;
  return [
    {
      ...{ shows: 'what a selector makes of a page, beside the present policy', operation: 'previewSelectors' },
      ...{ body: { url, content: 'main dl', remove: ['h2'] }, status: 200 },
      check: ({ isKept, before, after, hits, difference }: Preview) => {
        expect(isKept).toBe(false);
        expect(before).toMatchObject({ rule: 'main' });
        expect(before.markdown).toContain('## Running tasks concurrently');
        expect(before.chunks.length).toBeGreaterThan(0);
        expect(after).toMatchObject({ rule: 'selector' });
        expect(after.markdown).toContain('asyncio.gather');
        expect(after.markdown).not.toContain('Running tasks concurrently');
        expect(hits.content).toMatchObject({ count: 1, elements: [{ tag: 'dl', classes: [] }] });
        expect(hits.remove).toMatchObject([{ count: 1 }]);
        expect(difference.removed).toBeGreaterThan(2);
        expect(difference.parts.map(({ kind }) => kind)).toContain('removed');
      },
    },
    {
      ...{ shows: 'another selector on the same page, without a request', operation: 'previewSelectors', status: 200 },
      body: { url, content: '.nothing' },
      check: ({ isKept, after, hits, difference }: Preview) => {
        expect(isKept).toBe(true);
        expect(hits.content).toMatchObject({ count: 0 });
        expect(after.rule).toBe('main');
        expect(difference).toMatchObject({ added: 0, removed: 0 });
      },
    },
    {
      ...{ shows: 'a source whose policy has a selector', operation: 'addProvider', status: 201 },
      body: { provider_id: 'selected', seed_urls: [url], custom_selectors: { content: 'main p' } },
    },
    {
      ...{ shows: 'the first seed of a source, without its selector', operation: 'previewSelectors', status: 200 },
      body: { provider: 'selected', content: null },
      check: ({ provider, before, after }: Preview) => {
        expect(provider).toBe('selected');
        expect([before.rule, after.rule]).toEqual(['selector', 'main']);
      },
    },
    {
      ...{ shows: 'the end of that source', operation: 'removeProvider', path: { id: 'selected' }, status: 200 },
      headers: { 'if-match': '*' },
    },
    { shows: 'that a selector must be one', operation: 'previewSelectors', body: { url, content: 'a[' }, status: 422 },
    { shows: 'that a page is needed', operation: 'previewSelectors', body: { content: 'main' }, status: 400 },
    { shows: 'that there is no such source', operation: 'previewSelectors', body: { provider: '..' }, status: 404 },
    { shows: 'that a page must be there', operation: 'previewSelectors', body: { url: `${site}none` }, status: 502 },
    {
      ...{ shows: 'that no other address is reached', operation: 'previewSelectors', status: 422 },
      body: { url: 'http://10.0.0.1/' },
    },
  ];
};
