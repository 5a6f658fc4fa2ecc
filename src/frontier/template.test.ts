import { describe, expect, it } from 'vitest';
import { templateOf } from './template.ts';

describe('templateOf', () => {
  it.each([
    ['/a/123e4567-e89b-12d3-a456-426614174000/b', '/a/{uuid}/b'],
    ['/a/123E4567-E89B-12D3-A456-426614174000/b', '/a/{uuid}/b'],
    ['/c/0123456789abcdef0123', '/c/{hash}'],
    ['/c/0123456789ABCDEF0123', '/c/{hash}'],
    ['/2026/02/23/x', '/{n}/{n}/{n}/x'],
    ['/docs/guide', undefined],
  ])('U8: %s is %s', (path, template) => {
    expect(templateOf(path)).toBe(template);
  });
});
