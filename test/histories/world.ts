// The small world that histories take place in: few providers, hosts, paths and texts, so that all combinations occur.
import { packIndex } from '../../src/core/search-entry.contract.ts';
import type { PageIndex } from '../../src/core/search-entry.ts';
import type { ChunkRecord } from '../../src/frontier/port.ts';
import type { Dice } from '../fuzz/dice.ts';

/** All names of providers; a world has some of them. */
export const providerNames: readonly string[] = ['docs', 'api', 'blog'];

/** When histories begin. */
export const START = 1_700_000_000_000;
export const HOUR = 3_600_000;

const paths = ['p1', 'p2', 'p3', 'p4', 'p5'] as const;
const hosts = ['a.test', 'b.test', 'c.test'] as const;
const texts = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'] as const;
const asRead = ['T1', 'T2', 'R1', 'R2'] as const;
const headings = [[], ['Guide'], ['Guide', 'Install'], ['Guide', 'Use'], ['Reference']] as const;
/** How else a URL of a key is written: behind it, or before its host. */
const endings = ['', '', '', '', '/', '//', '?x=1', '?token=abc&x=2'] as const;

/** The part of the world that one history has, and how it is run. */
export interface World {
  readonly providers: readonly string[];
  readonly keys: readonly string[];
  readonly hosts: readonly string[];
  readonly texts: readonly string[];
  /** Whether most visits bring a page, so that many are stored, change and are cut anew. */
  readonly isCalm: boolean;
  /** Whether most URLs are of one template. */
  readonly isTemplated: boolean;
}

export function worldOf(dice: Dice): World {
  const some = hosts.slice(0, 1 + dice.below(3));
  const few = paths.slice(0, 2 + dice.below(4));
  return {
    providers: providerNames.slice(0, dice.pick([1, 1, 2, 2, 3])),
    keys: some.flatMap((host) => few.map((path) => `https://${host}/${path}`)),
    hosts: some.flatMap((host) => [host, `www.${host}`]),
    texts: texts.slice(0, 2 + dice.below(5)),
    isCalm: dice.chance(0.4),
    isTemplated: dice.chance(0.2),
  };
}

/** One way to write the URL of a key, and its host. */
export function spelled(
  dice: Dice,
  key: string,
): { readonly key: string; readonly url: string; readonly host: string } {
  const name = dice.chance(0.1) ? key.replace('https://', 'https://www.') : key;
  return { key, url: `${name}${dice.pick(endings)}`, host: new URL(name).host };
}

/** The key of a URL, however it is written. */
export function keyOf(url: string): string {
  return url.replace(/\?.*$/, '').replace(/\/+$/, '').replace('https://www.', 'https://');
}

/** The text of a page: its hash, and sometimes another one as it was read. */
export function textOf(dice: Dice, world: World): { readonly hash: string; readonly readHash?: string } {
  const hash = dice.pick(world.texts);
  return dice.chance(0.25) ? { hash, readHash: dice.pick(asRead) } : { hash };
}

/** Chunks, whose texts are kept or not; pages with one text have as many, since an engine may leave those in the index as they are. */
export function chunksOf(dice: Dice, isWhole: boolean, text: string): readonly ChunkRecord[] {
  return Array.from({ length: text.charCodeAt(1) % 4 }, (_, seq) => {
    const word = dice.pick(['alpha', 'beta', 'gamma', 'delta']);
    return {
      ...{ id: `chunk-${seq}`, headings: [...dice.pick(headings)], ids: [word], symbols: [`${word}()`] },
      ...(dice.chance(0.5) && { anchor: dice.pick(['top', 'use', word]) }),
      ...{ tokens: 1 + dice.below(9), hash: `hash-${word}`, code: dice.below(2), tables: dice.below(2) },
      ...(isWhole ? { preview: '', text: `${word} text` } : { preview: word }),
    };
  });
}

/** The index entries of chunks with these words. */
export function indexOf(dice: Dice, world: World, bodies: readonly string[]): PageIndex {
  const links = Array.from({ length: dice.below(3) }, () => ({
    target: dice.pick(world.keys),
    terms: dice.pick(['', 'guide', 'more']),
  }));
  return packIndex({
    analyser: dice.pick([1, 1, 2]),
    chunks: bodies.map((body) => ({
      columns: { title: 'title', headings: '', symbols: body, meta: '', body },
      forward: new TextEncoder().encode(body),
    })),
    words: [...new Set(bodies)].map((word) => ({ word, term: word.slice(0, 3) })),
    anchors: links,
    outbound: links.length,
  });
}

/** The word of a chunk. */
export function wordsOf(chunks: readonly { readonly ids: readonly string[] }[]): readonly string[] {
  return chunks.map(({ ids }) => ids[0] ?? '');
}
