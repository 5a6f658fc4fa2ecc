// What tools return: everything in one text, or everything in `structuredContent`. A text is never sent twice.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import type { Options } from '../../core/options/table.ts';
import { version } from '../../core/version.ts';
import { errorText } from '../to-assistants.ts';
import { resultText, rowText, type Shape, type UntrustedMark } from './text-form.ts';

export type ResultForm = Options['mcp_results'];

const POINTER = 'The result is in structuredContent. A client that shows only this line needs mcp_results: text.';

/** How results are written. */
export interface Writing {
  readonly form: ResultForm;
  result(shape: Shape): CallToolResult;
  /** One item as it is written in a result, for measuring. */
  item(shape: Shape): string;
}

/** Results in a form. */
export function writingAs(form: ResultForm, mark: UntrustedMark): Writing {
  if (form === 'text')
    return {
      form,
      result: (shape) => textResult(resultText(shape, mark)),
      item: (shape) => JSON.stringify(rowText(shape, mark)),
    };
  return {
    form,
    result: (shape) => ({ ...textResult(POINTER), structuredContent: { ...shape } }),
    item: (shape) => JSON.stringify(shape),
  };
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
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

/** What a client reads of an error: what happened and what to do, never a stack. */
export function errorResult(error: unknown, log: Log, tool: string): CallToolResult {
  return { isError: true, ...textResult(errorText(error, log, tool)) };
}
