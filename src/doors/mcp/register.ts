// How every tool is registered: its arguments are checked, and what it throws is an error of the tool.
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { Log } from '../../core/log.ts';
import { type Arguments, argumentSchema, resultSchema, type Values } from './arguments.ts';
import { errorResult } from './results.ts';

export interface Tool<Table extends Arguments> {
  readonly description: string;
  readonly takes: Table;
  /** The schema of `structuredContent`; left out for tools without. */
  readonly returns?: Readonly<Record<string, unknown>> | undefined;
  /** Default: it only reads what is stored. */
  readonly annotations?: Readonly<Record<string, boolean>>;
  run(values: Values<Table>, context: ServerContext): Promise<CallToolResult>;
}

const READS = { readOnlyHint: true, idempotentHint: true };
/** For tools that may request a page from its site. */
export const READS_LIVE = { ...READS, openWorldHint: true };

/** Registers a tool. */
export type Register = <Table extends Arguments>(name: string, tool: Tool<Table>) => void;

export function registerOn(server: McpServer, log: Log): Register {
  return (name, { description, takes, returns, annotations = READS, run }) => {
    server.registerTool(
      name,
      {
        ...{ description, inputSchema: argumentSchema(takes), annotations },
        ...(returns !== undefined && { outputSchema: resultSchema(returns) }),
      },
      async (values: Values<typeof takes>, context: ServerContext) => {
        try {
          return await run(values, context);
        } catch (error) {
          return errorResult(error, log, name);
        }
      },
    );
  };
}
