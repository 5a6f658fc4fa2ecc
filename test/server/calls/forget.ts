// Calls of the blocklist and of forgetting.
import { expect } from 'vitest';
import type { ExampleCalls } from '../call.ts';

interface Entries {
  readonly entries: readonly { readonly pattern: string; readonly reason: string; readonly by: string }[];
  readonly total: number;
  readonly next?: string;
}

export const blocklistCalls: ExampleCalls = () => [
  {
    ...{ shows: 'that a whole site is blocked', operation: 'addToBlocklist', status: 200 },
    body: { what: 'https://www.nowhere.example/', reason: 'the owner wants it' },
    check: (value: object) => expect(value).toEqual({ pattern: 'nowhere.example', isNew: true }),
  },
  {
    ...{ shows: 'that it is blocked already', operation: 'addToBlocklist', body: { what: 'nowhere.example' } },
    ...{ status: 200, check: (value: object) => expect(value).toMatchObject({ isNew: false }) },
  },
  ...['*', 'com', 'https://nowhere.example/?id=3'].map((what) => ({
    ...{ shows: `that ${what} names no site`, operation: 'addToBlocklist', body: { what }, status: 422 },
  })),
  { shows: 'that spaces are no site', operation: 'addToBlocklist', body: { what: 'a b' }, status: 422 },
  { shows: 'that something is to be blocked', operation: 'addToBlocklist', body: {}, status: 400 },
  {
    ...{ shows: 'the entries with a word', operation: 'listBlocklist', status: 200 },
    query: { text: 'OWNER', by: 'operator' },
    check({ entries, total, next }: Entries) {
      expect([total, next]).toEqual([1, undefined]);
      expect(entries).toMatchObject([{ pattern: 'nowhere.example', reason: 'the owner wants it', by: 'operator' }]);
    },
  },
  { shows: 'that nobody else blocks', operation: 'listBlocklist', query: { by: 'nobody' }, status: 400 },
  {
    ...{ shows: 'that an entry is removed', operation: 'removeFromBlocklist', status: 204 },
    query: { pattern: 'nowhere.example' },
  },
  {
    ...{ shows: 'that it is there no longer', operation: 'removeFromBlocklist', status: 404 },
    query: { pattern: 'nowhere.example' },
  },
];

interface Outlook {
  readonly kind: string;
  readonly isStored: boolean;
  readonly removed: Readonly<Record<string, number>>;
  readonly urls: readonly string[];
}

export const forgetCalls: ExampleCalls = ({ site }) => {
  const what = `${new URL(site).host}/docs/deep`;
  return [
    {
      ...{ shows: 'what would be removed', operation: 'previewForget', body: { what }, status: 200 },
      check(value: Outlook) {
        expect(value).toMatchObject({ kind: 'path', isStored: true, removed: { urls: 1, pages: 1 }, patterns: [what] });
        expect(value.urls).toEqual([`${site}docs/deep/guide`]);
      },
    },
    {
      ...{ shows: 'as many URLs as wanted', operation: 'previewForget', body: { what, limit: 0 }, status: 200 },
      check: ({ urls }: Outlook) => expect(urls).toEqual([]),
    },
    { shows: 'that two words mean nothing', operation: 'previewForget', body: { what: 'no such' }, status: 400 },
    {
      ...{ shows: 'that a path is forgotten and blocked', operation: 'forget', status: 200 },
      body: { what, block: true, reason: 'by request' },
      check: (value: object) =>
        expect(value).toMatchObject({ end: 'forgotten', removed: { pages: 1 }, receipt: { id: 1 }, blocked: [what] }),
    },
    {
      ...{ shows: 'that nothing is left of it', operation: 'forget', body: { what }, status: 200 },
      check: (value: object) => expect(value).toMatchObject({ end: 'nothing', receipt: { id: 1 }, blocked: [] }),
    },
    {
      ...{ shows: 'that nothing was stored of another', operation: 'forget', status: 404 },
      body: { what: 'https://nowhere.example/' },
    },
    {
      ...{ shows: 'the receipts', operation: 'listReceipts', status: 200 },
      check: (value: object) =>
        expect(value).toMatchObject({ receipts: [{ id: 1, what, blocked: true }], unfinished: [] }),
    },
    { shows: 'that no list has this cursor', operation: 'listReceipts', query: { cursor: 'x' }, status: 400 },
  ];
};
