// A page from its bytes: its text as Markdown, what it is, and where it leads (E1–E7).

import { type Block, renderBlocks } from '../core/document.ts';
import { formOfEnding, forms, isMarkup, type PageForm } from '../core/forms.ts';
import { hiddenIn } from '../core/invisible.ts';
import { resolveLink } from '../core/url/fetch-url.ts';
import { shownUrl } from '../core/url/shown-url.ts';
import { decodeMarkup } from './charset/charset.ts';
import { cleanBlocks, cleanText, hiddenInBlocks } from './clean-blocks.ts';
import { cutOf, type LearntChrome, type LeftOut, nothingLearnt, packCut, withoutEdges } from './edges/edge-cut.ts';
import { type PageDraft, packDraft, unpackDraft } from './edges/page-draft.ts';
import { edgesOf, type PageEdges, packEdges } from './edges/page-edges.ts';
import { contentHash, simhash64 } from './fingerprint.ts';
import { type FoundContent, findContent } from './html/content.ts';
import type { PageMeta } from './html/facts.ts';
import type { WrittenLink } from './html/links.ts';
import { toBlocks } from './html/markdown/blocks.ts';
import { type Fidelity, fidelityOf } from './html/markdown/fidelity.ts';
import type { Element } from './html/node.ts';
import { type Page, readHtmlPage } from './html/page.ts';
import { hasPasswordField } from './html/password-field.ts';
import { type FoundLink, resolveLinks } from './html/resolve-links.ts';
import type { Markup } from './html/source.ts';
import { type HtmlTree, parseHtml } from './html/tree.ts';
import type { ApiPage } from './openapi/blocks.ts';
import { mostOutline, type OutlineEntry, outlineOf } from './outline.ts';
import { docsifyRoute, isDocsifyMenu } from './shell/docsify-routes.ts';
import { isSurelyPage, summarise, viewerName } from './shell/first-look.ts';
import type { Shell, ShellReading } from './shell/shell.ts';
import { type SoftError, softErrorOf } from './soft-error.ts';
import { wordCount } from './word-count.ts';

export interface ExtractOptions {
  /** Where the page is: links are resolved against it. */
  readonly url: string;
  /** Default: by the URL's ending, else html. */
  readonly form?: PageForm | undefined;
  /** From the Content-Type header; counts for bytes only. */
  readonly charset?: string | undefined;
  /** CSS selector of the content, and of what is removed from it (E1, E2). */
  readonly selector?: string | undefined;
  readonly remove?: readonly string[] | undefined;
  /** Whether Readability may choose the content of a page without marks. */
  readonly readability?: boolean | undefined;
  /** Whether links keep their targets in the Markdown. Default: false. */
  readonly keepLinks?: boolean | undefined;
  /** H9: whether pages that may be none are looked for. Default: true. */
  readonly softErrors?: boolean | undefined;
  /** The word before an image's alternative text. Default: image. */
  readonly imageLabel?: string | undefined;
  /** What other pages of the site have taught about its chrome (E2). */
  readonly learnt?: LearntChrome | undefined;
  /** Whether the page, by its edges, is also returned as it was read (`draft`). Default: never. */
  readonly keepDraft?: ((edges: PageEdges) => boolean) | undefined;
}

export interface ExtractedPage {
  readonly url: string;
  readonly form: PageForm;
  readonly charset: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly published?: string | undefined;
  readonly modified?: string | undefined;
  /** As the page writes them. */
  readonly canonical?: string | undefined;
  readonly baseHref?: string | undefined;
  readonly metas: readonly PageMeta[];
  readonly links: readonly FoundLink[];
  readonly blocks: readonly Block[];
  readonly markdown: string;
  /** Headings and API entries, in order. */
  readonly outline: readonly OutlineEntry[];
  /** Every other id, with the first name of the block that contains it; empty where that has none. */
  readonly targets: readonly { readonly id: string; readonly text: string }[];
  readonly words: number;
  readonly hash: string;
  /** The hash of the page as it was read, before learnt chrome was left out. */
  readonly readHash: string;
  /** What its edges are, for learning (packed); empty for a page that is no HTML. */
  readonly edges: string;
  /** Which blocks were left out as learnt chrome (packed), and their text. */
  readonly cut: string;
  readonly leftOut: readonly LeftOut[];
  /** The page as it was read, packed, for `cutAnew`. */
  readonly draft?: Uint8Array | undefined;
  /** 64 bits in hexadecimal (E6). */
  readonly fingerprint: string;
  /** E1: which rule found the content; the form's name where nothing had to be found. */
  readonly rule: string;
  readonly fidelity: Fidelity;
  /** What a cap left out, and what was noticed. */
  readonly flags: readonly string[];
  /** FAULTS 48: what invisible characters spelled that were removed, empty where that is not known; undefined where none hid anything. */
  readonly hidden?: string | undefined;
  /** How many links were left out because there are too many. */
  readonly linksLeft?: number | undefined;
  /** H9: the page may be none, although it was answered as one; it has the flag `soft-error` then. */
  readonly softError?: SoftError | undefined;
  /** H9: the page is written by scripts in a browser; it has no blocks then, and the flag `needs-browser`. */
  readonly shell?: Shell | undefined;
}

const whole: Fidelity = Object.freeze({ code: 1, cells: 1, headings: 1, words: 1, score: 1 });

/** What the forms have in common before they are finished. */
type Draft = Omit<ExtractedPage, Exclude<keyof PageText, 'blocks'> | 'url' | 'draft' | 'charset'>;

/**
 * Reads a page. Throws a ConfigError for a selector that cannot be used, and never because of the page.
 * The same bytes and options have the same result.
 */
export async function extractPage(input: string | Uint8Array, options: ExtractOptions): Promise<ExtractedPage> {
  const { markup, charset } =
    typeof input === 'string' ? { markup: input, charset: 'utf-8' } : decodeMarkup(input, options.charset);
  const draft = await draftOf(markup, options);
  // Mirrors differ in the targets of their links, not in their text.
  const withoutLinks = options.keepLinks
    ? cleanBlocks((await draftOf(markup, { ...options, keepLinks: false })).blocks)
    : undefined;
  const blocks = cleanBlocks(draft.blocks);
  const hidden = hiddenInBlocks(draft.blocks, blocks) ?? hiddenIn(`${draft.title} ${draft.description ?? ''}`);
  const clean: Draft = {
    ...draft,
    ...(hidden !== undefined && { hidden, flags: [...draft.flags, 'hidden-characters'] }),
    title: cleanText(draft.title),
    description: draft.description && cleanText(draft.description),
    keywords: draft.keywords?.map(cleanText),
    metas: draft.metas.map((meta) => ({ name: meta.name, content: cleanText(meta.content) })),
    links: draft.links.map((link) => ({ ...link, text: cleanText(link.text) })),
    blocks,
    canonical: draft.canonical && absolute(draft, options.url),
  };
  const page: PageDraft = { ...clean, said: withoutLinks };
  const isPage = isMarkup(draft.form) && draft.shell === undefined;
  const edges = isPage ? edgesOf(withoutLinks ?? clean.blocks, draft.language) : undefined;
  const text = textOfPage(page, edges, shownUrl(options.url), options.learnt);
  return {
    ...clean,
    // H9: "Please wait" is not the text of a page; its hash still distinguishes it from another text.
    ...(draft.shell === undefined ? text : { ...text, ...noText }),
    url: options.url,
    charset,
    draft: edges !== undefined && options.keepDraft?.(edges) ? packDraft(page) : undefined,
  };
}

const noText = Object.freeze({ blocks: [], markdown: '', outline: [], targets: [], words: 0 });

/** The text of a page, and what was left out of it. */
export type PageText = Pick<
  ExtractedPage,
  | 'blocks'
  | 'markdown'
  | 'outline'
  | 'targets'
  | 'words'
  | 'hash'
  | 'readHash'
  | 'edges'
  | 'cut'
  | 'leftOut'
  | 'fingerprint'
>;

/** E2: the HTML page of this URL that was read before, cut by what is known of its site now. Throws on bytes that are no draft. */
export function cutAnew(draft: Uint8Array, url: string, learnt: LearntChrome): PageDraft & PageText {
  const page = unpackDraft(draft);
  return { ...page, ...textOfPage(page, edgesOf(page.said ?? page.blocks, page.language), url, learnt) };
}

function textOfPage(
  page: PageDraft,
  edges: PageEdges | undefined,
  url: string,
  learnt: LearntChrome = nothingLearnt,
): PageText {
  const cut = cutOf(edges, learnt, url);
  const { blocks, leftOut } = withoutEdges(page.blocks, cut);
  const markdown = renderBlocks(blocks);
  const text = page.said === undefined ? markdown : renderBlocks(withoutEdges(page.said, cut).blocks);
  const hash = contentHash(text);
  return {
    blocks,
    markdown,
    outline: outlineOf(blocks),
    targets: targetsOf(blocks),
    words: wordCount(text) - blocks.filter((block) => block.kind === 'code' && block.language !== undefined).length,
    hash,
    readHash: leftOut.length === 0 ? hash : contentHash(renderBlocks(page.said ?? page.blocks)),
    edges: edges === undefined ? '' : packEdges(edges),
    cut: packCut(cut),
    leftOut,
    fingerprint: simhash64(text),
  };
}

/** The form by the URL's ending, where none is passed. */
function formByUrl(url: string): PageForm {
  return formOfEnding(/\.([a-z]+)$/i.exec(url.split(/[?#]/, 1)[0] ?? '')?.[1] ?? '');
}

async function draftOf(markup: Markup, options: ExtractOptions): Promise<Draft> {
  const { form = formByUrl(options.url) } = options;
  const { reader } = forms[form];
  if (reader === 'html') return htmlDraft(markup, form, options);
  const write = markdownOptions(options);
  const text = typeof markup === 'string' ? markup : Buffer.from(markup).toString();
  const common = { metas: [], links: [], fidelity: whole, flags: [] };
  // Servers that do not know YAML send it as text.
  if (reader === 'openapi' || (reader === 'text' && formByUrl(options.url) === 'openapi')) {
    const { openapiBlocks } = await import('./openapi/blocks.ts');
    const api = openapiBlocks(text);
    if (api !== undefined) return { ...common, ...api, form: 'openapi', rule: 'openapi', flags: api.problems };
  }
  const { looksLikeMarkdown } = await import('./markdown-source/recognise.ts');
  if (reader === 'markdown' || (reader === 'text' && looksLikeMarkdown(text))) {
    const { markdownBlocks } = await import('./markdown-source/blocks.ts');
    const page = markdownBlocks(text, write);
    const links = page.links.map(({ href, text: anchor }) => ({
      href: docsifyRoute(href, options.url) ?? href,
      text: anchor,
      nofollow: false,
      kind: 'a' as const,
      inContent: true,
    }));
    const resolved = resolveLinks({ links }, options.url).links;
    const flags = isDocsifyMenu(options.url) ? [...page.flags, 'menu'] : page.flags;
    return { ...common, ...page, flags, links: resolved, form: 'markdown', rule: 'markdown' };
  }
  const { textBlocks } = await import('./plain-text.ts');
  return { ...common, ...textBlocks(text), form: 'text', rule: 'text' };
}

async function htmlDraft(markup: Markup, form: PageForm, options: ExtractOptions): Promise<Draft> {
  const tree = parseHtml(markup);
  const content = await contentOf(tree, options);
  const scripts: Element[] = [];
  const page = readHtmlPage(tree, { content, wantsText: false, scripts });
  const blocks = toBlocks(content, { ...markdownOptions(options, page.baseHref) });
  const softError =
    options.softErrors === false
      ? undefined
      : softErrorOf({
          ...{ url: options.url, title: page.title, blocks },
          hasPasswordField: () => hasPasswordField(content),
        });
  const { shell, inline, named, isViewer } = await shellReading(
    tree,
    content,
    { ...page, scripts },
    blocks,
    softError,
    options.url,
  );
  const api = inline === undefined ? undefined : await inlineApi(inline, blocks);
  const { title, description, keywords, language, published, modified, canonical, baseHref, metas } = page;
  return {
    linksLeft: page.linksLeft,
    ...{ form, title, description, keywords, language, published, modified, canonical, baseHref, metas },
    links: resolveLinks(
      { ...page, links: [...(isViewer ? [] : page.links), ...named.map(linkTo)] },
      options.url,
    ).links.filter(({ kind }) => kind !== 'canonical'),
    blocks,
    rule: content.rule,
    fidelity: fidelityOf(content, blocks),
    flags: [
      ...page.flags,
      ...(content.selectorsCut ? ['selectors-cut'] : []),
      ...(shell === undefined ? (softError === undefined ? [] : ['soft-error']) : ['needs-browser']),
    ],
    ...(shell === undefined ? { softError } : { shell }),
    ...(api !== undefined && {
      ...openapiPart(api),
      title: title || api.title,
      description: description ?? api.description,
    }),
  };
}

/** A file that a page shows in a browser, as a link of its content. */
function linkTo(href: string): WrittenLink {
  return { href, text: '', nofollow: false, kind: 'a', inContent: true };
}

/** H9: the document that a page shows, with the anchors of that page. */
async function inlineApi(source: string, page: readonly Block[]): Promise<ApiPage | undefined> {
  const [{ openapiBlocks }, { withPageAnchors }] = await Promise.all([
    import('./openapi/blocks.ts'),
    import('./shell/page-anchors.ts'),
  ]);
  const api = openapiBlocks(source);
  return api && { ...api, blocks: withPageAnchors(api.blocks, page) };
}

function openapiPart({ blocks, problems }: ApiPage): Pick<Draft, 'form' | 'blocks' | 'rule' | 'fidelity' | 'flags'> {
  return { form: 'openapi', blocks, rule: 'openapi', fidelity: whole, flags: problems };
}

/** H9: whether scripts would write the page, and which files it shows; nearly every page is known by its first words. */
async function shellReading(
  { root }: HtmlTree,
  { rule }: FoundContent,
  { baseHref, links, scripts }: Pick<Page, 'baseHref' | 'links'> & { readonly scripts: readonly Element[] },
  blocks: readonly Block[],
  softError: SoftError | undefined,
  url: string,
): Promise<ShellReading> {
  const tool = scripts.map(viewerName).find((name) => name !== undefined);
  if (tool === undefined && isSurelyPage(blocks)) return { named: [] };
  const summary = summarise(blocks);
  // A page that is none for another reason has text that shows it.
  if ((summary.isPage && tool === undefined) || (softError !== undefined && softError !== 'browser'))
    return { named: [] };
  const { readShell } = await import('./shell/shell.ts');
  const isForwarding = links.some(({ kind }) => kind === 'refresh');
  return readShell({ ...{ url, baseHref, root, blocks, rule, summary, tool, isForwarding } });
}

async function contentOf(tree: HtmlTree, { selector, remove, readability }: ExtractOptions): Promise<FoundContent> {
  const content = findContent(tree, { selector, remove, readability });
  if (!content.wantsReadability) return content;
  // 70 ms a page and two libraries: loaded by pages that need it.
  const { readabilityContent } = await import('./html/readability.ts');
  return (await readabilityContent(tree, content, { requested: readability })) ?? content;
}

function markdownOptions({ url, keepLinks = false, imageLabel = 'image' }: ExtractOptions, baseHref?: string) {
  const resolve = (href: string): string | undefined => {
    const resolved = resolveLink(href, { pageUrl: url, baseHref });
    return resolved.ok ? shownUrl(resolved.url) : undefined;
  };
  return { keepLinks, imageLabel, resolve };
}

/** The canonical address as a URL, where it is one. */
function absolute({ canonical = '', baseHref }: Draft, pageUrl: string): string {
  const resolved = resolveLink(canonical, { pageUrl, baseHref });
  return shownUrl(resolved.ok ? resolved.url : canonical);
}

function targetsOf(blocks: readonly Block[]): ExtractedPage['targets'] {
  const targets: { id: string; text: string }[] = [];
  for (const block of blocks) {
    const anchor = block.kind === 'heading' || block.kind === 'entry' ? block.anchor : undefined;
    for (const id of block.ids)
      if (id !== anchor && targets.length < mostOutline) targets.push({ id, text: block.names[0] ?? '' });
  }
  return targets;
}
