// `npm run test:clients`: clients written by others drive every tool at every door, as text, and Context7's API.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectAsUsual, connectHttp, type HttpServer, startHttp, startServe } from '../mcp/client.ts';
import { run } from '../support/process.ts';
import { root } from '../support/repository.ts';
import { startSearchSite } from '../support/search-site.ts';
import { context7Clients } from './context7.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const binary = join(root, 'bin/docent.js');

type Calls = readonly (readonly [tool: string, args: Readonly<Record<string, string>>, holds: string])[];

/** What each tool is called with, and what the text must hold that a model is handed. */
function calls(seed: string): Calls {
  return [
    ['search_docs', { query: 'asyncio.gather' }, 'Runs awaitable objects concurrently.'],
    ['search_docs', { question: 'asyncio.gather' }, 'Runs awaitable objects concurrently.'],
    ['read_doc', { url: `${seed}settings` }, 'advisory lock'],
    ['find_library', { name: 'demo 2.1' }, 'match: exact'],
    ['list_libraries', {}, 'name: demo'],
    ['check_freshness', { library: 'demo' }, 'age_hours: '],
    ['whats_changed', { library: 'demo' }, 'kind: first-crawl'],
    ['resolve-library-id', { libraryName: 'demo', query: 'tasks' }, '/docs/demo'],
    ['query-docs', { libraryId: '/docs/demo', query: 'asyncio.gather' }, 'Runs awaitable objects concurrently.'],
  ];
}

/** For connectors, over HTTP. */
function connectorCalls(seed: string): Calls {
  return [
    ['search', { query: 'asyncio.gather' }, `"id":"${seed}tasks#asyncio.gather"`],
    ['fetch', { id: `${seed}settings` }, 'advisory lock'],
  ];
}

/** What a client reads of a result. */
interface Result {
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: object;
  readonly isError?: boolean;
}

const textIn = ({ content }: Result): string => content.map(({ text }) => text).join('\n');

/** A server, by how it is reached. */
interface Door {
  readonly name: string;
  /** Undefined: the client starts a `docent mcp` of its own. */
  readonly url: string | undefined;
  readonly flags?: readonly string[];
}

let failures = 0;
function report(what: string, isRight: boolean, output = ''): void {
  if (!isRight) failures++;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}${isRight ? '' : `: ${output.slice(0, 500)}`}`);
}

const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { dependencies: object };
if (!Object.keys(dependencies).every((name) => existsSync(join(here, 'node_modules', name))))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: here, stdio: 'inherit' });

const folder = mkdtempSync(join(tmpdir(), 'docent-clients-'));
const site = await startSearchSite();
let http: HttpServer | undefined;
let served: HttpServer | undefined;
try {
  const seed = `${site.server.origin}/docs/`;
  const data = join(folder, 'data');
  const crawled = await run(
    process.execPath,
    [binary, 'crawl', seed, '--data', data, '--delay', '0', '--retain', 'full', '--library', 'demo@2.1'],
    { cwd: folder },
  );
  if (crawled.code !== 0) throw new Error(crawled.stderr);
  http = await startHttp(data, [], {});
  served = await startServe(data);
  const doors: readonly Door[] = [
    { name: 'stdio', url: undefined },
    { name: 'mcp --http', url: http.url },
    { name: 'serve', url: served.url },
  ];
  for (const door of doors) {
    await sdk('first SDK', await firstClient(data, door), seed, door);
    const { client, close } = await (door.url === undefined ? connectAsUsual(data) : connectHttp(door.url, '2026'));
    await sdk(
      'second SDK',
      { listTools: () => client.listTools(), callTool: (one) => client.callTool(one as never), close },
      seed,
      door,
    );
    await inspector(seed, data, door);
  }
  await asData(data, seed);
  await context7Clients({ packages: join(here, 'node_modules'), folder, report });
} finally {
  await served?.close();
  await http?.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? 'all clients were served' : `${failures} calls failed`);
process.exitCode = failures === 0 ? 0 : 1;

/** A client of either SDK. */
interface SdkClient {
  listTools(): Promise<{ readonly tools: readonly { readonly outputSchema?: unknown }[] }>;
  callTool(call: object): Promise<unknown>;
  close(): Promise<void>;
}

/** The SDK of the first generation, as most clients still use it. */
async function firstClient(data: string, { url, flags = [] }: Door): Promise<SdkClient> {
  interface FirstClient extends SdkClient {
    connect(transport: unknown): Promise<void>;
  }
  const folderOfSdk = join(here, 'node_modules/@modelcontextprotocol/sdk/dist/esm/client');
  const load = async <T>(file: string): Promise<T> => (await import(join(folderOfSdk, file))) as T;
  const { Client } = await load<{ Client: new (info: object) => FirstClient }>('index.js');
  const { StdioClientTransport } = await load<{ StdioClientTransport: new (options: object) => unknown }>('stdio.js');
  const { StreamableHTTPClientTransport } = await load<{ StreamableHTTPClientTransport: new (url: URL) => unknown }>(
    'streamableHttp.js',
  );
  const client = new Client({ name: 'first', version: '1' });
  await client.connect(
    url === undefined
      ? new StdioClientTransport({
          ...{ command: process.execPath, args: [binary, 'mcp', '--data', data, ...flags], stderr: 'ignore' },
        })
      : new StreamableHTTPClientTransport(new URL(url)),
  );
  return client;
}

async function sdk(who: string, client: SdkClient, seed: string, door: Door): Promise<void> {
  const { tools } = await client.listTools();
  const bare = tools.every(({ outputSchema }) => outputSchema === undefined);
  report(
    `${who}, ${door.name}: ${tools.length} tools without output schemas`,
    bare && tools.length === (door.url === undefined ? 8 : 10),
  );
  for (const [name, args, holds] of callsAt(door, seed)) {
    const result = (await client.callTool({ name, arguments: args })) as Result;
    report(
      `${who}, ${door.name}: ${shown(name, args)} in content`,
      isRight(name, result, holds),
      JSON.stringify(result),
    );
  }
  const wrong = (await client.callTool({ name: 'search_docs', arguments: { query: 7 } })) as Result;
  report(
    `${who}, ${door.name}: a malformed call is an error of the tool`,
    wrong.isError === true,
    JSON.stringify(wrong),
  );
  await client.close();
}

/** The first SDK checks what it gets against the output schemas. */
async function asData(data: string, seed: string): Promise<void> {
  const client = await firstClient(data, { name: 'stdio', url: undefined, flags: ['--structured'] });
  await client.listTools();
  for (const [name, args] of calls(seed).filter(([tool]) => !tool.includes('-'))) {
    const result = (await client.callTool({ name, arguments: args })) as Result;
    const isData =
      result.structuredContent !== undefined && /^The result is in structuredContent\./.test(textIn(result));
    report(`first SDK, --structured: ${shown(name, args)} as data`, isData, JSON.stringify(result));
  }
  await client.close();
}

function callsAt({ url }: Door, seed: string): Calls {
  return [...calls(seed), ...(url === undefined ? [] : connectorCalls(seed))];
}

/** Everything is in the text; only the addresses that `search` returns are in both places. */
function isRight(name: string, result: Result, holds: string): boolean {
  return (
    result.isError !== true &&
    textIn(result).includes(holds) &&
    (result.structuredContent !== undefined) === (name === 'search')
  );
}

function shown(name: string, args: Readonly<Record<string, string>>): string {
  return `${name}(${Object.keys(args).join(', ')})`;
}

/** The inspector's command line; it ends with another code where a tool reports an error. */
async function inspector(seed: string, data: string, door: Door): Promise<void> {
  const program = join(here, 'node_modules/.bin/mcp-inspector');
  const server =
    door.url === undefined ? [process.execPath, binary, 'mcp', '--data', data] : [door.url, '--transport', 'http'];
  const ask = (...args: string[]): ReturnType<typeof run> =>
    run(program, ['--cli', ...server, ...args], { cwd: folder });
  const listed = await ask('--method', 'tools/list');
  report(
    `inspector, ${door.name}: tools/list`,
    listed.code === 0 && listed.stdout.includes('whats_changed'),
    listed.stderr + listed.stdout,
  );
  for (const [name, args, holds] of callsAt(door, seed)) {
    const toolArgs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
    const { code, stdout, stderr } = await ask('--method', 'tools/call', '--tool-name', name, ...toolArgs);
    const result = code === 0 ? (JSON.parse(stdout) as Result) : { content: [], isError: true };
    report(
      `inspector, ${door.name}: ${shown(name, args)} in content`,
      isRight(name, result, holds),
      `${code} ${stderr}${stdout}`,
    );
  }
  const wrong = await ask('--method', 'tools/call', '--tool-name', 'search_docs', '--tool-arg', 'query=');
  report(
    `inspector, ${door.name}: a malformed call is an error of the tool`,
    wrong.code !== 0 || wrong.stdout.includes('isError'),
    wrong.stdout,
  );
}
