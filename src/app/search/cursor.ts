// Where an answer goes on: an opaque text that holds for one question.
import { hash } from 'node:crypto';
import { DocentError } from '../../core/errors.ts';

/** What was returned before: everything before `from`, and a few places behind it. */
export interface Position {
  readonly from: number;
  readonly returned: readonly number[];
}

const start: Position = Object.freeze({ from: 0, returned: [] });
const LONGEST = 2_000;
const FURTHEST = 10_000;

/** A position of an answer to this question, as text. */
export function writeCursor(question: string, { from, returned }: Position): string {
  return Buffer.from(JSON.stringify([digest(question), from, ...returned])).toString('base64url');
}

/** The position that a cursor encodes. Throws DOC_USAGE for one that is not of this question. */
export function readCursor(question: string, cursor: string | undefined): Position {
  if (cursor === undefined || cursor === '') return start;
  const [of, from, ...returned] = parsed(cursor);
  const isPlace = (place: unknown): place is number =>
    typeof place === 'number' && Number.isInteger(place) && place >= 0 && place <= FURTHEST;
  if (of === undefined || !isPlace(from) || !returned.every(isPlace))
    throw new DocentError('DOC_USAGE', 'cursor is not from an earlier answer; leave it out to start anew');
  if (of !== digest(question))
    throw new DocentError('DOC_USAGE', 'cursor belongs to another question; leave it out to start anew');
  return { from, returned };
}

function parsed(cursor: string): readonly unknown[] {
  if (cursor.length > LONGEST) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function digest(question: string): string {
  return hash('sha256', question, 'base64url').slice(0, 8);
}

/** The position behind what was looked at now, up to `end`: the first place that is still to be returned, and those behind it that were returned. */
export function positionAfter(before: Position, left: ReadonlySet<number>, end: number): Position {
  const [from = end] = [...left].toSorted((one, other) => one - other);
  const returned: number[] = before.returned.filter((place) => place >= end);
  for (let place = from + 1; place < end; place++) if (!left.has(place)) returned.push(place);
  return { from, returned: returned.toSorted((one, other) => one - other) };
}
