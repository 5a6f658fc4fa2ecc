// Proves the small drawing of a row of figures (M3).
import { describe, expect, it } from 'vitest';
import { sparkline } from './sparkline.ts';

describe('sparkline', () => {
  it.each([
    [[1, 2, 3, 4, 5, 6, 7, 8], '▁▂▃▄▅▆▇█', '_.-:=+*#'],
    [[5, 5, 5], '▄▄▄', ':::'],
    [[0, undefined, 10], '▁ █', '_ #'],
    [[], '', ''],
    [[Number.NaN, Number.POSITIVE_INFINITY], '  ', '  '],
    [[-Number.MAX_VALUE, 0, Number.MAX_VALUE], '▁▅█', '_=#'],
  ])('M3: %j is drawn as %s, or as %s where there is only ASCII', (values, unicode, ascii) => {
    expect([sparkline(values), sparkline(values, { ascii: true })]).toEqual([unicode, ascii]);
  });

  it('M3: shows the last values, and small differences as small when drawn from zero', () => {
    expect(sparkline([9, 9, 1, 2], { width: 2 })).toBe('▁█');
    expect(sparkline([50, 99, 100], { fromZero: true })).toBe('▅██');
    expect(sparkline([0, 0], { fromZero: true })).toBe('▁▁');
  });
});
