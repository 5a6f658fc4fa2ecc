// A5: the server as a process: beside a crawl, beside other servers, and when its client disconnects.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { more } from '../support/how-long.ts';
import { startServer } from '../support/local-server.ts';
import { root } from '../support/repository.ts';
import { answerSite, type SearchSite, startSearchSite } from '../support/search-site.ts';
import { until } from '../support/until.ts';
import { call, connectQuick, connectStdio, QUICK } from './client.ts';
import { underLoad } from './load.ts';

const binary = join(root, 'bin/docent.js');
const { PATH = '', HOME = '' } = process.env;
let site: SearchSite;
let data: string;
let folder: string;

beforeAll(async () => {
  let crawled = false;
  site = await startSearchSite((request, response) => {
    // A page that never ends, for a live read.
    if (crawled && request.url === '/docs/long') response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    else answerSite(request, response);
  });
  folder = mkdtempSync(join(tmpdir(), 'docent-mcp-process-'));
  data = join(folder, 'data');
  const ended = await runCommand(['crawl', `${site.server.origin}/docs/`, '--data', data, '--delay', '0'], {
    cwd: folder,
  });
  expect(ended.code, ended.stderr).toBe(0);
  crawled = true;
});

afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

function start(...flags: string[]): ChildProcess {
  return spawn(process.execPath, [binary, 'mcp', '--data', data, ...flags], {
    ...{ cwd: folder, env: { PATH, HOME, DOCENT_LOG_LEVEL: 'debug', ...QUICK }, stdio: ['pipe', 'pipe', 'pipe'] },
  });
}

const message = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const initialize = message(0, 'initialize', {
  ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

describe('A5: the process', () => {
  it('A5: writes nothing but the protocol to standard output, and ends with its standard input', async () => {
    const child = start();
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let out = '';
    const answered = new Promise<void>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        out += chunk;
        if (out.includes('"id":2')) resolve();
      });
    });
    child.stdin?.write(initialize);
    child.stdin?.write('this is no message\n{"jsonrpc":"2.0"}\n');
    child.stdin?.write(message(1, 'tools/call', { name: 'search_docs', arguments: { query: 'lock' } }));
    child.stdin?.write(message(2, 'tools/call', { name: 'read_doc', arguments: { url: 'https://nowhere.example/' } }));
    await answered;
    child.stdin?.end();
    expect(await ended).toBe(0);
    for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });

  it('A5: ends with its standard input also in the middle of a call, without its answer', async () => {
    const child = start();
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stdin?.write(initialize);
    child.stdin?.write(
      message(1, 'tools/call', { name: 'read_doc', arguments: { url: `${site.server.origin}/docs/long` } }),
    );
    const before = site.server.requestLines.length;
    await until(() => site.server.requestLines.slice(before).includes('GET /docs/long'));
    child.stdin?.end();
    expect(await ended).toBe(0);
    expect(out).toContain('"id":0');
    // It has not waited for the page.
    expect(out).not.toContain('"id":1');
  });

  it('A5: kill -9 of the client in a call leaves no process behind', async () => {
    const program = join(folder, 'client.mjs');
    writeFileSync(
      program,
      `import { Client } from ${JSON.stringify(import.meta.resolve('@modelcontextprotocol/client'))};
       import { StdioClientTransport } from ${JSON.stringify(import.meta.resolve('@modelcontextprotocol/client/stdio'))};
       const transport = new StdioClientTransport({ command: process.execPath, args: ${JSON.stringify([binary, 'mcp', '--data', data])}, env: ${JSON.stringify({ PATH, HOME, ...QUICK })} });
       const client = new Client({ name: 'x', version: '1' });
       await client.connect(transport);
       console.log(transport.pid);
       await client.callTool({ name: 'read_doc', arguments: { url: ${JSON.stringify(`${site.server.origin}/docs/long`)} } });`,
    );
    const before = site.server.requestLines.filter((one) => one === 'GET /docs/long').length;
    const client = spawn(process.execPath, [program], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) =>
      client.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk))),
    );
    await until(() => site.server.requestLines.filter((one) => one === 'GET /docs/long').length > before);
    expect(isThere(pid)).toBe(true);
    client.kill('SIGKILL');
    await until(() => !isThere(pid));
  });

  it('A5: starts in a folder that holds nothing yet, and shows what to do at the first question', more, async () => {
    const { client, close } = await connectStdio(join(folder, 'empty'));
    await expect(call(client, 'search_docs', { query: 'x' })).rejects.toThrow(/docent crawl/);
    await expect(call(client, 'list_libraries')).rejects.toThrow(/docent crawl/);
    expect((await client.listResources()).resources).toEqual([]);
    await close();
  });

  it('A5: with --allow-write a site is added and refreshed, and then found', async () => {
    const flags = ['--allow-write', '--allow-private', '127.0.0.1'];
    const { client, close } = await connectQuick(join(folder, 'written'), ...flags);
    const origin = `${site.server.origin}/docs/tasks`;
    const added = await call(client, 'add_source', { url: origin, library: 'tasks@1' });
    expect(added).toMatchObject({ what: origin, state: expect.stringMatching(/queued|running|complete/) });
    await until(async () => {
      const { passages } = await call(client, 'search_docs', { query: 'asyncio.gather', library: 'tasks@1' });
      return passages.length > 0;
    });
    const refused: string[] = [];
    await until(() =>
      call(client, 'refresh_source', { library: 'tasks' }).catch((error: Error) => void refused.push(error.message)),
    );
    // Until its first crawl has ended.
    expect(refused.filter((message) => !message.includes('is being crawled'))).toEqual([]);
    await close();
  });

  it('A5, H7: what an assistant names does not open this machine: not as a source, not by a link, not by a redirect', async () => {
    await using secret = await startServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>secret'),
    );
    const pages: Readonly<Record<string, string>> = {
      '/docs/': `<a href="/docs/away">a</a><a href="${secret.origin}/admin">admin</a><p>${'Some words of a page. '.repeat(20)}</p>`,
    };
    await using host = await startServer((request, response) => {
      if (request.url === '/docs/away') response.writeHead(302, { location: `${secret.origin}/away` }).end();
      else if (request.url !== undefined && pages[request.url] !== undefined)
        response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url]);
      else response.writeHead(404).end();
    });
    const own = join(folder, 'errands');
    await runCommand(['crawl', `${host.origin}/docs/`, '--data', own, '--delay', '0'], { cwd: folder });
    const { client, close } = await connectQuick(own, '--allow-write');
    const before = secret.requestLines.length;
    const urls = [
      `${secret.origin}/admin`,
      `${secret.origin}/admin?token=1`,
      `${host.origin}/docs/away`,
      `${secret.origin}/other`,
    ];
    for (const url of urls)
      await expect(call(client, 'read_doc', { url })).rejects.toThrow(/does not belong|another site/);
    await expect(call(client, 'add_source', { url: `${secret.origin}/` })).rejects.toThrow('on this machine');
    await expect(call(client, 'read_doc', { url: `${host.origin}/docs/new?token=1` })).rejects.toThrow(
      'met by no crawl',
    );
    expect(secret.requestLines.slice(before)).toEqual([]);
    expect(host.requestLines.join()).not.toContain('token');
    await close();
  });

  it('A5, C4: a folder that is deleted or put in place while the server runs is noticed', async () => {
    const own = join(folder, 'replaced');
    cpSync(data, own, { recursive: true });
    const { client, close } = await connectStdio(own);
    expect((await call(client, 'search_docs', { query: 'advisory lock' })).passages).not.toEqual([]);
    rmSync(own, { recursive: true });
    await expect(call(client, 'search_docs', { query: 'advisory lock' })).rejects.toThrow('there is no crawl');
    cpSync(data, own, { recursive: true });
    expect((await call(client, 'search_docs', { query: 'advisory lock' })).passages).not.toEqual([]);
    await close();
  });

  it('A5: calls leave no open files behind', more, async () => {
    const { client, close, pid } = await connectStdio(data);
    const search = async (nth: number): Promise<void> => {
      await call(client, 'search_docs', { query: `lock ${nth % 7}` });
      await call(client, 'list_libraries');
      await call(client, 'read_doc', { url: `${site.server.origin}/docs/settings` });
    };
    const open = (): number => readdirSync(`/proc/${pid}/fd`).length;
    const threads = (): number => Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    for (let nth = 0; nth < 7; nth++) await search(nth);
    const [files, count] = [open(), threads()];
    for (let nth = 0; nth < 30; nth++) await search(nth);
    // A connection that was idle may have been closed meanwhile, and a thread ended.
    expect(open()).toBeLessThanOrEqual(files);
    expect(threads()).toBeLessThanOrEqual(count);
    await close();
  });

  it('C4: five servers beside a running crawl answer right, and the log of the store stays short', more, async () => {
    const { problems, found, wal, stored } = await underLoad({ servers: 5, calls: 60, pages: 60 });
    expect(problems).toEqual([]);
    expect(found).toBeGreaterThan(30);
    expect(wal).toBeLessThan(40_000_000);
    expect(stored[1]).toBeGreaterThanOrEqual(stored[0]);
  });
});
