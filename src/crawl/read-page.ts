// Steps 7 and 8 of a URL's way: from bytes to facts, links and chunks. Runs in a thread of its own (read-pool.ts).
import { chunkPage } from '../chunk/chunks.ts';
import { symbolsOf } from '../chunk/symbols.ts';
import { type ExtractedPage, extractPage } from '../extract/extract-page.ts';
import { cutText } from '../extract/text.ts';
import { extractorVersion } from '../extract/version.ts';
import type { PageFacts } from '../frontier/port.ts';
import { indexPage } from './index-page.ts';
import { briefly, packed, readLinks } from './read-links.ts';
import type { ReadPage } from './reading.ts';
import { linkRulesOf, spellingRules, spellLinks } from './spell-links.ts';

/** C2: as much of a chunk as is always kept. */
const PREVIEW = 500;

/** Reads a page in this thread. Throws a ConfigError for a selector that cannot be used, and never because of the page. */
export const readPage: ReadPage = async (input) => {
  const { url, form, body, charset, options, key } = input;
  if (options.want === 'links') return readLinks(input);
  const page = await extractPage(body, { url, form, charset, ...options });
  const chunks = chunkPage(page.blocks, { title: page.title, language: page.language });
  const symbols = chunks.map(symbolsOf);
  const full = options.retain === 'full';
  const { title, language, words, hash, fingerprint, canonical, baseHref, metas, flags, linksLeft, softError } = page;
  const links = spellLinks(page.links, spellingRules(key ?? {}, options.excludedQueries));
  return {
    ...{ title, language, words, hash, fingerprint, canonical, baseHref, metas, flags, linksLeft, softError },
    extractor: extractorVersion,
    links: links.map(briefly),
    outgoing: packed(links),
    facts: {
      ...factsOf(
        page,
        chunks.reduce((sum, { tokens }) => sum + tokens, 0),
      ),
      ...(links !== page.links && { linkRules: linkRulesOf(key ?? {}, options.excludedQueries) }),
    },
    chunks: chunks.map(({ id, headings, anchor, ids, text, tokens, hash: textHash, kinds }, seq) => ({
      ...{ id, headings, anchor, ids, tokens, hash: textHash, code: kinds.code, tables: kinds.tables },
      symbols: symbols[seq] as readonly string[],
      preview: cutText(text, PREVIEW),
      ...(full && { text }),
    })),
    ...(full && { markdown: page.markdown }),
    ...(options.index === true && {
      index: indexPage(
        { url, title, description: page.description, keywords: page.keywords },
        chunks.map(({ headings, ids, text }, seq) => ({
          ...{ headings, ids, text },
          symbols: symbols[seq] as readonly string[],
        })),
        links,
        key ?? {},
      ),
    }),
  };
};

function factsOf(page: ExtractedPage, tokens: number): PageFacts {
  const { description, keywords, canonical, published, modified, outline, targets, form, rule, fidelity } = page;
  const named = targets.filter(({ text }) => text !== '');
  const facts = { description, keywords, canonical, published, modified, outline, targets: named, form, rule };
  return { ...facts, fidelity: Math.round(fidelity.score * 1e4) / 1e4, tokens };
}
