// M1, M2: why bounds are passed, as data: bounds with one cause are one alert, with what can be done and a command that shows the URLs.
import { type BoundName, contentBounds } from './bounds.ts';

/** A measure that is out of its bound. */
export interface Excess {
  readonly bound: BoundName;
  readonly value: number;
  /** The bound as it is set. */
  readonly limit: number;
  /** The host or the selector it was measured on. */
  readonly of?: string | undefined;
}

/** What a run shows beside its measures: page requests by how they failed, and whether more pages are stored than before. */
export interface CauseFacts {
  /** Answered with 404 or 410. */
  readonly gone: number;
  /** Answered with another 4xx. */
  readonly refused: number;
  /** Answered with 5xx. */
  readonly broken: number;
  /** Not answered. */
  readonly silent: number;
  readonly grew: boolean;
}

/** Bounds that are passed for one reason. */
export interface Caused {
  readonly cause: CauseName;
  /** The host or the selector it is about. */
  readonly of?: string | undefined;
  /** At least one; the one that shows the cause comes first. */
  readonly excesses: readonly [Excess, ...Excess[]];
}

interface Cause {
  /** What happened and what to do; `{of}` is the host or the selector. */
  readonly means: string;
  /** Shows which URLs; `{provider}`, `{run}` and `{of}` are filled in. */
  readonly command: string;
  /** One of these shows the cause. */
  readonly shownBy: readonly BoundName[];
  /** These are passed for the same reason, and alone show nothing of it. */
  readonly explains: readonly BoundName[];
  /** Whether it is this one; left out, it is where no cause before it was. */
  readonly applies?: (facts: CauseFacts, excesses: readonly Excess[]) => boolean;
  /** Each host is a cause of its own. */
  readonly perHost?: true;
}

const answers = ['success_rate', 'error_rate', 'retry_rate'] as const satisfies readonly BoundName[];
const failures = ['gone', 'refused', 'broken', 'silent'] as const satisfies readonly (keyof CauseFacts)[];

/** Whether most of the requests that failed, failed like this. */
function mostly(kind: (typeof failures)[number]): NonNullable<Cause['applies']> {
  return (facts) => facts[kind] > 0 && failures.every((other) => facts[other] <= facts[kind]);
}

/** Whether the selector misses too many of the pages that have a text: on others there is nothing to match. */
function missesText(_: CauseFacts, excesses: readonly Excess[]): boolean {
  const found = (name: BoundName): Excess | undefined => excesses.find(({ bound }) => bound === name);
  const hits = found('selector_hits');
  const withText = 100 - (found('empty_content')?.value ?? 0);
  return hits !== undefined && hits.value < (hits.limit / 100) * withText;
}

/** The first that is shown takes the bounds it explains; every bound shows one in the end. */
export const causeTable = {
  broken: {
    means:
      'the server of the site answers with errors (5xx): tell whoever runs it, or wait; what is stored stays, and each run tries again',
    command: 'docent fetches {provider} --run {run} --status 5xx',
    shownBy: answers,
    explains: ['response_time', 'run_hours'],
    applies: mostly('broken'),
  },
  gone: {
    means:
      'pages are gone (404, 410): where the site has moved them, correct seed_urls and allowed_path_patterns of the source',
    command: 'docent fetches {provider} --run {run} --status 4xx',
    shownBy: answers,
    explains: ['stored_change'],
    applies: mostly('gone'),
  },
  refused: {
    means:
      'the site refuses the robot (401, 403, 429): request less often (request_delay_ms), or ask whoever runs it for leave',
    command: 'docent fetches {provider} --run {run} --status 4xx',
    shownBy: answers,
    explains: ['stored_change', 'run_hours'],
    applies: mostly('refused'),
  },
  silent: {
    means: 'requests are not answered: the host is down or out of reach, or breaks connections',
    command: 'docent fetches {provider} --run {run} --result failed',
    shownBy: answers,
    explains: ['response_time', 'run_hours'],
  },
  replaced: {
    means:
      'the site sends many addresses to one page: maintenance, a login, or pages that were given up; earlier copies stay',
    command: 'docent urls {provider} --state skipped',
    shownBy: ['replaced_pages'],
    explains: ['stored_change'],
  },
  selector: {
    means:
      'the selector {of} matches too few pages: the site was redesigned, and what else its pages hold is kept instead; set another custom_selectors.content',
    command: 'docent providers check {provider}',
    shownBy: ['selector_hits'],
    explains: [...contentBounds, 'empty_content'],
    applies: missesText,
  },
  empty: {
    means:
      'pages answer without text: the site is half up, scripts write its text in the browser, or the content selector matches an empty element',
    command: 'docent urls {provider} --by content:empty',
    shownBy: ['empty_content'],
    explains: contentBounds,
  },
  grown: {
    means:
      'the site has many more pages: another version or language of them, or the same under other addresses; where they are not wanted, block them (blocked_path_patterns)',
    command: 'docent fetches {provider} --run {run} --result changed',
    shownBy: ['stored_change'],
    explains: [...contentBounds, 'run_hours'],
    applies: ({ grew }) => grew,
  },
  shrunk: {
    means:
      'pages left the store: removed, moved into others, or excluded by patterns, redirects or their own wish; look whether the patterns still fit the paths of the site',
    command: 'docent report {provider} --run {run} --all',
    shownBy: ['stored_change'],
    explains: contentBounds,
  },
  slow: {
    means: 'the host {of} is slow: it is overloaded, or slows the robot down; a longer request_delay_ms spares it',
    command: 'docent fetches {provider} --run {run} --host {of}',
    shownBy: ['response_time'],
    explains: ['run_hours'],
    perHost: true,
  },
  long: {
    means: 'more pages than its pace allows: a long Crawl-delay or request_delay_ms, or an hourly or daily bound',
    command: 'docent fetches {provider} --run {run}',
    shownBy: ['run_hours'],
    explains: [],
  },
  repeated: {
    means:
      'URL normalisation or content hash: one page is stored under several addresses (query, blocked_path_patterns), or text of the frame is in every page (custom_selectors.remove)',
    command: 'docent urls {provider} --chunks',
    shownBy: ['duplicate_chunks'],
    explains: [],
  },
  splitting: {
    means:
      'splitting: very long pages, many short sections, or pages of which little is kept; where they are no references or notes, read them from another element (custom_selectors.content), else set bounds that fit them (alert_bounds)',
    command: 'docent urls {provider} --chunks',
    shownBy: ['page_chunks', 'average_tokens_least', 'average_tokens_most', 'short_chunks', 'empty_chunks'],
    explains: [],
  },
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseName = keyof typeof causeTable;

const causes = Object.entries(causeTable) as readonly (readonly [CauseName, Cause])[];

const none: CauseFacts = Object.freeze({ gone: 0, refused: 0, broken: 0, silent: 0, grew: false });

/** The causes behind what is out of its bounds; each of these is in exactly one. */
export function causesOf(excesses: readonly Excess[], seen: Partial<CauseFacts> = {}): readonly Caused[] {
  const facts = { ...none, ...seen };
  const found: Caused[] = [];
  let left = excesses;
  for (const [cause, { shownBy, explains, applies = () => true, perHost }] of causes) {
    const [first, ...others] = left.filter(({ bound }) => shownBy.includes(bound));
    if (first === undefined || !applies(facts, excesses)) continue;
    const explained = left.filter(({ bound }) => explains.includes(bound) && !shownBy.includes(bound));
    const groups: readonly Caused['excesses'][] = perHost
      ? [[first, ...explained], ...others.map((one) => [one] as const)]
      : [[first, ...others, ...explained]];
    for (const group of groups) found.push({ cause, of: group[0].of, excesses: group });
    const taken = new Set(groups.flat());
    left = left.filter((one) => !taken.has(one));
  }
  return found;
}
