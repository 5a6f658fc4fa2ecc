// Queries from a stream, one a line, answered in their order while the next ones are already running.

import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { SearchAnswer } from '../../../app/search/search.ts';
import { counted } from '../../../core/counted.ts';
import { DocentError } from '../../../core/errors.ts';

/** The answer to a line, or the error of a search that failed; the other searches continue. */
export type BatchLine =
  | SearchAnswer
  | { readonly query: { readonly text: string }; readonly error: { readonly code: string; readonly message: string } };

/** Enough that no thread waits for the next line. */
const UNDER_WAY = 8;
/** Far longer than a query may be. */
const LONGEST_LINE = 65_536;

/** One answer for every line, also for an empty one. Throws DOC_USAGE for a line that is too long, and what is not a DocentError. */
export async function* batchLines(
  input: Readable,
  search: (query: string) => Promise<SearchAnswer>,
): AsyncGenerator<BatchLine> {
  const underWay: Promise<BatchLine>[] = [];
  for await (const line of linesOf(input)) {
    const answer = answerTo(line, search);
    // A caller that stops reading leaves this unawaited: a rejection must not end the process.
    answer.catch(() => {});
    underWay.push(answer);
    if (underWay.length >= UNDER_WAY) yield await (underWay.shift() as Promise<BatchLine>);
  }
  for (const answer of underWay) yield await answer;
}

/** The lines of a stream; each is kept whole in memory, so their length has a bound. Throws DOC_USAGE for a longer one. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of input) {
    const lines = (rest + decoder.write(piece as Buffer)).split(/\r?\n/);
    rest = lines.pop() as string;
    if (rest.length > LONGEST_LINE || lines.some((line) => line.length > LONGEST_LINE))
      throw new DocentError('DOC_USAGE', `a line of the queries is longer than ${counted(LONGEST_LINE, 'character')}`);
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

async function answerTo(query: string, search: (query: string) => Promise<SearchAnswer>): Promise<BatchLine> {
  try {
    return await search(query);
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    return { query: { text: query }, error: { code: error.code, message: error.message } };
  }
}
