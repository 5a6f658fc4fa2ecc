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

/** A client with a `docent mcp` of its own over standard input and output. */
export function connectStdio(data: string, flags: readonly string[] = [], era: Era = '2025'): Promise<Connected> {
  return connectProgram([binary, 'mcp', '--data', data, ...flags], { PATH, HOME }, era);
}

/** For sites of tests, which need no politeness. */
export const QUICK = Object.freeze({ DOCENT_REQUEST_DELAY_MS: '0', DOCENT_JITTER_MS: '0' });

/** As `connectStdio`, without delays between requests. */
export function connectQuick(data: string, ...flags: readonly string[]): Promise<Connected> {
  return connectProgram([binary, 'mcp', '--data', data, ...flags], { PATH, HOME, ...QUICK });
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

/** A `docent mcp --http` on a free port. */
export async function startHttp(
  data: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [binary, 'mcp', '--data', data, '--http', '0', ...flags], {
    ...{ env: { PATH, HOME, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const found = /MCP at (\S+)/.exec(output)?.[1];
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

/** A client of a server over HTTP. */
export async function connectHttp(url: string, era: Era = '2025'): Promise<Omit<Connected, 'pid'>> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client, close: () => client.close() };
}

/** The result of a tool, as data. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a tool returns
export async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error((content as { text?: string }[]).map(({ text }) => text).join('\n'));
  return structuredContent;
}
