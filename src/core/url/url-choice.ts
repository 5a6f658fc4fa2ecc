// Which URLs a list is about: by their path, and by a part of their text.
import { compileExcludePath } from '../pattern/pattern.ts';
import { shownUrl } from './shown-url.ts';

export interface UrlChoice {
  /** The beginning of the path; with `*` a glob over the whole path, in which `*` crosses `/`; or `re:…`. */
  readonly path?: string | undefined;
  /** A part of the URL, in any case. Secrets in it, which are not shown, are not found either. */
  readonly text?: string | undefined;
}

/** Whether a URL is chosen; undefined where every one is. Throws DOC_PATTERN for a path that is no pattern. */
export function urlChoice({ path, text }: UrlChoice): ((url: string) => boolean) | undefined {
  const pattern = path === undefined ? undefined : compileExcludePath(path, 'path');
  const literal = path === undefined ? '' : longestLiteral(path);
  const part = text?.toLowerCase();
  if (pattern === undefined && part === undefined) return undefined;
  const hasPart = (url: string): boolean => part === undefined || url.toLowerCase().includes(part);
  return (url) => {
    if (!hasPart(url) || (literal !== '' && !url.includes(literal) && !url.includes('%'))) return false;
    if (pattern !== undefined && !pattern.matches(...pathAndQuery(url))) return false;
    return part === undefined || hasPart(shownUrl(url));
  };
}

/** What every path of a pattern holds as it is written, unless an escape stands for it: comparing that alone is ten times as fast. */
function longestLiteral(pattern: string): string {
  if (/^re:|[\\[\]{}()!@+?%]/.test(pattern)) return '';
  const pieces = pattern.split(/[^\w./~-]+/).map((piece) => piece.replace(/\/$/, ''));
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** Cut out, because parsing every URL of a large list takes ten times as long. */
function pathAndQuery(url: string): [path: string, query: string] {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const bare = start < 0 ? '/' : url.slice(start).split('#', 1)[0];
  const [path = '', ...query] = (bare as string).split('?');
  return [path, query.join('?')];
}
