// E2: at the end of a run: learns the chrome of a site from all of its pages; those that were cut otherwise are cut anew.
import { counted } from '../../core/counted.ts';
import { DocentError } from '../../core/errors.ts';
import { cutOf, type LearntChrome, packCut } from '../../extract/edges/edge-cut.ts';
import { EdgePlaces } from '../../extract/edges/edge-places.ts';
import { EdgeTally, LeftOvers, learnFrom, type SiteTally } from '../../extract/edges/edge-tally.ts';
import { packLearnt, unpackLearnt } from '../../extract/edges/learnt-text.ts';
import { unpackEdges } from '../../extract/edges/page-edges.ts';
import { extractorVersion } from '../../extract/version.ts';
import type { Ledger } from '../../frontier/port.ts';
import type { CutPage, EdgePage, PageToCut } from '../../frontier/port-chrome.ts';
import type { ReadPage, ReadResult } from '../read/reading.ts';
import type { CrawlPolicy } from '../run/policy.ts';
import { withoutText } from '../visit/page-outcome.ts';
import type { ChromeWatch } from './chrome-watch.ts';

const READ_AT_ONCE = 500;
/** Where counts are rough, blocks on more than this part of the pages are counted again. */
const CANDIDATE_SHARE = 0.25;

/** The part of the ledger that learning needs. */
export type ChromeLedger = Pick<
  Ledger,
  'chrome' | 'keepChrome' | 'pageEdges' | 'toCut' | 'cut' | 'joinTwins' | 'askAgain'
>;

export interface Learnt {
  /** Blocks that are chrome now, and whether that is another set than before. */
  readonly blocks: number;
  readonly isNew: boolean;
  /** Stored pages that can only be cut after another request. */
  readonly toRefetch: number;
}

/** The input of learning. */
export interface Learning {
  readonly ledger: ChromeLedger;
  readonly policy: CrawlPolicy;
  readonly watch: ChromeWatch;
  readonly read: ReadPage;
  readonly isStopped: () => boolean;
}

/** Learns from all stored pages of a provider, and cuts them by what was learnt. A kill loses nothing: the next run does it again. */
export async function learnChrome(learning: Learning): Promise<Learnt> {
  const { ledger, policy, isStopped } = learning;
  const { provider } = policy;
  const before = await ledger.chrome(provider);
  const known = unpackLearnt(before);
  const text = policy.reading.learnChrome === false ? '' : await learntText(ledger, provider, known);
  if (text !== before) await ledger.keepChrome(provider, text);
  const learnt = unpackLearnt(text);
  let toRefetch = 0;
  const isNew = learnt.keys.size !== known.keys.size || [...learnt.keys].some((key) => !known.keys.has(key));
  for await (const pages of batches(ledger, provider)) {
    const behind = pages.filter((page) => isBehind(page, learnt));
    const helpless: number[] = [];
    for (const page of behind) {
      if (isStopped()) return { blocks: learnt.keys.size, isNew, toRefetch };
      if (!(await cutOne(learning, page, learnt)) && !page.asksAgain) helpless.push(page.id);
    }
    if (helpless.length > 0) await ledger.askAgain(helpless);
    toRefetch += helpless.length;
  }
  await ledger.joinTwins(provider);
  return { blocks: learnt.keys.size, isNew, toRefetch };
}

/** The note that a run reports about newly learnt chrome. */
export function learntNote({ blocks, isNew, toRefetch }: Learnt, examples: readonly string[]): string | undefined {
  if (!isNew || blocks === 0) return undefined;
  const such = examples.length === 0 ? '' : `, such as ${examples.map((text) => `“${text}”`).join(', ')}`;
  const left =
    toRefetch === 0
      ? ''
      : `; ${counted(toRefetch, 'page that was read before keeps it until it is due', 'pages that were read before keep it until they are due')}`;
  return `${counted(blocks, 'block that most pages repeat is', 'blocks that most pages repeat are')} left out of all of them but one${such}${left} (learn_chrome: false keeps such blocks)`;
}

/** Whether a page is to be cut anew; pages read by another version are requested again anyway. */
function isBehind({ url, edges, cut, extractor }: EdgePage, learnt: LearntChrome): boolean {
  return extractor === extractorVersion && packCut(cutOf(unpackEdges(edges), learnt, url)) !== cut;
}

async function cutOne(
  { ledger, policy, watch, read }: Learning,
  { id, readHash }: EdgePage,
  learnt: LearntChrome,
): Promise<boolean> {
  const { provider, reading: options, key } = policy;
  const stored = await ledger.toCut(id);
  const body = stored?.draft ?? watch.held(provider, readHash);
  if (stored === undefined || body === undefined) return false;
  const chrome = { learnt, keep: new Set<string>(), ends: new Map() };
  try {
    const result = await read({ url: stored.url, form: 'draft', body, options, key, chrome, links: stored.links });
    return await ledger.cut(provider, id, cutPageOf(result, stored));
  } catch (error) {
    if (!(error instanceof DocentError) || error.isOurs) throw error;
    return false;
  }
}

function cutPageOf(read: ReadResult, { noarchive }: PageToCut): CutPage {
  const { hash, readHash = hash, cut = '', words, fingerprint, facts, markdown, chunks, index } = read;
  const { targets, tokens, leftOut } = facts;
  const common = { hash, readHash, cut, words, fingerprint, index };
  if (!noarchive) return { ...common, facts: { targets, tokens, leftOut }, markdown, chunks };
  // R28: no text of the page is kept.
  return {
    ...common,
    facts: { tokens },
    chunks: withoutText(chunks),
  };
}

async function learntText(ledger: ChromeLedger, provider: string, known: LearntChrome): Promise<string> {
  let tally = await tallied(ledger, provider, known);
  if (tally.all.forgot || tally.fresh.forgot) {
    const candidates = new Set(known.keys);
    for (const part of [tally.all, tally.fresh]) for (const { key } of part.above(CANDIDATE_SHARE)) candidates.add(key);
    tally = await tallied(ledger, provider, known, candidates);
  }
  const learnt = learnFrom(tally, known.keys);
  const left = new LeftOvers(learnt, known.keys);
  const places = new EdgePlaces(new Set([...learnt.map(({ key }) => key), ...left.candidates]));
  if (learnt.length > 0)
    for await (const pages of batches(ledger, provider))
      for (const { url, edges: packed, keepsText } of pages) {
        const edges = unpackEdges(packed);
        left.note(edges);
        places.note(edges, url, keepsText);
      }
  return packLearnt([...learnt, ...left.kept()], places, known.keys);
}

async function tallied(
  ledger: ChromeLedger,
  provider: string,
  known: LearntChrome,
  only?: ReadonlySet<string>,
): Promise<SiteTally> {
  const tally = { all: new EdgeTally(only), fresh: new EdgeTally(only) };
  for await (const pages of batches(ledger, provider))
    for (const { url, edges: packed, isFresh } of pages) {
      const edges = unpackEdges(packed);
      tally.all.note(edges, url);
      // Pages of this run alone show what replaces earlier chrome.
      if (isFresh && known.keys.size > 0) tally.fresh.note(edges, url);
    }
  return tally;
}

async function* batches(ledger: ChromeLedger, provider: string): AsyncGenerator<readonly EdgePage[]> {
  for (let after = 0; ; ) {
    const pages = await ledger.pageEdges(provider, after, READ_AT_ONCE);
    if (pages.length > 0) yield pages;
    const last = pages.at(-1);
    if (last === undefined || pages.length < READ_AT_ONCE) return;
    after = last.id;
    // A long list must not block other work.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
