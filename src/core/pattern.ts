// Path patterns as operators write them: globs and prefixes, or `re:` followed by a linear-time regular expression.
import { DocentError } from './errors.ts';
import { compileGlob, globLimits } from './glob.ts';
import { compileLinear } from './linear-regexp.ts';
import { keyFormOfPath } from './url/percent.ts';

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
    requireStart(pattern);
    const glob = compileGlob(withoutTrailingSlash(keyFormOfPath(pattern)), { starCrossesSlash: false });
    return (path) => glob(withoutTrailingSlash(keyFormOfPath(path)));
  });
}

/**
 * Compiles one of the operator's `excludePaths` (R26): a plain value is a path prefix, with `*` it is a glob over the
 * whole path in which `*` crosses `/`, `re:…` is found anywhere in path + query unless anchored.
 * Throws `DOC_PATTERN` naming the field, the pattern and why.
 */
export function compileExcludePath(pattern: string, field: string): PathPattern {
  return compile(pattern, field, () => {
    if (pattern.startsWith('re:')) {
      const found = compileLinear(pattern.slice('re:'.length));
      return (path, query) => found(keyFormOfPath(path) + searchOf(query));
    }
    requireStart(pattern);
    const written = keyFormOfPath(pattern);
    if (pattern.includes('*')) {
      const glob = compileGlob(written, { starCrossesSlash: true });
      return (path) => {
        const bare = withoutTrailingSlash(keyFormOfPath(path));
        return glob(bare) || (bare !== '/' && glob(`${bare}/`));
      };
    }
    // `/admin` and `/admin/` share a key, so the prefix `/admin/` covers both; so does `/admin/*` above.
    return (path) => `${keyFormOfPath(path)}/`.startsWith(written);
  });
}

function compile(pattern: string, field: string, build: () => PathPattern['matches']): PathPattern {
  try {
    if (pattern === '' || pattern === 're:') throw new DocentError('DOC_PATTERN', 'it is empty');
    if (pattern.length > globLimits.maxLength) {
      throw new DocentError('DOC_PATTERN', `longer than ${globLimits.maxLength} characters`);
    }
    return { source: pattern, matches: build() };
  } catch (cause) {
    const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DocentError('DOC_PATTERN', `${field}: pattern ${JSON.stringify(shown)}: ${why}`, { cause });
  }
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
