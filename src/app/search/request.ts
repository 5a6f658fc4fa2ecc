// The options of a search beside the query, and their bounds.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { chunkWeights, pageWeights } from '../../search/rank/weights.ts';

export interface SearchOptions {
  /** Pages to answer with, 1 to 100. Default: 10. */
  readonly limit?: number | undefined;
  /** Pages to leave out at the top, 0 to 1000. Default: 0. */
  readonly offset?: number | undefined;
  /** Chunks of a page, 1 to 10. Default: 3. */
  readonly chunksPerPage?: number | undefined;
  /** Whether each score comes with its parts. */
  readonly explain?: boolean | undefined;
  /** Weights of score parts in place of the fitted ones, by their names: for comparing; each from -1,000 to 1,000. */
  readonly weights?: Readonly<Record<string, number>> | undefined;
  /** Whether the answer has counts of what it can be narrowed to: sources, paths, languages. */
  readonly facets?: boolean | undefined;
  /** As you type: the last word is taken for the beginning of one, unless white space follows it. */
  readonly typing?: boolean | undefined;
  /** Only pages of these providers; holds in place of `provider:` in the query. */
  readonly provider?: string | readonly string[] | undefined;
  /** Only pages of these libraries (`stripe`, `python@3.11`, a range, an alias, a host); in place of `provider`. */
  readonly library?: string | readonly string[] | undefined;
  /** Only pages with one of these in their address; in place of `path:`. */
  readonly path?: string | readonly string[] | undefined;
  /** Only pages in these languages, `ko` for `ko-KR` too; in place of `lang:`. */
  readonly lang?: string | readonly string[] | undefined;
}

/** The options of a search, complete. */
export interface SearchRequest {
  readonly limit: number;
  readonly offset: number;
  readonly chunksPerPage: number;
  readonly explain: boolean;
  readonly weights?: Readonly<Record<string, number>> | undefined;
  readonly facets: boolean;
  readonly typing: boolean;
  readonly provider: readonly string[];
  readonly path: readonly string[];
  readonly lang: readonly string[];
}

const bounds = Object.freeze({
  limit: { least: 1, most: 100, usual: 10 },
  offset: { least: 0, most: 1_000, usual: 0 },
  chunksPerPage: { least: 1, most: 10, usual: 3 },
} as const);

/** The fitted weight of each part of a score. */
export const fittedWeights: Readonly<Record<string, number>> = Object.freeze({ ...chunkWeights, ...pageWeights });

const heaviest = 1_000;
const mostValues = 16;
const longestValue = 1_000;

/** Completes options. Throws DOC_USAGE for a number outside its bounds, for filters that are no texts, and for weights of no part of a score. */
export function searchRequest(options: SearchOptions = {}): SearchRequest {
  return {
    limit: within('limit', options.limit),
    offset: within('offset', options.offset),
    chunksPerPage: within('chunksPerPage', options.chunksPerPage),
    explain: options.explain === true,
    weights: options.weights === undefined ? undefined : checkedWeights(options.weights),
    facets: options.facets === true,
    typing: options.typing === true,
    provider: listed('provider', options.provider),
    path: listed('path', options.path),
    lang: listed('lang', options.lang),
  };
}

/** The requested libraries. Throws DOC_USAGE where they are no texts, and beside `provider`. */
export function requestedLibraries({ library, provider }: SearchOptions = {}): readonly string[] {
  const libraries = listed('library', library);
  if (libraries.length > 0 && listed('provider', provider).length > 0)
    throw new DocentError('DOC_USAGE', 'library and provider mean the same thing: pass one of them');
  return libraries;
}

function checkedWeights(weights: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  for (const [name, weight] of Object.entries(weights)) {
    if (!Object.hasOwn(fittedWeights, name))
      throw new DocentError('DOC_USAGE', `weights has "${name.slice(0, 80)}", which is no part of a score`);
    if (typeof weight !== 'number' || !(Math.abs(weight) <= heaviest))
      throw new DocentError('DOC_USAGE', `the weight ${name} must be a number from -${heaviest} to ${heaviest}`);
  }
  return { ...weights };
}

function within(name: keyof typeof bounds, value: number | undefined): number {
  const { least, most, usual } = bounds[name];
  if (value === undefined) return usual;
  if (!Number.isInteger(value) || value < least || value > most)
    throw new DocentError('DOC_USAGE', `${name} is ${value}: it must be a whole number from ${least} to ${most}`);
  return value;
}

function listed(name: string, value: string | readonly string[] | undefined): readonly string[] {
  const values = value === undefined ? [] : typeof value === 'string' ? [value] : [...value];
  if (values.length > mostValues || values.some((one) => typeof one !== 'string' || one.length > longestValue))
    throw new DocentError(
      'DOC_USAGE',
      `${name} must be at most ${counted(mostValues, 'text')} of at most ${counted(longestValue, 'character')}`,
    );
  return values.map((one) => one.toWellFormed().trim()).filter((one) => one !== '');
}
