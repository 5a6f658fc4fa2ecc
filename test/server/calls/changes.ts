// Calls of the list of changes and its feed.
import { expect } from 'vitest';
import { sitePages } from '../../support/search-site.ts';
import { until } from '../../support/until.ts';
import type { ExampleCalls } from '../call.ts';

interface Changes {
  readonly changes: readonly object[];
  readonly first: readonly { readonly at: string }[];
}

export const changeCalls: ExampleCalls = ({ address, token, provider, site, change }) => {
  const settings = `${site}docs/settings`;
  const list = async (): Promise<Changes> => {
    const response = await fetch(`${address}/admin/v1/changes`, { headers: { authorization: `Bearer ${token}` } });
    return (await response.json()) as Changes;
  };
  const isListed = async (count: number): Promise<void> => {
    await until(async () => (await list()).changes.length >= count);
  };
  const text = sitePages['/docs/settings'] ?? '';
  return [
    {
      ...{ shows: 'a page that has changed on its site', operation: 'recrawlUrl', status: 202 },
      get body() {
        change('/docs/settings', text.replace('A pool keeps', 'A <script>alert(1)</script> pool no longer keeps'));
        return { url: settings };
      },
      check: () => isListed(1),
    },
    {
      ...{ shows: 'a page that is gone', operation: 'recrawlUrl', status: 202 },
      get body() {
        change('/docs/long', undefined);
        return { url: `${site}docs/long` };
      },
      check: () => isListed(2),
    },
    {
      ...{ shows: 'what changed, with sections, and the first run apart', operation: 'listChanges', status: 200 },
      query: { provider, since: '2020-01-01' },
      check({ changes, first }: Changes) {
        expect(first).toMatchObject([{ provider, run: 1, pages: 10 }]);
        expect(changes).toHaveLength(2);
        expect(changes).toContainEqual(
          expect.objectContaining({
            ...{ kind: 'updated', url: settings, title: 'Settings', provider },
            sections: [{ kind: 'changed', headings: ['Connection pool'], anchor: 'pool' }],
          }),
        );
        expect(changes).toContainEqual(
          expect.objectContaining({ kind: 'deleted', url: `${site}docs/long`, by: 'http:404', title: 'A long story' }),
        );
      },
    },
    {
      ...{ shows: 'changes of one kind', operation: 'listChanges', query: { kind: 'deleted', limit: 1 }, status: 200 },
      check: (value: Changes) =>
        expect(value).toEqual({ changes: [expect.objectContaining({ kind: 'deleted' })], first: [] }),
    },
    {
      ...{
        shows: 'no changes of the future',
        operation: 'listChanges',
        query: { since: '2100-01-01T00:00:00Z' },
        status: 200,
      },
      check: (value: Changes) => expect(value).toEqual({ changes: [], first: [] }),
    },
    { shows: 'that since is a date', operation: 'listChanges', query: { since: 'yesterday' }, status: 400 },
    { shows: 'that no list has this cursor', operation: 'listChanges', query: { cursor: '3' }, status: 400 },
    {
      ...{ shows: 'the feed of a source', operation: 'getChangeFeed', query: { provider }, status: 200 },
      check(feed: string) {
        expect(feed).toMatch(/^<\?xml[^>]*>\n<feed /);
        expect(feed).toContain(`${new URL(site).host}`);
        expect(feed).not.toContain('<script>');
      },
    },
    { shows: 'that there is no such source', operation: 'getChangeFeed', query: { provider: 'nobody' }, status: 404 },
  ];
};
