// What a client of Context7 gets of a passage: code and prose apart, with exact token counts.
import { countTokens } from '../../chunk/tokens.ts';
import type { Passage } from '../search/search.ts';
import { type CodePart, codeBlocks } from './code-blocks.ts';

/** A part of a page; `whole`, `withheld`, `flags` and `text` as in a passage (C2). */
export interface DocSnippet extends Pick<Passage, 'url' | 'text' | 'whole' | 'withheld' | 'flags'> {
  /** The nearest heading, or the page's title; one line. */
  readonly title: string;
  readonly pageTitle: string;
  /** The page's title and the headings down to it. */
  readonly breadcrumb: string;
  /** What is around the code; the text itself where there is none. */
  readonly prose: string;
  readonly codes: readonly CodePart[];
  /** The tokens of `text`. */
  readonly textTokens: number;
  /** The tokens of all code, with a line end between two blocks. */
  readonly codeTokens: number;
}

const LONGEST_TITLE = 300;

/** The snippet of a passage. A quotation is too short to be taken apart. */
export function snippetOf(passage: Passage): DocSnippet {
  const { url, text, whole, withheld, flags } = passage;
  const pageTitle = oneLine(passage.title);
  const headings = passage.headings.map(oneLine).filter((heading) => heading !== '');
  const { prose, codes } = whole && text !== undefined ? codeBlocks(text) : { prose: text ?? '', codes: [] };
  return {
    ...{ url, text, whole, withheld, flags, pageTitle, prose, codes },
    title: headings.at(-1) ?? pageTitle,
    breadcrumb: [...new Set([pageTitle, ...headings])].filter((one) => one !== '').join(' > '),
    textTokens: countTokens(text ?? ''),
    codeTokens: countTokens(codes.map(({ code }) => code).join('\n')),
  };
}

function oneLine(title: string): string {
  return title.slice(0, LONGEST_TITLE).toWellFormed().replace(/\s+/g, ' ').trim();
}
