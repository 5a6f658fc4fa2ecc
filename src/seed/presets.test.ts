// Proves the fifteen presets, against the list they were taken from where that is at hand.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compilePathPattern } from '../core/pattern/pattern.ts';
import { presets } from './presets.ts';

/** Beside the checkout; not part of the project. */
const original = new URL('../../../shared/data/providers.json', import.meta.url);

describe('presets', () => {
  it('A6: fifteen load, each with its own id, frozen', () => {
    expect(presets.map(({ provider_id }) => provider_id)).toEqual([
      ...[
        'openai',
        'anthropic',
        'google-gemini',
        'stripe',
        'toss-payments',
        'paypal',
        'auth0',
        'firebase-auth',
        'clerk',
      ],
      ...['twilio', 'sendgrid', 'aws-ses', 'pinecone', 'qdrant', 'weaviate'],
    ]);
    expect(Object.isFrozen(presets)).toBe(true);
  });

  it.each(presets)('A6: $provider_id reads robots.txt as intel does, within the bounds of a policy', (preset) => {
    expect(preset.robots_dialect).toBe('intel');
    // H3
    expect(preset.forbidden).toBe('remove');
    expect(preset.seed_urls.every((url) => url.startsWith('https://'))).toBe(true);
    expect(preset.request_delay_ms).toBeGreaterThanOrEqual(1_500);
    expect(preset.custom_selectors.content).toBeTruthy();
  });

  it.each(presets)(
    'U4: the seeds of $provider_id lie within its own allowed paths',
    ({ seed_urls, allowed_path_patterns, blocked_path_patterns }) => {
      const matches = (patterns: readonly string[], path: string): boolean =>
        patterns.some((pattern) => compilePathPattern(pattern, 'p').matches(path));
      for (const url of seed_urls) {
        const { pathname } = new URL(url);
        expect(matches(allowed_path_patterns, pathname), `${pathname} allowed`).toBe(true);
        expect(matches(blocked_path_patterns, pathname), `${pathname} blocked`).toBe(false);
      }
    },
  );

  it.skipIf(!existsSync(original))('A6: they equal the list they were taken from, field by field', () => {
    const list = JSON.parse(readFileSync(original, 'utf8')) as Record<string, unknown>[];
    expect(list).toHaveLength(presets.length);
    for (const [index, policy] of list.entries()) {
      const preset = presets[index] as unknown as Record<string, unknown>;
      for (const [field, value] of Object.entries(policy)) {
        expect(preset[field] ?? null, `${String(policy.provider_id)}.${field}`).toEqual(value);
      }
    }
  });
});
