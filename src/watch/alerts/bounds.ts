// M1, M2: the bounds of alerts, as data; causes.ts has why they are passed.
import { ConfigError } from '../../core/errors.ts';
import { suggest } from '../../core/suggest.ts';

export interface Bound {
  /** What is measured, as a noun phrase. */
  readonly means: string;
  readonly bound: number;
  /** Values within the bound: `least` from it up, `most` up to it, `under` anything smaller. */
  readonly direction: 'least' | 'most' | 'under';
  readonly unit: '%' | 'ms' | 'h' | 'tokens';
  /** The values it can be set to. */
  readonly range: readonly [number, number];
  /** M2: of what is stored; it raises an alert only where it is set, and is advice elsewhere. */
  readonly ofContent?: true;
}

const PERCENT = [0, 100] as const;

export const boundTable = {
  success_rate: {
    means: 'page requests answered with 200 or 304',
    bound: 90,
    direction: 'least',
    unit: '%',
    range: PERCENT,
  },
  stored_change: {
    means: 'change in the number of stored pages since the last run',
    bound: 50,
    direction: 'under',
    unit: '%',
    range: [1, 1000],
  },
  replaced_pages: {
    means: 'stored pages in whose place another page answers, and whose earlier copies stay',
    bound: 5,
    direction: 'most',
    unit: '%',
    range: PERCENT,
  },
  response_time: {
    means: 'average response time of {of}',
    bound: 5_000,
    direction: 'most',
    unit: 'ms',
    range: [1, 600_000],
  },
  error_rate: {
    means: 'page requests answered with 4xx or 5xx',
    bound: 20,
    direction: 'most',
    unit: '%',
    range: PERCENT,
  },
  empty_content: {
    means: 'pages without text',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
  },
  run_hours: {
    means: 'time the run took',
    bound: 3,
    direction: 'most',
    unit: 'h',
    range: [0.01, 1000],
  },
  retry_rate: {
    means: 'page requests that needed a retry',
    bound: 15,
    direction: 'most',
    unit: '%',
    range: PERCENT,
  },
  average_tokens_least: {
    means: 'average tokens of a chunk',
    bound: 200,
    direction: 'least',
    unit: 'tokens',
    range: [0, 100_000],
    ofContent: true,
  },
  average_tokens_most: {
    means: 'average tokens of a chunk',
    bound: 600,
    direction: 'most',
    unit: 'tokens',
    range: [1, 100_000],
    ofContent: true,
  },
  empty_chunks: {
    means: 'chunks without text',
    bound: 5,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    ofContent: true,
  },
  duplicate_chunks: {
    means: 'chunks that repeat another',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    ofContent: true,
  },
  short_chunks: {
    means: 'chunks under the smallest intended size on pages with several',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    ofContent: true,
  },
  page_chunks: {
    means: 'pages with too few or too many chunks',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    ofContent: true,
  },
  selector_hits: {
    means: 'pages on which the content selector {of} matches',
    bound: 90,
    direction: 'least',
    unit: '%',
    range: PERCENT,
    ofContent: true,
  },
} as const satisfies Readonly<Record<string, Bound>>;

export type BoundName = keyof typeof boundTable;

/** M2: the limits by which the shares of chunks and pages are counted. */
export const chunkLimits = {
  chunk_tokens_least: {
    means: 'fewest tokens a chunk should have',
    bound: 50,
    range: [0, 500],
    counts: 'short_chunks',
  },
  page_chunks_least: {
    means: 'fewest chunks a page should have',
    bound: 1,
    range: [0, 1000],
    counts: 'page_chunks',
  },
  page_chunks_most: {
    means: 'most chunks a page should have',
    bound: 20,
    range: [1, 100_000],
    counts: 'page_chunks',
  },
} as const satisfies Readonly<
  Record<string, Pick<Bound, 'means' | 'bound' | 'range'> & { readonly counts: BoundName }>
>;

export type LimitName = keyof typeof chunkLimits;

/** M2: the bounds of what is stored. */
export const contentBounds: readonly BoundName[] = Object.freeze(
  (Object.keys(boundTable) as BoundName[]).filter((name) => (boundTable[name] as Bound).ofContent === true),
);

/** Every bound and limit in force. */
export type AlertBounds = Readonly<Record<BoundName | LimitName, number>>;

const settable: ReadonlyMap<string, Pick<Bound, 'bound' | 'range'>> = new Map(
  Object.entries({ ...boundTable, ...chunkLimits }),
);

/** Pairs of which the first may not be more than the second. */
const orders: readonly (readonly [BoundName | LimitName, BoundName | LimitName])[] = Object.freeze([
  ['average_tokens_least', 'average_tokens_most'],
  ['page_chunks_least', 'page_chunks_most'],
] as const);

/** The default bounds. */
export const defaultBounds: AlertBounds = resolveBounds({});

/** Bounds as they are written: each as name=value. */
export function writtenBounds(texts: readonly string[]): Readonly<Record<string, unknown>> {
  const written = texts.map((text): readonly [string, unknown] => {
    const [, name = text, value = ''] = /^([^=]*?)\s*=\s*(.*)$/s.exec(text) ?? [];
    return [name, /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value];
  });
  return Object.fromEntries(written);
}

/** M2: the bounds of content that these set, each by its name or by that of a limit it is counted with. */
export function contentBoundsIn(written: Readonly<Record<string, unknown>>): ReadonlySet<BoundName> {
  const limits: Readonly<Record<string, { readonly counts: BoundName }>> = chunkLimits;
  const names = new Set(Object.keys(written).map((name) => limits[name]?.counts ?? name));
  return new Set(contentBounds.filter((bound) => names.has(bound)));
}

/** The bounds with an operator's own in the place of the usual ones. Throws a ConfigError that names every unknown or unfit one, in one go. */
export function resolveBounds(
  own: Readonly<Record<string, unknown>>,
  origin = 'alerts',
  usual?: AlertBounds,
): AlertBounds {
  const problems: string[] = [];
  const resolved = new Map([...settable].map(([name, { bound }]) => [name, usual?.[name as BoundName] ?? bound]));
  for (const [name, value] of Object.entries(own)) {
    const rule = settable.get(name);
    if (rule === undefined) {
      const near = suggest(name, settable.keys());
      problems.push(`${origin}.${name} is not a bound${near === undefined ? '' : `; did you mean ${near}?`}`);
      continue;
    }
    const [least, most] = rule.range;
    if (typeof value === 'number' && value >= least && value <= most) resolved.set(name, value);
    else problems.push(`${origin}.${name} is ${shown(value)}: it must be a number from ${least} to ${most}`);
  }
  const bounds = Object.fromEntries(resolved) as AlertBounds;
  for (const [low, high] of orders)
    if (bounds[low] > bounds[high])
      problems.push(`${origin}.${low} is ${bounds[low]}: it must not be more than ${high}, which is ${bounds[high]}`);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(bounds);
}

/** Whether a value is within a bound. */
export function isWithin(name: BoundName, value: number, bounds: AlertBounds): boolean {
  const bound = bounds[name];
  switch (boundTable[name].direction) {
    case 'least':
      return value >= bound;
    case 'most':
      return value <= bound;
    case 'under':
      return value < bound;
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
