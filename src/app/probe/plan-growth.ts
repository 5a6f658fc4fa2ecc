// F12: how many pages a site without a sitemap has, guessed from a few of them. Pure.
import { counted, grouped } from '../../core/counted.ts';

/** A page that was looked at for where it leads. */
export interface SampledPage {
  readonly key: string;
  /** 1: linked from a seed; 2: from a page that is, and so on. */
  readonly level: number;
  /** The keys in scope that it links to. */
  readonly links: ReadonlySet<string>;
  readonly bytes: number;
}

export interface Growth {
  readonly pages: number;
  /** Between how many pages it may well be. */
  readonly range: readonly [from: number, to: number];
  /** What a page takes on average; undefined where none was sampled. */
  readonly bytesPerPage?: number | undefined;
  /** How it was guessed, in words. */
  readonly basis: string;
}

/** How many pages are sampled of those that the seeds link to, that these lead to, and once more. */
export const sampleSizes: readonly number[] = Object.freeze([2, 2, 1]);

/** Where nothing comes twice there may be any number; more than this many times what was seen is not claimed. */
const MOST_TIMES = 5;
/** A handful of pages allows no better estimate. */
const LEAST_ERROR = 0.3;

/** At most this many items of a list, evenly spread over it. */
export function spread<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, nth) => list[Math.floor(((nth + 0.5) * list.length) / count)] as T);
}

/** Whether a page lies below another by its address: `x/docs/a`, `x/docs/a.html` and `x/docs/a/index.html` head `x/docs/a/`. */
export function isBelow(key: string, head: string): boolean {
  return key.startsWith(folderOf(head));
}

/**
 * A guess from what the seeds link to (`known`) and a few sampled pages. Documentation is a tree: what lies below a sampled page
 * is taken for what lies below its neighbours. Other links lead across it, to pages that have a place in the tree as well, so they
 * count only where they lead to more: the fewer of them come twice, the more there are.
 */
export function growthOf(
  seeds: number,
  known: ReadonlySet<string>,
  samples: readonly SampledPage[],
  maxDepth: number,
): Growth {
  const common = commonLinks(samples, known);
  const seen = new Set([...known, ...common]);
  const counts = [seeds, known.size + common.size];
  const below: number[][] = [];
  let heads = known.size;
  for (let level = 1; level < maxDepth && heads > 0; level++) {
    const ofLevel = samples.filter((page) => page.level === level);
    const found = ofLevel.map(
      ({ key, links }) => [...links].filter((link) => isBelow(link, key) && !seen.has(link)).length,
    );
    for (const { links } of ofLevel) for (const link of links) seen.add(link);
    below.push(found);
    heads *= mean(found);
    counts.push(heads);
  }
  const isAcross = ({ key, links }: SampledPage): readonly string[] =>
    [...links].filter((link) => !known.has(link) && !common.has(link) && !isBelow(link, key));
  const across = maxDepth > 1 ? populationOf(samples.map(isAcross)) : 0;
  const least = seeds + seen.size;
  const tree = counts.reduce((sum, count) => sum + count, 0);
  const pages = Math.max(least, Math.round(Math.max(tree, seeds + known.size + common.size + across)));
  const error = pages === least ? 0 : Math.max(LEAST_ERROR, ...below.map(errorOf));
  const lead = mean(below.flat());
  const how =
    samples.length === 0
      ? 'no other page was looked at'
      : `${counted(samples.length, 'sampled page')} led to ${lead === 0 ? 'no' : grouped(Math.round(lead * 10) / 10)} more below each on average`;
  return {
    pages,
    range: [Math.max(least, Math.floor(pages * (1 - Math.min(error, 0.9)))), Math.ceil(pages * (1 + error))],
    bytesPerPage: bytesPerPage(counts.slice(1), samples),
    basis: `guessed: ${counted(known.size, 'link')} on the seeds; ${how}`,
  };
}

/** Pages at the ends of a tree are not as long as its heads: each level by what was sampled of it, or of the last one that was. */
function bytesPerPage(counts: readonly number[], samples: readonly SampledPage[]): number | undefined {
  if (samples.length === 0) return undefined;
  let typical = mean(samples.map(({ bytes }) => bytes));
  let bytes = 0;
  for (const [at, count] of counts.entries()) {
    const ofLevel = samples.filter(({ level }) => level === at + 1);
    if (ofLevel.length > 0) typical = mean(ofLevel.map((page) => page.bytes));
    bytes += count * typical;
  }
  return bytes / counts.reduce((sum, count) => sum + count, 0);
}

/** Menus: what most of the sampled pages link to. */
function commonLinks(samples: readonly SampledPage[], known: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { links } of samples) for (const key of links) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isCommon = (count: number): boolean => count > 1 && count > samples.length / 2;
  return new Set([...counts].filter(([key, count]) => isCommon(count) && !known.has(key)).map(([key]) => key));
}

function folderOf(key: string): string {
  const path = key.split('?', 1)[0] as string;
  return `${path.replace(/\/(?:index|default)\.\w{2,5}$/, '').replace(/\.(?:x?html?|php|aspx?|mdx?)$/, '')}/`;
}

/** How many there are to draw from, by how few come twice (Schnabel); 0 where nothing was drawn. */
function populationOf(draws: readonly (readonly string[])[]): number {
  const seen = new Set<string>();
  let chances = 0;
  let again = 0;
  for (const draw of draws) {
    chances += draw.length * seen.size;
    again += draw.filter((key) => seen.has(key)).length;
    for (const key of draw) seen.add(key);
  }
  return Math.min(seen.size * MOST_TIMES, Math.max(seen.size, chances / (again + 1)));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard error of the mean, as a part of it. */
function errorOf(values: readonly number[]): number {
  const middle = mean(values);
  if (values.length < 2 || middle === 0) return 0;
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length) / middle;
}
