// Promises for any input: no throw, no stall, valid text, small chunks, and the same answer twice.
import { countTokens } from '../../src/chunk/tokens.ts';
import { unpackLinks } from '../../src/core/page-links.ts';
import { readPage } from '../../src/crawl/read/read-page.ts';
import type { ReadInput, ReadResult } from '../../src/crawl/read/reading.ts';

export interface Judged {
  /** The violated promises; none for nearly every input. */
  readonly problems: readonly string[];
  /** 0 without a clock. */
  readonly ms: number;
}

export interface JudgeOptions {
  /** Whether the input is read again, and the results compared. */
  readonly twice?: boolean;
  /** Milliseconds, for programs that measure. Without it no input takes too long. */
  readonly clock?: (() => number) | undefined;
}

/** FAULTS 42: the longest one page may take. */
const longestMs = 5_000;
const mostTokens = 500;

/** Reads an input as the crawler would and checks the result. Never throws. */
export async function judge(input: ReadInput, { twice = false, clock = () => 0 }: JudgeOptions = {}): Promise<Judged> {
  const problems: string[] = [];
  const started = clock();
  let ms = 0;
  try {
    const result = await readPage(input);
    ms = clock() - started;
    if (ms > longestMs) problems.push(`took ${Math.round(ms)} ms`);
    problems.push(...faultsOf(result));
    if (twice && JSON.stringify(await readPage(input)) !== JSON.stringify(result))
      problems.push('another result the second time');
  } catch (error) {
    ms ||= clock() - started;
    problems.push(`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return { problems, ms };
}

function faultsOf(result: ReadResult): readonly string[] {
  const problems: string[] = [];
  for (const [nth, { text = '', tokens }] of result.chunks.entries()) {
    if (tokens > mostTokens) problems.push(`chunk ${nth} has ${tokens} tokens`);
    if (tokens !== countTokens(text)) problems.push(`chunk ${nth} has ${countTokens(text)} tokens, not ${tokens}`);
  }
  if (new Set(result.chunks.map(({ id }) => id)).size < result.chunks.length) problems.push('two chunks with one id');
  const { fidelity } = result.facts;
  if (!(fidelity >= 0 && fidelity <= 1)) problems.push(`fidelity ${fidelity}`);
  if (!Number.isSafeInteger(result.words) || result.words < 0) problems.push(`${result.words} words`);
  if (!/^[\da-f]{16}$/.test(result.fingerprint) && result.facts.rule !== 'links-only')
    problems.push(`fingerprint ${result.fingerprint}`);
  const kept = result.outgoing === undefined ? 0 : unpackLinks(result.outgoing).length;
  if (kept !== result.links.length) problems.push(`${kept} links kept of ${result.links.length}`);
  problems.push(...badTexts(result));
  return problems;
}

/** FAULTS 48: every text of a result, wherever it is. */
function badTexts(result: ReadResult): readonly string[] {
  const problems: string[] = [];
  const waiting: (readonly [string, unknown])[] = Object.entries(result);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') {
      if (!value.isWellFormed()) problems.push(`${path} has half a character`);
      if (value.includes('\0')) problems.push(`${path} has a NUL`);
    } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
      for (const [key, inner] of Object.entries(value)) waiting.push([`${path}.${key}`, inner]);
    }
  }
  return problems;
}
