// ETags of what can be changed: a change names the version it was made from, so that two people do not overwrite each other's.
import { HttpProblem } from './problem.ts';

/** A tag as it is sent in ETag. */
export function etagOf(tag: string): string {
  return `"${tag}"`;
}

/** The tags of If-Match, or `*` for whatever there is. Throws etag_needed without the header, invalid for one that holds no tag. */
export function ifMatch(request: Request): '*' | readonly string[] {
  const value = request.headers.get('if-match')?.trim();
  if (value === undefined || value === '') throw new HttpProblem('etag_needed', 'the header If-Match is missing');
  if (value === '*') return value;
  const tags = value.split(',').map((one) => one.trim());
  if (!tags.every((one) => /^(?:W\/)?"[^"]*"$/.test(one)))
    throw new HttpProblem('invalid', 'If-Match must be "*", or tags in quotes as ETag has them');
  // A weak tag promises no sameness, and matches nothing.
  return tags.flatMap((one) => (one.startsWith('W/') ? [] : [one.slice(1, -1)]));
}
