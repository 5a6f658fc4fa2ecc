// The options of a plain URL's crawl are read again as they were kept; what is not understood counts as nothing.
import { describe, expect, it } from 'vitest';
import { readRemembered } from './remembered-options.ts';

describe('what was kept with a crawl', () => {
  it('is read as it was written', () => {
    const kept = {
      allow: ['/docs/**'],
      block: ['/docs/old/**'],
      library: 'lantern@2',
      options: { max_pages: 5, query: 'keep' },
      limits: { max_pages: 10_000, max_depth: 20 },
    };
    expect(readRemembered(JSON.stringify(kept))).toEqual(kept);
  });

  it('names no empty list', () => {
    expect(readRemembered('{"allow":[],"block":[],"options":{}}')).toEqual({ options: {} });
  });

  it.each([undefined, '', '{', 'null', '[]', '{"allow":"/docs/**","options":{"max_pages":5}}', '{"options":[5]}'])(
    'is nothing where it is %j',
    (text) => {
      expect(readRemembered(text)).toEqual({ options: {} });
    },
  );

  it('loses options that are unknown, of another kind or out of range, and keeps the others', () => {
    const options = {
      max_pages: 'all',
      max_depth: -1,
      query: 'sometimes',
      unheard_of: 1,
      own_site: true,
      exclude_paths: [1],
    };
    expect(readRemembered(JSON.stringify({ options }))).toEqual({ options: { own_site: true } });
  });
});
