// F12: the estimate compared with the result, for pages, bytes and time.
import { counted } from '../../core/counted.ts';
import { bytesText, durationText } from '../../core/figures.ts';

/** Amounts that a plan estimates before a crawl, and a run counts after it. */
export interface Amounts {
  readonly pages: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface EstimateRow {
  readonly what: keyof Amounts;
  readonly estimate: number;
  readonly actual: number;
  /** Actual over estimate; 1 when both are 0. */
  readonly ratio: number;
  /** Whether the ratio is more than 2 either way, and the difference large enough to matter. */
  readonly off: boolean;
  /** Both as they are shown: 187 pages, 3.4 MB, 4m 32s. */
  readonly shown: { readonly estimate: string; readonly actual: string };
}

export interface EstimateCheck {
  readonly rows: readonly EstimateRow[];
  /** One line for each amount that is off. */
  readonly warnings: readonly string[];
}

const MOST_RATIO = 2;

/** Differences so small are chance, whatever their ratio. */
const amounts = {
  pages: { name: 'Pages', small: 5, show: (value: number) => counted(value, 'page') },
  bytes: { name: 'Bytes', small: 100_000, show: bytesText },
  seconds: { name: 'Time', small: 10, show: (value: number) => durationText(value * 1000) },
} as const satisfies Readonly<Record<keyof Amounts, object>>;

/** The comparison, row by row. An incomplete run gets no warning for having done less. */
export function compareEstimate(
  estimate: Amounts,
  actual: Amounts,
  { complete = true }: { readonly complete?: boolean } = {},
): EstimateCheck {
  const rows = (['pages', 'bytes', 'seconds'] as const).map((what): EstimateRow => {
    const { small, show } = amounts[what];
    const [guess, real] = [atLeastNothing(estimate[what]), atLeastNothing(actual[what])];
    const ratio = guess === real ? 1 : real / guess;
    const matters = Math.abs(real - guess) >= small;
    const off = matters && (ratio > MOST_RATIO || (complete && ratio < 1 / MOST_RATIO));
    return { what, estimate: guess, actual: real, ratio, off, shown: { estimate: show(guess), actual: show(real) } };
  });
  return { rows, warnings: rows.filter(({ off }) => off).map(warningOf) };
}

function warningOf({ what, ratio, shown }: EstimateRow): string {
  const times = ratio > 1 ? ratio : 1 / ratio;
  const far = Number.isFinite(times) ? `${times.toFixed(1)} times ${ratio > 1 ? 'as much' : 'less'}` : 'no comparison';
  return `${amounts[what].name}: estimated ${shown.estimate}, actually ${shown.actual} (${far})`;
}

function atLeastNothing(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : 0;
}
