// Why a client of Context7 gets nothing.
import { printable } from '../../core/printable.ts';

/** An error by its name in Context7's API, with a sentence for people. */
export interface Context7Problem {
  readonly kind: 'problem';
  readonly error:
    | 'invalid_library_id'
    | 'library_not_found'
    | 'tag_not_found'
    | 'no_snippets_found'
    | 'no_libraries_found';
  readonly message: string;
}

/** A problem whose sentence may hold what a caller wrote. */
export function context7Problem(error: Context7Problem['error'], message: string): Context7Problem {
  return { kind: 'problem', error, message: printable(message) };
}

const LONGEST_QUOTED = 60;

/** What a caller wrote, between quotation marks and not too long to read. */
export function inQuotes(text: string): string {
  return `"${text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED).toWellFormed()}…` : text}"`;
}

const MOST_LISTED = 10;

/** Some of these ids, and how many more there are. */
export function listedIds(ids: readonly string[]): string {
  const different = [...new Set(ids)];
  const more = different.length - MOST_LISTED;
  return more > 0 ? `${different.slice(0, MOST_LISTED).join(', ')} and ${more} more` : different.join(', ');
}
