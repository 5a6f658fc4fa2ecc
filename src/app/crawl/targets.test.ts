// Proves how far plain URLs and folders are crawled where nothing is set.
import { describe, expect, it } from 'vitest';
import { loadSettings } from '../../settings.ts';
import { resolveTargets } from './targets.ts';

describe('F3: the limits of what is not configured', () => {
  it.each([
    ['https://docs.example.com/', {}, 200, 3],
    ['http://127.0.0.1:8000/', {}, 10_000, 20],
    ['http://localhost/docs/', {}, 10_000, 20],
    ['https://docs.example.com/', { own_site: 'true' }, 10_000, 20],
    ['src', {}, 10_000, 20],
  ])('%s with %j', (word, flags, max_pages, max_depth) => {
    const settings = loadSettings({ text: '', env: {}, flags });
    const [target] = resolveTargets([word], settings, {}, 'operator');
    expect(target?.provider).toMatchObject({ max_pages, max_depth });
  });
});
