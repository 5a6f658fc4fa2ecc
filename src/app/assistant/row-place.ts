// Where a list goes on: the place in it, as text.
import { DocentError } from '../../core/errors.ts';
import type { RowPlace } from './fit-row.ts';

/** The place that a cursor of a row encodes. Throws DOC_USAGE. */
export function rowPlace(cursor: string | undefined): RowPlace {
  if (cursor === undefined || cursor === '') return { at: 0, within: 0 };
  const [, at, within = '0'] = /^(\d{1,6})(?:\.(\d{1,8}))?$/.exec(cursor) ?? [];
  if (at !== undefined) return { at: Number(at), within: Number(within) };
  throw new DocentError('DOC_USAGE', 'cursor is not from an earlier result; leave it out to start anew');
}

/** The place in a row as a cursor. */
export function placeText({ at, within }: RowPlace): string {
  return within === 0 ? String(at) : `${at}.${within}`;
}
