// Crawls real Python documentation into a durable ledger, beside Crawlee's CheerioCrawler: CPU seconds per 1,000 pages and memory.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Measured, measure } from './command.ts';
import { pythonDocs } from './debian-docs.ts';

const repo = fileURLToPath(new URL('..', import.meta.url));
const node = process.execPath;
const CONCURRENCY = 8;
const ROUNDS = Number(process.env.DOCENT_BENCH_ROUNDS ?? 3);

const crawlee = join(repo, 'bench/crawlee');

interface Job {
  readonly name: string;
  readonly flags: readonly string[];
  /** What does the same elsewhere, if anything does. */
  readonly peer?: string;
  readonly peerName?: string;
}

/** Where pages lead, and all of it: fetch, extract, Markdown, chunks with exact tokens, durable store. */
const jobs: readonly Job[] = [
  { name: 'links only', flags: ['--links-only'], peer: 'links.mjs', peerName: 'Crawlee' },
  { name: 'full job', flags: ['--retain', 'full', '--no-index'], peer: 'markdown.mjs', peerName: 'Crawlee + turndown' },
  { name: 'full job and search index', flags: ['--retain', 'full'] },
];

const root = process.env.DOCENT_BENCH_SITE ?? pythonDocs();
const server = spawn(node, [join(repo, 'bench/static-server.ts'), root], { stdio: ['ignore', 'pipe', 'inherit'] });
const seed = await new Promise<string>((resolve) =>
  server.stdout.once('data', (line: Buffer) => resolve(String(line).trim())),
);
const work = mkdtempSync(join(tmpdir(), 'docent-bench-'));
const only = process.argv[2];
try {
  if (!existsSync(join(crawlee, 'node_modules/turndown')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], {
      cwd: crawlee,
      stdio: 'inherit',
    });
  for (const job of jobs) {
    if (only !== undefined && !job.name.startsWith(only)) continue;
    for (let round = 1; round <= ROUNDS; round++) await compare(job, round);
  }
} finally {
  server.kill();
  rmSync(work, { recursive: true, force: true });
}

/** One round of both, one after the other, or of docent alone. */
async function compare({ name, flags, peer, peerName }: Job, round: number): Promise<void> {
  const limits = ['--concurrency', String(CONCURRENCY), '--per-host', String(CONCURRENCY), '--max-pages', '100000'];
  const data = join(work, `${flags.join('')}-${round}`);
  const command = [
    node,
    join(repo, 'bin/docent.js'),
    'crawl',
    seed,
    '--data',
    data,
    '--delay',
    '0',
    '--max-depth',
    '50',
  ];
  const ours = await measure([...command, ...limits, ...flags, '--quiet', '--json'], work);
  const last = JSON.parse(ours.out.trim().split('\n').at(-1) as string) as {
    providers: [{ counts: Record<string, number> }];
  };
  const { indexed = 0, duplicate = 0 } = last.providers[0].counts;
  if (peer === undefined) {
    console.log(`${name}, round ${round}: docent ${figures(ours, indexed + duplicate)}`);
    return;
  }
  const theirs = await measure([node, join(crawlee, peer), seed, String(CONCURRENCY)], work);
  const { pages: theirPages } = JSON.parse(theirs.out.trim().split('\n').at(-1) as string) as { pages: number };
  const own = per(ours, indexed + duplicate);
  const other = per(theirs, theirPages);
  console.log(
    `${name}, round ${round}: docent ${figures(ours, indexed + duplicate)}; ${peerName} ${figures(theirs, theirPages)}; ratio ${(other / own).toFixed(1)}×`,
  );
}

/** CPU seconds per 1,000 pages. */
function per({ cpu }: Measured, pages: number): number {
  return (cpu / pages) * 1000;
}

function figures(measured: Measured, pages: number): string {
  const { rss, wall } = measured;
  return `${per(measured, pages).toFixed(1)} CPU s per 1,000 pages (${pages} pages, ${rss.toFixed(0)} MB, ${(pages / wall).toFixed(0)} pages/s)`;
}
