// E2: learns the chrome of a run's sites while their pages are read.
import type { LearntChrome } from '../../extract/edges/edge-cut.ts';
import { folderOfAll } from '../../extract/edges/edge-places.ts';
import { EdgeTally, surely, undecided } from '../../extract/edges/edge-tally.ts';
import { unpackEdges } from '../../extract/edges/page-edges.ts';
import type { ChromeInput, ReadResult } from '../read/reading.ts';
import type { CrawlPolicy } from '../run/policy.ts';

/** Pages after which the run compares them for the first time; then each time they have doubled. */
const FIRST_LOOK = 16;
/**
 * Pages that are kept as they were read, whatever they have in common: what is learnt later is left out of them at the end. After
 * these only pages with a block that may or may not turn out to be chrome: packing each page would take 4 % of a crawl's CPU.
 */
const HELD_AT_FIRST = 32;
/** Drafts of one site that are held at once. */
const MOST_HELD_BYTES = 16 * 1024 * 1024;

interface Site {
  readonly known: LearntChrome;
  readonly tally: EdgeTally;
  /** Drafts by the hash of the page as it was read. */
  readonly held: Map<string, Uint8Array>;
  /** Beginnings of blocks that were left out, and how often. */
  readonly leftOut: Map<string, number>;
  input: Omit<ChromeInput, 'ends'>;
  heldBytes: number;
  nextLook: number;
}

export class ChromeWatch {
  readonly #sites = new Map<string, Site>();

  /** Opens a provider with the chrome that earlier runs have learnt. */
  open({ provider, reading }: CrawlPolicy, known: LearntChrome): void {
    if (reading.want === 'links' || reading.learnChrome === false) return;
    this.#sites.set(provider, {
      known,
      tally: new EdgeTally(),
      held: new Map(),
      leftOut: new Map(),
      input: { learnt: known, keep: 'all' },
      heldBytes: 0,
      nextLook: FIRST_LOOK,
    });
  }

  /** How the next page of a provider is read; undefined where nothing is learnt. */
  inputFor(provider: string): ChromeInput | undefined {
    const site = this.#sites.get(provider);
    if (site === undefined) return undefined;
    const { input, tally } = site;
    const ends = new Map<string, readonly [first: string, last: string]>();
    // Pages that are all returned need none.
    if (input.keep !== 'all')
      for (const key of input.learnt.keys) {
        const both = tally.ends(key);
        if (both !== undefined) ends.set(key, both);
      }
    return { ...input, ends };
  }

  /** Learns from a page that was read, at its `finalUrl`; `isStored`: it is kept as it was read. */
  note(provider: string, read: ReadResult, url: string, isStored: boolean): void {
    const site = this.#sites.get(provider);
    if (site === undefined || read.edges === undefined || read.edges === '') return;
    site.tally.note(unpackEdges(read.edges), url);
    for (const { text } of read.facts.leftOut ?? []) site.leftOut.set(text, (site.leftOut.get(text) ?? 0) + 1);
    if (!isStored && read.draft !== undefined) hold(site, read.readHash ?? read.hash, read.draft);
    if (site.tally.pages < site.nextLook) return;
    site.nextLook = site.tally.pages * 2;
    const { known, tally } = site;
    const keys = new Set(known.keys);
    const folders = new Map(known.folders);
    for (const key of surely(tally)) {
      const both = known.keys.has(key) ? undefined : tally.ends(key);
      // Whether pages elsewhere lose it as well is decided with all of them.
      if (both !== undefined) folders.set(key, folderOfAll(both));
      keys.add(key);
    }
    site.input = {
      learnt: { keys, keptOn: known.keptOn, folders },
      keep: tally.pages < HELD_AT_FIRST ? 'all' : undecided(tally),
    };
  }

  /** A page as it was read in this run, if it is held. */
  held(provider: string, readHash: string): Uint8Array | undefined {
    return this.#sites.get(provider)?.held.get(readHash);
  }

  /** The blocks that were left out most often in this run. */
  mostLeftOut(provider: string, most: number): readonly string[] {
    const leftOut = [...(this.#sites.get(provider)?.leftOut ?? [])];
    return leftOut
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([text]) => text);
  }
}

function hold(site: Site, readHash: string, draft: Uint8Array): void {
  if (site.held.has(readHash) || site.heldBytes + draft.byteLength > MOST_HELD_BYTES) return;
  site.held.set(readHash, draft);
  site.heldBytes += draft.byteLength;
}
