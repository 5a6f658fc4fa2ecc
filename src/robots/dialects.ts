// The six robots.txt dialects as data, and how to define another.
import { DocentError } from '../core/errors.ts';
import { version } from '../core/version.ts';
import { type Dialect, knobChoices, type SitePolicy } from './dialect.ts';

const KIB = 1024;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

const allow: SitePolicy = { kind: 'allow', minDelaySec: 0 };
const allowSlowly: SitePolicy = { kind: 'allow', minDelaySec: 2 };
const close: SitePolicy = { kind: 'close' };
const unreachable: SitePolicy = { kind: 'unreachable', allowAfterSec: 30 * DAY };
const defer: SitePolicy = { kind: 'defer', firstSec: 5 * MINUTE, maxSec: HOUR, giveUpSec: DAY };

const rfc9309: Dialect = {
  name: 'rfc9309',
  agent: `docent/${version}`,
  ownGroup: 'equal-name',
  blankLineEndsGroup: false,
  agentAfterRuleStartsGroup: true,
  winner: 'longest',
  wildcards: true,
  emptyRule: 'no-rule',
  escapes: 'rfc3986',
  subject: 'path-and-query',
  statuses: {
    missing: allow,
    denied: allow,
    tooManyRequests: allow,
    clientError: allow,
    serverError: unreachable,
    network: unreachable,
  },
  redirects: { max: 5, sameHostOnly: false, tooMany: allow },
  timeouts: { connectMs: 5_000, readMs: 10_000 },
  ttl: { goodSec: DAY, failedSec: 10 * MINUTE, missingIsFailed: false, headers: 'cache-control' },
  limits: {
    maxBytes: 500 * KIB,
    maxRules: Number.POSITIVE_INFINITY,
    over: 'cut',
    maxLineBytes: Number.POSITIVE_INFINITY,
  },
  crawlDelay: true,
  crawlDelayMaxSec: 2 * MINUTE,
  sitemaps: true,
  robotsTxtAlwaysAllowed: true,
  missingColonAccepted: false,
  misspellingsAccepted: false,
  indexFileOpensFolder: false,
  partialBomDropped: false,
  oddPatternsIgnored: false,
  allowIgnored: false,
  cacheKey: 'origin',
};

const webkiller: Dialect = {
  ...rfc9309,
  name: 'webkiller',
  agent: 'WebKillerAI',
  blankLineEndsGroup: true,
  escapes: 'upper-hex',
  subject: 'folded-path',
  statuses: { ...rfc9309.statuses, serverError: allow, network: allow },
  redirects: { max: 3, sameHostOnly: true, tooMany: allow },
  timeouts: { connectMs: 2_000, readMs: 3_000 },
  ttl: { goodSec: 30 * MINUTE, failedSec: 10 * MINUTE, missingIsFailed: true, headers: 'ignored' },
  limits: { maxBytes: 512 * KIB, maxRules: 1_000, over: 'allow-all', maxLineBytes: Number.POSITIVE_INFINITY },
  crawlDelay: false,
  sitemaps: false,
  oddPatternsIgnored: true,
};

const classic: Dialect = {
  ...rfc9309,
  name: 'classic',
  ownGroup: 'first-substring',
  blankLineEndsGroup: true,
  agentAfterRuleStartsGroup: false,
  winner: 'first',
  wildcards: false,
  emptyRule: 'matches-all',
  escapes: 'decode-all-but-slash',
  subject: 'path',
  statuses: { ...rfc9309.statuses, denied: close, serverError: defer, network: defer },
  timeouts: { connectMs: 10_000, readMs: 10_000 },
  ttl: { goodSec: DAY, failedSec: 10 * MINUTE, missingIsFailed: false, headers: 'cache-control-or-expires' },
  crawlDelay: false,
  sitemaps: false,
};

const intel: Dialect = {
  ...rfc9309,
  name: 'intel',
  agent: 'APIIntelBot/1.0 (+https://api-intel.vercel.app/bot)',
  statuses: { ...rfc9309.statuses, serverError: allowSlowly, network: allowSlowly },
  redirects: { max: 3, sameHostOnly: false, tooMany: allow },
  timeouts: { connectMs: 30_000, readMs: 30_000 },
  ttl: { goodSec: DAY, failedSec: 10 * MINUTE, missingIsFailed: false, headers: 'ignored' },
  crawlDelayMaxSec: Number.POSITIVE_INFINITY,
};

const assistant: Dialect = {
  ...rfc9309,
  name: 'assistant',
  agent: 'AIAssistantBot/1.0',
  statuses: { ...rfc9309.statuses, serverError: allow, network: allow },
  timeouts: { connectMs: 10_000, readMs: 10_000 },
  ttl: { goodSec: HOUR, failedSec: HOUR, missingIsFailed: false, headers: 'ignored' },
};

const google: Dialect = {
  ...rfc9309,
  name: 'google',
  ownGroup: 'google-token',
  escapes: 'google',
  statuses: { ...rfc9309.statuses, tooManyRequests: unreachable },
  ttl: { goodSec: DAY, failedSec: 10 * MINUTE, missingIsFailed: false, headers: 'ignored' },
  limits: { ...rfc9309.limits, maxLineBytes: 16_663 },
  crawlDelay: false,
  robotsTxtAlwaysAllowed: false,
  missingColonAccepted: true,
  misspellingsAccepted: true,
  indexFileOpensFolder: true,
  partialBomDropped: true,
};

/** The dialects that ship with docent. */
export const dialects = deepFreeze({ rfc9309, webkiller, classic, intel, assistant, google });

export type DialectName = keyof typeof dialects;

export const dialectNames = Object.freeze(Object.keys(dialects)) as readonly DialectName[];

/** Overrides of a dialect's knobs; nested overrides may be partial. */
export type DialectOverrides = {
  readonly [K in keyof Dialect]?: Dialect[K] extends object ? Partial<Dialect[K]> : Dialect[K];
};

/** The dialect of that name, or the passed dialect itself; an unknown name throws DOC_DIALECT. */
export function dialectOf(dialect: DialectName | Dialect = 'rfc9309'): Dialect {
  if (typeof dialect !== 'string') return dialect;
  if (!Object.hasOwn(dialects, dialect)) {
    throw new DocentError('DOC_DIALECT', `unknown robots dialect "${dialect}"; known are ${dialectNames.join(', ')}`);
  }
  return dialects[dialect];
}

/** A new frozen dialect: `base` with some knobs changed. An unknown knob or a value of the wrong kind throws DOC_DIALECT. */
export function defineDialect(base: DialectName | Dialect, overrides: DialectOverrides): Dialect {
  const from = dialectOf(base);
  return deepFreeze(override(from, { name: `${from.name}*`, ...overrides }, '') as unknown as Dialect);
}

type Knobs = Readonly<Record<string, unknown>>;

function override(base: object, changes: object, path: string): Knobs {
  const result: Record<string, unknown> = { ...base };
  for (const [knob, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const name = path + knob;
    if (!(knob in base)) {
      throw new DocentError('DOC_DIALECT', `unknown dialect knob "${name}"; known are ${Object.keys(base).join(', ')}`);
    }
    const old = result[knob];
    checkKnob(name, old, value);
    // A policy is replaced whole: its fields depend on what it does.
    result[knob] = isNested(old) ? override(old, value as object, `${name}.`) : value;
  }
  return result;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isPolicy(value);
}

/** The numbers that belong to each kind of policy. */
const policyNumbers: Readonly<Record<SitePolicy['kind'], readonly string[]>> = Object.freeze({
  allow: ['minDelaySec'],
  close: [],
  unreachable: ['allowAfterSec'],
  defer: ['firstSec', 'maxSec', 'giveUpSec'],
});

function checkPolicy(name: string, value: unknown): void {
  const { kind, ...numbers } = { kind: undefined, ...(value as Partial<SitePolicy>) } as Knobs;
  const required = Object.hasOwn(policyNumbers, String(kind)) ? policyNumbers[kind as SitePolicy['kind']] : undefined;
  const fits =
    required !== undefined &&
    Object.keys(numbers).length === required.length &&
    required.every((number) => typeof numbers[number] === 'number' && (numbers[number] as number) >= 0);
  if (fits) return;
  const shapes = Object.entries(policyNumbers).map(([shape, fields]) => [shape, ...fields].join(' + '));
  throw new DocentError(
    'DOC_DIALECT',
    `dialect knob "${name}" is ${JSON.stringify(value)}; it needs a kind and its numbers: ${shapes.join(', ')}`,
  );
}

function isPolicy(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function checkKnob(name: string, old: unknown, value: unknown): void {
  if (isPolicy(old)) return checkPolicy(name, value);
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (typeof old === 'object' && !isMapping) {
    throw new DocentError('DOC_DIALECT', `dialect knob "${name}" is ${JSON.stringify(value)}; it must be a mapping`);
  }
  if ((name === 'name' || name === 'agent') && value === '') {
    throw new DocentError('DOC_DIALECT', `dialect knob "${name}" must not be empty`);
  }
  const choices = knobChoices[name];
  if (choices !== undefined && !choices.includes(value as string)) {
    throw new DocentError(
      'DOC_DIALECT',
      `dialect knob "${name}" is ${JSON.stringify(value)}; allowed: ${choices.join(', ')}`,
    );
  }
  const most = name.startsWith('timeouts.') ? 2 ** 31 - 1 : Number.POSITIVE_INFINITY;
  const fits =
    typeof value !== 'number' || (value >= 0 && value <= most && (Number.isInteger(value) || value === most));
  if (typeof value !== typeof old || !fits) {
    const range = typeof old === 'number' ? `a whole number from 0 to ${most}` : `a ${typeof old}`;
    throw new DocentError('DOC_DIALECT', `dialect knob "${name}" is ${JSON.stringify(value)}; it must be ${range}`);
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
