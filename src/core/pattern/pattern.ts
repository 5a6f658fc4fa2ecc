// Path patterns as operators write them: globs and prefixes, or `re:` followed by a linear-time regular expression.
import { counted } from '../counted.ts';
import { DocentError } from '../errors.ts';
import { keyFormOfPath } from '../url/percent.ts';
import { compileGlob, globLimits, writtenOut } from './glob.ts';
import { expandBraces } from './glob-braces.ts';
import { compileLinear } from './linear-regexp.ts';

export interface PathPattern {
  /** The pattern as it was written. */
  readonly source: string;
  /** Compares a path (and, where the kind of pattern looks at it, a query with or without `?`) in the key's form. */
  matches(path: string, query?: string): boolean;
}

/**
 * Compiles an allowed or blocked pattern (U4): a glob on the key's path, or `re:…` found anywhere in it unless
 * anchored. Throws `DOC_PATTERN` naming the field, the pattern and why.
 */
export function compilePathPattern(pattern: string, field: string): PathPattern {
  return compile(pattern, field, () => {
    if (pattern.startsWith('re:')) {
      const found = compileLinear(pattern.slice('re:'.length));
      return (path) => found(keyFormOfPath(path));
    }
    const globs = writtenOut(globForm(pattern)).map((glob) => {
      requireStart(glob);
      return compileGlob(withoutTrailingSlash(glob), { starCrossesSlash: false });
    });
    return (path) => {
      const bare = withoutTrailingSlash(keyFormOfPath(path));
      return globs.some((matches) => matches(bare));
    };
  });
}

/**
 * Compiles one of the operator's `excludePaths` (R26): a plain value is a path prefix (`{a,b}` makes several), with `*` it is a glob over the
 * whole path in which `*` crosses `/`, `re:…` is found anywhere in path + query unless anchored.
 * Throws `DOC_PATTERN` naming the field, the pattern and why.
 */
export function compileExcludePath(pattern: string, field: string): PathPattern {
  return compile(pattern, field, () => {
    if (pattern.startsWith('re:')) {
      const found = compileLinear(pattern.slice('re:'.length));
      return (path, query) => found(keyFormOfPath(path) + searchOf(query));
    }
    if (pattern.includes('*')) {
      const globs = writtenOut(globForm(pattern)).map((glob) => {
        requireStart(glob);
        return compileGlob(glob, { starCrossesSlash: true });
      });
      return (path) => {
        const bare = withoutTrailingSlash(keyFormOfPath(path));
        return globs.some((matches) => matches(bare) || (bare !== '/' && matches(`${bare}/`)));
      };
    }
    const prefixes = expandBraces(pattern).map((prefix) => {
      requireStart(prefix);
      return keyFormOfPath(prefix);
    });
    // `/admin` and `/admin/` share a key, so the prefix `/admin/` covers both; so does `/admin/*` above.
    return (path) => prefixes.some((prefix) => `${keyFormOfPath(path)}/`.startsWith(prefix));
  });
}

function compile(pattern: string, field: string, build: () => PathPattern['matches']): PathPattern {
  try {
    if (pattern === '' || pattern === 're:') throw new DocentError('DOC_PATTERN', 'it is empty');
    if (pattern.length > globLimits.maxLength) {
      throw new DocentError('DOC_PATTERN', `longer than ${counted(globLimits.maxLength, 'character')}`);
    }
    return { source: pattern, matches: build() };
  } catch (cause) {
    const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DocentError('DOC_PATTERN', `${field}: pattern ${JSON.stringify(shown)}: ${why}`, { cause });
  }
}

/** A pattern the way a key writes it; what is escaped, with `\\` or as `%5B`, stays a character. */
function globForm(pattern: string): string {
  const bare = pattern.replace(/%(?:21|28|29|2a|2b|40|5b|5d|7b|7c|7d)/gi, (code) => `\\${decodeURIComponent(code)}`);
  return bare
    .split(/(\\.)/su)
    .map((piece, nth) => (nth % 2 === 1 ? piece : keyFormOfPath(piece)))
    .join('');
}

function requireStart(pattern: string): void {
  // A pattern that can never match would silently lose, or open, half a site.
  if (!/^[/*]/.test(pattern)) throw new DocentError('DOC_PATTERN', 'a path pattern starts with "/", "*" or "re:"');
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function searchOf(query: string | undefined): string {
  if (query === undefined || query === '' || query === '?') return '';
  return query.startsWith('?') ? query : `?${query}`;
}
