// Which requests for pages a caller wants, as callers write it.
import type { FetchFilter } from '../app/watch/fetch-list.ts';
import { DocentError } from '../core/errors.ts';
import { fetchResults, type StatusClass, statusClasses } from '../core/page-fetch.ts';
import { sinceTime } from './since-time.ts';

/** What callers write: texts, and the number of a run. */
export interface FetchWords {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly provider?: string | undefined;
  readonly run?: number | undefined;
  readonly host?: string | undefined;
  readonly result?: string | undefined;
  readonly status?: string | undefined;
}

/** The filter that the words mean. Throws DOC_USAGE, with the word, for one that means nothing. */
export function fetchFilter({ since, until, result, status, ...others }: FetchWords, now: number): FetchFilter {
  return {
    ...others,
    since: since === undefined ? undefined : sinceTime(since, { now }),
    until: until === undefined ? undefined : sinceTime(until, { now, name: 'until' }),
    result: result === undefined ? undefined : oneOf('result', fetchResults, result),
    status: status === undefined ? undefined : statusIn(status),
  };
}

function oneOf<Name extends string>(what: string, names: readonly Name[], word: string): Name {
  const found = names.find((name) => name === word);
  if (found === undefined) throw new DocentError('DOC_USAGE', `${what} is "${word}": it must be ${names.join(', ')}`);
  return found;
}

function statusIn(word: string): StatusClass | number {
  // 304 is a class of its own.
  const named = statusClasses.find((one) => one === word);
  if (named !== undefined) return named;
  if (/^[1-9]\d\d$/.test(word)) return Number(word);
  throw new DocentError(
    'DOC_USAGE',
    `status is "${word}": it must be a status such as 404, or ${statusClasses.join(', ')}`,
  );
}
