// Steps 7 and 8 of a URL's way: from bytes to facts, links and chunks. Runs in a thread of its own (read-pool.ts).
import { chunkPage } from '../../chunk/chunks.ts';
import { symbolsOf } from '../../chunk/symbols.ts';
import { type PageLink, unpackLinks } from '../../core/page-links.ts';
import { textEnd } from '../../core/text-end.ts';
import { shownUrl } from '../../core/url/shown-url.ts';
import { nothingLearnt } from '../../extract/edges/edge-cut.ts';
import { keysOf } from '../../extract/edges/edge-tally.ts';
import type { PageEdges } from '../../extract/edges/page-edges.ts';
import { cutAnew, type ExtractedPage, extractPage, type PageText } from '../../extract/extract-page.ts';
import { extractorVersion } from '../../extract/version.ts';
import { indexPage } from '../index/index-page.ts';
import { linkRulesOf, spellingRules, spellLinks } from '../visit/spell-links.ts';
import { briefly, packed, readLinks } from './read-links.ts';
import type { ChromeInput, ReadInput, ReadPage, ReadResult } from './reading.ts';

/** C2: characters of a chunk that are kept where its text is not. */
const PREVIEW = 500;
/** E2: at most this many of the blocks left out are named. */
const MOST_LEFT_OUT = 200;

/** Reads a page in this thread. Throws a ConfigError for a selector that cannot be used, and never because of the page. */
export const readPage: ReadPage = async (input) => {
  const { url, form, body, charset, options, key, chrome } = input;
  if (form === 'draft') return cutPage(input);
  if (options.want === 'links') return readLinks({ ...input, form });
  const keepDraft = (edges: PageEdges): boolean => chrome !== undefined && isKept(edges, shownUrl(url), chrome);
  const page = await extractPage(body, { url, form, charset, ...options, learnt: chrome?.learnt, keepDraft });
  const links = spellLinks(page.links, spellingRules(key ?? {}, options.excludedQueries));
  const { title, language, canonical, baseHref, metas, flags, linksLeft, softError, shell, draft } = page;
  const { form: read, rule, fidelity, description, keywords, published, modified, outline } = page;
  const content = contentOf(page, links, input);
  return {
    ...{ title, language, canonical, baseHref, metas, flags, linksLeft, softError, shell, draft, ...content },
    links: links.map(briefly),
    outgoing: packed(links),
    facts: {
      ...{ description, keywords, canonical, published, modified, outline, form: read, rule, ...content.facts },
      fidelity: Math.round(fidelity.score * 1e4) / 1e4,
      ...(page.hidden !== undefined && { hidden: page.hidden }),
      ...(softError !== undefined && softError !== 'browser' && { softError }),
      ...(links !== page.links && { linkRules: linkRulesOf(key ?? {}, options.excludedQueries) }),
    },
  };
};

/** E2: cuts anew a page that was read before. */
function cutPage(input: ReadInput): ReadResult {
  const page = cutAnew(input.body, input.url, input.chrome?.learnt ?? nothingLearnt);
  const links = input.links === undefined ? [] : unpackLinks(input.links);
  const content = contentOf(page, links, input);
  const { title, language, outline } = page;
  return {
    ...{ title, language, metas: [], links: [], flags: [], ...content },
    facts: { ...content.facts, outline, form: 'html', rule: '', fidelity: 0 },
  };
}

function isKept(edges: PageEdges, url: string, { learnt, keep, ends }: ChromeInput): boolean {
  if (keep === 'all') return true;
  if (keep.size === 0 && learnt.keys.size === 0) return false;
  return keysOf(edges)
    .values()
    .some((key) => {
      if (keep.has(key)) return true;
      const [first = '', last = ''] = ends.get(key) ?? [];
      return learnt.keys.has(key) && (first === '' || url < first || url > last);
    });
}

/** The content of a page, in chunks and for the index. */
function contentOf(
  page: PageText & Pick<ExtractedPage, 'title' | 'language' | 'description' | 'keywords'>,
  links: readonly PageLink[],
  { url, options, key }: ReadInput,
) {
  const { title, language, description, keywords, words, hash, readHash, edges, cut, leftOut, fingerprint } = page;
  const chunks = chunkPage(page.blocks, { title, language });
  const symbols = chunks.map(symbolsOf);
  const full = options.retain === 'full';
  return {
    ...{ words, hash, readHash, edges, cut, fingerprint, extractor: extractorVersion },
    facts: {
      targets: page.targets.filter(({ text }) => text !== ''),
      tokens: chunks.reduce((sum, { tokens }) => sum + tokens, 0),
      ...(leftOut.length > 0 && { leftOut: leftOut.slice(0, MOST_LEFT_OUT) }),
    },
    chunks: chunks.map(({ id, headings, anchor, ids, text, tokens, hash: textHash, kinds }, seq) => ({
      ...{ id, headings, anchor, ids, tokens, hash: textHash, code: kinds.code, tables: kinds.tables },
      symbols: symbols[seq] as readonly string[],
      // The text contains the preview: a sixth less to pass on and to store.
      ...(full ? { preview: '', text } : { preview: text.slice(0, textEnd(text, 0, PREVIEW)) }),
    })),
    ...(full && { markdown: page.markdown }),
    ...(options.index === true && {
      index: indexPage(
        { url, title, description, keywords },
        chunks.map(({ headings, ids, text }, seq) => ({
          ...{ headings, ids, text },
          symbols: symbols[seq] as readonly string[],
        })),
        links,
        key ?? {},
      ),
    }),
  };
}
