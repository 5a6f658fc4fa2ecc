// What is said of a provider of which a folder has no crawl.
import { DocentError } from '../../core/errors.ts';
import { printable } from '../../core/printable.ts';
import { suggest } from '../../core/suggest.ts';

/** The error, with the known provider that was probably meant, or all of them. */
export function noCrawlOf(provider: string, known: readonly string[], folder: string): DocentError {
  const nearest = suggest(provider, known);
  const hint = nearest === undefined ? `; known are ${known.join(', ') || 'none'}` : `; did you mean "${nearest}"?`;
  return new DocentError('DOC_USAGE', `there is no crawl of "${printable(provider)}" in ${folder}${hint}`);
}
