// `npm run test:clients`: clients written by others drive every tool over both transports, and Context7's API.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HttpServer, startHttp } from '../mcp/client.ts';
import { run } from '../support/process.ts';
import { root } from '../support/repository.ts';
import { startSearchSite } from '../support/search-site.ts';
import { context7Clients } from './context7.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const binary = join(root, 'bin/docent.js');

/** What each tool is called with, and what its result must hold. */
function calls(
  seed: string,
): readonly (readonly [tool: string, args: Readonly<Record<string, string>>, holds: string])[] {
  return [
    ['search_docs', { question: 'asyncio.gather' }, 'asyncio.gather'],
    ['read_doc', { url: `${seed}settings` }, 'advisory lock'],
    ['find_library', { name: 'demo 2.1' }, '"exact"'],
    ['list_libraries', {}, '"demo"'],
    ['check_freshness', { library: 'demo' }, 'age_hours'],
    ['whats_changed', { library: 'demo' }, '"first-crawl"'],
    ['resolve-library-id', { libraryName: 'demo', query: 'tasks' }, '/docs/demo'],
    ['query-docs', { libraryId: '/docs/demo', query: 'asyncio.gather' }, 'asyncio.gather'],
  ];
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
try {
  const seed = `${site.server.origin}/docs/`;
  const data = join(folder, 'data');
  const crawled = await run(
    process.execPath,
    [binary, 'crawl', seed, '--data', data, '--delay', '0', '--retain', 'full', '--library', 'demo@2.1'],
    { cwd: folder },
  );
  if (crawled.code !== 0) throw new Error(crawled.stderr);
  http = await startHttp(data);
  await firstSdk(seed, data, http.url);
  await inspector(seed, data, http.url);
  await context7Clients({ packages: join(here, 'node_modules'), folder, report });
} finally {
  await http?.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures === 0 ? 'all clients were served' : `${failures} calls failed`);
process.exitCode = failures === 0 ? 0 : 1;

/** The SDK of the first generation, as most clients still use it. */
async function firstSdk(seed: string, data: string, url: string): Promise<void> {
  interface FirstClient {
    connect(transport: unknown): Promise<void>;
    listTools(): Promise<{ readonly tools: readonly unknown[] }>;
    callTool(call: object): Promise<unknown>;
    close(): Promise<void>;
  }
  const sdk = join(here, 'node_modules/@modelcontextprotocol/sdk/dist/esm/client');
  const load = async <T>(file: string): Promise<T> => (await import(join(sdk, file))) as T;
  const { Client } = await load<{ Client: new (info: object) => FirstClient }>('index.js');
  const { StdioClientTransport } = await load<{ StdioClientTransport: new (options: object) => unknown }>('stdio.js');
  const { StreamableHTTPClientTransport } = await load<{ StreamableHTTPClientTransport: new (url: URL) => unknown }>(
    'streamableHttp.js',
  );
  const ways = {
    stdio: new StdioClientTransport({
      command: process.execPath,
      args: [binary, 'mcp', '--data', data],
      stderr: 'ignore',
    }),
    HTTP: new StreamableHTTPClientTransport(new URL(url)),
  };
  for (const [way, transport] of Object.entries(ways)) {
    const client = new Client({ name: 'first', version: '1' });
    await client.connect(transport);
    report(`first SDK, ${way}: eight tools`, (await client.listTools()).tools.length === 8);
    for (const [name, args, holds] of calls(seed)) {
      const output = JSON.stringify(await client.callTool({ name, arguments: args }));
      report(
        `first SDK, ${way}: ${name}`,
        output.includes(holds.replaceAll('"', '')) && !output.includes('"isError":true'),
        output,
      );
    }
    const wrong = JSON.stringify(await client.callTool({ name: 'search_docs', arguments: { question: 7 } }));
    report(`first SDK, ${way}: a malformed call is an error of the tool`, wrong.includes('"isError":true'), wrong);
    await client.close();
  }
}

/** The inspector's command line; it ends with another code where a tool reports an error. */
async function inspector(seed: string, data: string, url: string): Promise<void> {
  const program = join(here, 'node_modules/.bin/mcp-inspector');
  const ways = {
    stdio: [process.execPath, binary, 'mcp', '--data', data],
    HTTP: [url, '--transport', 'http'],
  };
  for (const [way, server] of Object.entries(ways)) {
    const ask = (...args: string[]): ReturnType<typeof run> =>
      run(program, ['--cli', ...server, ...args], { cwd: folder });
    const listed = await ask('--method', 'tools/list');
    report(
      `inspector, ${way}: tools/list`,
      listed.code === 0 && listed.stdout.includes('whats_changed'),
      listed.stderr + listed.stdout,
    );
    for (const [name, args, holds] of calls(seed)) {
      const toolArgs = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`]);
      const { code, stdout, stderr } = await ask('--method', 'tools/call', '--tool-name', name, ...toolArgs);
      report(`inspector, ${way}: ${name}`, code === 0 && stdout.includes(holds), `${code} ${stderr}${stdout}`);
    }
    const wrong = await ask('--method', 'tools/call', '--tool-name', 'search_docs', '--tool-arg', 'question=');
    report(
      `inspector, ${way}: a malformed call is an error of the tool`,
      wrong.code !== 0 || wrong.stdout.includes('isError'),
      wrong.stdout,
    );
  }
}
