// C5: which URLs a removal means, and which texts and templates name one of them: the same for every engine.
import { joinKey, urlKeyParts } from '../../core/url/key.ts';
import type { ForgettablePlace } from '../port.ts';

/** Whether a URL is the page, or lies at the path or below it. Never throws. */
export function isToForget(url: string, { kind, host, path, query, stripWww }: ForgettablePlace): boolean {
  const parts = urlKeyParts(url, { stripWww, query: 'keep' });
  if (parts?.host !== host) return false;
  if (kind === 'path') return liesIn(path, parts.path);
  return parts.path === path && (query === '' || parts.query === query);
}

/** Whether pages that are forgotten are counted under this template of a path (U8). */
export function isTemplateToForget(text: string, { kind, host, template }: ForgettablePlace): boolean {
  const path = decoded(host, text);
  return kind === 'path' ? liesIn(template, path) : path === template;
}

const ADDRESS = /https?:\/\/[^\s"'<>\\`]+/g;
const AFTER_ADDRESS = /[.,;:!?)\]}]{1,9}$/;

/** Whether a text names a URL that is to be forgotten. */
export function isNamedIn(text: string, place: ForgettablePlace): boolean {
  if (!text.includes(place.host)) return false;
  return (text.match(ADDRESS) ?? []).some(
    (url) => isToForget(url, place) || isToForget(url.replace(AFTER_ADDRESS, ''), place),
  );
}

function liesIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The path as it is requested, which templates are made of. */
function decoded(host: string, path: string): string {
  return urlKeyParts(joinKey({ host, path, query: '' }))?.path ?? path;
}
