// One page, judged: docent's reading of it beside what its generator calls content.
import { chunkPage } from '../../../src/chunk/chunks.ts';
import type { Block } from '../../../src/core/document.ts';
import { extractPage } from '../../../src/extract/extract-page.ts';
import { mostOutline, type OutlineEntry } from '../../../src/extract/outline.ts';
import { markdownFacts } from '../../../test/extract/markdown-facts.ts';
import type { Truth } from '../truth.ts';
import { compareChunks } from './chunks.ts';
import { compareCells, compareCode, compareHeadings, compareWords, type Share } from './compare.ts';
import { type SourceFacts, sourceFacts } from './source.ts';
import { spokenText } from './spoken.ts';
import type { Document } from './tree.ts';
import { withoutFormulas, wordsOf } from './words.ts';

export const measures = ['kept', 'chrome', 'headings', 'anchors', 'chunks', 'code', 'languages', 'cells'] as const;
export type Measure = (typeof measures)[number];
export type Judgement = Readonly<Record<Measure, Share>>;

export interface JudgedPage {
  readonly source: SourceFacts;
  readonly markdown: string;
  readonly words: readonly string[];
  readonly rule: string;
  readonly judgement: Judgement;
}

/** Undefined for pages that are no documentation: redirects, and pages without the generator's content element or words in it. */
export async function judgePage(
  bytes: Uint8Array,
  { url, page, truth }: { readonly url: string; readonly page: Document; readonly truth: Truth },
): Promise<JudgedPage | undefined> {
  const source = sourceFacts(page, truth);
  if (source === undefined || source.words.length < fewestWords) return undefined;
  const read = await extractPage(bytes, { url });
  const facts = markdownFacts(read.markdown);
  const words = source.hasFormulas ? wordsOf(withoutFormulas(spokenText(read.markdown))) : facts.words;
  const chunks = chunkPage(read.blocks, { title: read.title, language: read.language });
  const { kept, chrome } = compareWords(source, words);
  const judgement: Judgement = {
    kept,
    chrome: truth.embedded === undefined ? chrome : { ...chrome, right: chrome.all, wrong: [] },
    ...compareHeadings(source.headings, read.outline.length < mostOutline ? read.outline : read.blocks.filter(isTitle)),
    chunks: compareChunks(source, chunks),
    ...compareCode(source, facts),
    cells: compareCells(source, facts),
  };
  return { source, markdown: read.markdown, words, rule: read.rule, judgement };
}

/** What the outline would hold if it had no limit. */
function isTitle(block: Block): block is Block & OutlineEntry {
  return block.kind === 'heading' || block.kind === 'entry';
}

/** A page of fewer words is a redirect or a stub. */
const fewestWords = 12;
