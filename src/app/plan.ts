// F12: what a crawl would do, before it does it: verdict, scope, sitemaps, and an honest estimate.
import { setTimeout as sleep } from 'node:timers/promises';
import { DocentError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { urlKey } from '../core/url/key.ts';
import { toFound } from '../crawl/discover.ts';
import type { CrawlPolicy } from '../crawl/policy.ts';
import { readPage } from '../crawl/read-page.ts';
import { createHttp } from '../fetch/http.ts';
import type { PageFetch } from '../fetch/page.ts';
import { gapAfter } from '../frontier/politeness.ts';
import type { Decision } from '../robots/file.ts';
import { createSitemapReader } from '../seed/sitemap.ts';
import type { Settings } from '../settings.ts';
import { httpOptions } from './guard.ts';
import { policyFor } from './policies.ts';
import { resolveTargets, type TargetOptions } from './targets.ts';

export interface Plan {
  readonly provider: string;
  readonly seeds: readonly { readonly url: string; readonly robots: Decision; readonly answer: string }[];
  readonly scope: string;
  readonly dialect: string;
  readonly delaySec: number;
  readonly sitemaps: readonly {
    readonly url: string;
    readonly entries: number;
    readonly inScope: number;
    readonly problem?: string | undefined;
  }[];
  /** Links on the seed pages: in scope, and refused by which rule. */
  readonly links: { readonly inScope: number; readonly refused: Readonly<Record<string, number>> };
  readonly estimate: {
    readonly pages: number;
    readonly basis: string;
    readonly bytes: number;
    readonly diskBytes: number;
    readonly memoryBytes: number;
    readonly seconds: number;
    readonly note?: string | undefined;
  };
}

const MOST_SITEMAPS = 5;
/** What a stored page, its state and its history take on disk, without its text. */
const DISK_PER_PAGE = 3_000;
const MEMORY_BYTES = 150_000_000;
const TYPICAL_PAGE_BYTES = 40_000;
const TYPICAL_ANSWER_MS = 300;

/** Looks at a target with a handful of polite requests: robots.txt, the seeds, at most five sitemaps. */
export async function planCrawl(
  settings: Settings,
  log: Log,
  words: readonly string[],
  options: TargetOptions = {},
): Promise<readonly Plan[]> {
  const targets = resolveTargets(words, settings, options);
  const http = createHttp(httpOptions(settings, targets, log));
  try {
    const plans: Plan[] = [];
    for (const target of targets) {
      const policy = policyFor(target, settings, {
        log,
        now: Date.now,
        http,
        robotsGet: () => (url, request) => http.get(url, { ...request, onTooLarge: 'cut' }),
      });
      plans.push(await planOne(policy, policy.fetch, settings));
    }
    return plans;
  } finally {
    await http.close();
  }
}

async function planOne(policy: CrawlPolicy, fetch: PageFetch, settings: Settings): Promise<Plan> {
  const pause = (url: string): Promise<void> =>
    sleep(gapAfter(policy.pace, policy.robots.crawlDelay(url), 1, Math.random));
  const seeds: Plan['seeds'][number][] = [];
  const sample = { pages: 0, bytes: 0, ms: 0 };
  const known = new Set<string>();
  const refused: Record<string, number> = {};
  for (const url of policy.seeds) {
    const robots = await policy.robots.explain(url);
    let answer = 'not asked';
    if (robots.allowed) {
      await pause(url);
      answer = await lookAt(url, policy, fetch, sample, known, refused);
    }
    seeds.push({ url, robots, answer });
  }
  const first = policy.seeds[0] as string;
  const named =
    policy.respectRobots && seeds.some(({ robots }) => robots.allowed) ? await policy.robots.sitemaps(first) : [];
  const listed = new Set<string>();
  const sitemaps: Plan['sitemaps'][number][] = [];
  const line = [...new Set([...(policy.sitemapUrl === undefined ? [] : [policy.sitemapUrl]), ...named])];
  for (let at = 0; at < line.length && sitemaps.length < MOST_SITEMAPS; at++) {
    await pause(first);
    sitemaps.push(await readOne(line[at] as string, policy, fetch, listed, line));
  }
  const crawlDelay = policy.robots.crawlDelay(first);
  const delaySec = Math.max(policy.pace.delayMs / 1000, crawlDelay ?? 0);
  return {
    provider: policy.provider,
    seeds,
    scope: policy.scope.description,
    dialect: seeds[0]?.robots.dialect ?? '',
    delaySec,
    sitemaps,
    links: { inScope: known.size, refused },
    estimate: estimate(policy, settings, {
      listed: listed.size,
      linked: known.size,
      delaySec,
      cut: line.length > sitemaps.length,
      sample,
    }),
  };
}

async function lookAt(
  url: string,
  policy: CrawlPolicy,
  fetch: PageFetch,
  sample: { pages: number; bytes: number; ms: number },
  known: Set<string>,
  refused: Record<string, number>,
): Promise<string> {
  try {
    const reply = await fetch.page(url);
    sample.ms += reply.ms;
    if (reply.kind === 'redirect') return `status ${reply.status}, redirects to ${reply.location ?? 'nowhere'}`;
    if (reply.kind !== 'page') return reply.kind === 'refused' ? reply.verdict.detail : `status ${reply.status}`;
    sample.pages++;
    sample.bytes += reply.body.byteLength;
    const { links, words, title } = await readPage({
      url,
      kind: reply.contentKind === 'html' || reply.contentKind === 'xhtml' ? 'html' : 'text',
      body: reply.body,
      charset: reply.charset,
    });
    for (const link of links) {
      const found = toFound({ url: link.url, depth: 1, nofollow: link.nofollow }, policy, () => undefined);
      if (found.refused === undefined) known.add(found.key);
      else refused[found.refused.by] = (refused[found.refused.by] ?? 0) + 1;
    }
    return `status ${reply.status}, "${title}", ${words} words, ${links.length} links`;
  } catch (error) {
    if (error instanceof DocentError) return error.message;
    throw error;
  }
}

async function readOne(
  url: string,
  policy: CrawlPolicy,
  fetch: PageFetch,
  listed: Set<string>,
  line: string[],
): Promise<Plan['sitemaps'][number]> {
  const reader = createSitemapReader({ now: Date.now() });
  try {
    const { status } = await fetch.sitemap(url, { onData: (chunk) => reader.write(chunk) });
    if (status < 200 || status > 299) return { url, entries: 0, inScope: 0, problem: `status ${status}` };
    const { kind, entries, problem } = await reader.end();
    if (kind === 'index') {
      for (const entry of entries) if (!line.includes(entry.url)) line.push(entry.url);
      return { url, entries: entries.length, inScope: 0, problem: `an index of ${entries.length} sitemaps` };
    }
    let inScope = 0;
    for (const entry of entries) {
      if (toFound({ url: entry.url, depth: 1 }, policy, () => undefined).refused !== undefined) continue;
      inScope++;
      listed.add(urlKey(entry.url, policy.key));
    }
    return { url, entries: entries.length, inScope, problem };
  } catch (error) {
    if (error instanceof DocentError) return { url, entries: 0, inScope: 0, problem: error.message };
    throw error;
  }
}

interface Basis {
  readonly listed: number;
  readonly linked: number;
  readonly delaySec: number;
  readonly cut: boolean;
  readonly sample: { readonly pages: number; readonly bytes: number; readonly ms: number };
}

function estimate(
  policy: CrawlPolicy,
  settings: Settings,
  { listed, linked, delaySec, cut, sample }: Basis,
): Plan['estimate'] {
  // Without a sitemap the seed's links are all there is to go by; documentation usually has a few times as many pages.
  const GROWTH = 4;
  const guess = listed > 0 ? Math.max(listed, linked) : linked * GROWTH + policy.seeds.length;
  const pages = Math.max(1, Math.min(policy.maxPages, guess));
  const basis =
    listed > 0
      ? `${listed} pages in the sitemaps${cut ? ' that were read' : ''}`
      : `${linked} links on the seeds, times ${GROWTH}`;
  const bytesPerPage = sample.pages > 0 ? sample.bytes / sample.pages : TYPICAL_PAGE_BYTES;
  const answerMs = sample.pages > 0 ? sample.ms / sample.pages : TYPICAL_ANSWER_MS;
  // A gap runs from the end of a response, so where one is kept requests do not overlap.
  const atOnce = delaySec > 0 ? 1 : Math.min(policy.perHost, settings.options.concurrency);
  const paced = (pages * (delaySec * 1000 + answerMs)) / atOnce / 1000;
  const { requests_per_hour: perHour } = settings.options;
  const hours = policy.bounded && pages > perHour ? pages / perHour : 0;
  const seconds = Math.max(paced, hours * 3600);
  const note =
    seconds > paced
      ? `with ${settings.options.requests_per_hour} requests an hour`
      : guess > policy.maxPages
        ? `stops at max_pages ${policy.maxPages}; there may be about ${guess}`
        : undefined;
  return {
    pages,
    basis,
    bytes: Math.round(pages * bytesPerPage),
    diskBytes: pages * DISK_PER_PAGE,
    memoryBytes: MEMORY_BYTES,
    seconds: Math.round(seconds),
    note,
  };
}
