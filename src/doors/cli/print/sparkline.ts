// A row of numbers as a row of bars, one character each.

/** Bars from the lowest to the highest. */
const UNICODE = '▁▂▃▄▅▆▇█';
const ASCII = '_.-:=+*#';

/**
 * The last `width` values, each as a bar between the smallest and the largest of them; gaps where there is no value, and bars of
 * middle height where all are the same. Starts from 0 when `fromZero` is set, so that small differences stay small.
 */
export function sparkline(
  values: readonly (number | undefined)[],
  options: { readonly ascii?: boolean; readonly width?: number; readonly fromZero?: boolean } = {},
): string {
  const { ascii = false, width = 40, fromZero = false } = options;
  const bars = ascii ? ASCII : UNICODE;
  const shown = width > 0 ? values.slice(-width) : [];
  const known = shown.filter((value): value is number => isKnown(value));
  const least = known.reduce((low, value) => Math.min(low, value), fromZero ? 0 : Number.POSITIVE_INFINITY);
  const most = known.reduce((high, value) => Math.max(high, value), fromZero ? 0 : Number.NEGATIVE_INFINITY);
  const barOf = (value: number): string => {
    if (most === least) return bars[fromZero && value === 0 ? 0 : 3] ?? '';
    // Halved first: the difference of very large numbers would overflow.
    const height = (value / 2 - least / 2) / (most / 2 - least / 2);
    return bars[Math.min(bars.length - 1, Math.floor(height * bars.length))] ?? '';
  };
  return shown.map((value) => (isKnown(value) ? barOf(value) : ' ')).join('');
}

function isKnown(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}
