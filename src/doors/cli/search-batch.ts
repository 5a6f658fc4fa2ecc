// Queries from a stream, one a line, answered in their order while the next are already asked.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { SearchAnswer } from '../../app.ts';
import { DocentError } from '../../core/errors.ts';

/** The answer to a line; a search that failed has said why, and the others go on. */
export type BatchLine =
  | SearchAnswer
  | { readonly query: { readonly text: string }; readonly error: { readonly code: string; readonly message: string } };

/** Enough that no thread waits for the next line. */
const UNDER_WAY = 8;

/** One answer for every line, also for an empty one. Faults of ours end it. */
export async function* batchLines(
  input: Readable,
  ask: (query: string) => Promise<SearchAnswer>,
): AsyncGenerator<BatchLine> {
  const underWay: Promise<BatchLine>[] = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const answer = told(line, ask);
    // Whoever stops reading must not be told of a fault by the process's end.
    answer.catch(() => {});
    underWay.push(answer);
    if (underWay.length >= UNDER_WAY) yield await (underWay.shift() as Promise<BatchLine>);
  }
  for (const answer of underWay) yield await answer;
}

async function told(query: string, ask: (query: string) => Promise<SearchAnswer>): Promise<BatchLine> {
  try {
    return await ask(query);
  } catch (error) {
    if (!(error instanceof DocentError)) throw error;
    return { query: { text: query }, error: { code: error.code, message: error.message } };
  }
}
