// What tools return: everything in `structuredContent`, or, for clients that show models only text, everything in one text.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import { version } from '../../core/version.ts';
import { errorText } from '../to-assistants.ts';

/** A result of a tool before it is written: data, and the pieces of text from elsewhere inside it. */
export type Shape = Readonly<Record<string, unknown>>;

const POINTER = 'The result is in structuredContent. A client that shows only this line needs "docent mcp --text".';

/** How results are written; a result never holds the same text twice. */
export interface Writing {
  readonly structured: boolean;
  result(shape: Shape): CallToolResult;
  /** One item as it is written in a result, for measuring. */
  item(shape: Shape): string;
}

/** For clients that pass structuredContent to the model: Claude Code, Cursor, VS Code, Codex. */
export const structured: Writing = Object.freeze({
  structured: true,
  result: (shape: Shape): CallToolResult => ({
    content: [{ type: 'text', text: POINTER }],
    structuredContent: shape as Record<string, unknown>,
  }),
  item: (shape: Shape) => JSON.stringify(shape),
});

/** For clients that pass only text to the model. `boundary` is random: no page can write it. */
export function asText(boundary: string): Writing {
  return {
    structured: false,
    result: (shape) => ({ content: [{ type: 'text', text: textOf(shape, boundary) }] }),
    item: (shape) => JSON.stringify(textOf(shape, boundary)),
  };
}

/** What the latest revision of the protocol adds to every result. */
const ENVELOPE = {
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'docent', version } },
  resultType: 'complete',
};

/** The text that a budget is measured on: the result as the client gets it. */
export function serialised(result: CallToolResult): string {
  return JSON.stringify({ ...ENVELOPE, ...result });
}

/** Data in a few lines of JSON, each text from elsewhere between two boundaries. */
function textOf(shape: Shape, boundary: string): string {
  const texts: string[] = [];
  const data = JSON.stringify(shape, (key, value: unknown) => {
    if (key !== 'text' || typeof value !== 'string') return value;
    texts.push(value);
    return `text ${texts.length} below`;
  });
  const blocks = texts.map((text, nth) => `<untrusted-${boundary} text=${nth + 1}>\n${text}\n</untrusted-${boundary}>`);
  return [data, ...blocks].join('\n\n');
}

/** What a client reads of an error: what happened and what to do, never a stack. */
export function errorResult(error: unknown, log: Log, tool: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: errorText(error, log, tool) }] };
}
