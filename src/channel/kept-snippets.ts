// Answers of Context7 as they are kept for a day: the key of a question, and how much of a text may be kept (C2).

import { hash } from 'node:crypto';
import { decodeOrNothing, isListOf, isOptional, isShape, isString, isStrings } from '../core/decode.ts';
import { shortened } from '../core/text-end.ts';
import type { Snippet } from './answers.ts';
import { bounded } from './requests.ts';

/** What was found, or why nothing was. */
export interface KeptSnippets {
  readonly library: string;
  readonly snippets?: readonly Snippet[] | undefined;
  readonly miss?: string | undefined;
}

/** C2: what is kept of a text that may not be kept whole. */
const PREVIEW = 500;

const isKept = isShape<KeptSnippets>({
  library: isString,
  snippets: isOptional(
    isListOf(
      isShape<Snippet>({
        title: isString,
        headings: isStrings,
        url: isOptional(isString),
        text: isString,
        cut: (value): value is true | undefined => value === undefined || value === true,
      }),
    ),
  ),
  miss: isOptional(isString),
});

/** What was kept; undefined for a text that is not of this version. */
export function readKept(text: string | undefined): KeptSnippets | undefined {
  return decodeOrNothing(text, isKept);
}

/** The key of a question, a hash: the question itself is not kept. */
export function answerKey(library: string, question: string, keepWhole: boolean): string {
  return hash('sha256', JSON.stringify([library, bounded(question), keepWhole]), 'hex');
}

/** The beginning of a snippet. */
export function previewOf(snippet: Snippet): Snippet {
  const { text } = snippet;
  return text.length <= PREVIEW ? snippet : { ...snippet, text: shortened(text, PREVIEW), cut: true };
}
