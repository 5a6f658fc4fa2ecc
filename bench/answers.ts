// How good, how large and how fast answers for assistants are: judged questions over three real sites, through the real MCP server.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from '../src/chunk/tokens.ts';
import { openSearch } from '../src/doors/library/search.ts';
import type { Store } from '../src/store/port.ts';
import { chunksIndexed, pathIn, pathsIn, storeAt } from './search/measure.ts';
import { countedKinds, type JudgedQuery, readQueries, sharedSearchData } from './search/queries.ts';
import { crawlSites } from './search/sites.ts';

const shared = sharedSearchData();
if (shared === undefined) {
  console.log('bench:answers: skipped, there are no query sets (set DOCENT_SHARED to the folder that holds search/)');
  process.exit(0);
}
const binary = fileURLToPath(new URL('../bin/docent.js', import.meta.url));
const kept = process.env.DOCENT_BENCH_DATA;
const work = kept ?? mkdtempSync(join(tmpdir(), 'docent-bench-answers-'));
const data = join(work, 'full');
const ROUNDS = 9;
const CALLS = 1_000;
const BUDGETS = [500, 2_000, 6_000];
const QUESTIONS = 500;

try {
  const store = storeAt(data);
  if ((await store.identity()) === undefined)
    console.log(`crawled with whole texts in ${(await crawlSites(work, 'full')).seconds.toFixed(1)} s`);
  const known = new Set((await pathsIn(store)).values());
  const queries = readQueries(join(shared, 'docs-queries.json'), undefined, (page) => known.has(page)).filter(
    ({ kind }) => countedKinds.includes(kind),
  );
  console.log(`${await chunksIndexed(store)} chunks, ${queries.length} questions`);
  await reportQuality(store, queries);
  await reportStart();
  await reportServing(queries);
} finally {
  if (kept === undefined) rmSync(work, { recursive: true, force: true });
}

/** Whether the right page, and the right section of it, are among the passages. */
async function reportQuality(store: Store, queries: readonly JudgedQuery[]): Promise<void> {
  const idsOf = await chunkIds(store);
  const search = openSearch({ data });
  const kinds = new Map<string, { n: number; page: number; section: number; tokens: number; pages: number }>();
  for (const { kind, query, relevantPages, relevantAnchors, sourcePages } of queries) {
    const answer = await search.answer(query);
    const sum = kinds.get(kind) ?? { n: 0, page: 0, section: 0, tokens: 0, pages: 0 };
    kinds.set(kind, sum);
    const passages = answer.passages
      .map(({ url, chunk }) => ({ path: pathIn(url), chunk }))
      .filter(({ path }) => !sourcePages.includes(path));
    sum.n++;
    sum.tokens += countTokens(JSON.stringify(answer));
    sum.pages += new Set(passages.map(({ path }) => path)).size;
    if (passages.some(({ path }) => relevantPages.includes(path))) sum.page++;
    const isSection = ({ path, chunk }: { readonly path: string; readonly chunk: string }): boolean =>
      (idsOf.get(chunk) ?? []).some((id) => relevantAnchors.includes(`${path}#${id}`));
    if (passages.some(isSection)) sum.section++;
  }
  await search.close();
  console.log(`\n${'kind'.padEnd(16)}${'n'.padStart(5)}   page   section   tokens   pages`);
  for (const [kind, { n, page, section, tokens, pages }] of kinds)
    console.log(
      `${kind.padEnd(16)}${String(n).padStart(5)}   ${(page / n).toFixed(3)}  ${(section / n).toFixed(3)}     ${String(Math.round(tokens / n)).padStart(5)}    ${(pages / n).toFixed(1)}`,
    );
}

/** The ids inside every stored chunk, by its own. */
async function chunkIds(store: Store): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const stored = await store.openPages();
  for (const { provider } of await stored.providers())
    for await (const { id: page } of stored.pages(provider))
      for (const { id, ids, anchor = '' } of await stored.chunks(page)) found.set(id, [...ids, anchor]);
  await stored.close();
  return found;
}

/** From the start of the process to the answer of `initialize`. */
async function reportStart(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const child = spawn(process.execPath, [binary, 'mcp', '--data', data], { stdio: ['pipe', 'pipe', 'ignore'] });
    const answered = new Promise((resolve) => child.stdout.once('data', resolve));
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    await answered;
    times.push(performance.now() - start);
    child.stdin.end();
    await new Promise((resolve) => child.once('close', resolve));
  }
  console.log(
    `\nstart to the answer of initialize: median ${at(times, 0.5).toFixed(0)} ms of ${ROUNDS} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`,
  );
}

/** Speed, budgets, and what a thousand calls leave behind. */
async function reportServing(queries: readonly JudgedQuery[]): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [binary, 'mcp', '--data', data],
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  const pid = transport.pid as number;
  const search = (query: string, max_tokens?: number): ReturnType<Client['callTool']> =>
    client.callTool({ name: 'search_docs', arguments: { query, ...(max_tokens !== undefined && { max_tokens }) } });
  const pick = (nth: number): string => (queries[(nth * 7_919) % queries.length] as JudgedQuery).query;
  let over = 0;
  let largest = 0;
  for (const budget of BUDGETS)
    for (let nth = 0; nth < QUESTIONS; nth++) {
      const tokens = countTokens(JSON.stringify(await search(pick(nth), budget)));
      largest = Math.max(largest, tokens / budget);
      if (tokens > budget) over++;
    }
  console.log(
    `budgets: ${over} of ${QUESTIONS * BUDGETS.length} results over theirs; the largest took ${(largest * 100).toFixed(1)} % of it`,
  );
  const times: number[] = [];
  for (let nth = 0; nth < CALLS; nth++) {
    const start = performance.now();
    await search(pick(nth));
    times.push(performance.now() - start);
  }
  console.log(`search_docs over stdio: p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`);
  const before = held(pid);
  for (let nth = 0; nth < CALLS; nth++) await search(pick(nth));
  const after = held(pid);
  console.log(
    `${CALLS} calls later: ${before.megabytes.toFixed(0)} -> ${after.megabytes.toFixed(0)} MB, ${before.handles} -> ${after.handles} descriptors`,
  );
  await client.close();
}

function held(pid: number): { readonly megabytes: number; readonly handles: number } {
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { megabytes: Number(rss) / 1_000, handles: readdirSync(`/proc/${pid}/fd`).length };
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
