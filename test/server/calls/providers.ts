// Calls of the operations on sources.
import { expect } from 'vitest';
import { Moment } from '../../support/visits.ts';
import type { ExampleCalls } from '../call.ts';

/** Before the crawl; some times are written in whole seconds. */
const begun = new Moment();
const SECOND_MS = 1_000;

interface Source {
  readonly id: string;
  readonly from: string;
  readonly state: string;
  readonly pages: number;
  readonly chunks: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly lastRun?: { readonly state: string };
}

export const providerCalls: ExampleCalls = ({ provider, site }) => [
  {
    ...{ shows: 'what was crawled, and the presets', operation: 'listProviders', status: 200 },
    check: ({ providers }: { providers: readonly Source[] }) => {
      const own = providers.find(({ id }) => id === provider);
      expect(own).toMatchObject({ from: 'crawl', state: 'fresh', complete: true, lastRun: { state: 'complete' } });
      const { discovered, ...ended } = own?.counts ?? {};
      expect(discovered).toBe(Object.values(ended).reduce((sum, one) => sum + one, 0));
      expect(own?.pages).toBeGreaterThan(5);
      expect(own?.chunks).toBeGreaterThanOrEqual(own?.pages ?? 0);
      expect(providers.filter(({ from }) => from === 'preset')).toHaveLength(15);
      expect(providers.find(({ id }) => id === 'stripe')).toMatchObject({ state: 'never reached', pages: 0 });
    },
  },
  {
    ...{ shows: 'the first two presets', operation: 'listProviders', status: 200 },
    query: { from: ['preset'], limit: 2 },
    check: ({ providers, next }: { providers: readonly Source[]; next: string }) => {
      expect(providers.map(({ id }) => id)).toEqual(['openai', 'anthropic']);
      expect(next).toBe('anthropic');
    },
  },
  {
    ...{ shows: 'the presets behind them', operation: 'listProviders', status: 200 },
    query: { from: ['preset'], limit: 100, cursor: 'anthropic' },
    check: ({ providers, next }: { providers: readonly Source[]; next?: string }) => {
      expect(providers).toHaveLength(13);
      expect(next).toBeUndefined();
    },
  },
  { shows: 'that no list has a made-up cursor', operation: 'listProviders', query: { cursor: '../x' }, status: 400 },
  { shows: 'that there is no such origin', operation: 'listProviders', query: { from: 'web' }, status: 400 },
  {
    ...{ shows: 'the presets of a category', operation: 'listPresets', query: { category: 'Payments' }, status: 200 },
    check: ({ presets }: { presets: readonly { id: string; configured: boolean; policy: object }[] }) => {
      expect(presets.map(({ id }) => id)).toEqual(['stripe', 'toss-payments', 'paypal']);
      expect(presets[0]).toMatchObject({ configured: false, policy: { provider_id: 'stripe', max_depth: 4 } });
    },
  },
  { shows: 'that presets have no such filter', operation: 'listPresets', query: { name: 'x' }, status: 400 },
  {
    ...{ shows: 'a preset, with its tag', operation: 'getProvider', path: { id: 'stripe' }, status: 200 },
    check: (value: { policy: object; fields: readonly { field: string }[]; mayRun: object }, response) => {
      expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
      expect(value.policy).toMatchObject({ provider_id: 'stripe', allowed_path_patterns: expect.any(Array) });
      expect(value.fields.find(({ field }) => field === 'max_depth')).toMatchObject({ value: 4, from: 'preset' });
      expect(value.mayRun).toMatchObject({ command: { ok: true }, schedule: { ok: false, by: 'terms:unknown' } });
    },
  },
  {
    ...{ shows: 'a source that was only crawled', operation: 'getProvider', path: { id: provider }, status: 200 },
    check: (value: { source: { seeds: readonly string[] }; verifiedAt: string; policy?: object }, response) => {
      begun.expectAfter(Date.parse(value.verifiedAt), -SECOND_MS);
      expect(value.source.seeds).toEqual([`${site}docs/`]);
      expect(value.policy).toBeUndefined();
      expect(response.headers.get('etag')).toBeNull();
    },
  },
  { shows: 'that there is no such source', operation: 'getProvider', path: { id: '../stripe' }, status: 404 },
];
