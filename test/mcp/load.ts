// `npm run test:assistants`: five servers answer a thousand calls beside a running crawl of the same folder, and no result exceeds its budget.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer } from '../support/local-server.ts';
import { root } from '../support/repository.ts';
import { measureBudgets } from './budgets.ts';
import { type Connected, call, connectStdio } from './client.ts';

export interface Load {
  readonly servers: number;
  /** Calls to all servers together. */
  readonly calls: number;
  /** Pages of the site that is crawled meanwhile. */
  readonly pages: number;
}

export interface LoadResult {
  /** One line for each violated promise. */
  readonly problems: readonly string[];
  readonly found: number;
  /** The largest write-ahead log that was seen, in bytes. */
  readonly wal: number;
  /** Pages that were stored when the calls began, and when they ended. */
  readonly stored: readonly [before: number, after: number];
}

/** A word that is on one page alone. */
const word = (page: number): string => `zephyr${page}quill`;

/** Letters in place of digits: too many numbered pages are taken for a trap. */
function nameOf(page: number): string {
  return page.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
}

function pageNamed(name: string): number {
  return Number.parseInt(
    name.replace(/./g, (letter) => (letter.charCodeAt(0) - 97).toString(26)),
    26,
  );
}

/** Words that make the page unlike the others: a site that repeats itself is taken for a trap. */
function filler(page: number): string {
  return Array.from({ length: 60 }, (_, nth) => `w${((page + 1) * 7_919 + nth * 104_729) % 50_021}`).join(' ');
}

function pageOf(page: number, pages: number): string {
  const next = [page * 2 + 1, page * 2 + 2].filter((one) => one < pages);
  const links = next.map((one) => `<a href="/docs/${nameOf(one)}">Page ${one}</a>`).join(' ');
  const text = `The word ${word(page)} stands here and nowhere else, in a sentence that is long enough to be kept as a text.`;
  return `<!doctype html><title>Page ${page}</title><main><h1>Page ${page}</h1><p>${text} ${filler(page)}</p>${links}</main>`;
}

/** Runs the load and reports problems. */
export async function underLoad({ servers, calls, pages }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-load-'));
  const data = join(folder, 'data');
  await using site = await startServer((request, response) => {
    const name = /^\/docs\/([a-z]+)$/.exec(request.url ?? '')?.[1];
    const page = name === undefined ? -1 : pageNamed(name);
    if (page < 0 || page >= pages) response.writeHead(404).end();
    else setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(page, pages)), 15);
  });
  const crawl = spawn(
    process.execPath,
    [
      ...[
        join(root, 'bin/docent.js'),
        'crawl',
        `${site.origin}/docs/${nameOf(0)}`,
        '--data',
        data,
        '--delay',
        '0',
        '--retain',
        'full',
      ],
      ...['--max-pages', '100000', '--max-depth', '50', '--quiet'],
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const crawled = new Promise<number | null>((resolve) => crawl.once('close', resolve));
  const problems: string[] = [];
  const clients: Connected[] = [];
  const seen = new Set<number>();
  let found = 0;
  let wal = 0;
  try {
    for (let nth = 0; nth < servers; nth++) clients.push(await connectStdio(data));
    const storedNow = async (): Promise<number> => {
      const { libraries } = await call((clients[0] as Connected).client, 'list_libraries');
      return libraries[0]?.pages ?? 0;
    };
    while ((await storedNow().catch(() => 0)) < 20) await sleep(50);
    const before = await storedNow();
    // Pages are stored about in their order: half as many again as were seen are searched.
    let reach = before;
    const search = async (client: Connected['client'], page: number): Promise<void> => {
      const wasThere = seen.has(page);
      const { passages } = await call(client, 'search_docs', { query: word(page), max_tokens: 2_000 });
      wal = Math.max(wal, statSync(join(data, 'docent.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0);
      const right = passages.find((one: { url: string }) => one.url === `${site.origin}/docs/${nameOf(page)}`);
      if (right === undefined && wasThere) problems.push(`page ${page} was found before, and is not any more`);
      if (right === undefined) return;
      seen.add(page);
      reach = Math.max(reach, page);
      found++;
      if (!right.text.includes(word(page))) problems.push(`the passage of page ${page} lacks its word`);
    };
    let left = calls;
    await Promise.all(
      clients.map(async ({ client }, nth) => {
        for (let at = nth; left-- > 0; at += servers)
          await search(client, (at * 37) % Math.min(pages, Math.ceil(reach * 1.5))).catch((error: Error) =>
            problems.push(error.message),
          );
      }),
    );
    const after = await storedNow();
    if ((await crawled) !== 0) problems.push('the crawl did not end well');
    const last = pages - 1;
    await search((clients[0] as Connected).client, last);
    if (!seen.has(last)) problems.push('the last page of the crawl is not found');
    return { problems, found, wal, stored: [before, after] };
  } finally {
    await Promise.allSettled(clients.map((one) => one.close()));
    crawl.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, found, wal, stored } = await underLoad({ servers: 5, calls: 1_000, pages: 2_000 });
  console.log(
    `1,000 calls to five servers while ${stored[0]} pages became ${stored[1]}: ${found} found theirs, the log at most ${(wal / 1e6).toFixed(1)} MB`,
  );
  for (const problem of problems.slice(0, 20)) console.log(problem);
  const budgets = [200, 1_000, 6_000];
  const { results, largest, over } = await measureBudgets(500, budgets);
  console.log(
    `500 questions with budgets of ${budgets.join(', ')} tokens in both forms: ${over.length} of ${results} results over theirs, the largest took ${(largest * 100).toFixed(1)} %`,
  );
  for (const line of over.slice(0, 20)) console.log(line);
  console.log(`${problems.length + over.length} problems`);
  process.exitCode = problems.length + over.length === 0 ? 0 : 1;
}
