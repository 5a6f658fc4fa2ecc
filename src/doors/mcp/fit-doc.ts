// A page in the form a tool returns it in: as many of its parts as fit into the budget.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Assistant } from '../../app/assistant/assistant.ts';
import type { RowPlace } from '../../app/assistant/fit-row.ts';
import type { Doc } from '../../app/assistant/read-doc.ts';
import { longestFitting } from '../../app/assistant/shorten.ts';
import { serialised } from './results.ts';
import type { ShownPart } from './shapes.ts';

/** How a page is written. */
export interface DocForm {
  /** One part, as it is written in the result. */
  item(part: ShownPart): string;
  /** The result with these parts; `next` is where to go on. */
  result(parts: readonly ShownPart[], next: RowPlace | undefined): CallToolResult;
  /** The result where not even the empty one fits. */
  least(): CallToolResult;
}

/** As `fitRow`, from a place on, or from where the page's URL points. */
export function fitDoc(
  assistant: Pick<Assistant, 'fit'>,
  { parts, start }: Doc,
  { from = { at: start, within: 0 }, most }: { readonly from?: RowPlace | undefined; readonly most: number },
  form: DocForm,
): CallToolResult {
  return assistant.fit<ShownPart, CallToolResult>(parts, from, most, {
    ...form,
    text: serialised,
    shorten(part, at, fits) {
      const piece = longestFitting(part.text, at, (text) => fits({ ...part, text, cut: true }));
      return piece && { item: { ...part, text: piece.text, cut: true }, end: piece.end };
    },
  });
}
