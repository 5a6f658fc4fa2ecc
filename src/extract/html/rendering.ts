// How an element shows on the page, as far as reading its text needs it.
import type { Attributes, Element } from './node.ts';

/**
 * - `block` stands on lines of its own, `cell` is set off from its neighbours;
 * - `silent` has text that a reader does not see, although the links in it count;
 * - `closed` holds nothing that belongs to the page: code, or markup that is not in use.
 */
export type Rendering = 'block' | 'cell' | 'silent' | 'closed';

const names = {
  block:
    'address article aside blockquote body br caption dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr legend li main nav ol optgroup option p pre search section summary table tbody ' +
    'tfoot thead tr ul',
  cell: 'td th',
  silent: 'audio canvas datalist noscript object svg video',
  closed: 'iframe noembed noframes script style template title',
} as const satisfies Record<Rendering, string>;

/** By element name; any other element is part of the line it stands in. */
export const renderings: ReadonlyMap<string, Rendering> = new Map(
  Object.entries(names).flatMap(([rendering, list]) =>
    list.split(' ').map((name) => [name, rendering as Rendering] as const),
  ),
);

const undisplayed =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)\b/i;

/** Whether an inline style keeps an element from being shown. */
export function hidesByStyle(style: string): boolean {
  return undisplayed.test(style);
}

/**
 * Whether an element says that it is not shown. The panels of a tab group, all but one hidden until they are clicked, are
 * content, and so is what the browser's search may find (`until-found`).
 */
export function isHidden({ attribs, marks }: Element): boolean {
  if (marks.hides < 0) marks.hides = saysHidden(attribs) ? 1 : 0;
  return marks.hides === 1;
}

function saysHidden(attribs: Attributes): boolean {
  const { hidden, style } = attribs;
  if (hidden === undefined && style === undefined) return false;
  if (attribs.role === 'tabpanel') return false;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return style !== undefined && hidesByStyle(style);
}
