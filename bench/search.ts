// How well and how fast documentation is found: judged queries over three real sites, crawled by the real binary, beside MiniSearch.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from '../src/store/port.ts';
import { type Built, buildIndex, folderBytes } from './search/build-index.ts';
import {
  type Answer,
  chunksIndexed,
  docentAnswer,
  type Measured,
  macro,
  measure,
  pathIn,
  pathsIn,
  storeAt,
} from './search/measure.ts';
import { indexParagraphs } from './search/paragraphs.ts';
import { countedKinds, type JudgedQuery, readQueries, sharedSearchData } from './search/queries.ts';
import { crawlSites } from './search/sites.ts';

const folder = sharedSearchData();
if (folder === undefined) {
  console.log('bench:search: skipped, there are no query sets (set DOCENT_SHARED to the folder that holds search/)');
  process.exit(0);
}
const symbolKinds = ['py-sym', 'py-sym-spaced', 'dj-sym'];
const kept = process.env.DOCENT_BENCH_DATA;
const work = kept ?? mkdtempSync(join(tmpdir(), 'docent-bench-search-'));
try {
  await run(folder);
} finally {
  if (kept === undefined) rmSync(work, { recursive: true, force: true });
}

async function run(queriesIn: string): Promise<void> {
  const data = await crawled();
  const { data: texts, built } = await whole();
  const store = storeAt(data);
  console.log(`the crawl: ${await chunksIndexed(store)} chunks in the index, ${megabytes(folderBytes(data))} in all`);
  if (built !== undefined) reportIndex(built);
  const known = new Set((await pathsIn(store)).values());
  const queries = readQueries(`${queriesIn}/docs-queries.json`, undefined, (page) => known.has(page)).filter(
    ({ kind }) => countedKinds.includes(kind),
  );
  report('anchor texts off', await measured(queries, store, false));
  report('anchor texts on (linktext is made of them: not counted)', await measured(queries, store, true));
  reportServing(
    join(work, 'preview'),
    queries.map(({ query }) => query),
  );
  for (const [language, name] of [
    ['ko', 'Korean'],
    ['ja', 'Japanese'],
  ] as const) {
    const paragraphs = await indexParagraphs(`${queriesIn}/${language}-pages.jsonl`);
    const questions = readQueries(`${queriesIn}/${language}-queries.json`, name, () => true);
    const found = await measured(questions, paragraphs.store, true);
    console.log(`${name}: MRR@10 ${three(macro(found, 'mrr'))} (${questions.length} questions); ${speed(found)}`);
    paragraphs.remove();
  }
  const peer = await miniSearchOver(storeAt(texts));
  const theirs = await measure(queries, peer.answer);
  console.log(
    `MiniSearch: macro MRR@10 ${three(macro(theirs, 'mrr'))}, nDCG@10 ${three(macro(theirs, 'ndcg'))}; ${speed(theirs)}; index ${peer.seconds.toFixed(1)} s`,
  );
  console.log(`docent, right after it: ${speed(await measured(queries, store, false))}`);
}

async function measured(queries: readonly JudgedQuery[], store: Store, anchors: boolean): Promise<Measured> {
  const docent = await docentAnswer(store, anchors);
  const found = await measure(queries, docent.answer);
  await docent.close();
  return found;
}

/** The crawl as users do it, which writes its index. */
async function crawled(): Promise<string> {
  const data = join(work, 'preview');
  if ((await storeAt(data).identity()) === undefined)
    console.log(`crawled with previews in ${(await crawlSites(work, 'preview')).seconds.toFixed(1)} s`);
  return data;
}

/** The same with whole texts, for the peer and for a rebuild of the index. */
async function whole(): Promise<{ readonly data: string; readonly built: Built | undefined }> {
  const data = join(work, 'full');
  if ((await storeAt(data).identity()) !== undefined) return { data, built: undefined };
  const { seconds } = await crawlSites(work, 'full', ['--no-index']);
  console.log(`crawled with whole texts and without an index in ${seconds.toFixed(1)} s`);
  return { data, built: await buildIndex(data) };
}

function reportIndex({ chunks, bytes, wallMs, cpuMs, readMs, writeMs, linksMs, waitMs }: Built): void {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `index of ${chunks} chunks, ${megabytes(bytes)}, rebuilt in ${seconds(wallMs)} (${seconds(cpuMs)} of processor time): read in ${seconds(readMs)}, written in ${seconds(writeMs)}, links and words in ${seconds(linksMs)}, the rest waiting for the analysis, ${seconds(waitMs)}`,
  );
}

/** What a user of the library gets, from a process of its own. */
function reportServing(data: string, queries: readonly string[]): void {
  const file = join(work, 'queries.json');
  writeFileSync(file, JSON.stringify(queries));
  const program = fileURLToPath(new URL('search/serve.mjs', import.meta.url));
  const output = execFileSync(process.execPath, [program, data, file], { encoding: 'utf8' });
  const { p50, p95, megabytes: held } = JSON.parse(output) as Record<'p50' | 'p95' | 'megabytes', number>;
  console.log(
    `through openSearch, quotations included: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${held.toFixed(0)} MB`,
  );
}

function report(what: string, found: Measured): void {
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

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function three(value: number): string {
  return value.toFixed(3);
}

async function miniSearchOver(store: Store): Promise<{ readonly seconds: number; readonly answer: Answer }> {
  const here = fileURLToPath(new URL('search', import.meta.url));
  if (!existsSync(join(here, 'node_modules/minisearch')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock'], { cwd: here, stdio: 'inherit' });
  const { miniSearch } = (await import('./search/minisearch.mjs' as string)) as {
    miniSearch: (chunks: readonly object[]) => { seconds: number; answer: Answer };
  };
  const chunks: object[] = [];
  const stored = await store.openPages();
  for (const { provider } of await stored.providers())
    for await (const { id: page, page: record } of stored.pages(provider))
      for (const { headings, text = '' } of await stored.chunks(page)) {
        const { title, finalUrl } = record;
        chunks.push({ id: chunks.length, page: pathIn(finalUrl), title, text, headings: headings.join(' ') });
      }
  await stored.close();
  return miniSearch(chunks);
}
