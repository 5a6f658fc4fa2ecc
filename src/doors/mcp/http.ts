// The MCP server over streamable HTTP, stateless, as a handler that any web server can mount.

import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { counted } from '../../core/counted.ts';
import type { Log } from '../../core/log.ts';
import { readText } from '../body-text.ts';
import { foreignCaller } from '../foreign-caller.ts';

export interface McpHttp {
  /** Handles one request; never throws. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Larger than any call we take. */
const MOST_BODY = 1 << 20;

/**
 * The handler. It accepts POST only, from callers on this machine by name and origin, one message at a time (a batch with a
 * cancellation in it would leave the stream open), and responds with JSON unless the caller requests progress. `foreign` refuses
 * callers; a server that has checked them passes one that refuses none.
 */
export function createMcpHttp(create: () => McpServer, log: Log, foreign = foreignCaller): McpHttp {
  const onerror = (error: Error): void => log.debug({ err: error }, 'mcp');
  const modern = createMcpHandler(create, { keepAliveMs: 0, legacy: 'reject', onerror });

  const answer = async (request: Request): Promise<Response> => {
    const refused = foreign(request);
    if (refused) return refused;
    if (request.method !== 'POST') return refusal(405, -32000, 'only POST is answered here', { allow: 'POST' });
    const text = await readText(request, MOST_BODY);
    if (typeof text !== 'string')
      return text.not === 'too_large'
        ? refusal(413, -32600, `a request has at most ${counted(MOST_BODY, 'byte')}`)
        : refusal(400, -32700, 'the client left before its body was here');
    const body = parsed(text);
    if (body === undefined) return refusal(400, -32700, 'the body is not JSON');
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      return refusal(400, -32600, 'one JSON-RPC message is answered at a time, no batches');
    const plain = new Request(request.url, {
      method: 'POST',
      headers: accepting(request.headers),
      body: text,
      signal: request.signal,
    });
    if (!(await isLegacyRequest(plain.clone(), body))) return modern.fetch(plain, { parsedBody: body });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress(body) });
    const server = create();
    await server.connect(transport);
    return closing(await transport.handleRequest(plain, { parsedBody: body }), () => server.close());
  };

  return {
    async fetch(request) {
      try {
        return await answer(request);
      } catch (error) {
        log.error({ err: error instanceof Error ? error : new Error(String(error)) }, 'mcp over HTTP failed');
        return refusal(500, -32603, 'something went wrong inside docent; see its log');
      }
    },
    close: () => modern.close(),
  };
}

function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status, headers });
}

/** A caller that accepts JSON, or sends no Accept header, takes both content types. */
function accepting(original: Headers): Headers {
  const headers = new Headers(original);
  const accept = headers.get('accept') ?? '*/*';
  if (/\*\/\*|application\/json|application\/\*/.test(accept))
    headers.set('accept', 'application/json, text/event-stream');
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wantsProgress(body: object): boolean {
  const params = (body as { readonly params?: { readonly _meta?: { readonly progressToken?: unknown } } }).params;
  return params?._meta?.progressToken !== undefined;
}

/** Ends the server of one request with its response, or with the client. */
function closing(response: Response, close: () => Promise<void>): Response {
  const { body } = response;
  if (body !== null) return new Response(ReadableStream.from(relayed(body, close)), response);
  void close();
  return response;
}

async function* relayed(
  body: ReadableStream<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } finally {
    await close();
  }
}
