// What each part of a score is worth: fitted by bench/search/fit.ts on the visible queries, which writes this file.
import type { ChunkFeature } from './features.ts';
import type { PageFeature } from './page.ts';

/** For the best chunk of a page. */
export const chunkWeights: Readonly<Record<ChunkFeature, number>> = Object.freeze({
  titleText: 0,
  headingsText: 0,
  namesText: 0,
  symbolsText: 0,
  metaText: 0.5,
  pathText: 0,
  bodyText: 2.53,
  coverageCubed: 0.82,
  ownHeading: 0,
  pageHeading: 1.43,
  anyHeading: 1.73,
  path: 5.24,
  bestName: 0.36,
  wholeName: 1.93,
  bestSymbol: 0.46,
  wholeSymbol: 1.17,
  sameName: 4.53,
  sameTail: 0,
  sameSymbol: 1.36,
  sameHeading: 0.38,
  samePage: 2.97,
  headingPhrase: 0.65,
  bodyPhrase: 0.82,
  near: 1.02,
  early: 0.5,
  first: 0.19,
  short: -0.88,
  long: 0.06,
  varied: -2.64,
  stuffed: -12,
  listed: -0.94,
  gramText: 7.74,
  gramTitle: 11.99,
  gramShort: 4.22,
});

/** For the page itself. */
export const pageWeights: Readonly<Record<PageFeature, number>> = Object.freeze({
  inbound: 1.57,
  inboundLong: 3.31,
  found: 0.79,
  foundLong: 2.51,
  pageCoverage: 2.37,
  pageCoverageLong: 0.16,
  pageBody: 1.18,
  gramFound: -1.52,
  gramCoverage: 7.77,
  gramBody: 11.96,
  links: -1.91,
  depth: -0.3,
  anchorText: 0,
  anchorSame: 2,
});
