// M1, M2: the bounds of alerts, as data: each bound with its likely cause and the command to look closer.
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
  /** `{of}` is the host or the selector it was measured on. */
  readonly cause: string;
  /** `{provider}` is its id. */
  readonly command: string;
}

const PERCENT = [0, 100] as const;

/** M2: why chunks are out of bounds while the provider's own selector matches too few pages, whichever bound it is. */
export const missedSelector: Pick<Bound, 'cause' | 'command'> = Object.freeze({
  cause: 'the selector {of} no longer matches: the site was redesigned, and what else its pages hold is kept instead',
  command: 'docent providers check {provider}',
});

export const boundTable = {
  success_rate: {
    means: 'page requests answered with 200 or 304',
    bound: 90,
    direction: 'least',
    unit: '%',
    range: PERCENT,
    cause: 'the site is down, refuses the robot, or has moved its pages',
    command: 'docent urls {provider} --state failed',
  },
  stored_change: {
    means: 'change in the number of stored pages since the last run',
    bound: 50,
    direction: 'under',
    unit: '%',
    range: [1, 1000],
    cause: 'the site was rebuilt or moved, or the patterns of the provider no longer fit its paths',
    command: 'docent report {provider}',
  },
  replaced_pages: {
    means: 'stored pages in whose place another page answers, and whose earlier copies stay',
    bound: 5,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'the site sends many addresses to one page: maintenance, a login, or pages that were given up',
    command: 'docent urls {provider} --state skipped',
  },
  response_time: {
    means: 'average response time of {of}',
    bound: 5_000,
    direction: 'most',
    unit: 'ms',
    range: [1, 600_000],
    cause: 'the host is overloaded or slows the robot down',
    command: 'docent report {provider}',
  },
  error_rate: {
    means: 'page requests answered with 4xx or 5xx',
    bound: 20,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'links lead to removed pages, or the server is in trouble',
    command: 'docent urls {provider} --by http',
  },
  empty_content: {
    means: 'pages without text',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'the pages are made by scripts in the browser, or the content selector matches an empty element',
    command: 'docent urls {provider} --by content',
  },
  run_hours: {
    means: 'time the run took',
    bound: 3,
    direction: 'most',
    unit: 'h',
    range: [0.01, 1000],
    cause: 'more pages than the hourly bound allows, a long Crawl-delay, or a slow host',
    command: 'docent report {provider}',
  },
  retry_rate: {
    means: 'page requests that needed a retry',
    bound: 15,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'the host limits the rate or is unstable',
    command: 'docent report {provider}',
  },
  average_tokens_least: {
    means: 'average tokens of a chunk',
    bound: 200,
    direction: 'least',
    unit: 'tokens',
    range: [0, 100_000],
    cause: 'splitting: many short sections, or the selector {of} keeps only a part of the content',
    command: 'docent report {provider}',
  },
  average_tokens_most: {
    means: 'average tokens of a chunk',
    bound: 600,
    direction: 'most',
    unit: 'tokens',
    range: [1, 100_000],
    cause: 'splitting: the pages have no headings to be cut at',
    command: 'docent report {provider}',
  },
  empty_chunks: {
    means: 'chunks without text',
    bound: 5,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'the content selector {of} changed its meaning: it matches elements without text',
    command: 'docent providers check {provider}',
  },
  duplicate_chunks: {
    means: 'chunks that repeat another',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause:
      'URL normalisation or content hash: one page is stored under several addresses, or text of the frame is in every page',
    command: 'docent urls {provider} --similar',
  },
  short_chunks: {
    means: 'chunks under the smallest intended size on pages with several',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'splitting: short sections beside ones too long to be merged with',
    command: 'docent report {provider}',
  },
  page_chunks: {
    means: 'pages with too few or too many chunks',
    bound: 10,
    direction: 'most',
    unit: '%',
    range: PERCENT,
    cause: 'splitting: very long pages, or pages of which nothing is kept',
    command: 'docent report {provider}',
  },
  selector_hits: {
    means: 'pages on which the content selector {of} matches',
    bound: 90,
    direction: 'least',
    unit: '%',
    range: PERCENT,
    cause: 'the selector {of} changed: the site was redesigned and no longer has it',
    command: 'docent providers check {provider}',
  },
} as const satisfies Readonly<Record<string, Bound>>;

export type BoundName = keyof typeof boundTable;

/** M2: the limits by which the shares of chunks and pages are counted. */
export const chunkLimits = {
  chunk_tokens_least: { means: 'fewest tokens a chunk should have', bound: 50, range: [0, 500] },
  page_chunks_least: { means: 'fewest chunks a page should have', bound: 1, range: [0, 1000] },
  page_chunks_most: { means: 'most chunks a page should have', bound: 20, range: [1, 100_000] },
} as const satisfies Readonly<Record<string, Pick<Bound, 'means' | 'bound' | 'range'>>>;

export type LimitName = keyof typeof chunkLimits;

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

/** The bounds with an operator's own in place. Throws a ConfigError that names every unknown or unfit one, in one go. */
export function resolveBounds(own: Readonly<Record<string, unknown>>, origin = 'alerts'): AlertBounds {
  const problems: string[] = [];
  const resolved = new Map([...settable].map(([name, { bound }]) => [name, bound]));
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
