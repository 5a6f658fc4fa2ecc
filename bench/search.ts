// How well and how fast documentation is found: judged queries over three real sites, crawled by the real binary, beside MiniSearch.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type Built, buildIndex } from './search/build-index.ts';
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
  const { file, built } = await crawled();
  const db = new DatabaseSync(file, { readOnly: true });
  db.exec('PRAGMA cache_size = -40000');
  tellIndex(db, built);
  const known = new Set(pathsIn(db).values());
  const queries = readQueries(`${queriesIn}/docs-queries.json`, undefined, (page) => known.has(page)).filter(
    ({ kind }) => countedKinds.includes(kind),
  );
  tell('anchor texts off', measure(queries, docentAnswer(db, false)));
  tell('anchor texts on (linktext is made of them: not counted)', measure(queries, docentAnswer(db, true)));
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
  const peer = await miniSearchOver(await whole());
  const theirs = measure(queries, peer.answer);
  console.log(
    `MiniSearch: macro MRR@10 ${three(macro(theirs, 'mrr'))}, nDCG@10 ${three(macro(theirs, 'ndcg'))}; ${speed(theirs)}; index ${peer.seconds.toFixed(1)} s`,
  );
  const ours = measure(queries, docentAnswer(db, false));
  console.log(`docent, right after it: ${speed(ours)}`);
  db.close();
}

/** The crawl as users do it; where a crawl writes no index yet, one of whole texts that is indexed here. */
async function crawled(): Promise<{ readonly file: string; readonly built: Built | undefined }> {
  const preview = join(work, 'preview/docent.sqlite');
  if (!existsSync(preview))
    console.log(`crawled with previews in ${(await crawlSites(work, 'preview')).seconds.toFixed(1)} s`);
  if (hasIndex(preview)) return { file: preview, built: undefined };
  const file = await whole();
  return { file, built: hasIndex(file) ? undefined : buildIndex(file) };
}

/** The same with whole texts, for the peer. */
async function whole(): Promise<string> {
  const file = join(work, 'full/docent.sqlite');
  if (!existsSync(file))
    console.log(`crawled with whole texts in ${(await crawlSites(work, 'full')).seconds.toFixed(1)} s`);
  return file;
}

function hasIndex(file: string): boolean {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'search_text'`).get() !== undefined;
  } finally {
    db.close();
  }
}

function tellIndex(db: DatabaseSync, built: Built | undefined): void {
  const { n } = db.prepare('SELECT count(*) AS n FROM search_forward').get() as { n: number };
  const { size } = db.prepare(`SELECT sum(pgsize) AS size FROM dbstat WHERE name LIKE 'search_%'`).get() as {
    size: number;
  };
  const times =
    built &&
    `analysed in ${(built.analyseMs / 1000).toFixed(1)} s, written in ${(built.writeMs / 1000).toFixed(1)} s, links and words in ${(built.linksMs / 1000).toFixed(1)} s`;
  console.log(`index: ${n} chunks, ${(size / 1e6).toFixed(0)} MB${times === undefined ? '' : `; ${times}`}`);
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
