// All pages of a site, judged and added up.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { maxPageBytes } from '../../src/fetch/page.ts';
import { compareCode, compareWords, type Output, type Share } from './judge/compare.ts';
import { type JudgedPage, type Judgement, judgePage, type Measure } from './judge/page.ts';
import type { Document } from './judge/tree.ts';
import type { Site } from './sites.ts';

export interface Tools {
  readonly parse: (html: string) => Document;
  readonly peer: (html: string) => Output;
}

export interface PageResult {
  readonly path: string;
  readonly judgement: Judgement;
  readonly peer?: Readonly<Record<PeerMeasure, Share>> | undefined;
}

export const peerMeasures = ['kept', 'chrome', 'code'] as const;
export type PeerMeasure = (typeof peerMeasures)[number];

export interface SiteResult {
  readonly name: string;
  /** How many pages there are, and of how many the rest is judged. */
  readonly found: number;
  readonly pages: readonly PageResult[];
  readonly notJudged: number;
  readonly ms: number;
}

const mostPages = 400;
const mostPeerPages = 40;

/** Every nth, so that both ends and everything between are in it; the same for the same list. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, nth) => all[Math.floor((nth * all.length) / most)] as T);
}

export async function measureSite(site: Site, tools: Tools, all: boolean): Promise<SiteResult> {
  const { folder, paths } = site.pages();
  const chosen = all ? paths : spread(paths, mostPages);
  const withPeer = new Set(spread(chosen, mostPeerPages));
  const pages: PageResult[] = [];
  const start = performance.now();
  for (const path of chosen) {
    const result = await judgeFile(path, site, tools);
    if (result === undefined) continue;
    const { judged, html } = result;
    pages.push({
      path: relative(folder, path),
      judgement: judged.judgement,
      peer: withPeer.has(path) ? judgePeer(judged, tools.peer, html) : undefined,
    });
  }
  return {
    name: site.name,
    found: paths.length,
    pages,
    notJudged: chosen.length - pages.length,
    ms: performance.now() - start,
  };
}

/** Undefined for what is no page of documentation, or one that docent reports as too large and does not read. */
export async function judgeFile(
  path: string,
  site: Site,
  tools: Tools,
): Promise<{ readonly judged: JudgedPage; readonly html: string } | undefined> {
  const bytes = readFileSync(path);
  if (bytes.length > maxPageBytes) return undefined;
  const html = decoded(bytes);
  if (/<meta[^>]+http-equiv=["']?refresh/i.test(html.slice(0, 5_000))) return undefined;
  const url = `https://docs.example.org/${path.replace(/^.*\/usr\//, 'usr/').replace(/^\/+/, '')}`;
  const judged = await judgePage(bytes, { url: encodeURI(url), page: tools.parse(html), truth: site.truth });
  return judged && { judged, html };
}

/** Decoded by the page's own charset. */
function decoded(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  const charset = /charset=["']?([\w-]+)|encoding=["']([\w-]+)/i.exec(head);
  try {
    return new TextDecoder(charset?.[1] ?? charset?.[2] ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function judgePeer({ source }: JudgedPage, peer: Tools['peer'], html: string): Record<PeerMeasure, Share> {
  let output: Output;
  try {
    output = peer(html);
  } catch {
    output = { words: [], code: [], cells: [] };
  }
  return { ...compareWords(source, output.words), code: compareCode(source, output).code };
}

/** In per cent; undefined where there is nothing of the kind. */
export function shareOf(pages: readonly PageResult[], measure: Measure): number | undefined {
  return percent(pages.map(({ judgement }) => judgement[measure]));
}

export function peerShareOf(pages: readonly PageResult[], measure: PeerMeasure): number | undefined {
  return percent(pages.flatMap(({ peer }) => (peer === undefined ? [] : [peer[measure]])));
}

function percent(shares: readonly Share[]): number | undefined {
  const all = shares.reduce((sum, share) => sum + share.all, 0);
  const right = shares.reduce((sum, share) => sum + share.right, 0);
  return all === 0 ? undefined : (100 * right) / all;
}

/** The page that keeps least of its words; a page that lost only a word or two is no bad one, however short it is. */
export function worstKept(pages: readonly PageResult[]): { readonly path: string; readonly percent: number } {
  let worst = { path: '', percent: 100 };
  for (const { path, judgement } of pages) {
    const { right, all } = judgement.kept;
    const share = all - right < 3 ? 100 : (100 * right) / all;
    if (share < worst.percent) worst = { path, percent: share };
  }
  return worst;
}
