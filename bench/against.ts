// `npm run bench:against -- COMMIT [crawl|links|index|server|search|start]`: this checkout beside an older commit, in turns, by CPU.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuOf, measure } from './command.ts';
import { pythonDocs } from './debian-docs.ts';
import { readQueries, sharedSearchData } from './search/queries.ts';
import { crawlSites } from './search/sites.ts';
import { distinctQueries, startServer } from './server/start.ts';

type Build = Readonly<Record<'name' | 'root', string>>;
/** One run: what it took, and how much it did, because a build that does less is not faster. */
type Job = (build: Build, folder: string) => Promise<{ cpu: number; did: string }>;

const repo = fileURLToPath(new URL('..', import.meta.url));
const tmp = join(repo, '.tmp/against');
const work = mkdtempSync(join(tmpdir(), 'docent-against-'));
const ROUNDS = Math.max(7, Number(process.env.DOCENT_BENCH_ROUNDS ?? 7));
const cleanUp: (() => void)[] = [() => rmSync(work, { recursive: true, force: true })];
let served: Promise<string> | undefined;

const jobs: Readonly<Record<string, Job>> = {
  crawl: crawling('--retain', 'full', '--no-index'),
  links: crawling('--links-only'),
  index: crawling('--retain', 'full'),
  async server(build, folder) {
    const server = await startServer(build.root, await searchable(build, folder), folder);
    const queries = (await distinctQueries(server.address)).slice(0, 2_000);
    const ask = async (some: readonly string[]): Promise<void> => {
      for (const query of some) {
        const answer = await fetch(`${server.address}/admin/v1/search?q=${encodeURIComponent(query)}`);
        if (!answer.ok) throw new Error(`${build.name}: ${answer.status} for ${query}`);
        await answer.text();
      }
    };
    await ask(queries.slice(0, 200));
    const before = cpuOf(server.pid);
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((client) => ask(queries.filter((_, at) => at % 8 === client))));
    const cpu = (cpuOf(server.pid) - before) / 1_000;
    await server.end();
    return { cpu, did: `${queries.length} searches` };
  },
  async search(build, folder) {
    const data = await searchable(build, folder);
    const shared = sharedSearchData();
    if (shared === undefined) throw new Error('search needs the query sets (DOCENT_SHARED, as bench:search)');
    const queries = readQueries(`${shared}/docs-queries.json`, undefined, () => true).map(({ query }) => query);
    writeFileSync(join(folder, 'queries.json'), JSON.stringify(queries));
    const program = join(repo, 'bench/search/serve.mjs');
    const { cpu } = await measure([process.execPath, program, data, join(folder, 'queries.json'), build.root], folder);
    return { cpu, did: `2 × ${queries.length} queries` };
  },
  async start({ root }, folder) {
    const loop = `for i in $(seq 10); do '${process.execPath}' '${root}/bin/docent.js' --help >/dev/null; done`;
    const { cpu } = await measure(['bash', '-c', loop], folder);
    return { cpu, did: '10 starts' };
  },
};

const [commit = '', ...wanted] = process.argv.slice(2);
if (commit === '' || wanted.some((name) => jobs[name] === undefined)) {
  console.error(`Write: npm run bench:against -- COMMIT [${Object.keys(jobs).join('|')}]`);
  process.exit(2);
}
try {
  const builds = [worktree(commit), { name: git('describe', '--always', '--dirty'), root: repo }];
  console.log(`${builds.map(({ name }) => name).join(' → ')}, ${ROUNDS} rounds in turns`);
  for (const name of wanted.length === 0 ? Object.keys(jobs) : wanted) await compare(name, builds);
} finally {
  for (const end of cleanUp) end();
}

async function compare(name: string, builds: readonly Build[]): Promise<void> {
  const load = loadavg()[0] as number;
  const taken = builds.map((): Awaited<ReturnType<Job>>[] => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, build] of builds.entries()) {
      const folder = mkdtempSync(join(work, `${name}-`));
      const run = await (jobs[name] as Job)(build, folder);
      rmSync(folder, { recursive: true, force: true });
      if (round > 0) taken[at]?.push(run); // the first round warms the machine
    }
  const [old = [], now = []] = taken.map((runs) => runs.map(({ cpu }) => cpu).toSorted((a, b) => a - b));
  const middle = (all: readonly number[]): number => all[all.length >> 1] as number;
  const both = (of: (all: readonly number[]) => number): string =>
    `${of(old).toFixed(2)} → ${of(now).toFixed(2)} CPU s (${(of(now) / of(old)).toFixed(3)})`;
  const did = taken.map((runs) => [...new Set(runs.map((run) => run.did))].join(' or ')).join(' → ');
  const loads = `load ${load.toFixed(2)} before, ${(loadavg()[0] as number).toFixed(2)} after; noise here is ± 3 %`;
  console.log(`${name}: least ${both((all) => all[0] as number)}, median ${both(middle)}; ${did}; ${loads}`);
}

function crawling(...flags: readonly string[]): Job {
  return async ({ root }, folder) => {
    const args = [join(root, 'bin/docent.js'), 'crawl', await seed(), '--data', join(folder, 'data'), ...flags];
    const limits = '--delay 0 --concurrency 8 --per-host 8 --max-pages 100000 --max-depth 50'.split(' ');
    const { cpu, out } = await measure([process.execPath, ...args, ...limits, '--quiet', '--json'], folder);
    const { providers } = JSON.parse(out.trim().split('\n').at(-1) as string);
    return { cpu, did: `${providers[0].counts.indexed} pages of ${providers[0].counts.discovered}` };
  };
}

function seed(): Promise<string> {
  served ??= new Promise((resolve) => {
    const server = spawn(process.execPath, [join(repo, 'bench/static-server.ts'), pythonDocs()]);
    cleanUp.push(() => server.kill());
    server.stdout.once('data', (line: Buffer) => resolve(String(line).trim()));
  });
  return served;
}

/** A copy of the 27,000 chunks of bench:search, crawled once by this very build: formats of folders differ. */
async function searchable({ name, root }: Build, folder: string): Promise<string> {
  const kept = join(name.endsWith('-dirty') ? work : tmp, `${name}-data`);
  if (!existsSync(join(kept, 'preview/docent.sqlite'))) await crawlSites(kept, 'preview', [], root);
  cpSync(join(kept, 'preview'), join(folder, 'data'), { recursive: true });
  return join(folder, 'data');
}

/** The commit, checked out and built beside this checkout; its packages are these where its lock file is the same. */
function worktree(revision: string): Build {
  const name = git('rev-parse', '--short', `${revision}^{commit}`);
  const root = join(tmp, name);
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(root)) {
    mkdirSync(tmp, { recursive: true });
    git('worktree', 'prune');
    git('worktree', 'add', '--detach', root, name);
    const lock = (of: string): string => readFileSync(join(of, 'package-lock.json'), 'utf8');
    if (lock(root) === lock(repo)) symlinkSync(join(repo, 'node_modules'), join(root, 'node_modules'));
    else npm('ci', '--ignore-scripts');
  }
  if (!existsSync(join(root, 'dist/index.js'))) npm('run', 'build', '--', '--noCheck');
  return { name, root };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repo, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
