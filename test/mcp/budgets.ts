// A5: no result is larger than its budget: questions made of the words of a site, in both forms, each result measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { startDemoSite } from '../../src/app/demo/site.ts';
import { tokenBudget } from '../../src/app/search/budget.ts';
import { countTokens } from '../../src/chunk/tokens.ts';
import { run } from '../support/process.ts';
import { root } from '../support/repository.ts';
import { connectHttp, connectStdio, startHttp } from './client.ts';

export interface Measured {
  readonly results: number;
  /** The largest share of its budget that a result took. */
  readonly largest: number;
  /** One line for each result over its budget. */
  readonly over: readonly string[];
}

/** What no page holds, and what is hard to count. */
const ODD = [
  'zzyzx',
  'リース',
  '임대',
  '"lease expires"',
  '🚀🚀',
  'a\u0301b',
  '</untrusted>',
  '\\"\\n',
  'x'.repeat(300),
];

/** Asks as many questions with each budget in each form, by turns over stdio and over HTTP. */
export async function measureBudgets(questions: number, budgets: readonly number[]): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-budgets-'));
  const data = join(folder, 'data');
  const site = await startDemoSite();
  const closing: (() => Promise<void>)[] = [];
  try {
    const flags = ['--data', data, '--delay', '0', '--retain', 'full', '--library', 'lantern@2.4', '--quiet'];
    const crawled = await run(process.execPath, [join(root, 'bin/docent.js'), 'crawl', site.seed, ...flags], {
      cwd: folder,
    });
    if (crawled.code !== 0) throw new Error(crawled.stderr);
    const forms: (readonly [stdio: Client, http: Client])[] = [];
    for (const form of ['--text', '--structured']) {
      const stdio = await connectStdio(data, [form]);
      const server = await startHttp(data, [form]);
      const http = await connectHttp(server.url, '2026');
      forms.push([stdio.client, http.client]);
      closing.push(stdio.close, http.close, server.close);
    }
    return await measured(forms, site.seed, questions, budgets);
  } finally {
    await Promise.allSettled(closing.map((close) => close()));
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  forms: readonly (readonly [stdio: Client, http: Client])[],
  seed: string,
  questions: number,
  budgets: readonly number[],
): Promise<Measured> {
  const over: string[] = [];
  let results = 0;
  let largest = 0;
  const measure = async (client: Client, name: string, args: Record<string, unknown>, budget: number) => {
    const result = await client.callTool({ name, arguments: args });
    const tokens = countTokens(JSON.stringify(result));
    results++;
    largest = Math.max(largest, tokens / budget);
    if (result.isError) throw new Error(JSON.stringify(result));
    if (tokens > budget) over.push(`${name} ${JSON.stringify(args)}: ${tokens} tokens`);
    return JSON.stringify(result);
  };
  const words = [...new Set((await (await fetch(seed)).text()).match(/[\p{L}\d_.-]{2,}/gu)), ...ODD];
  for (let nth = 0; nth < questions; nth++) {
    const query = Array.from({ length: 1 + (nth % 6) }, (_, at) => words[(nth * 7_919 + at * 104_729) % words.length])
      .join(' ')
      .slice(0, 900);
    for (const [stdio, http] of forms)
      for (const max_tokens of budgets) {
        const client = nth % 2 === 0 ? stdio : http;
        const found = await measure(client, 'search_docs', { query, max_tokens }, max_tokens);
        const url = new RegExp(`${seed}[^"\\\\\\s]*`).exec(found)?.[0] ?? seed;
        const cursor = /cursor(?:: |":")([\w-]+)/.exec(found)?.[1];
        if (cursor !== undefined) await measure(client, 'search_docs', { query, max_tokens, cursor }, max_tokens);
        await measure(client, 'read_doc', { url, max_tokens }, max_tokens);
        if (client === stdio) continue;
        await measure(client, 'search', { query }, tokenBudget.usual);
        await measure(client, 'fetch', { id: url }, tokenBudget.usual);
      }
  }
  return { results, largest, over };
}
