// The real client of the protocol, driving the real binary.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../support/repository.ts';

const { PATH = '', HOME = '' } = process.env;
const binary = join(root, 'bin/docent.js');

/** Which revision of the protocol a client speaks. */
export type Era = '2025' | '2026';

export interface Connected {
  readonly client: Client;
  /** Ends the connection, and the server with it. */
  close(): Promise<void>;
  readonly pid: number;
}

function newClient(era: Era): Client {
  return new Client({ name: 'test', version: '1' }, era === '2026' ? { versionNegotiation: { mode: 'auto' } } : {});
}

/** For `call`, which looks into data. */
export const AS_DATA = Object.freeze({ DOCENT_MCP_RESULTS: 'structured' });

/** A client with a `docent mcp` of its own over standard input and output; without flags its results are data. */
export function connectStdio(data: string, flags: readonly string[] = [], era: Era = '2025'): Promise<Connected> {
  return connectProgram([binary, 'mcp', '--data', data, ...flags], { PATH, HOME, ...AS_DATA }, era);
}

/** For sites of tests, which need no politeness. */
export const QUICK = Object.freeze({ DOCENT_REQUEST_DELAY_MS: '0', DOCENT_JITTER_MS: '0' });

/** As `connectStdio`, without delays between requests. */
export function connectQuick(data: string, ...flags: readonly string[]): Promise<Connected> {
  return connectProgram([binary, 'mcp', '--data', data, ...flags], { PATH, HOME, ...AS_DATA, ...QUICK });
}

/** The same as people start it, without a form of results. */
export function connectAsUsual(data: string, era: Era = '2025'): Promise<Connected> {
  return connectProgram([binary, 'mcp', '--data', data], { PATH, HOME }, era);
}

/** A client with a server of its own: a program of Node.js with its arguments, in this environment. */
export async function connectProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  era: Era = '2025',
): Promise<Connected> {
  const client = newClient(era);
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [...args], env: { ...env }, stderr: 'ignore' },
  });
  await client.connect(transport);
  return { client, close: () => client.close(), pid: transport.pid as number };
}

export interface HttpServer {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** A `docent mcp --http` on a free port; without flags and an environment its results are data. */
export function startHttp(
  data: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = AS_DATA,
): Promise<HttpServer> {
  return startListening(['mcp', '--data', data, '--http', '0', ...flags], /MCP at (\S+)/, env);
}

/** A `docent serve` on a free port, by the address of its MCP. */
export async function startServe(data: string): Promise<HttpServer> {
  const server = await startListening(['serve', '--data', data, '--listen', '0'], /listening on (\S+)/, {});
  return { ...server, url: `${server.url}/mcp` };
}

/** A command that names its address on standard error. */
async function startListening(
  args: readonly string[],
  address: RegExp,
  env: Readonly<Record<string, string>>,
): Promise<HttpServer> {
  const child = spawn(process.execPath, [binary, ...args], {
    ...{ env: { PATH, HOME, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = address.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(output)));
  });
  return {
    url,
    pid: child.pid as number,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** What a test file opens, until it closes all of it. */
export function openOnes(): { kept<T extends Closing>(opening: Promise<T>): Promise<T>; close(): Promise<void> } {
  const open: Closing[] = [];
  return {
    async kept(opening) {
      const opened = await opening;
      open.push(opened);
      return opened;
    },
    async close() {
      await Promise.allSettled(open.map((one) => one.close()));
    },
  };
}

interface Closing {
  close(): Promise<void>;
}

/** A client of a server over HTTP. */
export async function connectHttp(url: string, era: Era = '2025'): Promise<Omit<Connected, 'pid'>> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client, close: () => client.close() };
}

/** The result of a tool, as text. */
export async function textOf(client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  return (content as { readonly text?: string }[]).map(({ text }) => text).join('\n');
}

/** The result of a tool, as data. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a tool returns
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error((content as { text?: string }[]).map(({ text }) => text).join('\n'));
  return structuredContent;
}
