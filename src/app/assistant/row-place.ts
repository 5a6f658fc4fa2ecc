// Where a list goes on: the place in it, as text.
import { DocentError } from '../../core/errors.ts';

const FURTHEST = 1_000_000;

/** The place a cursor of a row stands for. Throws DOC_USAGE. */
export function rowPlace(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const place = /^\d{1,7}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (place <= FURTHEST) return place;
  throw new DocentError('DOC_USAGE', 'cursor is not one that an earlier result gave; leave it out to start anew');
}
