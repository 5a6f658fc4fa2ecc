// Which lines start a block of raw HTML, and what ends it (CommonMark's seven kinds).
import { endOfTag } from './html-tag.ts';

/** How an HTML block ends: with a line that holds the text, or before a blank line. */
export interface HtmlBlockKind {
  readonly end: RegExp | undefined;
  /** Whether it may start in the middle of a paragraph. */
  readonly interrupts: boolean;
}

const raw: HtmlBlockKind = Object.freeze({ end: /<\/(?:script|pre|textarea|style)>/i, interrupts: true });
const comment: HtmlBlockKind = Object.freeze({ end: /-->/, interrupts: true });
const instruction: HtmlBlockKind = Object.freeze({ end: /\?>/, interrupts: true });
const declaration: HtmlBlockKind = Object.freeze({ end: />/, interrupts: true });
const cdata: HtmlBlockKind = Object.freeze({ end: /\]\]>/, interrupts: true });
const element: HtmlBlockKind = Object.freeze({ end: undefined, interrupts: true });
const alone: HtmlBlockKind = Object.freeze({ end: undefined, interrupts: false });

const rawStart = /^<(?:script|pre|textarea|style)(?:\s|>|$)/i;
const elementStart = /^<\/?([a-z][a-z0-9]*)(?:\s|\/?>|$)/i;

const blockElements: ReadonlySet<string> = new Set(
  `address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
  figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem
  nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul`.split(
    /\s+/,
  ),
);

/** The kind of HTML block that a line starts; `content` begins with `<`. */
export function htmlBlockOf(content: string): HtmlBlockKind | undefined {
  if (rawStart.test(content)) return raw;
  if (content.startsWith('<!--')) return comment;
  if (content.startsWith('<?')) return instruction;
  if (content.startsWith('<![CDATA[')) return cdata;
  if (/^<![a-z]/i.test(content)) return declaration;
  const name = elementStart.exec(content)?.[1];
  if (name !== undefined && blockElements.has(name.toLowerCase())) return element;
  const end = endOfTag(content, 0, new Set());
  return end > 0 && content.slice(end).trim() === '' ? alone : undefined;
}
