// How an engine reads what it keeps of pages and visits as JSON.
import {
  decodeJson,
  decodeTexts,
  type Is,
  isFlag,
  isListOf,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isString,
  isStrings,
} from '../core/decode.ts';
import { isPageForm } from '../core/forms.ts';
import type { ReasonName } from '../core/reasons.ts';
import type { Spelling } from './decide/rows.ts';
import type { PageFacts } from './page-record.ts';
import type { CrawlLimits, HostClosing, PageVersion, Step } from './port.ts';

const maybeText = isOptional(isString);

const isPageFacts: Is<PageFacts> = isShape<PageFacts>({
  description: maybeText,
  keywords: isOptional(isStrings),
  canonical: maybeText,
  published: maybeText,
  modified: maybeText,
  outline: isListOf(isShape<PageFacts['outline'][number]>({ level: isNumber, text: isString, anchor: maybeText })),
  targets: isOptional(
    isListOf(isShape<{ readonly id: string; readonly text: string }>({ id: isString, text: isString })),
  ),
  form: isPageForm,
  rule: isString,
  fidelity: isNumber,
  tokens: isNumber,
  leftOut: isOptional(
    isListOf(
      isShape<NonNullable<PageFacts['leftOut']>[number]>({
        edge: isOneOf({ top: true, bottom: true }),
        text: isString,
      }),
    ),
  ),
  linkRules: maybeText,
  softError: isOptional(isOneOf({ 'not-found': true, login: true })),
  hidden: maybeText,
  noarchive: isOptional(isFlag),
  nosnippet: isOptional(isFlag),
});

/** The stored options of a run. */
interface OpenedRun extends CrawlLimits {
  /** F3: pages that were new before it was last opened, where it had been finished and goes on. */
  readonly newBefore?: number | undefined;
}

const isOpenedRun: Is<OpenedRun> = isShape<OpenedRun>({
  provider: isString,
  perProvider: isNumber,
  perHost: isNumber,
  gapMs: isNumber,
  maxPages: isNumber,
  maxPerTemplate: isNumber,
  remembered: maybeText,
  policy: maybeText,
  newBefore: isOptional(isNumber),
});

const isSteps = isListOf(isShape<Step>({ at: isNumber, step: isString, by: maybeText, detail: maybeText }));

/** A closing without its time. */
type ClosingText = Omit<HostClosing, 'until'>;

const isClosingText = isShape<ClosingText>({
  // A reason of another version is shown like any other.
  by: isString as Is<ReasonName>,
  detail: isString,
  ends: isOptional(isOneOf({ blocked: true, failed: true, waiting: true })),
});

/** A chunk of an earlier version: its headings as JSON, its anchor, its hash. */
type PackedChunk = readonly [headings: string, anchor: string | null, hash: string];

const isPackedChunks = isListOf(
  (value): value is PackedChunk =>
    Array.isArray(value) && isString(value[0]) && (value[1] === null || isString(value[1])) && isString(value[2]),
);

/** A spelling as the tables hold it. */
type PackedSpelling = readonly [
  seq: number,
  url: string,
  host: string,
  state: string,
  by: string,
  detail: string,
  at: number,
];

const isPackedSpellings = isListOf(
  (value): value is PackedSpelling =>
    Array.isArray(value) && isNumber(value[0]) && isNumber(value[6]) && value.slice(1, 6).every(isString),
);

/** The facts of a page. Throws DamagedValue, as everything here. */
export function decodeFacts(json: unknown): PageFacts {
  return decodeJson(json, 'the facts of a page', isPageFacts);
}

/** The limits a run was opened with, and how many of its pages were new before that. */
export function decodeLane(json: unknown): { readonly lane: CrawlLimits; readonly newBefore: number } {
  const { newBefore = 0, ...lane } = decodeJson(json, 'the limits of a run', isOpenedRun);
  return { lane, newBefore };
}

/** Why a host is closed; undefined where it is not. */
export function decodeClosing(json: unknown, until: number): HostClosing | undefined {
  if (json === '' || json === undefined) return undefined;
  return { ...decodeJson(json, 'why a host is closed', isClosingText), until };
}

/** Until when a host is closed, and why, as text. */
export function encodeClosing(closing: HostClosing | undefined): readonly [until: number, json: string] {
  if (closing === undefined) return [0, ''];
  const { by, detail, ends, until } = closing;
  return [Math.ceil(until), JSON.stringify({ by, detail, ends } satisfies ClosingText)];
}

/** The other spellings of a key, in their order. */
export function decodeSpellings(json: unknown): readonly Spelling[] {
  return decodeJson(json, 'the spellings of a URL', isPackedSpellings).map(
    ([seq, url, host, state, by, detail, at]) => ({ seq, url, host, state, by, detail, at }),
  );
}

/** The steps of a visit. */
export function decodeSteps(json: unknown): readonly Step[] {
  return decodeJson(json, 'the steps of a visit', isSteps);
}

/** The chunks of an earlier version of a page. */
export function decodeVersionChunks(json: unknown): PageVersion['chunks'] {
  return decodeJson(json, 'an earlier version of a page', isPackedChunks).map(([headings, anchor, hash]) => ({
    headings: decodeHeadings(headings),
    anchor: anchor ?? undefined,
    hash,
  }));
}

/** The headings above a chunk. */
export function decodeHeadings(json: unknown): readonly string[] {
  return decodeTexts(json, 'the headings of a chunk');
}

/** The ids a chunk holds. */
export function decodeIds(json: unknown): readonly string[] {
  return decodeTexts(json, 'the ids of a chunk');
}

/** The names in a chunk that are code. */
export function decodeSymbols(json: unknown): readonly string[] {
  return decodeTexts(json, 'the symbols of a chunk');
}

/** The addresses a URL led to so far, itself first. */
export function decodeHops(json: unknown): readonly string[] {
  return decodeTexts(json, 'the redirects of a URL');
}
