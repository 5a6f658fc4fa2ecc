// Versions as documentation names them: compared segment by segment, and the versions that a written version or range requests.

/** A version of numbers. Names such as `stable` and `16-jammy` are none; they are only compared for equality. */
export interface Version {
  /** Without leading zeros: they are compared as texts, so that none is too large. */
  readonly numbers: readonly string[];
  /** Of a pre-release: its kind, and what follows it. */
  readonly pre?: readonly string[] | undefined;
}

/** Kinds of pre-releases by how near they are to the release; other words behind a dash make no pre-release of a version. */
const kinds: Readonly<Record<string, readonly [rank: string, name: string]>> = Object.freeze({
  ...Object.fromEntries(
    ['canary', 'dev', 'ea', 'experimental', 'next', 'nightly', 'snapshot'].map((name) => [name, ['0', name]]),
  ),
  ...{ alpha: ['1', 'alpha'], a: ['1', 'alpha'], m: ['2', 'm'], beta: ['2', 'beta'], b: ['2', 'beta'] },
  ...{ pre: ['2', 'pre'], preview: ['2', 'pre'], rc: ['3', 'rc'], c: ['3', 'rc'] },
});

const LONGEST = 100;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const SHAPE = /^(\d+(?:\.\d+)*)(?:[-._]?([a-z]+)([-._0-9a-z]*))?(?:\+[0-9a-z.-]*)?$/;

/** The version; undefined for what is a name, or none at all. A `v` in front of it means nothing. */
export function parseVersion(text: string): Version | undefined {
  if (text.length > LONGEST) return undefined;
  const plain = text.toLowerCase().replace(/^v\.?(?=\d)/, '');
  if (DATE.test(plain)) return { numbers: plain.split('-').map(withoutZeros) };
  const [, numbers, kind, rest = ''] = SHAPE.exec(plain) ?? [];
  if (numbers === undefined) return undefined;
  const version = { numbers: numbers.split('.').map(withoutZeros) };
  if (kind === undefined) return version;
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return known && { ...version, pre: [...known, ...(rest.match(/\d+|[a-z]+/g) ?? []).map(withoutZeros)] };
}

function withoutZeros(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}

/** Below 0 where the first is the older; 3.11 and 3.11.0 are one, a pre-release is older than its release. */
export function compareVersions(a: Version, b: Version): number {
  const byNumbers = compareNumbers(a, b);
  if (byNumbers !== 0) return byNumbers;
  if (a.pre === undefined || b.pre === undefined) return Number(b.pre !== undefined) - Number(a.pre !== undefined);
  const length = Math.max(a.pre.length, b.pre.length);
  for (let at = 0; at < length; at++) {
    const order = comparePart(a.pre[at], b.pre[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareNumbers({ numbers: a }: Version, { numbers: b }: Version): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const order = comparePart(a[at] ?? '0', b[at] ?? '0');
    if (order !== 0) return order;
  }
  return 0;
}

/** Nothing before numbers, numbers before words. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [aIsNumber, bIsNumber] = [/^\d/.test(a), /^\d/.test(b)];
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  if (aIsNumber && a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Whether a version is a release of the series that another names: 3.11.2 of 3.11. */
export function isOfSeries(version: Version, { numbers, pre }: Version): boolean {
  if (version.pre !== undefined || pre !== undefined) return false;
  return numbers.every((number, at) => number === (version.numbers[at] ?? '0'));
}

/** The request that a written version makes. */
export type RequestedVersion =
  | { readonly kind: 'exact'; readonly version: Version }
  | {
      readonly kind: 'range';
      has(version: Version): boolean;
      /** Where it begins; undefined where it has no beginning. */
      readonly from: Version | undefined;
    }
  /** A name, to be compared for equality. */
  | { readonly kind: 'name'; readonly name: string };

/** A version (`3.11`, `=3.11`), a range (`>=3.10 <3.12`, `^3.10`, `3.x`, `3.10 - 3.12`, `1.x || 2.x`), or else a name. */
export function parseRequested(text: string): RequestedVersion {
  const requested = text.trim().slice(0, LONGEST);
  const version = parseVersion(requested.replace(/^={1,3}\s*/, ''));
  if (version !== undefined) return { kind: 'exact', version };
  return parseRange(requested) ?? { kind: 'name', name: requested.toLowerCase() };
}

interface Rule {
  has(version: Version): boolean;
  readonly from?: Version | undefined;
}

const MOST_ALTERNATIVES = 10;

function parseRange(text: string): RequestedVersion | undefined {
  const alternatives = text.split('||', MOST_ALTERNATIVES + 1).map(parseAlternative);
  const known = alternatives.filter((one) => one !== undefined);
  if (known.length < alternatives.length || known.length > MOST_ALTERNATIVES) return undefined;
  const begins = known.map(({ from }) => from);
  const from = begins.includes(undefined) ? undefined : (begins as Version[]).toSorted(compareVersions)[0];
  return { kind: 'range', has: (version) => known.some((one) => one.has(version)), from };
}

/** One alternative of a range: rules that must all hold. */
function parseAlternative(text: string): Rule | undefined {
  const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(text);
  const spelled = hyphen === null ? text : `>=${hyphen[1]} <=${hyphen[2]}`;
  const words = spelled
    .replace(/([<>=~^!])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const rules = words.map(parseRule);
  const known = rules.filter((rule) => rule !== undefined);
  if (known.length === 0 || known.length < rules.length) return undefined;
  const begins = known.flatMap(({ from }) => (from === undefined ? [] : [from]));
  return { has: (version) => known.every((rule) => rule.has(version)), from: begins.toSorted(compareVersions).at(-1) };
}

function parseRule(word: string): Rule | undefined {
  const [, sign = '', operand = ''] = /^(===?|>=|<=|!=|~=|~>|[<>=^~]|)(.+)$/.exec(word) ?? [];
  if (/^[x*]$/i.test(operand)) return { has: ({ pre }) => pre === undefined };
  const version = parseVersion(operand.replace(/(?:\.[x*]){1,3}$/i, ''));
  if (version === undefined) return undefined;
  const series = /\.[x*]$/i.test(operand) && /^=*$/.test(sign);
  return series ? within(version, version.numbers.length) : signs[sign]?.(version);
}

const isFrom = (version: Version, from: Version): boolean => compareVersions(version, from) >= 0;

/** What each sign before a version means. */
const signs: Readonly<Record<string, (bound: Version) => Rule>> = Object.freeze({
  ...Object.fromEntries(['', '=', '==', '==='].map((sign) => [sign, equal])),
  '!=': (bound) => ({ has: (version) => !equal(bound).has(version) }),
  '>=': (bound) => ({ has: (version) => isFrom(version, bound), from: bound }),
  '>': (bound) => ({ has: (version) => isFrom(version, bound) && !equal(bound).has(version), from: bound }),
  // A pre-release of the bound does not count as below it.
  '<': (bound) => ({ has: (version) => isBelow(version, bound) }),
  '<=': (bound) => ({ has: (version) => isBelow(version, bound) || equal(bound).has(version) }),
  // ^0.3 stays in 0.3, ^3.10 in 3.
  '^': (bound) => within(bound, Math.min(bound.numbers.findIndex((n) => n !== '0') + 1 || 99, bound.numbers.length)),
  '~': (bound) => within(bound, Math.min(2, bound.numbers.length)),
  // As in pip and RubyGems: the last number may grow.
  '~=': (bound) => within(bound, Math.max(1, bound.numbers.length - 1)),
  '~>': (bound) => within(bound, Math.max(1, bound.numbers.length - 1)),
} as Record<string, (bound: Version) => Rule>);

function equal(bound: Version): Rule {
  return { has: (version) => compareVersions(version, bound) === 0 || isOfSeries(version, bound), from: bound };
}

function isBelow(version: Version, bound: Version): boolean {
  return bound.pre === undefined ? compareNumbers(version, bound) < 0 : compareVersions(version, bound) < 0;
}

/** From a version on, as long as its first numbers stay the same. */
function within(from: Version, places: number): Rule {
  const first = from.numbers.slice(0, places);
  return {
    has: (version) => isFrom(version, from) && first.every((number, at) => number === (version.numbers[at] ?? '0')),
    from,
  };
}
