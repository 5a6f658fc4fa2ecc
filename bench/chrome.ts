// Crawls SQLite's and Apache's manuals whole, with and without learning chrome: what learning leaves out of each page, and what it costs.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../src/store/open-store.ts';
import { type DebianDocs, fetchDocs, pagesBelow } from './debian-docs.ts';

interface Manual extends DebianDocs {
  /** What is on nearly every page, and in no chunk once it is learnt. */
  readonly chrome: RegExp;
}

const manuals: readonly Manual[] = [
  { name: 'sqlite3-doc', html: 'usr/share/doc/sqlite3', chrome: /Choose any three/ },
  {
    name: 'apache2-doc',
    html: 'usr/share/doc/apache2-doc/manual',
    chrome: /Copyright \d+ The Apache Software Foundation|Available Languages:/,
  },
];

const repo = fileURLToPath(new URL('..', import.meta.url));
const rounds = Number(process.env.DOCENT_BENCH_ROUNDS ?? 1);
const shown = Number(process.env.DOCENT_BENCH_SHOWN ?? 50);
const work = mkdtempSync(join(tmpdir(), 'docent-bench-chrome-'));

/** A folder with the manual's pages, and a first page that links to all of them. */
function siteOf(manual: Manual): string {
  const site = join(work, manual.name);
  cpSync(fetchDocs(manual), site, { recursive: true, dereference: true });
  const links = pagesBelow(site).map((page) => `<a href="/${encodeURI(relative(site, page))}">.</a>`);
  writeFileSync(join(site, 'all-pages.html'), `<title>All</title><p>All pages.</p>${links.join('\n')}`);
  return site;
}

/** Serves a folder until it is stopped. */
async function serve(site: string): Promise<{ readonly origin: string; stop(): void }> {
  const server = spawn(process.execPath, [join(repo, 'bench/static-server.ts'), site], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve) =>
    server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  );
  return { origin, stop: () => server.kill() };
}

/** CPU seconds of a crawl, its threads included. */
function crawl(origin: string, data: string, flags: readonly string[]): number {
  rmSync(data, { recursive: true, force: true });
  const words = [process.execPath, join(repo, 'bin/docent.js'), 'crawl', `${origin}all-pages.html`];
  const options = ['--max-pages', '5000', '--max-depth', '30', '--delay', '0', '--per-host', '4', '--own-site'];
  const quoted = [...words, ...options, '--retain', 'full', '--data', data, ...flags]
    .map((word) => `'${word}'`)
    .join(' ');
  const { stderr } = spawnSync('bash', ['-c', `TIMEFORMAT='cpu %U %S'; time ${quoted} >/dev/null 2>&1`], {
    env: { ...process.env, DOCENT_MAX_RUN_PAGES: '5000' },
  });
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr.toString()) ?? [];
  return Number(user) + Number(system);
}

interface PageText {
  readonly markdown: string;
  readonly leftOut: readonly string[];
}

async function pagesIn(data: string): Promise<ReadonlyMap<string, PageText>> {
  const stored = await openStore({ kind: 'sqlite', folder: data }).openPages();
  try {
    const [provider] = await stored.known();
    const pages = new Map<string, PageText>();
    for await (const { page } of stored.pages(provider ?? ''))
      pages.set(new URL(page.finalUrl).pathname, {
        markdown: page.markdown ?? '',
        leftOut: (page.facts.leftOut ?? []).map(({ text }) => text),
      });
    return pages;
  } finally {
    await stored.close();
  }
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of the first that are not in the second, each as often as it is missing. */
function missing(whole: string, cut: string): number {
  const counts = new Map<string, number>();
  for (const word of wordsOf(cut)) counts.set(word, (counts.get(word) ?? 0) + 1);
  let lost = 0;
  for (const word of wordsOf(whole)) {
    const left = counts.get(word) ?? 0;
    if (left === 0) lost++;
    else counts.set(word, left - 1);
  }
  return lost;
}

try {
  for (const manual of manuals) {
    const { origin, stop } = await serve(siteOf(manual));
    const [on, off] = [join(work, 'on'), join(work, 'off')];
    const costs: [number, number][] = [];
    for (let round = 0; round < rounds; round++)
      costs.push([crawl(origin, on, []), crawl(origin, off, ['--no-learn-chrome'])]);
    stop();
    const [cut, whole] = [await pagesIn(on), await pagesIn(off)];
    const differences = [...whole].map(([path, page]) => {
      const mine = cut.get(path);
      return {
        path,
        lost: mine === undefined ? 0 : missing(page.markdown, mine.markdown),
        leftOut: mine?.leftOut ?? [],
      };
    });
    const kept = [...cut].filter(([, page]) => manual.chrome.test(page.markdown));
    const merged = [...whole.keys()].filter((path) => !cut.has(path));
    const [least, most] = [Math.min(...costs.map(([cost]) => cost)), Math.min(...costs.map(([, cost]) => cost))];
    console.log(
      `${manual.name}: ${whole.size} pages, ${cut.size} with learning; ${kept.length} still have ${manual.chrome}; ${differences.reduce((sum, { lost }) => sum + lost, 0)} words left out; CPU ${least.toFixed(1)} s with, ${most.toFixed(1)} s without learning (${((least / most) * 100 - 100).toFixed(1)} % more, minima of ${rounds})`,
    );
    for (const [path] of kept.slice(0, 10)) console.log(`  still there: ${path}`);
    for (const path of merged.slice(0, 10)) console.log(`  a duplicate with learning: ${path}`);
    for (const { path, lost, leftOut } of differences.toSorted((a, b) => b.lost - a.lost).slice(0, shown))
      console.log(
        `  ${String(lost).padStart(4)} words  ${path}: ${leftOut.map((text) => `“${text}”`).join(' ')}`.slice(0, 400),
      );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
