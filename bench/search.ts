// How well and how fast documentation is found: judged queries over three real sites, crawled by the real binary, beside MiniSearch.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type Built, buildIndex, sizeOf } from './search/build-index.ts';
import { type Answer, docentAnswer, type Measured, macro, measure, pathsIn } from './search/measure.ts';
import { indexParagraphs } from './search/paragraphs.ts';
import { countedKinds, readQueries, sharedSearchData } from './search/queries.ts';
import { crawlSites } from './search/sites.ts';

const folder = sharedSearchData();
if (folder === undefined) {
  console.log('bench:search: skipped, there are no query sets (set DOCENT_SHARED to the folder that holds search/)');
  process.exit(0);
}
const symbolKinds = ['py-sym', 'py-sym-spaced', 'dj-sym'];
const given = process.env.DOCENT_BENCH_DATA;
const work = given ?? mkdtempSync(join(tmpdir(), 'docent-bench-search-'));
try {
  await run(folder);
} finally {
  if (given === undefined) rmSync(work, { recursive: true, force: true });
}

async function run(queriesIn: string): Promise<void> {
  const file = await crawled();
  const { file: texts, built } = await whole();
  const { chunks, bytes } = sizeOf(file);
  console.log(`index of the crawl: ${chunks} chunks, ${(bytes / 1e6).toFixed(0)} MB`);
  if (built !== undefined) tellIndex(built);
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('PRAGMA cache_size = -40000');
  const known = new Set(pathsIn(db).values());
  const queries = readQueries(`${queriesIn}/docs-queries.json`, undefined, (page) => known.has(page)).filter(
    ({ kind }) => countedKinds.includes(kind),
  );
  tell('anchor texts off', measure(queries, docentAnswer(db, false)));
  tell('anchor texts on (linktext is made of them: not counted)', measure(queries, docentAnswer(db, true)));
  tellServing(
    join(work, 'preview'),
    queries.map(({ query }) => query),
  );
  for (const [language, name] of [
    ['ko', 'Korean'],
    ['ja', 'Japanese'],
  ] as const) {
    const paragraphs = await indexParagraphs(`${queriesIn}/${language}-pages.jsonl`);
    const asked = readQueries(`${queriesIn}/${language}-queries.json`, name, () => true);
    const found = measure(asked, docentAnswer(paragraphs, true));
    console.log(`${name}: MRR@10 ${three(macro(found, 'mrr'))} (${asked.length} questions); ${speed(found)}`);
    paragraphs.close();
  }
  const peer = await miniSearchOver(texts);
  const theirs = measure(queries, peer.answer);
  console.log(
    `MiniSearch: macro MRR@10 ${three(macro(theirs, 'mrr'))}, nDCG@10 ${three(macro(theirs, 'ndcg'))}; ${speed(theirs)}; index ${peer.seconds.toFixed(1)} s`,
  );
  const ours = measure(queries, docentAnswer(db, false));
  console.log(`docent, right after it: ${speed(ours)}`);
  db.close();
}

/** The crawl as users do it, which writes its index. */
async function crawled(): Promise<string> {
  const file = join(work, 'preview/docent.sqlite');
  if (!existsSync(file))
    console.log(`crawled with previews in ${(await crawlSites(work, 'preview')).seconds.toFixed(1)} s`);
  return file;
}

/** The same with whole texts, for the peer and for a rebuild of the index. */
async function whole(): Promise<{ readonly file: string; readonly built: Built | undefined }> {
  const file = join(work, 'full/docent.sqlite');
  if (existsSync(file)) return { file, built: undefined };
  const { seconds } = await crawlSites(work, 'full', ['--no-index']);
  console.log(`crawled with whole texts and without an index in ${seconds.toFixed(1)} s`);
  return { file, built: await buildIndex(file) };
}

function tellIndex({ chunks, wallMs, cpuMs, readMs, writeMs, linksMs, waitMs }: Built): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `index of ${chunks} chunks rebuilt in ${seconds(wallMs)} (${seconds(cpuMs)} of processor time): read in ${seconds(readMs)}, written in ${seconds(writeMs)}, links and words in ${seconds(linksMs)}, the rest waiting for the analysis, ${seconds(waitMs)}`,
  );
}

/** What a user of the library gets, from a process of its own. */
function tellServing(data: string, queries: readonly string[]): void {
  const file = join(work, 'queries.json');
  writeFileSync(file, JSON.stringify(queries));
  const program = fileURLToPath(new URL('search/serve.mjs', import.meta.url));
  const said = execFileSync(process.execPath, [program, data, file], { encoding: 'utf8' });
  const { p50, p95, megabytes } = JSON.parse(said) as Record<'p50' | 'p95' | 'megabytes', number>;
  console.log(
    `through openSearch, quotations included: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${megabytes.toFixed(0)} MB`,
  );
}

function tell(what: string, found: Measured): void {
  console.log(`\n${what}\n${'kind'.padEnd(16)}${'n'.padStart(5)}   MRR@10  nDCG@10  by chunk anchor`);
  for (const kind of countedKinds) {
    const one = found.kinds.get(kind);
    if (one === undefined) continue;
    const anchor = symbolKinds.includes(kind) ? three(one.anchor) : '';
    console.log(
      `${kind.padEnd(16)}${String(one.n).padStart(5)}   ${three(one.mrr)}    ${three(one.ndcg)}    ${anchor}`,
    );
  }
  console.log(
    `${'macro'.padEnd(21)}   ${three(macro(found, 'mrr'))}    ${three(macro(found, 'ndcg'))}    ${three(macro(found, 'anchor', symbolKinds))}`,
  );
  console.log(`symbols ${three(macro(found, 'mrr', symbolKinds))} by page; ${speed(found)}\n`);
}

function speed({ p50, p95 }: Measured): string {
  return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
}

function three(value: number): string {
  return value.toFixed(3);
}

async function miniSearchOver(file: string): Promise<{ readonly seconds: number; readonly answer: Answer }> {
  const here = fileURLToPath(new URL('search', import.meta.url));
  if (!existsSync(join(here, 'node_modules/minisearch')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: here, stdio: 'inherit' });
  const { miniSearch } = (await import('./search/minisearch.mjs' as string)) as {
    miniSearch: (chunks: readonly object[]) => { seconds: number; answer: Answer };
  };
  const db = new DatabaseSync(file, { readOnly: true });
  const pathOf = pathsIn(db);
  const rows = db
    .prepare('SELECT c.row, c.page, p.title, c.headings, c.text FROM chunks c JOIN pages p ON p.url = c.page')
    .all();
  db.close();
  return miniSearch(
    rows.map(({ row, page, title, headings, text }) => ({
      ...{ id: Number(row), page: pathOf.get(Number(page)) ?? '', title: String(title), text: String(text) },
      headings: (JSON.parse(String(headings)) as string[]).join(' '),
    })),
  );
}
