// Fits the weights of the ranker on the visible queries and writes src/search/rank/weights.ts: node bench/search/fit.ts FOLDER [--write]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChunkFeature, chunkFeatures } from '../../src/search/rank/features.ts';
import { type PageFeature, pageFeatures } from '../../src/search/rank/page.ts';
import { collect } from './collect.ts';
import { ascend, type FitQuery, fit, judge, type Quality, type Weights } from './fit-model.ts';
import { pathsIn, storeAt } from './measure.ts';
import { indexParagraphs } from './paragraphs.ts';
import { countedKinds, readQueries, sharedSearchData } from './queries.ts';

/** What may only speak against a page, and what may do either; the rest only speaks for it. A fit with other signs has learnt the sites, not search. */
const speaksAgainst: ReadonlySet<ChunkFeature | PageFeature> = new Set([
  'stuffed',
  'listed',
  'links',
  'depth',
] as const);
const speaksEither: ReadonlySet<ChunkFeature | PageFeature> = new Set([
  ...(['short', 'long', 'varied', 'found', 'foundLong', 'gramShort', 'gramFound'] as const),
]);
const signs = { chunk: chunkFeatures.map(signOf), page: pageFeatures.map(signOf) };

function signOf(feature: ChunkFeature | PageFeature): number {
  return speaksAgainst.has(feature) ? -1 : speaksEither.has(feature) ? 0 : 1;
}

/**
 * Set by hand: the judged sites do not show it (their pages have no descriptions, nobody stuffs them, and all is one crawl old),
 * or the queries are made of what they would weigh (linktext of anchor texts).
 */
const byHand: Partial<Record<ChunkFeature | PageFeature, number>> = { metaText: 0.5, stuffed: -12, depth: -0.3 };

const FOLDS = 4;
const [data, write] = process.argv.slice(2);
const folder = sharedSearchData();
if (data === undefined || folder === undefined) {
  console.log('usage: node bench/search/fit.ts FOLDER [--write]; the query sets must be in ../shared/data/search');
  process.exit(2);
}

const store = storeAt(resolve(data));
const pathOf = await pathsIn(store);
const known = new Set(pathOf.values());
const judged = readQueries(`${folder}/docs-queries.json`, undefined, (page) => known.has(page)).filter(({ kind }) =>
  countedKinds.includes(kind),
);
const reader = await store.openSearch();
const queries = await collect(reader, judged, pathOf, false);
// Questions in Korean and Japanese are fitted with the rest, and counted apart.
for (const language of ['ko', 'ja']) {
  const paragraphs = await indexParagraphs(`${folder}/${language}-pages.jsonl`);
  const questions = readQueries(`${folder}/${language}-queries.json`, language, () => true);
  const own = await paragraphs.store.openSearch();
  queries.push(...(await collect(own, questions, await pathsIn(paragraphs.store), false)));
  await own.close();
  paragraphs.remove();
}

const rounds = { rounds: 250, rate: 0.3, decay: 1e-4, signs };
const start = (): Weights => ({
  chunk: new Float64Array(chunkFeatures.length).fill(1),
  page: new Float64Array(pageFeatures.length),
});

for (let fold = 0, seen = 0, unseen = 0; fold < FOLDS; fold++) {
  const isHeldOut = (nth: number): boolean => nth % FOLDS === fold;
  const kept = queries.filter((_, nth) => !isHeldOut(nth));
  const weights = fit(kept, start(), rounds);
  seen += macroOf(judge(kept, weights), 'mrr') / FOLDS;
  const heldOut = queries.filter((_, nth) => isHeldOut(nth));
  unseen += macroOf(judge(heldOut, weights), 'mrr') / FOLDS;
  if (fold === FOLDS - 1)
    console.log(`macro MRR@10 over ${FOLDS} splits: fitted ${seen.toFixed(3)}, held out ${unseen.toFixed(3)}`);
}

const isGram = (feature: string): boolean => feature.startsWith('gram');
const weights = fitGrams(queries, fit(queries, start(), rounds));
setByHand(weights);
report('all queries, anchor texts off', judge(queries, weights));
const withAnchors = await collect(reader, judged, pathOf, true);
await reader.close();
const anchored = fitAnchors(
  withAnchors.filter(({ kind }) => kind !== 'linktext'),
  weights,
);
report('anchor texts on', judge(withAnchors, anchored));
if (write === '--write') writeWeights(anchored);

/** What counts only for languages without spaces, on their own queries: nothing else changes by it. */
function fitGrams(from: readonly FitQuery[], base: Weights): Weights {
  const own = from.filter(({ kind }) => !countedKinds.includes(kind));
  const numbers = (features: readonly string[]): number[] =>
    features.flatMap((name, nth) => (isGram(name) ? [nth] : []));
  const half = own.filter((_, nth) => nth % 2 === 0);
  const other = own.filter((_, nth) => nth % 2 === 1);
  const halfFit = ascend(half, base, numbers(chunkFeatures), numbers(pageFeatures));
  console.log(
    `Korean and Japanese by halves: fitted ${judge(half, halfFit).mrr.toFixed(3)}, held out ${judge(other, halfFit).mrr.toFixed(3)}`,
  );
  return ascend(own, base, numbers(chunkFeatures), numbers(pageFeatures));
}

function setByHand({ chunk, page }: Weights): void {
  for (const [nth, feature] of chunkFeatures.entries()) chunk[nth] = byHand[feature] ?? (chunk[nth] as number);
  for (const [nth, feature] of pageFeatures.entries()) page[nth] = byHand[feature] ?? (page[nth] as number);
}

/** The anchor texts' own weights, all others as they are. */
function fitAnchors(from: readonly FitQuery[], base: Weights): Weights {
  let best = { weights: base, mrr: judge(from, base).mrr };
  for (const text of [0, 0.5, 1, 1.5, 2, 3])
    for (const same of [0, 0.5, 1, 2]) {
      const page = base.page.slice();
      page[pageFeatures.indexOf('anchorText')] = text;
      page[pageFeatures.indexOf('anchorSame')] = same;
      const mrr = judge(from, { chunk: base.chunk, page }).mrr;
      if (mrr > best.mrr) best = { weights: { chunk: base.chunk, page }, mrr };
    }
  return best.weights;
}

/** The mean over the kinds that count. */
function macroOf({ kinds }: Quality, of: 'mrr' | 'ndcg'): number {
  return countedKinds.reduce((sum, kind) => sum + (kinds.get(kind)?.[of] ?? 0), 0) / countedKinds.length;
}

function report(what: string, found: Quality): void {
  const each = [...found.kinds].map(([kind, one]) => `${kind} ${one.mrr.toFixed(3)}`).join(', ');
  console.log(
    `${what}: ${each}; macro MRR@10 ${macroOf(found, 'mrr').toFixed(3)}, nDCG@10 ${macroOf(found, 'ndcg').toFixed(3)}`,
  );
}

function writeWeights({ chunk, page }: Weights): void {
  const lines = (features: readonly string[], values: Float64Array): string =>
    features.map((feature, nth) => `  ${feature}: ${Math.round((values[nth] as number) * 100) / 100 + 0},\n`).join('');
  const text = `// What each part of a score is worth: fitted by bench/search/fit.ts on the visible queries, which writes this file.
import type { ChunkFeature } from './rank-features.ts';
import type { PageFeature } from './rank-page.ts';

/** For the best chunk of a page. */
export const chunkWeights: Readonly<Record<ChunkFeature, number>> = Object.freeze({
${lines(chunkFeatures, chunk)}});

/** For the page itself. */
export const pageWeights: Readonly<Record<PageFeature, number>> = Object.freeze({
${lines(pageFeatures, page)}});
`;
  writeFileSync(fileURLToPath(new URL('../../src/search/rank/weights.ts', import.meta.url)), text);
}
