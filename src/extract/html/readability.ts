// The last resort for a page without any of E1's marks: Readability picks what reads like an article.

import { type FoundContent, leastProse } from './content.ts';
import { contentHtml } from './content-html.ts';
import type { Document, Element } from './node.ts';
import { type HtmlTree, parseHtml } from './tree.ts';
import { type Visitor, walk } from './walk.ts';

/** At these it takes up to two seconds: it measures every element’s text again and again. */
export const readabilityCaps = Object.freeze({ depth: 100, nodes: 10_000, html: 1_000_000 });

/** How much prose it must find, and which part of what is not link text it must keep, when requested and when not. */
const bounds = Object.freeze({ requested: { prose: 1, kept: 0.1 }, automatic: { prose: leastProse, kept: 0.5 } });

/** A result with this part of the text is the body over again, without its anchors. */
const nearlyAll = 0.98;

/** A result with a smaller part of the headings has lost the page's sections: it drops those that are links. */
const leastHeadings = 0.5;

export interface ReadabilityOptions {
  /** Whether the operator requested it (`readability: true`). Otherwise a result that drops much of the page is refused. */
  readonly requested?: boolean | undefined;
}

/**
 * What Readability makes of a body, to be used in its place; undefined when it finds nothing better, or when the page is
 * too deep or too large for it. Works on the tree's content after E2, so hidden text stays out. Loads its libraries at
 * the first call. Never rejects because of the page.
 */
export async function readabilityContent(
  tree: HtmlTree,
  body: FoundContent,
  { requested = false }: ReadabilityOptions = {},
): Promise<FoundContent | undefined> {
  if (tree.flags.length > 0) return undefined;
  const { nodes, depth } = sizeOf(tree.root);
  if (nodes > readabilityCaps.nodes || depth > readabilityCaps.depth) return undefined;
  const html = contentHtml(body);
  if (html.length > readabilityCaps.html || nodes + entitiesIn(html) > readabilityCaps.nodes) return undefined;
  const marked = html.replace(/<h1(?=[\s>])/g, `<h1 ${TOP_MARK}=""`);
  const article = await articleIn(`<!doctype html><html><body>${marked}</body></html>`);
  if (article === undefined) return undefined;
  const { root } = parseHtml(article.replace(OWN_ID, '$1'));
  walk(root, topHeadings);
  const { text, linkText, headings } = lengthsOf(root);
  const prose = text - linkText;
  // An index has little prose, and must not be shortened to it.
  const least = requested ? bounds.requested : bounds.automatic;
  if (prose < least.prose || prose < (body.textLength - body.linkLength) * least.kept) return undefined;
  if (!requested) {
    const before = lengthsOf(parseHtml(html).root);
    if (text >= before.text * nearlyAll || headings < before.headings * leastHeadings) return undefined;
  }
  return {
    roots: [root],
    removed: new Set(),
    rule: 'readability',
    textLength: text,
    linkLength: linkText,
    wantsReadability: false,
    selectorsCut: body.selectorsCut,
  };
}

/** What Readability calls the element that it puts around its article. */
const OWN_ID = /^(\s*<div[^>]*) id="readability-page-1"/i;

/** Readability makes every `h1` an `h2`, because its article is below a title of its own; ours keeps the page's. */
const TOP_MARK = 'data-docent-top';

const topHeadings: Visitor = {
  text() {},
  enter(element) {
    if (element.name === 'h2' && element.attribs[TOP_MARK] !== undefined) element.name = 'h1';
    return true;
  },
  leave() {},
};

async function articleIn(html: string): Promise<string | undefined> {
  const [{ Readability }, { parseHTML }] = await Promise.all([import('@mozilla/readability'), import('linkedom')]);
  try {
    const { document } = parseHTML(html);
    // Classes carry the languages of code.
    const reader = new Readability(document, {
      keepClasses: true,
      disableJSONLD: true,
      charThreshold: leastProse,
    });
    return reader.parse()?.content || undefined;
  } catch {
    // It was made for a browser's tree, and some pages surprise it; the body then stays what it was.
    return undefined;
  }
}

/** linkedom makes a text of its own of every entity. */
function entitiesIn(html: string): number {
  let count = 0;
  for (let at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) count++;
  return count;
}

function sizeOf(root: Document): { readonly nodes: number; readonly depth: number } {
  let nodes = 0;
  let depth = 0;
  let deepest = 0;
  walk(root, {
    text: () => {
      nodes++;
    },
    enter: () => {
      nodes++;
      deepest = Math.max(deepest, ++depth);
      return true;
    },
    leave: () => {
      depth--;
    },
  });
  return { nodes, depth: deepest };
}

interface Lengths {
  readonly text: number;
  readonly linkText: number;
  /** How many headings there are. */
  readonly headings: number;
}

function lengthsOf(root: Document): Lengths {
  let text = 0;
  let linkText = 0;
  let headings = 0;
  let link: Element | undefined;
  walk(root, {
    text: (data) => {
      const { length } = data.trim();
      text += length;
      if (link !== undefined) linkText += length;
    },
    enter: (element) => {
      if (element.name === 'a') link ??= element;
      else if (/^h[1-6]$/.test(element.name)) headings++;
      return true;
    },
    leave: (element) => {
      if (element === link) link = undefined;
    },
  });
  return { text, linkText, headings };
}
