// How an element shows on the page, as far as reading its text needs it.
import type { Attributes, Element } from './node.ts';

/**
 * - `block` is on lines of its own, `cell` is set off from its neighbours;
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

/** By element name; any other element is part of the line around it. */
export const renderings: ReadonlyMap<string, Rendering> = new Map(
  Object.entries(names).flatMap(([rendering, list]) =>
    list.split(' ').map((name) => [name, rendering as Rendering] as const),
  ),
);

const undisplayed =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden)\b/i;

// Letters without a size, places far off the page, windows and scales of nothing. What a script fades in or opens
// (opacity, height) is content.
const unseen =
  /(?:^|[;\s])(?:font-size\s{0,4}:\s{0,4}(?:0(?:\.0{1,4})?(?:px|pt|em|rem|%)?|1px)\s{0,4}(?:[;!]|$)|(?:left|right|top|bottom|text-indent)\s{0,4}:\s{0,4}-(?:999|\d{4,9})|clip\s{0,4}:\s{0,4}rect\(\s{0,4}[01](?:px)?[\s,]{1,4}[01](?:px)?[\s,]{1,4}[01]|clip-path\s{0,4}:\s{0,4}inset\(\s{0,4}(?:50|100)%|transform\s{0,4}:\s{0,4}scale\(\s{0,4}0\s{0,4}\))/i;
const ink = /(?:^|;)\s{0,8}color\s{0,4}:\s{0,4}([^;!]{1,40})/i;
const paper = /(?:^|;)\s{0,8}background(?:-color)?\s{0,4}:\s{0,4}([^;!]{1,40})/i;
const sameColours: ReadonlyMap<string, string> = new Map([
  ['#fff', 'white'],
  ['#ffffff', 'white'],
  ['#000', 'black'],
  ['#000000', 'black'],
]);

/** Whether an inline style keeps an element from being shown, or from being seen. */
export function hidesByStyle(style: string): boolean {
  return undisplayed.test(style) || unseen.test(style) || hasNoContrast(style);
}

function hasNoContrast(style: string): boolean {
  if (!/background/i.test(style)) return /(?:^|;)\s{0,8}color\s{0,4}:\s{0,4}transparent\s{0,4}(?:[;!]|$)/i.test(style);
  const colour = colourOf(ink, style);
  return colour !== undefined && colour === colourOf(paper, style);
}

function colourOf(pattern: RegExp, style: string): string | undefined {
  const colour = pattern.exec(style)?.[1]?.trim().toLowerCase();
  return colour === undefined ? undefined : (sameColours.get(colour) ?? colour);
}

/**
 * Whether an element is declared as not shown. The panels of a tab group, all but one hidden until they are clicked, are
 * content, and so is what the browser's search may find (`until-found`).
 */
export function isHidden({ attribs, marks }: Element): boolean {
  if (marks.hides < 0) marks.hides = isDeclaredHidden(attribs) ? 1 : 0;
  return marks.hides === 1;
}

function isDeclaredHidden(attribs: Attributes): boolean {
  const { hidden, style } = attribs;
  if (hidden === undefined && style === undefined) return false;
  if (attribs.role === 'tabpanel') return false;
  if (hidden !== undefined && hidden.toLowerCase() !== 'until-found') return true;
  return style !== undefined && hidesByStyle(style);
}
