// Calls of the operations that change sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Details {
  readonly source: { readonly id: string; readonly from: string; readonly state: string };
  readonly policy: Readonly<Record<string, unknown>>;
}

export const providerChangeCalls: ExampleCalls = ({ site, folder }) => {
  const written = (): string => readFileSync(join(folder, 'docent.yml'), 'utf8');
  const any = { 'if-match': '*' };
  let etag = '';
  const known = {
    get 'if-match'(): string {
      return etag;
    },
  };
  const keep = (_: unknown, response: Response): void => {
    etag = response.headers.get('etag') ?? '';
  };
  const seeds = { seed_urls: [`${site}docs/`] };
  return [
    {
      ...{ shows: 'a source that is added by its seed', operation: 'addProvider', status: 201 },
      body: { provider_id: 'ours', ...seeds, tos: { verdict: 'unclear' } },
      check: ({ source, policy }: Details, response) => {
        expect(source).toMatchObject({ id: 'ours', from: 'file', state: 'never reached' });
        expect(policy).toMatchObject({ ...seeds, allowed_path_patterns: ['/docs/**'] });
        expect(policy.tos).toEqual({ verdict: 'unclear', checked_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
        expect(new URL(response.headers.get('location') ?? '', response.url).pathname).toBe('/admin/v1/providers/ours');
        expect(written()).toContain('provider_id: ours');
      },
    },
    {
      shows: 'that it is there already',
      operation: 'addProvider',
      body: { provider_id: 'ours', ...seeds },
      status: 409,
    },
    {
      ...{ shows: 'every problem of a policy', operation: 'addProvider', status: 422 },
      body: { provider_id: 'Bad Id', seed_urls: ['ftp://x'], max_pages: 0, depth: 3 },
      check: ({ problems }: { problems: readonly string[] }) => {
        expect(problems.map((line) => line.split(' ', 1)[0])).toEqual([
          'provider_id',
          'seed_urls',
          'max_pages',
          'unknown',
        ]);
      },
    },
    {
      ...{ shows: 'what must be sent', operation: 'addProvider', body: {}, status: 422 },
      check: ({ problems }: { problems: readonly string[] }) =>
        expect(problems).toEqual([expect.stringContaining('seed_urls is missing')]),
    },
    {
      ...{ shows: 'that a seed has no password', operation: 'addProvider', status: 422 },
      body: { seed_urls: ['https://me:hunter2@docs.example/guide/'] },
      check: ({ detail }: { detail: string }) => {
        expect(detail).toContain('headers_from_env');
        expect(detail).not.toContain('hunter2');
      },
    },
    {
      ...{ shows: 'that folders of the machine are not added from outside', operation: 'addProvider', status: 422 },
      body: { provider_id: 'etc', folder: '/etc' },
    },
    {
      ...{ shows: 'that there is no such preset', operation: 'addProvider', body: { preset: 'strip' }, status: 422 },
      check: ({ detail }: { detail: string }) => expect(detail).toContain('did you mean stripe?'),
    },
    { shows: 'that a policy is an object', operation: 'addProvider', body: [], status: 400 },
    {
      ...{ shows: 'a preset with a verdict on top', operation: 'addProvider', status: 201 },
      body: { preset: 'stripe', tos: { verdict: 'allowed', checked_by: 'Kim' } },
      check: ({ policy }: Details) =>
        expect(policy).toMatchObject({ provider_id: 'stripe', max_depth: 4, tos: { checked_by: 'Kim' } }),
    },
    { shows: 'the tag of a policy', operation: 'getProvider', path: { id: 'ours' }, status: 200, check: keep },
    {
      ...{ shows: 'fields that are changed', operation: 'changeProvider', path: { id: 'ours' }, status: 200 },
      ...{ headers: known, body: { max_pages: 50, custom_selectors: { content: 'main' }, tos: { verdict: null } } },
      check: ({ policy }: Details) => {
        expect(policy).toMatchObject({ max_pages: 50, custom_selectors: { content: 'main' }, ...seeds });
        expect(policy.tos).not.toHaveProperty('verdict');
      },
    },
    {
      ...{ shows: 'that it was changed meanwhile', operation: 'changeProvider', path: { id: 'ours' }, status: 412 },
      ...{ headers: known, body: { max_pages: 60 } },
    },
    {
      ...{ shows: 'that If-Match is needed', operation: 'changeProvider', path: { id: 'ours' }, status: 428 },
      body: { max_pages: 60 },
    },
    {
      ...{ shows: 'that the id stays', operation: 'changeProvider', path: { id: 'ours' }, status: 422 },
      ...{ headers: any, body: { provider_id: 'theirs' } },
    },
    {
      ...{ shows: 'that a selector must be one', operation: 'changeProvider', path: { id: 'ours' }, status: 422 },
      ...{ headers: any, body: { custom_selectors: { content: 'main[' } } },
    },
    {
      ...{ shows: 'that no such source is changed', operation: 'changeProvider', path: { id: 'nobody' }, status: 404 },
      ...{ headers: any, body: { max_pages: 60 } },
    },
    {
      ...{ shows: 'a policy that is replaced', operation: 'replaceProvider', path: { id: 'ours' }, status: 200 },
      ...{ headers: any, body: { ...seeds, allowed_path_patterns: ['/docs/**'], category: 'Tests' } },
      check: ({ policy }: Details) =>
        expect(policy).toEqual({
          ...{ provider_id: 'ours', ...seeds, allowed_path_patterns: ['/docs/**'], category: 'Tests' },
        }),
    },
    {
      ...{ shows: 'that tags are in quotes', operation: 'replaceProvider', path: { id: 'ours' }, status: 400 },
      ...{ headers: { 'if-match': 'abc' }, body: seeds },
    },
    {
      ...{ shows: 'a preset that is copied into the file', operation: 'replaceProvider', path: { id: 'clerk' } },
      ...{ headers: any, status: 200, body: { seed_urls: ['https://clerk.com/docs'], enabled: false } },
      check: ({ source }: Details) => expect(source).toMatchObject({ from: 'file', state: 'disabled' }),
    },
    {
      ...{ shows: 'a seed that is added', operation: 'addSeeds', path: { id: 'ours' }, status: 200 },
      body: { urls: [`${site}docs/tasks`, `${site}docs/`] },
      check: (value: object) => expect(value).toEqual({ id: 'ours', added: [`${site}docs/tasks`], isQueued: true }),
    },
    {
      ...{ shows: 'that a seed out of scope is refused', operation: 'addSeeds', path: { id: 'ours' }, status: 400 },
      body: { urls: [`${site}blog/`] },
    },
    { shows: 'that seeds are URLs', operation: 'addSeeds', path: { id: 'ours' }, body: { urls: ['x'] }, status: 400 },
    {
      ...{ shows: 'that no such source takes seeds', operation: 'addSeeds', path: { id: 'nobody' }, status: 404 },
      body: { urls: [`${site}docs/`] },
    },
    {
      ...{ shows: 'a source that is removed', operation: 'removeProvider', path: { id: 'ours' }, status: 200 },
      headers: any,
      check: (value: object) => {
        expect(value).toEqual({ id: 'ours', pages: 0 });
        expect(written()).not.toContain('provider_id: ours');
      },
    },
    {
      ...{ shows: 'that it is removed once', operation: 'removeProvider', path: { id: 'ours' }, status: 404 },
      headers: any,
    },
    {
      ...{ shows: 'that a preset cannot be removed', operation: 'removeProvider', path: { id: 'qdrant' }, status: 409 },
      headers: any,
    },
    { shows: 'that If-Match is needed', operation: 'removeProvider', path: { id: 'stripe' }, status: 428 },
  ];
};
