// Proves that a figure of one measure is the same on pages, in reports and in alerts (M1, M2).
import { expect, it } from 'vitest';
import { percentText } from '../../core/figures.ts';
import { valueText } from '../../watch/alerts/alerts.ts';
import { percent } from './parts.tsx';

it.each([0.04, 1.15, 8.45, 12.25, 35.95, 35.949, 36.0499, 89.96, 99.95, (189 / 526) * 100])(
  'M1: %d percent is one figure wherever it stands',
  (value) => {
    const figure = percentText(value).replace('%', ' %');
    expect(valueText('page_chunks', value, 10)).toBe(figure);
    expect(percent(value / 100)).toBe(figure);
  },
);

it('M1: none and all of them have no decimals on pages', () => {
  expect([percent(0), percent(1)]).toEqual(['0 %', '100 %']);
});
